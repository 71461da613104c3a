/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes one tree of routes towards a switch in which as many switches as possible have one of the lanes they want.
 */
#ifndef SSSP_CORE_SEARCH_PAIR_TREE_H
#define SSSP_CORE_SEARCH_PAIR_TREE_H

#include "core/base/arena.h"
#include "core/graph/bfs.h"
#include "core/graph/graph.h"
#include "core/search/route_search.h"
#include "core/lanes/lane_set.h"

#include <glib.h>

/* What a tree is to be like. The arrays have one item a switch. */
typedef struct {
	guint32 target;
	const LaneMask *want;  /* lanes of which the route from a switch should have one */
	const guint32 *pins;   /* channels that switches must take, as whole routes to the target; GRAPH_NONE: any */
	const guint32 *prefer; /* a tree to stay close to, or NULL */
	guint turn;            /* different turns make different trees */
} PairTreePlan;

typedef struct {
	const Graph *graph;
	const LaneSet *lanes;

	/* of the latest tree */
	Bfs *bfs;
	LaneMask *legal; /* [n_switches] lanes of the route from there */
	guint16 *length; /* [n_switches] its channels */
	guint32 *open;   /* [n_open] switches without a lane they want */
	guint32 n_open;

	/* private */
	const PairTreePlan *plan;
	RouteSearch *search;
	guint8 *spanning_tree; /* [n_channels] */
	guint32 *local;        /* [n_switches] pins of the tree being made */
	guint32 *chain;        /* [n_switches] scratch */
	guint8 *excluded;      /* [n_switches] has no minimal route; waits for a longer one */
	Arena *arena;          /* holds the arrays */
} PairTree;

/* `covered` as in route_search.h. The arguments must outlive it. NULL with SSSP_ERROR_MEMORY. */
PairTree *pair_tree_new(const Graph *graph, const guint8 *hops, const LaneSet *lanes, const LaneMask *covered,
			GError **error);
void pair_tree_free(PairTree *tree); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PairTree, pair_tree_free)

/*
 * Minimal routes, but for those that are pinned: next[n_switches] gets the channel of each switch towards the target,
 * GRAPH_NONE where there is none. Returns the number of switches left without a lane. A few times O(turns).
 */
guint32 pair_tree_make(PairTree *tree, const PairTreePlan *plan, guint32 *next);

/* Right after pair_tree_make(): longer routes for the switches without a lane. Returns the number still without. */
guint32 pair_tree_lengthen(PairTree *tree, guint32 *next);

/* The routes of the spanning tree, legal in every lane that was made with it (lane_plan.h). */
void pair_tree_spanning(PairTree *tree, guint32 target, guint32 *next);

#endif
