/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Tells whether a multicast tree fits beside routes whose VLs switches choose by ports (graph/port_vls.h), and grows
 * trees that fit. A tree fits if its packets and those of the routes close no cycle in one channel dependency graph. A
 * tree grows cable by cable, and leaves out cables that would close a cycle.
 */
#ifndef SSSP_CORE_DEPENDENCY_DEPENDENCY_TREE_H
#define SSSP_CORE_DEPENDENCY_DEPENDENCY_TREE_H

#include "core/dependency/dependency.h"

typedef struct DependencyTree DependencyTree;

/*
 * Begins with these routes, whose VLs close no cycle; `vls` must outlive it. NULL with SSSP_ERROR_MEMORY. O(switches x
 * LIDs + vertices x words).
 */
DependencyTree *dependency_tree_new(const Graph *graph, const Routes *routes, const PortVls *vls, GError **error);

/*
 * Begins with routes that make the turns used[turns] on one lane; such a tree can only be grown. NULL with
 * SSSP_ERROR_MEMORY, or without `error` where these close a cycle. O(vertices x words + turns).
 */
DependencyTree *dependency_tree_beside(const Graph *graph, const guint8 *used, GError **error);
void dependency_tree_free(DependencyTree *ports); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(DependencyTree, dependency_tree_free)

/*
 * Whether packets may go over all of a tree ([n_channels] 1: of it, both directions; NULL: no tree) from any of its
 * switches to all others, on the VLs that the routes' states have; all other states get one VL, or those that a tree
 * gave them before. O(vertices x words + turns of the tree) for each VL, and what dependencies cost.
 */
gboolean dependency_tree_fit(DependencyTree *ports, const guint8 *in_tree);

/* The same, but only on VLs that a tree gave to states before, and the highest for other states. */
gboolean dependency_tree_stays(DependencyTree *ports, const guint8 *in_tree);

/*
 * Grows a tree from a switch, nearest first, cable by cable, each if its packets close no cycle on some VL, and then
 * from others that are not joined, as in other pieces of the fabric; in_tree[n_channels] gets it. With `in_order`
 * cables that fit the order of the graph come first, as they need no search. It may not join all.
 * O(vertices x words + channels x ports), and what dependencies cost.
 */
void dependency_tree_grow(DependencyTree *ports, guint32 root, gboolean in_order, guint8 *in_tree);

/*
 * Grows a tree from the cables of `previous` [n_channels], as far as these fit, and then, for each piece that is not
 * joined, by one other cable. Cables count that are there in both directions. As dependency_tree_grow() else.
 */
void dependency_tree_regrow(DependencyTree *ports, const guint8 *previous, guint8 *in_tree);

/* The graph of the routes and the tree that fitted, or was grown, last; the tree's. */
DependencyGraph *dependency_tree_graph(const DependencyTree *ports);

#endif
