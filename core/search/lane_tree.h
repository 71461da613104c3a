/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * One tree of routes under lanes: each switch takes the cheapest minimal channel (hops first, then weights, as in
 * balance.h) of those that leave its route a lane that it wants. Where routes may be longer, the lanes that are left
 * come before the cost, and who has no such channel takes the shortest way over a neighbour whose route has a lane. Who
 * finds neither gets a way of its own (lane_ways.h), which is pinned, and the tree is made again.
 */
#ifndef SSSP_CORE_SEARCH_LANE_TREE_H
#define SSSP_CORE_SEARCH_LANE_TREE_H

#include "core/base/arena.h"
#include "core/engines/balance.h"
#include "core/graph/bfs.h"
#include "core/lanes/lane_set.h"
#include "core/search/lane_ways.h"

#include <glib.h>

typedef struct {
	const Graph *graph;
	const LaneSet *lanes;
	LaneMask *common; /* [from][to] lanes of a pair of switches, in symmetric mode the same both ways */
	Routes *routes;
	gboolean longer; /* routes need not be minimal */
	guint64 effort;  /* channels and turns that may still be looked at for ways round */
	guint64 looked;  /* those that were, in all */
	Bfs *bfs;
	Balance *balance;
	gboolean aimed;
	guint turn;
	LaneMask *legal;  /* [n_switches] lanes of the route from a switch */
	LaneMask *wanted; /* [n_switches] lanes it must have one of, 0: any route will do */
	guint32 *next;    /* [n_switches] its first channel, GRAPH_NONE: not settled */
	guint16 *length;  /* [n_switches] its hops */
	guint32 *order;   /* [n_order] switches with a route, each after the one its route leads to */
	guint32 n_order;
	guint32 *waiting; /* [n_switches] switches without one */
	guint32 *tree;    /* [n_switches] scratch: channel towards the target in the spanning tree */
	guint32 *way;     /* [n_switches] scratch: a way that is being pinned */
	guint32 *pinned;  /* [n_switches] channel that a switch must take, GRAPH_NONE: any */
	guint32 *pins;    /* [n_pins] those switches, each after the one its channel leads to */
	guint32 n_pins;
	gboolean
		stranded; /* some switch has no way in the spanning tree but over one that is too far off to have any */
	LaneWays ways;
	Arena *arena; /* holds the arrays */
} LaneTree;

/*
 * Routes are minimal unless `longer` is set. `routes` and `common` are written to; all must outlive it. NULL with
 * SSSP_ERROR_MEMORY.
 */
LaneTree *lane_tree_new(const Graph *graph, const LaneSet *lanes, LaneMask *common, Routes *routes, GError **error);
void lane_tree_free(LaneTree *tree); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LaneTree, lane_tree_free)

/* Takes something from the effort. */
static inline void lane_tree_spend(LaneTree *tree, guint64 effort)
{
	tree->looked += effort;
	tree->effort -= MIN(tree->effort, effort);
}

/* What follows is for this destination: no pins, and each switch wants what its pair may have. */
void lane_tree_aim(LaneTree *tree, guint32 dest);
void lane_tree_unpin(LaneTree *tree);

/*
 * A tree under the pins; returns how many switches are left in `waiting`. With `any` they take routes without a lane.
 * O(channels).
 */
guint32 lane_tree_try(LaneTree *tree, gboolean any);

/* Writes the tree down; `common` shrinks, legal[n_dests][n_switches], unless NULL, is filled. */
void lane_tree_publish(LaneTree *tree, guint32 dest, LaneMask *legal);

/* Loads of the tree just made; those of the row that is there, which is aimed at, are taken away. */
void lane_tree_count(LaneTree *tree, guint32 dest);
void lane_tree_withdraw(LaneTree *tree, guint32 dest);

/* ---- lane_tree_pins.c: each after a try that left n waiting; returns how many are left then */

/* Ways in all lanes for those that wait, and for others whose route is longer than such a way; if there is effort. */
guint32 lane_tree_go_round(LaneTree *tree, guint32 n);

/* Ways in the first lane for those that wait, whatever lanes were wanted. */
guint32 lane_tree_go_first_lane(LaneTree *tree, guint32 n);

/* That of a spanning tree, all turns of which the first lane allows: nobody is left. spanning[n_channels]. */
void lane_tree_go_spanning_tree(LaneTree *tree, guint32 n, const guint8 *spanning);

#endif
