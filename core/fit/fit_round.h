/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs one round in which pairs of switches with hosts that have no lane are tried, one after the other, each once. The
 * order of the pairs matters, as a pair that has got a lane leaves less room to the next; so it also lists and sorts
 * them.
 */
#ifndef SSSP_CORE_FIT_FIT_ROUND_H
#define SSSP_CORE_FIT_FIT_ROUND_H

#include "core/fit/fit_lanes.h"
#include "core/fit/fit_pairs.h"

#include <glib.h>

typedef struct {
	guint32 s, t;
} Pair;

/* Pairs of switches in the order in which they are served. */
typedef struct {
	Pair *pair; /* [n] */
	guint64 n;
	Pair *scratch; /* [n] */
} Pairs;

void pairs_clear(Pairs *pairs);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Pairs, pairs_clear)

/*
 * Lists the pairs that layers->unproven marks, each once, by target switch and nearest to it first; but before all
 * others those that have a route over a weak link, one that lacks a lane of `layers`: they have the least choice. FALSE
 * with SSSP_ERROR_MEMORY. O(switches x channels).
 */
gboolean pairs_list(const Graph *graph, const Routes *routes, const Layers *layers, Pairs *pairs, GError **error);

/*
 * Moves the pairs that have this value in marks[n][n] forward, in their order, to behind the first `front` pairs, which
 * stay. Returns how many pairs these are then. O(pairs).
 */
guint64 pairs_move_marked(const Pairs *pairs, const guint8 *marks, guint8 value, guint64 front, gsize n);

/*
 * Serves the pairs, which layers->unproven marks, as far as it can; pairs that are left stay marked. `*looks`:
 * channels that searches may look at; those looked at are taken off. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean fit_round(const Graph *graph, const guint8 *hops, const FitOptions *options, const Pairs *pairs,
		   Routes *routes, Layers *layers, guint64 *looks, GError **error);

#endif
