/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds spanning trees, the fallback where nothing better fits: one for each piece of the fabric, which is a set of
 * switches that cables join. Turns between channels of a tree, U-turns left out, close no cycle, so one lane can hold
 * the tree routes between all switches.
 */
#ifndef SSSP_CORE_GRAPH_SPANNING_TREE_H
#define SSSP_CORE_GRAPH_SPANNING_TREE_H

#include "core/graph/graph.h"

#include <glib.h>

/* Hops from v to all switches that it can reach, in sum; `hops` from graph_hops(). O(switches). */
guint64 spanning_tree_hops_from(const Graph *graph, const guint8 *hops, guint32 v);

/*
 * [n_channels] 1 for the channels of the trees, both directions: breadth-first from the central switch of each piece.
 * That is the one with the least spanning_tree_hops_from(), the lowest GUID among equals; one of graph->root where the
 * piece has some. Where links have different numbers of lanes, a switch with the most links of few lanes comes first:
 * routes over these fit well beside a tree that is rooted there. NULL with SSSP_ERROR_MEMORY; free with g_free().
 * O(switches^2 + channels).
 */
guint8 *spanning_tree_find(const Graph *graph, const guint8 *hops, GError **error);

/*
 * Returns a spanning tree of each piece that suits an order of the channels, place[n_channels]: for each switch the
 * channel towards its root, GRAPH_NONE at a root. Up to 64 switches are tried as the root. The one is taken that
 * exchanges ascending paths with the most switches of wanted[n_switches] (NULL: of all), and then has the fewest turns
 * of the tree that do not ascend. NULL with SSSP_ERROR_MEMORY; free with g_free(). O(64 x channels).
 */
guint32 *spanning_tree_ascending(const Graph *graph, const guint32 *place, const guint8 *wanted, GError **error);

/*
 * The same tree as [n_channels] 1 for its channels, both directions; `whole`, or without branches that lead to no
 * endpoint. NULL with SSSP_ERROR_MEMORY; free with g_free().
 */
guint8 *spanning_tree_ascending_marks(const Graph *graph, const guint32 *place, const guint8 *wanted, gboolean whole,
				      GError **error);

/*
 * Removes branches that no endpoint sits on: a spine that hangs below a leaf switch in the tree adds a turn from down
 * to up, though such switches rarely have members of groups. O(channels), times the longest such branch.
 */
void spanning_tree_prune(const Graph *graph, guint8 *in_tree);

/*
 * Whether the channels of in_tree join all endpoints that can reach each other. FALSE without `error` when they do not,
 * with SSSP_ERROR_MEMORY else. O(channels), and O(switches) for each further piece of the fabric.
 */
gboolean spanning_tree_joins(const Graph *graph, const guint8 *hops, const guint8 *in_tree, GError **error);

#endif
