/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Whether trees of multicast fit beside routes whose VLs switches choose by ports (graph/port_vls.h). */
#ifndef SSSP_CORE_MCAST_PORTS_H
#define SSSP_CORE_MCAST_PORTS_H

#include "core/graph/port_vls.h"
#include "core/graph/routes.h"

typedef struct McastPorts McastPorts;

/* Of these routes, whose VLs close no cycle. NULL with SSSP_ERROR_MEMORY. O(switches x LIDs + vertices x words). */
McastPorts *mcast_ports_new(const Graph *graph, const Routes *routes, const PortVls *vls, GError **error);
void mcast_ports_free(McastPorts *ports); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(McastPorts, mcast_ports_free)

/*
 * Whether packets may go over all of a tree ([n_channels] 1: of it, both directions) from any of its switches to all
 * others, on the VLs that states have, and one VL for those that have none. O(vertices x words + turns of the tree) for
 * each VL, and what dependencies cost.
 */
gboolean mcast_ports_fit(McastPorts *ports, const guint8 *in_tree);

/*
 * Grows a tree from a switch, nearest first, cable by cable, each if its packets close no cycle on some VL, and then
 * from others that are not joined, as in other pieces of the fabric; in_tree
 * [n_channels] gets it. It may not join all. O(vertices x words + channels x ports), and what dependencies cost.
 */
void mcast_ports_grow(McastPorts *ports, guint32 root, guint8 *in_tree);

/* Gives the states of the tree that fitted, or was grown, last, and had none, the VL that they have in it. O(states). */
void mcast_ports_read_vls(const McastPorts *ports, PortVls *vls);

#endif
