/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Fills the marks of a graph's channels and switches. Each channel gets its slowness (how many times slower than the
 * fastest) and its number of lanes from the link's two ports. Lists from the user mark ports whose load does not count
 * in balancing, and switches that may be the root of a spanning tree.
 */
#include "core/graph/graph.h"

#include "core/base/arena.h"

/* ---- data rates */

/* Data rate of a channel: what its out port says, or else the other end. 0 when unknown. */
static guint32 rate_of(const Graph *graph, const Fabric *fabric, guint32 c)
{
	guint32 index = fabric_port_index(fabric, fabric->switches[graph->from[c]], graph->port[c]);
	const FabricPort *port = &fabric->ports[index];
	guint32 mbps = fabric_port_mbps(port);
	return mbps ? mbps : fabric_port_mbps(&fabric->ports[port->peer]);
}

gboolean graph_rate_channels(Graph *graph, const Fabric *fabric, GError **error)
{
	guint64 fastest = 0;
	graph->slowness = arena_new_array(graph->arena, guint16, graph->n_channels);
	if (!arena_check(graph->arena, "data rates", error))
		return FALSE;
	for (guint32 c = 0; c < graph->n_channels; c++)
		fastest = MAX(fastest, rate_of(graph, fabric, c));
	for (guint32 c = 0; c < graph->n_channels; c++) {
		guint64 rate = rate_of(graph, fabric, c);
		guint64 slowness = rate ? (fastest * GRAPH_FASTEST + rate / 2) / rate : GRAPH_FASTEST;
		graph->slowness[c] = (guint16)MIN(slowness, G_MAXUINT16);
	}
	return TRUE;
}

/* ---- virtual lanes */

guint graph_link_lanes(const Fabric *fabric, const FabricPort *port)
{
	const FabricPort *peer = fabric_other_end(fabric, port);
	if (!peer || !fabric_is_switch(fabric, port->node) || !fabric_is_switch(fabric, peer->node))
		return 0;
	return port->vls && peer->vls ? MIN(port->vls, peer->vls) : MAX(port->vls, peer->vls);
}

gboolean graph_limit_lanes(Graph *graph, const Fabric *fabric, GError **error)
{
	gboolean known = FALSE;
	graph->lanes = arena_new_array(graph->arena, guint8, graph->n_channels);
	if (!arena_check(graph->arena, "lanes of links", error))
		return FALSE;
	for (guint32 c = 0; c < graph->n_channels; c++) {
		guint32 node = fabric->switches[graph->from[c]];
		guint lanes = graph_link_lanes(fabric, &fabric->ports[fabric_port_index(fabric, node, graph->port[c])]);
		graph->lanes[c] = (guint8)(lanes ? lanes : G_MAXUINT8);
		known = known || lanes;
	}
	if (!known)
		graph->lanes = NULL;
	return TRUE;
}

/* ---- ports and switches by GUID */

gboolean graph_ignore_ports(Graph *graph, const SwitchPort *ports, gsize n, GError **error)
{
	graph->ignored = n ? arena_new_array0(graph->arena, guint8, graph->n_channels) : NULL;
	if (!arena_check(graph->arena, "ports to ignore", error))
		return FALSE;
	for (gsize i = 0; i < n; i++) {
		guint32 v = graph_find(graph, ports[i].guid);
		guint32 c = v == GRAPH_NONE ? GRAPH_NONE : graph_channel(graph, v, ports[i].port);
		if (c != GRAPH_NONE)
			graph->ignored[c] = 1;
	}
	return TRUE;
}

/* Whether a GUID is a switch's: its node's or its management port's. */
static gboolean is_guid_of(const Fabric *fabric, guint32 node, guint64 guid)
{
	return fabric->nodes[node].guid == guid || fabric->ports[fabric->nodes[node].first_port].guid == guid;
}

gboolean graph_mark_roots(Graph *graph, const Fabric *fabric, const guint64 *guids, gsize n, GError **error)
{
	graph->root = n ? arena_new_array0(graph->arena, guint8, graph->n_switches) : NULL;
	if (!arena_check(graph->arena, "roots", error))
		return FALSE;
	for (gsize i = 0; i < n; i++)
		for (guint32 v = 0; v < graph->n_switches && guids[i]; v++)
			graph->root[v] |= is_guid_of(fabric, fabric->switches[v], guids[i]) ? 1 : 0;
	return TRUE;
}
