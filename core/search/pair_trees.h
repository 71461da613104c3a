/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * One tree of routes towards every switch such that each pair of switches that carries data has a lane: in symmetric
 * mode one in which both its routes are legal, else one for each direction. These trees are not balanced; they show
 * that the lanes suffice, and balanced routing (lane_routes.h) falls back on them wherever its own choice would leave
 * a pair without a lane.
 *
 * The trees are found by search: greedy trees first, with repair of the switches left without a lane by pinning a
 * legal route for them; pairs that stay without one are pinned first in the next round, those that failed most often
 * ahead of the others; and the last few are mended one tree at a time (lane_mend.h).
 */
#ifndef SSSP_CORE_SEARCH_PAIR_TREES_H
#define SSSP_CORE_SEARCH_PAIR_TREES_H

#include "core/graph/graph.h"
#include "core/lanes/lane_set.h"

#include <glib.h>

typedef struct {
	guint32 n_switches;
	guint32 *next; /* [to][from] channel that a switch takes towards another; GRAPH_NONE on the diagonal and where
			  there is no path */
	LaneMask *common;  /* [from][to] lanes that the route may use; in symmetric mode the same both ways */
	LaneMask *legal;   /* [to][from] lanes in which the route is legal */
	guint64 n_without; /* pairs (ordered) that carry data and have no lane */
	guint64 n_long;    /* pairs (ordered) whose route is longer than minimal */
} LaneTrees;

/*
 * How much is done for it: a look whether minimal trees are easy to find, a search for them, or trees whatever it
 * takes: the last lane must then be one made with `escape` (lane_set.h), and pairs that no minimal route serves get
 * longer ones.
 */
typedef enum { LANE_TREES_QUICK, LANE_TREES_MINIMAL, LANE_TREES_ALL } LaneTreesEffort;

/*
 * Searches for minimal trees. `covered` as in lane_search.h. `n_without` is 0 when it succeeded; always with
 * LANE_TREES_ALL. NULL with SSSP_ERROR_MEMORY. A few times O(switches x turns).
 */
LaneTrees *lane_trees_new(const Graph *graph, const guint8 *hops, const LaneSet *lanes, const LaneMask *covered,
			  LaneTreesEffort effort, GError **error);
void lane_trees_free(LaneTrees *trees); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LaneTrees, lane_trees_free)

#endif
