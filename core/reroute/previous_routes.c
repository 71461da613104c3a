/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Turns previous tables into routes of the new graph. The previous tables are rows of switches, routes are rows of
 * destinations: switches are taken in blocks, so that what is read and what is written both stay in cache.
 */
#include "core/reroute/previous_routes.h"

#include "core/base/error.h"
#include "core/lanes/sl2vl_from_port_vls.h"
#include "core/reroute/history.h"
#include "core/reroute/previous_stand.h"
#include "core/reroute/previous_tree.h"

#include <stdlib.h>
#include <string.h>

/* ---- a port by GUID */

typedef struct {
	guint64 guid;
	guint16 lid;
	guint8 lmc;
} PortLid;

static int compare_ports(const void *a, const void *b)
{
	const PortLid *x = a, *y = b;
	if (x->guid != y->guid)
		return x->guid < y->guid ? -1 : 1;
	return (x->lid > y->lid) - (x->lid < y->lid);
}

/* The GUID of a port, which a CA's port may lack in a file: then its node's and its number tell it apart. */
static guint64 name_of(const Fabric *fabric, const FabricPort *port)
{
	return port->guid ? port->guid : fabric->nodes[port->node].guid + port->num;
}

/* All ports with LIDs, ascending by GUID. NULL with SSSP_ERROR_MEMORY. */
static PortLid *list_ports(const Fabric *fabric, guint32 *n, GError **error)
{
	PortLid *list = g_try_new(PortLid, fabric->n_ports + 1);
	if (!list) {
		sssp_error_memory(error, "ports", fabric->n_ports * sizeof *list);
		return NULL;
	}
	*n = 0;
	for (guint32 i = 0; i < fabric->n_ports; i++)
		if (fabric->ports[i].lid)
			list[(*n)++] = (PortLid){name_of(fabric, &fabric->ports[i]), fabric->ports[i].lid,
						 fabric->ports[i].lmc};
	qsort(list, *n, sizeof *list, compare_ports);
	return list;
}

/* The first LID of the port with that GUID, 0: there is none, or it has fewer LIDs. */
static guint find_lid(const PortLid *list, guint32 n, guint64 guid, guint sibling)
{
	guint32 low = 0, high = n;
	while (low < high) {
		guint32 middle = low + (high - low) / 2;
		if (list[middle].guid < guid)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == n || list[low].guid != guid || sibling >= 1u << list[low].lmc)
		return 0;
	return list[low].lid + sibling;
}

/* ---- what was where */

/* The node GUID at the other end of a node's port, 0: none. */
static guint64 far_end(const Fabric *fabric, guint32 node, guint port)
{
	if (node == FABRIC_NONE || port > fabric->nodes[node].n_ports)
		return 0;
	guint32 peer = fabric->ports[fabric_port_index(fabric, node, port)].peer;
	return peer == FABRIC_NONE ? 0 : fabric->nodes[fabric->ports[peer].node].guid;
}

/* The switch that the port with a LID was on, or was. */
static guint64 switch_of_lid(const Fabric *fabric, guint lid)
{
	const FabricPort *port = &fabric->ports[fabric->lid_port[lid]];
	return fabric_is_switch(fabric, port->node) ? fabric->nodes[port->node].guid
						    : far_end(fabric, port->node, port->num);
}

/* What each destination's LID was, and where. */
static gboolean find_dests(const PreviousTables *previous, const Fabric *fabric, const Graph *graph,
			   PreviousRoutes *before, GError **error)
{
	guint32 n = 0;
	g_autofree PortLid *ports = list_ports(previous->fabric, &n, error);
	for (guint32 d = 0; ports && d < graph->n_dests; d++) {
		const GraphDest *dest = &graph->dests[d];
		const FabricPort *port = &fabric->ports[fabric->lid_port[dest->lid]];
		guint lid = find_lid(ports, n, name_of(fabric, port), dest->lid - port->lid);
		before->lid[d] = (guint16)lid;
		before->moved[d] = lid && switch_of_lid(previous->fabric, lid) != graph->guid[dest->vertex];
	}
	return ports != NULL;
}

/* Which channels lead to where they led. */
static void find_channels(const PreviousTables *previous, const Graph *graph, PreviousRoutes *before)
{
	for (guint32 v = 0; v < graph->n_switches; v++) {
		guint32 node = fabric_find_node(previous->fabric, graph->guid[v]);
		before->known[v] = node != FABRIC_NONE;
		for (guint32 c = graph->first[v]; c < graph->first[v + 1]; c++)
			before->fresh[c] = far_end(previous->fabric, node, graph->port[c]) != graph->guid[graph->to[c]];
	}
}

/* ---- rows of switches to rows of destinations */

#define BLOCK 64

typedef struct {
	const PreviousTables *previous;
	const Graph *graph;
	PreviousRoutes *before;
	const guint8 *table[BLOCK], *sl[BLOCK]; /* rows of the previous tables, NULL: there was no such switch */
	guint8 stays[BLOCK][256];
} Reading;

