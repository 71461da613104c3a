/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Mends trees of which few pairs stayed without a lane: one pair after the other gets a legal route, in the tree
 * towards one of its ends or in both, and the rest of that tree is made anew around it. A change is kept when the
 * pairs that have no lane weigh no more than before; a pair whose mending was refused weighs more from then on, so the
 * search does not stay where it is stuck (P. Morris, "The Breakout Method for Escaping from Local Minima", 1993).
 */
#ifndef SSSP_CORE_SEARCH_PAIR_MEND_H
#define SSSP_CORE_SEARCH_PAIR_MEND_H

#include "core/graph/graph.h"
#include "core/search/pair_routes.h"
#include "core/lanes/lane_set.h"

#include <glib.h>

/*
 * `covered` as in route_search.h. Works on trees->next, legal, common, n_without and n_long. With `may_be_long` a pair
 * may get a route that is longer than minimal when no other change helps. TRUE also when pairs are left (n_without says
 * so); FALSE with SSSP_ERROR_MEMORY. The effort is bounded by a number of trees made. Deterministic.
 */
gboolean pair_mend(const Graph *graph, const guint8 *hops, const LaneSet *lanes, const LaneMask *covered,
		   gboolean may_be_long, PairRoutes *trees, GError **error);

#endif
