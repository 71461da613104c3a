/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Builds the graph of a fabric, on which routing runs: its switches, a directed channel for each direction of each
 * cable between them, and the LIDs to route to (destinations). Two walks over the switches' ports count the channels
 * and lay them out, then each is paired with its reverse. Further walks lay out the destinations: first those of hosts,
 * then of aggregation nodes, then of management ports, each class by switch and port. Afterwards other endpoints can be
 * counted as hosts.
 */
#include "core/graph/graph.h"

#include "core/base/arena.h"
#include "core/fabric/fabric_class.h"

#include <string.h>

static const FabricPort *port_of(const Fabric *fabric, guint32 v, guint num)
{
	return &fabric->ports[fabric_port_index(fabric, fabric->switches[v], num)];
}

static gboolean is_channel(const Fabric *fabric, const FabricPort *port)
{
	const FabricPort *peer = fabric_other_end(fabric, port);
	return peer && fabric_is_switch(fabric, peer->node);
}

/* How many LIDs lead out of this port of a switch: its own for port 0, the CA's else. */
static guint lids_behind(const Fabric *fabric, const FabricPort *port)
{
	const FabricPort *target = port->num == 0 ? port : fabric_other_end(fabric, port);
	if (!target || target->lid == 0 || (port->num && fabric_is_switch(fabric, target->node)))
		return 0;
	return 1u << target->lmc;
}

static void count(const Fabric *fabric, Graph *graph)
{
	for (guint32 v = 0; v < fabric->n_switches; v++)
		for (guint num = 0; num <= fabric->nodes[fabric->switches[v]].n_ports; num++) {
			const FabricPort *port = port_of(fabric, v, num);
			graph->n_channels += is_channel(fabric, port) ? 1 : 0;
			graph->n_dests += lids_behind(fabric, port);
			if (is_channel(fabric, port))
				graph->ports_row = MAX(graph->ports_row, num + 1);
		}
}

static gboolean allocate(Graph *g, GError **error)
{
	gsize v = g->n_switches + 1, c = g->n_channels + 1;
	g->arena = arena_new();
	g->guid = arena_new_array(g->arena, guint64, v);
	g->first = arena_new_array(g->arena, guint32, v);
	g->hosts = arena_new_array0(g->arena, guint32, v);
	g->aggregation = arena_new_array0(g->arena, guint32, v);
	g->sends = arena_new_array0(g->arena, guint8, v);
	g->port_channel = arena_new_array(g->arena, guint32, v * g->ports_row + 1);
	g->from = arena_new_array(g->arena, guint32, c);
	g->to = arena_new_array(g->arena, guint32, c);
	g->reverse = arena_new_array(g->arena, guint32, c);
	g->port = arena_new_array(g->arena, guint8, c);
	g->dests = arena_new_array(g->arena, GraphDest, g->n_dests + 1);
	g->dest_of_lid = arena_new_array(g->arena, guint32, g->n_lids + 1);
	return arena_check(g->arena, "the graph", error);
}

static void lay_channels(const Fabric *fabric, Graph *g)
{
	guint32 c = 0;
	memset(g->port_channel, 0xff, (gsize)g->n_switches * g->ports_row * sizeof(guint32));
	for (guint32 v = 0; v < g->n_switches; v++)
		g->guid[v] = fabric->nodes[fabric->switches[v]].guid;
	for (guint32 v = 0; v < g->n_switches; v++) {
		g->first[v] = c;
		for (guint num = 1; num <= fabric->nodes[fabric->switches[v]].n_ports; num++) {
			const FabricPort *port = port_of(fabric, v, num);
			if (!is_channel(fabric, port))
				continue;
			g->port_channel[(gsize)v * g->ports_row + num] = c;
			g->port[c] = (guint8)num;
			g->from[c] = v;
			g->to[c++] = graph_find(g, fabric->nodes[fabric->ports[port->peer].node].guid);
		}
	}
	g->first[g->n_switches] = c;
	for (c = 0; c < g->n_channels; c++) {
		const FabricPort *port = port_of(fabric, g->from[c], g->port[c]);
		g->reverse[c] = graph_channel(g, g->to[c], fabric->ports[port->peer].num);
	}
}

