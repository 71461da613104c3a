/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Finds a multicast tree on lane 0 of lanes by SL, and makes room for it where routes on that lane leave none. */
#ifndef SSSP_CORE_FIT_FIT_BESIDE_TREE_H
#define SSSP_CORE_FIT_FIT_BESIDE_TREE_H

#include "core/lanes/lane_use.h"

#include <glib.h>

/*
 * in_tree[n_channels] holds the cables of a tree, some of which may be missing, or none, and gets a tree that joins all
 * endpoints and closes no cycle on lane 0. used[turns] has the turns in use on this lane (NULL: not known). Where a
 * tree fits beside these, nothing else changes and *use stays NULL. Else pairs of switches move from lane 0 to others,
 * at most max_lanes, and their routes may change: layers->layer, layers->n_layers and routes follow, and *use gets what
 * is in use then, the tree included. All pairs must have lanes (layers->unproven marks none), and lanes of earlier
 * connections (layers->also) must not be there. FALSE with SSSP_ERROR_MEMORY, or without an error where some pair finds
 * no lane beside a tree; routes and layers are as before then. O(channels x ports) for each of nine trees, and where
 * pairs move O(switches^2 + switches x LIDs x hops), and what cdg_add() and fit_left() take.
 */
gboolean fit_beside_tree(const Graph *graph, const guint8 *hops, guint max_lanes, const guint8 *used, guint8 *in_tree,
			 Routes *routes, Layers *layers, LaneUse **use, GError **error);

#endif
