/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Gives pair after pair of switches a lane in which its routes close no cycle with what is there. */
#ifndef SSSP_CORE_FIT_FIT_PAIRS_H
#define SSSP_CORE_FIT_FIT_PAIRS_H

#include "core/fit/fit_lanes.h"

#include <glib.h>

typedef struct FitPairs FitPairs;

/* `hops` from graph_hops(); both must outlive it. NULL with SSSP_ERROR_MEMORY. */
FitPairs *fit_pairs_new(FitLanes *fit, const guint8 *hops, GError **error);
void fit_pairs_free(FitPairs *fit); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FitPairs, fit_pairs_free)

/* Pairs that had a lane before, on which connections may go on. */
typedef struct {
	const guint8 *without; /* [from][to] switches, 1: this one had none; NULL: all had */
	guint8 *moved;         /* [from][to] 1: got another lane than it had; NULL: nobody asks */
	guint64 longer; /* pairs of a host and a host's LID on detours for want of lanes, and not to stay on theirs */
} FitKeep;

/*
 * Pairs stay on the lane that they have in layers->layer, and fit those of layers->also, too, if that can be, be it by
 * a longer path. `keep` must outlive it; its sum follows.
 */
void fit_pairs_keep(FitPairs *fit, FitKeep *keep);

/*
 * Serves an unproven pair of switches, both directions: routes may change where no pair served
 * before, and no host, comes by. Further lanes may be opened, with `must` in any case, without where there are several.
 * SSSP_ERROR_LANES says with `must` that none does; without, the pair stays unproven then. FALSE with SSSP_ERROR_MEMORY
 * else.
 */
gboolean fit_pairs_serve(FitPairs *fit, guint32 s, guint32 t, gboolean must, GError **error);

#endif