/* Adds LID number `sibling` of what hangs on a port of a switch, or of the switch itself. FALSE: it has no such LID. */
static gboolean add_dest(const Fabric *fabric, Graph *g, guint32 v, guint num, guint sibling, FabricClass class)
{
	const FabricPort *port = port_of(fabric, v, num);
	const FabricPort *target = num == 0 ? port : fabric_other_end(fabric, port);
	if (sibling >= lids_behind(fabric, port) ||
	    fabric_port_class(fabric, (guint32)(target - fabric->ports)) != class)
		return FALSE;
	g->dests[g->n_dests++] = (GraphDest){.vertex = v,
					     .lid = (guint16)(target->lid + sibling),
					     .port = (guint8)num,
					     .is_host = class == FABRIC_HOST,
					     .is_port = num != 0,
					     .sibling = (guint8)sibling};
	if (class == FABRIC_HOST && sibling == 0) {
		g->hosts[v]++;
		g->n_hosts++;
	}
	if (class == FABRIC_AGGREGATION && sibling == 0) {
		g->aggregation[v]++;
		g->n_aggregation++;
	}
	return TRUE;
}

static guint8 who_sends(const Graph *g, const FabricNode *node, guint32 v)
{
	if (node->manager)
		return GRAPH_MANAGER_SENDS;
	return g->hosts[v] || g->aggregation[v] ? GRAPH_PORTS_SEND : GRAPH_SENDS_NOTHING;
}

static void lay_class(const Fabric *fabric, Graph *g, FabricClass class)
{
	for (guint32 v = 0; v < g->n_switches; v++) {
		guint n_ports = class == FABRIC_MANAGEMENT ? 0 : fabric->nodes[fabric->switches[v]].n_ports;
		gboolean more = TRUE;
		for (guint sibling = 0; more; sibling++) {
			more = FALSE;
			for (guint num = class != FABRIC_MANAGEMENT; num <= n_ports; num++)
				more |= add_dest(fabric, g, v, num, sibling, class);
		}
	}
}

static void lay_dests(const Fabric *fabric, Graph *g)
{
	g->n_dests = 0;
	lay_class(fabric, g, FABRIC_HOST);
	lay_class(fabric, g, FABRIC_AGGREGATION);
	lay_class(fabric, g, FABRIC_MANAGEMENT);
	for (guint32 v = 0; v < g->n_switches; v++)
		g->sends[v] = who_sends(g, &fabric->nodes[fabric->switches[v]], v);
}

void graph_index_lids(Graph *graph)
{
	memset(graph->dest_of_lid, 0xff, graph->n_lids * sizeof *graph->dest_of_lid);
	for (guint32 d = 0; d < graph->n_dests; d++)
		graph->dest_of_lid[graph->dests[d].lid] = d;
}

Graph *graph_new(const Fabric *fabric, GError **error)
{
	g_autoptr(Graph) graph = g_new0(Graph, 1);
	graph->n_switches = fabric->n_switches;
	graph->n_lids = fabric->n_lids;
	count(fabric, graph);
	if (!allocate(graph, error))
		return NULL;
	lay_channels(fabric, graph);
	lay_dests(fabric, graph);
	graph_index_lids(graph);
	return g_steal_pointer(&graph);
}

void graph_free(Graph *graph)
{
	if (!graph)
		return;
	arena_free(graph->arena);
	g_free(graph);
}

void graph_count_aggregation(Graph *graph)
{
	for (guint32 v = 0; v < graph->n_switches; v++) {
		graph->hosts[v] += graph->aggregation[v];
		graph->aggregation[v] = 0;
	}
	graph->n_hosts += graph->n_aggregation;
	graph->n_aggregation = 0;
	for (guint32 d = 0; d < graph->n_dests; d++)
		graph->dests[d].is_host = graph->dests[d].is_port;
}

void graph_count_all(Graph *graph)
{
	graph_count_aggregation(graph);
	for (guint32 d = 0; d < graph->n_dests; d++)
		graph->dests[d].is_host |= !graph->hosts[graph->dests[d].vertex];
	for (guint32 d = 0; d < graph->n_dests; d++) {
		const GraphDest *to = &graph->dests[d];
		if (to->is_host && !to->is_port && !to->sibling) {
			graph->hosts[to->vertex]++;
			graph->n_hosts++;
		}
	}
}

guint graph_threads_for(const Graph *graph, guint32 searches)
{
	return (guint64)searches * graph->n_channels < GRAPH_WORTH_THREADS ? 1 : MIN(graph_threads(graph), searches);
}
