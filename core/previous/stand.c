/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Carries the result of a routing (its stand: graph, routes, lanes) over to a new graph, in which switches and channels
 * may have other numbers. Switches are found by GUID, channels by switch and port. Translated are rows of routes, the
 * turns in use on each lane, and the loads of channels, of which only what differs is counted anew.
 */
#include "core/previous/stand.h"

#include "core/base/error.h"

#include <string.h>

/* Fills stand->used: what came along with the layers stays, the rest is found in one walk. */
static gboolean find_used(Stand *stand, GError **error)
{
	for (guint lane = 0; lane < stand->layers->n_layers; lane++)
		stand->used[lane] = g_steal_pointer(&stand->layers->used[lane]);
	return layers_mark_each(stand->graph, stand->routes, LAYERS_OF_ALL, stand->layers, stand->turns, stand->used,
				error);
}

Stand *stand_new(Graph *graph, guint8 *hops, Routes *routes, Layers *layers, GError **error)
{
	g_autoptr(Stand) stand = g_new0(Stand, 1);
	*stand = (Stand){.graph = graph, .hops = hops, .routes = routes, .layers = layers};
	stand->turns = cdg_turns_new(graph, error);
	if (!stand->turns || !find_used(stand, error))
		return NULL;
	return g_steal_pointer(&stand);
}

void stand_free(Stand *stand)
{
	if (!stand)
		return;
	for (guint lane = 0; lane < LAYERS_MAX; lane++)
		g_free(stand->used[lane]);
	if (stand->of_tables) {
		g_free(stand->hops);
		g_free(stand->mcast);
	}
	cdg_turns_free(stand->turns);
	away_free(stand->away);
	layers_free(stand->layers);
	routes_free(stand->routes);
	graph_free(stand->graph);
	g_free(stand);
}

/* ---- from another graph */

gboolean stand_view_init(StandView *view, const Stand *stand, const Graph *graph, Arena *arena, GError **error)
{
	const Graph *then = stand->graph;
	*view = (StandView){.stand = stand, .graph = graph, .same = then->n_switches == graph->n_switches};
	view->then = arena_new_array(arena, guint32, graph->n_switches);
	view->now = arena_new_array(arena, guint32, then->n_switches);
	if (!arena_check(arena, "switches", error))
		return FALSE;
	memset(view->now, 0xff, then->n_switches * sizeof(guint32));
	for (guint32 v = 0; v < graph->n_switches; v++) {
		guint32 was = view->then[v] = graph_find(then, graph->guid[v]);
		view->same = view->same && was == v;
		if (was != GRAPH_NONE)
			view->now[was] = v;
	}
	return TRUE;
}

void stand_row(const StandView *view, const guint8 *then, guint8 none, guint8 *row)
{
	guint32 n = view->graph->n_switches;
	if (view->same)
		memcpy(row, then, n);
	for (guint32 v = 0; !view->same && v < n; v++)
		row[v] = view->then[v] == GRAPH_NONE ? none : then[view->then[v]];
}

/*
 * Marks in used[turns] of `turns` what the stand has in use of a lane, as far as it is there still; here[] has the
 * channels that those of the stand are. O(turns).
 */
static void mark_used(const StandView *view, guint lane, const guint32 *here, const CdgTurns *turns, guint8 *used)
{
	const Stand *stand = view->stand;
	const Graph *then = stand->graph;
	for (guint32 a = 0; a < then->n_channels; a++) {
		guint32 b = then->first[then->to[a]], end = then->first[then->to[a] + 1];
		const guint8 *row = stand->used[lane] + stand->turns->first[a];
		guint8 *own = here[a] == GRAPH_NONE ? NULL : used + turns->first[here[a]];
		for (; own && b < end; b++, row++)
			if (*row && here[b] != GRAPH_NONE)
				own[graph_channel_number(view->graph, here[b])] = 1;
	}
}

LaneUse *stand_lane_use(const StandView *view, guint n_lanes, GError **error)
{
	g_autoptr(CdgTurns) turns = cdg_turns_new(view->graph, error);
	g_autoptr(Arena) arena = arena_new();
	guint8 *used[LAYERS_MAX] = {NULL};
	guint32 *here = arena_new_array(arena, guint32, view->stand->graph->n_channels);
	for (guint32 c = 0; here && c < view->stand->graph->n_channels; c++)
		here[c] = stand_channel(view, c);
	for (guint lane = 0; turns && lane < n_lanes; lane++) {
		used[lane] = arena_new_array0(arena, guint8, turns->first[view->graph->n_channels]);
		if (lane < view->stand->layers->n_layers && used[lane] && here)
			mark_used(view, lane, here, turns, used[lane]);
	}
	return turns && arena_check(arena, "dependencies", error) ? lane_use_of_marks(view->graph, n_lanes, used, error)
								  : NULL;
}

