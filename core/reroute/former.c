/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The former tables are rows of switches, routes are rows of destinations: switches are taken in blocks, so that what
 * is read and what is written both stay in cache.
 */
#include "core/reroute/former.h"

#include "core/base/error.h"

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

/* lid[n_dests]: what each destination's LID was, 0: it is new. */
static gboolean former_lids(const Former *former, const Fabric *fabric, const Graph *graph, guint16 *lid,
			    GError **error)
{
	guint32 n = 0;
	g_autofree PortLid *ports = list_ports(former->fabric, &n, error);
	for (guint32 d = 0; ports && d < graph->n_dests; d++) {
		const GraphDest *dest = &graph->dests[d];
		const FabricPort *port = &fabric->ports[fabric->lid_port[dest->lid]];
		lid[d] = (guint16)find_lid(ports, n, name_of(fabric, port), dest->lid - port->lid);
	}
	return ports != NULL;
}

/* The node GUID at the other end of a switch's port, 0: none. */
static guint64 far_end(const Fabric *fabric, guint32 node, guint port)
{
	if (node == FABRIC_NONE || port > fabric->nodes[node].n_ports)
		return 0;
	guint32 peer = fabric->ports[fabric_port_index(fabric, node, port)].peer;
	return peer == FABRIC_NONE ? 0 : fabric->nodes[fabric->ports[peer].node].guid;
}

/* stays[256]: ports of switch v that lead from it to the same switch as before. */
static void staying_ports(const Former *former, const Graph *graph, guint32 v, guint8 *stays)
{
	guint32 node = fabric_find_node(former->fabric, graph->guid[v]);
	memset(stays, 0, 256);
	for (guint32 c = graph->first[v]; c < graph->first[v + 1]; c++)
		stays[graph->port[c]] = far_end(former->fabric, node, graph->port[c]) == graph->guid[graph->to[c]];
}

/* ---- rows of switches to rows of destinations */

#define BLOCK 64

typedef struct {
	const Former *former;
	const Graph *graph;
	const guint16 *lid;
	Routes *routes;
	Layers *layers;
	const guint8 *table[BLOCK], *sl[BLOCK]; /* rows of the former tables, NULL: there was no such switch */
	guint8 stays[BLOCK][256];
} Reading;

static void begin_block(Reading *r, guint32 begin, guint32 end)
{
	const Former *f = r->former;
	for (guint32 v = begin; v < end; v++) {
		r->table[v - begin] = lft_row(f->lft, r->graph->guid[v]);
		r->sl[v - begin] = f->path_sl ? path_sl_row(f->path_sl, r->graph->guid[v]) : NULL;
		staying_ports(f, r->graph, v, r->stays[v - begin]);
	}
}

static guint8 lane_at(const Reading *r, guint32 i, guint lid)
{
	guint8 sl = r->sl[i] && lid < r->former->path_sl->n_lids ? r->sl[i][lid] : SL_NONE;
	return sl < LAYERS_MAX ? sl : 0;
}

static void read_block(Reading *r, guint32 begin, guint32 end)
{
	const Graph *g = r->graph;
	for (guint32 d = 0; d < g->n_dests; d++) {
		guint8 *row = routes_row(r->routes, d), *lane = r->layers->layer + (gsize)d * g->n_switches;
		for (guint32 v = begin; r->lid[d] && v < end; v++) {
			const guint8 *table = r->table[v - begin];
			guint8 port = table ? lft_port(r->former->lft, table, r->lid[d]) : LFT_NO_PATH;
			row[v] = r->stays[v - begin][port] ? port : ROUTE_NONE;
			lane[v] = lane_at(r, v - begin, r->lid[d]);
		}
	}
}

gboolean former_read(const Former *former, const Fabric *fabric, const Graph *graph, Routes *routes, Layers *layers,
		     guint8 *known, GError **error)
{
	g_autofree guint16 *lid = g_try_new0(guint16, graph->n_dests + 1);
	g_autofree Reading *r = g_new(Reading, 1);
	if (!lid)
		return sssp_error_memory(error, "former LIDs", graph->n_dests * sizeof *lid);
	if (!former_lids(former, fabric, graph, lid, error))
		return FALSE;
	*r = (Reading){.former = former, .graph = graph, .lid = lid, .routes = routes, .layers = layers};
	for (guint32 v = 0; v < graph->n_switches; v += BLOCK) {
		guint32 end = MIN(v + BLOCK, graph->n_switches);
		begin_block(r, v, end);
		read_block(r, v, end);
	}
	for (guint32 d = 0; d < graph->n_dests; d++) {
		known[d] = lid[d] != 0;
		routes_row(routes, d)[graph->dests[d].vertex] = 0;
	}
	return TRUE;
}
