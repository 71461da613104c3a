/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Adds turns (a channel and the next) to the dependency graphs of lanes, and takes back those added last. Only such an
 * undo takes a turn out again. So turns that routes no longer make still count: packets sent earlier may still be
 * there.
 */
#include "core/lanes/lane_use.h"

#include "core/base/error.h"

#include <string.h>

/* Returns a LaneUse whose lane[] is still NULL; NULL with SSSP_ERROR_MEMORY. */
static LaneUse *new_without_lanes(const Graph *graph, guint n_lanes, GError **error)
{
	g_autoptr(LaneUse) use = g_new0(LaneUse, 1);
	use->graph = graph;
	use->n_lanes = n_lanes;
	use->added = g_array_new(FALSE, FALSE, sizeof(LaneUseAdded));
	use->seen = g_try_new(LaneMask, graph->n_switches + 1);
	if (!use->seen)
		return sssp_error_memory_null(error, "switches", graph->n_switches * sizeof(LaneMask));
	use->turns = cdg_turns_new(graph, error);
	return use->turns ? g_steal_pointer(&use) : NULL;
}

static gboolean fill(LaneUse *use, guint8 *const *used, GError **error)
{
	for (guint lane = 0; lane < use->n_lanes; lane++)
		if (!(use->lane[lane] = cdg_new(use->turns, error)) || !cdg_fill(use->lane[lane], used[lane], error))
			return FALSE;
	return TRUE;
}

LaneUse *lane_use_of_marks(const Graph *graph, guint n_lanes, guint8 *const *used, GError **error)
{
	g_autoptr(LaneUse) use = new_without_lanes(graph, n_lanes, error);
	return use && fill(use, used, error) ? g_steal_pointer(&use) : NULL;
}

LaneUse *lane_use_new(const Graph *graph, const Routes *routes, LayersScope scope, const Layers *layers, GError **error)
{
	g_autoptr(LaneUse) use = new_without_lanes(graph, layers->n_layers, error);
	guint8 *used[LAYERS_MAX] = {NULL};
	gboolean fine = use && layers_mark_each(graph, routes, scope, layers, use->turns, used, error) &&
			fill(use, used, error);
	for (guint lane = 0; lane < LAYERS_MAX; lane++)
		g_free(used[lane]);
	return fine ? g_steal_pointer(&use) : NULL;
}

void lane_use_free(LaneUse *use)
{
	if (!use)
		return;
	for (guint lane = 0; lane < LAYERS_MAX; lane++)
		cdg_free(use->lane[lane]);
	cdg_turns_free(use->turns);
	g_array_free(use->added, TRUE);
	g_free(use->seen);
	g_free(use);
}

void lane_use_settle(LaneUse *use)
{
	while (use->n_lanes < LAYERS_MAX && use->lane[use->n_lanes])
		use->n_lanes++;
}

void lane_use_begin(LaneUse *use)
{
	for (guint i = 0; i < use->added->len; i++)
		cdg_keep(use->lane[g_array_index(use->added, LaneUseAdded, i).lane]);
	g_array_set_size(use->added, 0);
}

static gboolean has_lane(const LaneUse *use, guint lane, guint32 a, guint32 b)
{
	return graph_has_lane(use->graph, a, lane) && graph_has_lane(use->graph, b, lane);
}

guint lane_use_asks(const LaneUse *use, guint lane, guint32 a, guint32 b)
{
	const Cdg *cdg = use->lane[lane];
	if (!has_lane(use, lane, a, b))
		return LANE_USE_NEVER;
	if (cdg->count[cdg_turn(use->turns, a, b)])
		return LANE_USE_KNOWN;
	return cdg->place[a] < cdg->place[b] ? LANE_USE_NEW : LANE_USE_MOVES;
}

gboolean lane_use_add(LaneUse *use, guint lane, guint32 a, guint32 b)
{
	LaneUseAdded added = {lane, cdg_turn(use->turns, a, b)};
	if (!has_lane(use, lane, a, b))
		return FALSE;
	if (use->lane[lane]->count[added.turn])
		return TRUE;
	if (!cdg_try(use->lane[lane], a, b))
		return FALSE;
	g_array_append_val(use->added, added);
	return TRUE;
}

void lane_use_add_tree(LaneUse *use, guint lane, const guint8 *in_tree)
{
	const Graph *g = use->graph;
	for (guint32 a = 0; a < g->n_channels; a++)
		for (guint32 b = g->first[g->to[a]]; in_tree[a] && b < g->first[g->to[a] + 1]; b++)
			if (in_tree[b] && b != g->reverse[a])
				lane_use_add(use, lane, a, b);
}

void lane_use_undo_to(LaneUse *use, guint n)
{
	for (guint i = n; i < use->added->len; i++) {
		const LaneUseAdded *added = &g_array_index(use->added, LaneUseAdded, i);
		cdg_take_back(use->lane[added->lane], added->turn);
	}
	g_array_set_size(use->added, n);
}

void lane_use_undo(LaneUse *use)
{
	lane_use_undo_to(use, 0);
}

/*
 * Whether all turns of the route from v are in use on its lane, as far as a switch from which another route on that
 * lane was looked at before.
 */
static gboolean holds_route(const LaneUse *use, const guint8 *row, guint32 v, guint lane)
{
	const Graph *g = use->graph;
	guint32 a = route_channel(g, row, v);
	while (a != GRAPH_NONE && !(use->seen[g->from[a]] >> lane & 1)) {
		guint32 b = route_channel(g, row, g->to[a]);
		if (!graph_has_lane(g, a, lane))
			return FALSE;
		use->seen[g->from[a]] |= (LaneMask)(1u << lane);
		if (b != GRAPH_NONE && !use->lane[lane]->count[cdg_turn(use->turns, a, b)])
			return FALSE;
		a = b;
	}
	return TRUE;
}

gboolean lane_use_holds(LaneUse *use, const Routes *routes, const Layers *layers, guint32 dest, const guint8 *from)
{
	const Graph *g = use->graph;
	gsize n = g->n_switches;
	memset(use->seen, 0, n * sizeof *use->seen);
	for (guint32 v = 0; v < n; v++) {
		guint lane = layers->layer ? layers->layer[dest * n + v] : 0;
		if ((!from || from[v]) && layers_pair_is_proven(layers, v * n + g->dests[dest].vertex) &&
		    route_carries_data(g, v, dest) && v != g->dests[dest].vertex &&
		    (lane >= use->n_lanes || !holds_route(use, routes_row(routes, dest), v, lane)))
			return FALSE;
	}
	return TRUE;
}

guint8 *lane_use_marks(const LaneUse *use, guint lane, GError **error)
{
	const guint32 *count = use->lane[lane]->count;
	guint32 n = use->turns->first[use->graph->n_channels];
	guint8 *used = g_try_malloc(n + 1u);
	if (!used)
		sssp_error_memory(error, "dependencies", n);
	for (guint32 turn = 0; used && turn < n; turn++)
		used[turn] = count[turn] != 0;
	return used;
}
