/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes one tree of routes towards a switch in which as many switches as possible have a lane that the pair's other
 * route left open.
 */
#ifndef SSSP_CORE_LANE_TREE_H
#define SSSP_CORE_LANE_TREE_H

#include "core/bfs.h"
#include "core/graph.h"
#include "core/lane_search.h"
#include "core/lanes.h"

#include <glib.h>

typedef struct {
	const Graph *graph;
	const Lanes *lanes;
	const LaneMask *common; /* [from][to] lanes that are open to a pair */
	Bfs *bfs;               /* of the latest tree */
	LaneMask *legal;        /* [n_switches] of the latest tree: lanes of the route from there */
	guint16 *length;        /* [n_switches] of the latest tree: channels of that route */

	/* private */
	LaneSearch *search;
	guint8 *escape; /* [n_channels] the spanning tree */
	guint32 *local; /* [n_switches] pins of the tree being made */
	guint32 *open;  /* [n_switches] switches without a lane in it */
	guint32 n_open;
	guint8 *excluded; /* [n_switches] has no minimal route; waits for a longer one */
} LaneTree;

/* The arguments must outlive it; `common` may change between trees. NULL with SSSP_ERROR_MEMORY. */
LaneTree *lane_tree_new(const Graph *graph, const guint8 *hops, const Lanes *lanes, const LaneMask *common,
			GError **error);
void lane_tree_free(LaneTree *tree); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LaneTree, lane_tree_free)

/*
 * All of these fill next[n_switches] with the channel of each switch towards `target`, GRAPH_NONE where there is none,
 * and legal, length and bfs for it. `pins` [n_switches] are channels that switches must take, GRAPH_NONE: any.
 */

/* Minimal routes; switches for which none with an open lane was found have one without. A few times O(turns). */
void lane_tree_minimal(LaneTree *tree, guint32 target, const guint32 *pins, guint32 *next);

/* Minimal routes, and longer ones for the switches left without a lane. FALSE when some have none even so. */
gboolean lane_tree_any(LaneTree *tree, guint32 target, const guint32 *pins, guint32 *next);

/* The routes of the spanning tree, legal in every lane that was made with `escape` (lanes.h). */
void lane_tree_escape(LaneTree *tree, guint32 target, guint32 *next);

#endif
