/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds one spanning tree for all multicast groups. Whatever groups there are and whoever joins, packets of a group
 * then make turns of this tree only; when its turns close no cycle with the routes on the lane that multicast uses, no
 * group ever can.
 */
#ifndef SSSP_CORE_CHOOSE_MCAST_TREE_H
#define SSSP_CORE_CHOOSE_MCAST_TREE_H

#include "core/graph/graph.h"
#include "core/lanes/layers.h"
#include "core/graph/routes.h"

#include <glib.h>

/*
 * [n_channels] 1 for the channels of such a tree on lane 0, both directions; trees of all pieces of the fabric. Several
 * roots are tried, those first that are nearest to all others, and where the whole tree does not fit, the part of it
 * that joins the switches with endpoints; on a torus the tree of its lanes too (grid_tree.h). NULL without error when
 * none of them fits, with SSSP_ERROR_MEMORY else. Before them all comes `previous`, marks of the same kind, or NULL;
 * free with g_free(). Where switches choose VLs by ports, states that only the tree has get theirs in layers->vls. A
 * few times O(switches x LIDs + turns).
 */
guint8 *mcast_tree_find(const Graph *graph, const guint8 *hops, const Routes *routes, Layers *layers,
			const guint8 *previous, GError **error);

/*
 * Finds it and leaves it in layers->tree, NULL where none fits: what is there already is tried first, then `previous`
 * as above. FALSE with SSSP_ERROR_MEMORY. As mcast_tree_find().
 */
gboolean mcast_tree_hold(const Graph *graph, const guint8 *hops, const Routes *routes, Layers *layers,
			 const guint8 *previous, GError **error);

#endif
