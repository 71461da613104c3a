/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds the virtual lanes (VLs) that switches choose by input and output port, whatever the service level of a packet.
 * For each turn, a channel into a switch and one out of it, this is the VL on which packets leave. For each channel it
 * is also the VL of packets that the switch's own ports (CAs, routers, port 0) send over it.
 */
#ifndef SSSP_CORE_GRAPH_PORT_VLS_H
#define SSSP_CORE_GRAPH_PORT_VLS_H

#include "core/graph/cdg.h"
#include "core/graph/routes.h"

#include <glib.h>

#define PORT_VLS_NONE 255 /* no route has that state */
#define PORT_VLS_MOST 15

typedef struct {
	guint n_vls;
	CdgTurns *turns; /* states by number: cdg_turn(), the first channel and the one after it */
	guint8 *state;   /* [states] VL below n_vls, or PORT_VLS_NONE */
	guint8 *sent;    /* [n_channels] the same for packets of the switch's own ports; behind `state` */
	gboolean fixed;  /* of tables that are finished: multicast takes the VLs that states have, used or not */
	/*
	 * How many VLs stand for each VL in tables, by input port: VL l, l + n_vls, l + 2 n_vls ..
	 * (port_vls_in_table()). Packets from different ports then have buffers of their own. A cycle on these VLs
	 * would be a cycle on VL l.
	 */
	guint copies;
} PortVls;

/* How many VLs stand for each over channel c: as many as its link has. At least 1. O(1). */
static inline guint port_vls_copies_over(const Graph *graph, const PortVls *vls, guint32 c)
{
	guint there = graph->lanes ? graph->lanes[c] / vls->n_vls : vls->copies;
	return MAX(1, MIN(vls->copies, there));
}

/*
 * The VL that tables have for packets that come in by port `in` and leave over channel c, where routes need VL `vl`
 * (PORT_VLS_NONE: none): one of those that stand for it and that the link has. O(1).
 */
static inline guint8 port_vls_in_table(const Graph *graph, const PortVls *vls, guint32 c, guint in, guint8 vl)
{
	return (guint8)((vl == PORT_VLS_NONE ? 0 : vl) + vls->n_vls * (in % port_vls_copies_over(graph, vls, c)));
}

/* All PORT_VLS_NONE; the graph must outlive it. NULL with SSSP_ERROR_MEMORY. O(states). */
PortVls *port_vls_new(const Graph *graph, guint n_vls, GError **error);
/* The same, but VL 0 for all states, and for all that switches' own ports send: all is on one lane. O(states). */
PortVls *port_vls_new_zero(const Graph *graph, guint n_vls, GError **error);
PortVls *port_vls_copy(const Graph *graph, const PortVls *vls, GError **error); /* NULL with SSSP_ERROR_MEMORY */
void port_vls_free(PortVls *vls);                                               /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PortVls, port_vls_free)

/* Reverses the numbers of the VLs: VL l becomes n_vls - 1 - l. O(states). */
void port_vls_reverse(const Graph *graph, PortVls *vls);

/*
 * Whether all routes that carry data (route_carries_data()) are on VLs that their links have and close no cycle, found
 * from the rows of `routes` alone: all channel dependencies, sorted topologically. FALSE with SSSP_ERROR_MEMORY, or
 * without an error where a link lacks a VL or there is a cycle. O(switches x destinations + states x VLs).
 */
gboolean port_vls_are_free(const Graph *graph, const Routes *routes, const PortVls *vls, GError **error);

/*
 * Returns what port_vls_are_free() does. Where that is TRUE, it numbers the VLs that routes use from 0 on, in their
 * order, and takes all others out of `vls`, n_vls too; no cycle comes from new numbers. Else `vls` stays as it was.
 */
gboolean port_vls_compact(const Graph *graph, const Routes *routes, PortVls *vls, GError **error);

/*
 * Returns how many VLs there are from 0 up to the highest one that routes, or packets in the tree in_tree[n_channels]
 * (NULL: none), use, at least 1, where all routes have VLs that their links have; 0 with SSSP_ERROR_MEMORY. O(switches
 * x destinations + states).
 */
guint port_vls_needed(const Graph *graph, const Routes *routes, const guint8 *in_tree, const PortVls *vls,
		      GError **error);

#endif