/* ---- loads */

/*
 * Adds the route of the hosts on v in a row to the loads. With `view` takes that in a row of the stand, on its graph,
 * off the loads of channels that are there still.
 */
static void count_route(const Graph *graph, const guint8 *row, guint32 v, const StandView *view, Routes *routes)
{
	for (guint32 c = graph->hosts[v] ? route_channel(graph, row, v) : GRAPH_NONE; c != GRAPH_NONE;
	     c = route_channel(graph, row, graph->to[c])) {
		guint32 here = view ? stand_channel(view, c) : c;
		if (here != GRAPH_NONE)
			routes->load[here] += view ? -(guint64)graph->hosts[v] : graph->hosts[v];
	}
}

static void count_tree(const Graph *graph, const guint8 *row, const StandView *view, Routes *routes)
{
	for (guint32 v = 0; v < graph->n_switches; v++)
		count_route(graph, row, v, view, routes);
}

/* Whether each switch has as many hosts as it had. */
static gboolean has_same_hosts(const StandView *view)
{
	const Graph *then = view->stand->graph;
	for (guint32 v = 0; v < view->graph->n_switches; v++)
		if (view->graph->hosts[v] != (view->then[v] == GRAPH_NONE ? 0 : then->hosts[view->then[v]]))
			return FALSE;
	for (guint32 v = 0; v < then->n_switches; v++)
		if (then->hosts[v] && view->now[v] == GRAPH_NONE)
			return FALSE;
	return TRUE;
}

/* Counts what differs between a host's row and that of the stand; list[n_switches], scratch[2 x n_switches]. */
static void count_differing(const StandView *view, const guint8 *was, const guint8 *row, Routes *routes, guint32 *list,
			    guint8 *scratch)
{
	const Graph *graph = view->graph;
	guint8 *then = scratch, *differs = scratch + graph->n_switches;
	stand_row(view, was, ROUTE_NONE, then);
	if (!memcmp(row, then, graph->n_switches) || !routes_find_differing(graph, row, then, list, differs))
		return;
	for (guint32 v = 0; v < graph->n_switches; v++)
		if (differs[v] && graph->hosts[v]) {
			count_route(graph, row, v, NULL, routes);
			count_route(view->stand->graph, was, view->then[v], view, routes);
		}
}

static void begin_loads(const StandView *view, Routes *routes)
{
	memset(routes->load, 0, view->graph->n_channels * sizeof *routes->load);
	for (guint32 c = 0; c < view->stand->graph->n_channels; c++) {
		guint32 here = stand_channel(view, c);
		if (here != GRAPH_NONE)
			routes->load[here] = view->stand->routes->load[c];
	}
}

gboolean stand_loads(const StandView *view, const guint32 *before, Routes *routes, GError **error)
{
	const Graph *graph = view->graph, *then = view->stand->graph;
	if (view->stand->of_tables || !has_same_hosts(view)) {
		routes_recount(graph, routes);
		return TRUE;
	}
	g_autofree guint8 *there = g_try_malloc0(then->n_dests + 1); /* 1: counted still */
	g_autofree guint8 *scratch = g_try_malloc(2 * (gsize)graph->n_switches + 1);
	g_autofree guint32 *list = g_try_new(guint32, graph->n_switches + (gsize)1);
	if (!there || !scratch || !list)
		return sssp_error_memory(error, "destinations", then->n_dests + graph->n_switches);
	begin_loads(view, routes);
	for (guint32 d = 0; d < graph->n_dests; d++) {
		const guint8 *row = routes_row(routes, d);
		if (graph->dests[d].is_host && (before[d] == GRAPH_NONE || !then->dests[before[d]].is_host)) {
			count_tree(graph, row, NULL, routes);
		} else if (graph->dests[d].is_host) {
			there[before[d]] = 1;
			count_differing(view, routes_row(view->stand->routes, before[d]), row, routes, list, scratch);
		}
	}
	for (guint32 d = 0; d < then->n_dests; d++)
		if (then->dests[d].is_host && !there[d])
			count_tree(then, routes_row(view->stand->routes, d), view, routes);
	return TRUE;
}
