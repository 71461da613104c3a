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
 * Returns [n_channels] 1 for the channels of such a tree, both directions, one tree for each piece of the fabric; free
 * with g_free(). It is on lane 0, or on lanes by ports: states that only the tree has then get their VL in layers->vls.
 * previous[n_channels] (or NULL) is tried first, then the central tree (spanning_tree_find()); of a tree that does not
 * fit, the part that joins the switches with endpoints. Then trees are grown from several roots, those nearest to all
 * others first. first[turns] are the turns of the routes on lane 0 by SL (layers_are_proven()); NULL: found here. NULL
 * without `error` when none fits, else with SSSP_ERROR_MEMORY. A few times O(switches x LIDs + turns).
 */
guint8 *mcast_tree_find(const Graph *graph, const guint8 *hops, const Routes *routes, Layers *layers,
			const guint8 *previous, const guint8 *first, GError **error);

/*
 * Replaces layers->tree by the result of mcast_tree_find(), NULL where no tree fits. The present layers->tree is tried
 * first; `previous` is tried in its place where that is NULL. FALSE with SSSP_ERROR_MEMORY. As mcast_tree_find().
 */
gboolean mcast_tree_hold(const Graph *graph, const guint8 *hops, const Routes *routes, Layers *layers,
			 const guint8 *previous, const guint8 *first, GError **error);

/*
 * Makes first[turns], which is taken, layers->used[0], with the turns of layers->tree added (NULL: none): all that is
 * in use on lane 0 by SL. FALSE with SSSP_ERROR_MEMORY. O(turns).
 */
gboolean mcast_tree_note(const Graph *graph, Layers *layers, guint8 *first, GError **error);

#endif
