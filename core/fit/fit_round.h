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

/*
 * Lists the pairs that marks[n_switches][n_switches] marks, each once, by target switch and nearest to it first. FALSE
 * with SSSP_ERROR_MEMORY. O(switches x channels).
 */
gboolean pairs_list(const Graph *graph, const guint8 *marks, Pairs *pairs, GError **error);

/* Moves pairs that marked[n][n] marks to the front, in their order; returns how many these are. */
guint64 pairs_move_marked(const Pairs *pairs, const guint8 *marked, gsize n);

/*
 * Moves pairs to the front that have a route over a weak link, one with fewer than n_lanes lanes: they have the least
 * choice. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean pairs_move_limited(const Graph *graph, const Routes *routes, guint n_lanes, const Pairs *pairs,
			    GError **error);

/*
 * Serves the pairs, which layers->unproven marks, as far as it can; pairs that are left stay marked. `*looks`:
 * channels that searches may look at; those looked at are taken off. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean fit_round(const Graph *graph, const guint8 *hops, const FitOptions *options, const Pairs *pairs,
		   Routes *routes, Layers *layers, guint64 *looks, GError **error);

#endif
