/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Makes room for a multicast tree where finished routes leave none: routes that close a cycle with it change. */
#ifndef SSSP_CORE_REROUTE_BESIDE_TREE_H
#define SSSP_CORE_REROUTE_BESIDE_TREE_H

#include "core/graph/port_vls.h"
#include "core/graph/routes.h"

#include <glib.h>

/*
 * Changes routes so that a multicast tree fits beside them. in_tree[n_channels] holds a tree, of which cables may be
 * missing, and gets the new one: it keeps cables that close no cycle with the routes, other cables join these. With a
 * `root` (else GRAPH_NONE) it is grown from that switch instead. Routes to a destination stay as they are where they
 * close no cycle with the tree and those before them, hosts first; all others are found anew, and keep the entries that
 * they can; with `evens` routes move off channels that are fuller than any was before. `vls` has the VLs by ports of
 * the routes (NULL: all are on one lane): states in use keep them, and others get theirs there, on any of as many VLs.
 * FALSE with SSSP_ERROR_MEMORY, or without an error where a path has too many hops; what `in_tree`, `vls` and `routes`
 * hold then is of no use. O(switches x destinations + vertices x words), for each destination that is routed anew
 * O(channels x log), and what dependencies cost.
 */
gboolean beside_tree_route(const Graph *graph, const guint8 *hops, guint32 root, gboolean evens, guint8 *in_tree,
			   PortVls *vls, Routes *routes, GError **error);

#endif
