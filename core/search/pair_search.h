/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A search for one tree of routes towards every switch such that each pair of switches that carries data has a lane: in
 * symmetric mode one in which both its routes are legal, else one for each direction.
 *
 * Greedy trees come first, with repair of the switches left without a lane by pinning a legal route for them; pairs
 * that stay without one are pinned first in the next round, those that failed most often ahead of the others; and the
 * last few are mended one tree at a time (pair_mend.h).
 */
#ifndef SSSP_CORE_SEARCH_PAIR_SEARCH_H
#define SSSP_CORE_SEARCH_PAIR_SEARCH_H

#include "core/graph/graph.h"
#include "core/lanes/lane_set.h"
#include "core/search/pair_routes.h"

#include <glib.h>

/*
 * How much is done for it: a look whether minimal trees are easy to find, a search for them, or trees whatever it
 * takes: the last lane must then be one made with a spanning tree (lane_plan.h), and pairs that no minimal route serves
 * get longer ones.
 */
typedef enum { PAIR_SEARCH_QUICK, PAIR_SEARCH_MINIMAL, PAIR_SEARCH_ALL } PairSearchEffort;

/*
 * Searches for minimal trees. `covered` as in route_search.h. `n_without` is 0 when it succeeded; always with
 * PAIR_SEARCH_ALL. NULL with SSSP_ERROR_MEMORY. A few times O(switches x turns).
 */
PairRoutes *pair_search(const Graph *graph, const guint8 *hops, const LaneSet *lanes, const LaneMask *covered,
			PairSearchEffort effort, GError **error);

#endif
