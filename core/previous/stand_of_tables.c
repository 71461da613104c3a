/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes a stand (graph, routes and lanes, as a routing leaves them for the next one) from previous forwarding tables
 * and service levels. Tables have a row for each switch, routes have one for each destination. So switches are taken in
 * blocks, and what is read and what is written both stay in the cache.
 */
#include "core/previous/previous.h"

#include "core/base/error.h"
#include "core/previous/history.h"

#include <string.h>

#define BLOCK 64

/* Reads the tables of the switches from `begin` to before `end`, BLOCK at most. */
static void read_block(const PreviousTables *f, const Graph *g, guint32 begin, guint32 end, Routes *routes,
		       Layers *layers)
{
	const guint8 *table[BLOCK], *sl[BLOCK]; /* rows of the tables, NULL: there is none */
	for (guint32 v = begin; v < end; v++) {
		table[v - begin] = lft_row(f->lft, g->guid[v]);
		sl[v - begin] = path_sl_row(f->path_sl, g->guid[v]);
	}
	for (guint32 d = 0; d < g->n_dests; d++) {
		guint lid = g->dests[d].lid;
		guint8 *row = routes_row(routes, d), *lane = layers->layer + (gsize)d * g->n_switches;
		for (guint32 v = begin; v < end; v++) {
			const guint8 *ports = table[v - begin], *sls = sl[v - begin];
			guint8 port = ports ? lft_port(f->lft, ports, lid) : LFT_NO_PATH;
			guint8 path_sl = sls && lid < f->path_sl->n_lids ? sls[lid] : SL_NONE;
			gboolean leads = graph_channel(g, v, port) != GRAPH_NONE; /* to another switch */
			row[v] = v == g->dests[d].vertex ? 0 : leads ? port : ROUTE_NONE;
			lane[v] = path_sl < LAYERS_MAX ? path_sl : 0;
		}
	}
}

/* Counts the lanes of routes that carry data. */
static guint count_lanes(const Graph *graph, const Layers *layers)
{
	guint8 highest = 0;
	for (guint32 d = 0; d < graph->n_dests; d++) {
		const guint8 *lane = layers->layer + (gsize)d * graph->n_switches;
		for (guint32 v = 0; v < graph->n_switches; v++)
			if (lane[v] > highest && route_carries_data(graph, v, d))
				highest = lane[v];
	}
	return highest + 1u;
}

/* Copies the marks of the multicast tree, from rows of tables to vertices of the graph. */
static gboolean read_mcast(const PreviousTables *previous, Stand *stand, GError **error)
{
	const Lft *lft = previous->lft;
	gsize marks = (gsize)stand->graph->n_switches << 8;
	if (!previous->mcast)
		return TRUE;
	if (!(stand->mcast = g_try_malloc0(marks + 1)))
		return sssp_error_memory(error, "the multicast tree", marks);
	for (guint32 v = 0; v < stand->graph->n_switches; v++) {
		const guint8 *table = lft_row(lft, stand->graph->guid[v]);
		if (table)
			memcpy(stand->mcast + ((gsize)v << 8),
			       previous->mcast + ((gsize)(table - lft->port) / lft->n_lids << 8), 256);
	}
	return TRUE;
}

Stand *stand_of_tables(const PreviousTables *previous, GError **error)
{
	g_autoptr(Graph) graph = graph_new(previous->fabric, error);
	g_autofree guint8 *hops = graph ? graph_hops(graph, error) : NULL;
	g_autoptr(Routes) routes = hops ? routes_new(graph, error) : NULL;
	g_autoptr(Layers) layers = routes ? layers_new(graph, error) : NULL;
	if (!layers)
		return NULL;
	for (guint32 v = 0; v < graph->n_switches; v += BLOCK)
		read_block(previous, graph, v, MIN(v + BLOCK, graph->n_switches), routes, layers);
	layers->n_layers = layers->n_needed = count_lanes(graph, layers);
	if (!history_read_list(graph, previous->older, layers, error))
		return NULL;
	g_autoptr(Stand) stand =
		stand_new(g_steal_pointer(&graph), hops, g_steal_pointer(&routes), g_steal_pointer(&layers), error);
	if (!stand)
		return NULL;
	stand->of_tables = TRUE;
	g_steal_pointer(&hops);
	return read_mcast(previous, stand, error) ? g_steal_pointer(&stand) : NULL;
}
