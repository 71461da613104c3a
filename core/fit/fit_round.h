/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Runs one round in which pairs of switches with hosts get lanes, one after the other. */
#ifndef SSSP_CORE_FIT_FIT_ROUND_H
#define SSSP_CORE_FIT_FIT_ROUND_H

#include "core/fit/fit_lanes.h"
#include "core/fit/fit_pairs.h"

#include <glib.h>

/* Pairs of switches in the order in which they are served. */
typedef struct {
	guint32 *s, *t;
	guint64 n;
} Pairs;

void pairs_clear(Pairs *pairs);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Pairs, pairs_clear)

/* Those that are marked, each once, nearest first. FALSE with SSSP_ERROR_MEMORY. O(switches x channels). */
gboolean pairs_list(const Graph *graph, const guint8 *marks, Pairs *pairs, GError **error);

/* Moves pairs that are marked to the front; returns how many. */
guint64 pairs_move_marked(const Pairs *pairs, const guint8 *marked, gsize n);

/*
 * Moves pairs to the front that no other lanes will do for than those that all links have. FALSE with
 * SSSP_ERROR_MEMORY.
 */
gboolean pairs_move_limited(const Graph *graph, const Routes *routes, guint n_lanes, const Pairs *pairs,
			    GError **error);

/* What pairs may get. */
typedef struct {
	guint max_lanes;
	gboolean far;         /* as a last resort paths that change any number of entries (fit_path.h) .. */
	gboolean minimal;     /* .. and nothing that is longer than need be */
	FitKeep *keep;        /* see fit_pairs_keep(); NULL: no pair had a lane */
	guint32 search_limit; /* channels that a search for a cycle looks at before it gives up; 0: all */
} FitRound;

/*
 * Serves the pairs, which layers->unproven marks, as far as it can: those left stay marked. `*effort`: channels that
 * may be looked at, less what was. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean fit_round(const Graph *graph, const guint8 *hops, const FitRound *options, const Pairs *pairs, Routes *routes,
		   Layers *layers, guint64 *effort, GError **error);

#endif