static void begin_block(Reading *r, guint32 begin, guint32 end)
{
	const PreviousTables *f = r->previous;
	const Graph *g = r->graph;
	memset(r->stays, 0, sizeof r->stays);
	for (guint32 v = begin; v < end; v++) {
		r->table[v - begin] = lft_row(f->lft, g->guid[v]);
		r->sl[v - begin] = f->path_sl ? path_sl_row(f->path_sl, g->guid[v]) : NULL;
		for (guint32 c = g->first[v]; c < g->first[v + 1]; c++)
			r->stays[v - begin][g->port[c]] = !r->before->fresh[c];
	}
}

static guint8 lane_at(const Reading *r, guint32 i, guint lid)
{
	guint8 sl = r->sl[i] && lid < r->previous->path_sl->n_lids ? r->sl[i][lid] : SL_NONE;
	return sl < LAYERS_MAX ? sl : 0;
}

static void read_block(Reading *r, guint32 begin, guint32 end)
{
	const Graph *g = r->graph;
	for (guint32 d = 0; d < g->n_dests; d++) {
		guint lid = r->before->lid[d];
		guint8 *row = routes_row(r->before->routes, d);
		guint8 *lane = r->before->layers->layer + (gsize)d * g->n_switches;
		for (guint32 v = begin; lid && v < end; v++) {
			const guint8 *table = r->table[v - begin];
			guint8 port = table ? lft_port(r->previous->lft, table, lid) : LFT_NO_PATH;
			row[v] = r->stays[v - begin][port] ? port : ROUTE_NONE;
			lane[v] = lane_at(r, v - begin, lid);
		}
	}
}

/* Lanes that routes which carry data are on. */
static guint count_lanes(const Graph *graph, const PreviousRoutes *before)
{
	guint8 highest = 0;
	for (guint32 d = 0; d < graph->n_dests; d++) {
		const guint8 *lane = before->layers->layer + (gsize)d * graph->n_switches;
		for (guint32 v = 0; v < graph->n_switches; v++)
			if (lane[v] > highest && route_carries_data(graph, v, d))
				highest = lane[v];
	}
	return highest + 1u;
}

/* ---- both */

static gboolean allocate(PreviousRoutes *before, const Graph *graph, GError **error)
{
	before->lid = g_try_new0(guint16, graph->n_dests + 1);
	before->moved = g_try_malloc0(graph->n_dests + 1);
	before->fresh = g_try_malloc0(graph->n_channels + 1);
	before->known = g_try_malloc0(graph->n_switches + 1);
	before->dest = g_try_new(guint32, graph->n_dests + 1);
	before->steady = g_try_malloc0(graph->n_dests + 1);
	if (!before->lid || !before->moved || !before->fresh || !before->known || !before->dest || !before->steady)
		return sssp_error_memory(error, "what was there", (gsize)graph->n_dests * 8 + graph->n_channels);
	return TRUE;
}

static gboolean read_tables(const PreviousTables *previous, const Graph *graph, PreviousRoutes *before)
{
	g_autofree Reading *r = g_new(Reading, 1);
	*r = (Reading){.previous = previous, .graph = graph, .before = before};
	for (guint32 v = 0; v < graph->n_switches; v += BLOCK) {
		guint32 end = MIN(v + BLOCK, graph->n_switches);
		begin_block(r, v, end);
		read_block(r, v, end);
	}
	before->layers->n_layers = count_lanes(graph, before);
	return TRUE;
}

/* VLs that switches chose by ports. FALSE with SSSP_ERROR_MEMORY. */
static gboolean take_port_vls(const PreviousTables *previous, const Graph *graph, PreviousRoutes *before,
			      GError **error)
{
	GError *failure = NULL;
	if (!previous->sl2vl || previous->path_sl)
		return TRUE;
	before->layers->vls = port_vls_from_sl2vl(graph, previous->sl2vl, &failure);
	if (failure)
		g_propagate_error(error, failure);
	return failure == NULL;
}

PreviousRoutes *previous_routes_new(const PreviousTables *previous, const Fabric *fabric, const Graph *graph,
				    const guint8 *hops, guint max_lanes, GError **error)
{
	g_autoptr(PreviousRoutes) before = g_new0(PreviousRoutes, 1);
	if (!allocate(before, graph, error) || !(before->routes = routes_new(graph, error)) ||
	    !(before->layers = layers_new(graph, error)) || !find_dests(previous, fabric, graph, before, error))
		return NULL;
	find_channels(previous, graph, before);
	if (!(previous->stand ? previous_copy_stand(previous->stand, graph, hops, max_lanes, before, error)
			      : read_tables(previous, graph, before) &&
					history_take(graph, previous->older, before->layers, error)))
		return NULL;
	if (!previous_tree_find(previous, graph, before, error))
		return NULL;
	for (guint32 d = 0; d < graph->n_dests; d++)
		routes_row(before->routes, d)[graph->dests[d].vertex] = 0;
	before->layers->n_needed = before->layers->n_layers;
	if (!take_port_vls(previous, graph, before, error))
		return NULL;
	return g_steal_pointer(&before);
}

void previous_routes_free(PreviousRoutes *before)
{
	if (!before)
		return;
	routes_free(before->routes);
	layers_free(before->layers);
	g_free(before->lid);
	g_free(before->moved);
	g_free(before->fresh);
	g_free(before->known);
	stand_view_clear(&before->view);
	g_free(before->dest);
	g_free(before->steady);
	g_free(before->tree);
	g_free(before->back);
	g_free(before);
}
