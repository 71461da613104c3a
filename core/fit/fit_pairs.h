/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gives pairs of switches, one by one, a lane in which their routes, in both directions, close no cycle with the routes
 * there.
 */
#ifndef SSSP_CORE_FIT_FIT_PAIRS_H
#define SSSP_CORE_FIT_FIT_PAIRS_H

#include "core/fit/fit_lanes.h"

#include <glib.h>

typedef struct FitPairs FitPairs;

/* `hops` is from graph_hops(); both arguments must outlive the result. NULL with SSSP_ERROR_MEMORY. */
FitPairs *fit_pairs_new(FitLanes *fit, const guint8 *hops, GError **error);
void fit_pairs_free(FitPairs *fit); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FitPairs, fit_pairs_free)

/* Pairs that had a lane in the previous routing, on which connections may go on. */
typedef struct {
	const guint8 *without; /* [from][to] switches, 1: the pair had no lane; NULL: all pairs had one */
	guint64 longer;        /* pairs of a host and a LID on detours, except pairs that stay on their lane */
} FitKeep;

/*
 * From now on, pairs stay on the lane that they have in layers->layer, and their routes fit on the lanes of
 * layers->also as well, if that is possible, even by a longer path. `keep` must outlive `fit`; keep->longer is updated
 * as pairs are served.
 */
void fit_pairs_keep(FitPairs *fit, FitKeep *keep);

/*
 * Serves an unproven pair of switches, both directions. Entries may change that no served pair uses. Further lanes may
 * be opened: with `must` always, without it only where several lanes are in use. Where no lane serves, the pair stays
 * unproven. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean fit_pairs_serve(FitPairs *fit, guint32 s, guint32 t, gboolean must, GError **error);

#endif
