/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gives pairs of switches, one by one, a lane in which their routes, in both directions, close no cycle with the routes
 * there. Entries of the routes may change for that, unless a pair served before uses them. fit_lanes.h holds the lanes,
 * each with the dependency graph of its routes.
 */
#ifndef SSSP_CORE_FIT_FIT_PAIRS_H
#define SSSP_CORE_FIT_FIT_PAIRS_H

#include "core/fit/fit_lanes.h"

#include <glib.h>

typedef struct FitPairs FitPairs;

FitPairs *fit_pairs_new(FitLanes *fit, GError **error); /* `fit` must outlive it; NULL with SSSP_ERROR_MEMORY */
void fit_pairs_free(FitPairs *fit);                     /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FitPairs, fit_pairs_free)

/*
 * Serves an unproven pair of switches, both directions. Entries may change that no served pair uses. Further lanes may
 * be opened: with `must` always, without it only where several lanes are in use. Where no lane serves, the pair stays
 * unproven. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean fit_pairs_serve(FitPairs *fit, guint32 s, guint32 t, gboolean must, GError **error);

#endif
