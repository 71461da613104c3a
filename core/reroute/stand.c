/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Vertices are the same in both graphs, channels have other numbers. */
#include "core/reroute/stand.h"

#include "core/base/error.h"

#include <string.h>

static gboolean find_dests(Stand *stand, GError **error)
{
	const Graph *g = stand->graph;
	for (guint32 d = 0; d < g->n_dests; d++)
		stand->n_lids = MAX(stand->n_lids, g->dests[d].lid + 1u);
	stand->dest_of_lid = g_try_new(guint32, stand->n_lids + 1);
	if (!stand->dest_of_lid)
		return sssp_error_memory(error, "LIDs", stand->n_lids * sizeof(guint32));
	memset(stand->dest_of_lid, 0xff, stand->n_lids * sizeof(guint32));
	for (guint32 d = 0; d < g->n_dests; d++)
		stand->dest_of_lid[g->dests[d].lid] = d;
	return TRUE;
}

static gboolean find_used(Stand *stand, GError **error)
{
	for (guint lane = 0; lane < stand->layers->n_layers; lane++) {
		if ((stand->used[lane] = g_steal_pointer(&stand->layers->used[lane])))
			continue;
		stand->used[lane] = g_try_malloc0(stand->turns->first[stand->graph->n_channels] + 1u);
		if (!stand->used[lane])
			return sssp_error_memory(error, "dependencies", stand->turns->first[stand->graph->n_channels]);
		if (!layers_mark_lane(stand->graph, stand->routes, LAYERS_OF_ALL, stand->layers, lane, stand->turns,
				      stand->used[lane], error))
			return FALSE;
	}
	return TRUE;
}

Stand *stand_new(Graph *graph, guint8 *hops, Routes *routes, Layers *layers, GError **error)
{
	g_autoptr(Stand) stand = g_new0(Stand, 1);
	*stand = (Stand){.graph = graph, .hops = hops, .routes = routes, .layers = layers};
	stand->turns = cdg_turns_new(graph, error);
	if (!stand->turns || !find_dests(stand, error) || !find_used(stand, error))
		return NULL;
	return g_steal_pointer(&stand);
}

void stand_free(Stand *stand)
{
	if (!stand)
		return;
	for (guint lane = 0; lane < LAYERS_MAX; lane++)
		g_free(stand->used[lane]);
	cdg_turns_free(stand->turns);
	g_free(stand->dest_of_lid);
	layers_free(stand->layers);
	routes_free(stand->routes);
	graph_free(stand->graph);
	g_free(stand);
}

gboolean stand_has_switches_of(const Stand *stand, const Graph *graph)
{
	return stand->graph->n_switches == graph->n_switches &&
	       !memcmp(stand->graph->guid, graph->guid, graph->n_switches * sizeof *graph->guid);
}

void stand_used(const Stand *stand, guint lane, const CdgTurns *turns, guint8 *used)
{
	const Graph *now = turns->graph, *then = stand->graph;
	for (guint32 a = 0; a < then->n_channels; a++) {
		guint32 first = then->first[then->to[a]], here = stand_channel(stand, now, a);
		const guint8 *row = stand->used[lane] + stand->turns->first[a];
		for (guint32 b = first; here != GRAPH_NONE && b < then->first[then->to[a] + 1]; b++) {
			guint32 next = row[b - first] ? stand_channel(stand, now, b) : GRAPH_NONE;
			if (next != GRAPH_NONE)
				used[cdg_turn(turns, here, next)] = 1;
		}
	}
}

/* ---- loads */

/* Adds what switch v sends to a destination all along its way; `then` is the graph that the row is of. */
static void add_way(const Stand *stand, const Graph *then, const Graph *now, const guint8 *row, guint32 v,
		    guint64 hosts, Routes *routes)
{
	for (guint32 c = route_channel(then, row, v); c != GRAPH_NONE; c = route_channel(then, row, then->to[c])) {
		guint32 here = then == now ? c : stand_channel(stand, now, c);
		if (here != GRAPH_NONE)
			routes->load[here] += hosts;
	}
}

static void add_tree(const Stand *stand, const Graph *then, const Graph *now, const guint8 *row, gint sign,
		     Routes *routes)
{
	for (guint32 v = 0; v < then->n_switches; v++)
		if (then->hosts[v])
			add_way(stand, then, now, row, v, sign < 0 ? -(guint64)then->hosts[v] : then->hosts[v], routes);
}

/* Switches that have another number of hosts. */
static GArray *list_resized(const Graph *then, const Graph *now)
{
	GArray *list = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (guint32 v = 0; v < now->n_switches; v++)
		if (then->hosts[v] != now->hosts[v])
			g_array_append_val(list, v);
	return list;
}

static void subtract_gone(const Stand *stand, const Graph *now, const guint8 *there, Routes *routes)
{
	const Graph *then = stand->graph;
	for (guint32 d = 0; d < then->n_dests; d++)
		if (then->dests[d].is_host && !there[d])
			add_tree(stand, then, now, routes_row(stand->routes, d), -1, routes);
}

gboolean stand_loads(const Stand *stand, const Graph *graph, const guint32 *before, Routes *routes, GError **error)
{
	const Graph *then = stand->graph;
	g_autofree guint8 *there = g_try_malloc0(then->n_dests + 1); /* 1: counted still, in a row that is the same */
	if (!there)
		return sssp_error_memory(error, "destinations", then->n_dests);
	g_autoptr(GArray) resized = list_resized(then, graph);
	memset(routes->load, 0, graph->n_channels * sizeof *routes->load);
	for (guint32 c = 0; c < then->n_channels; c++) {
		guint32 here = stand_channel(stand, graph, c);
		if (here != GRAPH_NONE)
			routes->load[here] = stand->routes->load[c];
	}
	for (guint32 d = 0; d < graph->n_dests; d++) {
		gboolean same = before[d] != GRAPH_NONE && then->dests[before[d]].is_host == graph->dests[d].is_host &&
				!memcmp(routes_row(routes, d), routes_row(stand->routes, before[d]), graph->n_switches);
		const guint8 *row = routes_row(routes, d);
		if (before[d] != GRAPH_NONE && same)
			there[before[d]] = 1;
		if (!graph->dests[d].is_host)
			continue;
		if (!same)
			add_tree(stand, graph, graph, row, 1, routes);
		for (guint i = 0; same && i < resized->len; i++) {
			guint32 v = g_array_index(resized, guint32, i);
			add_way(stand, graph, graph, row, v, (guint64)graph->hosts[v] - then->hosts[v], routes);
		}
	}
	subtract_gone(stand, graph, there, routes);
	return TRUE;
}
