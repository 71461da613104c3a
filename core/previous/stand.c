/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Carries the result of a routing (stand.h) over to a new graph, in which switches, found by GUID, and channels may
 * have other numbers: rows and dependencies in use.
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

/* Marks in used[turns] of `turns` what the stand has in use of a lane, as far as it is there still. O(turns). */
static void mark_used(const StandView *view, guint lane, const CdgTurns *turns, guint8 *used)
{
	const Stand *stand = view->stand;
	const Graph *then = stand->graph;
	for (guint32 a = 0; a < then->n_channels; a++) {
		guint32 first = then->first[then->to[a]], here = stand_channel(view, a);
		const guint8 *row = stand->used[lane] + stand->turns->first[a];
		for (guint32 b = first; here != GRAPH_NONE && b < then->first[then->to[a] + 1]; b++) {
			guint32 next = row[b - first] ? stand_channel(view, b) : GRAPH_NONE;
			if (next != GRAPH_NONE)
				used[cdg_turn(turns, here, next)] = 1;
		}
	}
}

LaneUse *stand_lane_use(const StandView *view, guint n_lanes, GError **error)
{
	g_autoptr(CdgTurns) turns = cdg_turns_new(view->graph, error);
	g_autoptr(Arena) arena = arena_new();
	guint8 *used[LAYERS_MAX] = {NULL};
	for (guint lane = 0; turns && lane < n_lanes; lane++) {
		used[lane] = arena_new_array0(arena, guint8, turns->first[view->graph->n_channels]);
		if (lane < view->stand->layers->n_layers && used[lane])
			mark_used(view, lane, turns, used[lane]);
	}
	return turns && arena_check(arena, "dependencies", error) ? lane_use_of_marks(view->graph, n_lanes, used, error)
								  : NULL;
}
