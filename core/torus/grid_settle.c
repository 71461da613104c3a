/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* First as the pairs come, then with room made for them by others. */
#include "core/torus/grid_settle.h"

#include "core/base/error.h"
#include "core/fit/fit_hosts.h"
#include "core/fit/fit_room.h"
#include "core/torus/lane_assign.h"

/* Channels that searches of the last pairs may look at, path by path; and where others make room for them. */
#define FIT_EFFORT 30000000
#define ROOM_EFFORT 40000000

/* So few pairs without a lane, one in so many, are served path by path, and not more than take about a second. */
#define FEW_LEFT 4
#define MOST_LEFT 20000

/* Channels that are looked at for a lane for one pair, as part of all. */
#define CHANNELS_A_PAIR 0.2
/* Where lanes for them take more than this part of the effort there is, fewer by this factor are few. */
#define DEAR 0.5
#define DEAR_PART 2

gboolean grid_settle_are_few(const Graph *graph, guint64 pairs)
{
	guint64 all = (guint64)graph->n_switches * graph->n_switches;
	double effort = CHANNELS_A_PAIR * (double)pairs * graph->n_channels / FIT_EFFORT;
	guint64 counted = effort > DEAR ? DEAR_PART * pairs : pairs;
	return counted * FEW_LEFT <= all && counted <= MOST_LEFT;
}

/* Marks the pairs of switches of which some route has no lane. */
static gboolean mark_left(const GridSettle *s, const Routes *routes, Layers *layers, GError **error)
{
	const Graph *g = s->graph;
	gsize n = g->n_switches;
	guint8 *left = layers->unproven = g_try_malloc0(n * n + 1);
	if (!left)
		return sssp_error_memory(error, "pairs of switches", n * n);
	for (guint32 v = 0; v < n && !s->legal; v++)
		for (guint32 t = 0; t < n; t++)
			left[v * n + t] = v != t && !s->common[v * n + t] && pair_of_hosts(g, v, t) &&
					  s->hops[v * n + t] != GRAPH_FAR;
	for (guint32 d = 0; d < g->n_dests && s->legal; d++)
		for (guint32 v = 0, t = g->dests[d].vertex; v < n; v++)
			if (v != t && !s->legal[d * n + v] && route_of_hosts(g, v, d) &&
			    routes_row(routes, d)[v] != ROUTE_NONE)
				left[v * n + t] = left[t * n + v] = 1;
	return TRUE;
}

/* From what there was before, with room made; kept unless only this leaves some. */
static gboolean fit_with_room(const GridSettle *s, gboolean minimal, const Routes *before, const Layers *lanes,
			      Routes *routes, Layers *layers, guint64 *left, GError **error)
{
	guint64 effort = ROOM_EFFORT, still = 0;
	g_autoptr(Routes) trial = routes_copy(s->graph, before, error);
	g_autoptr(Layers) trial_lanes = trial ? layers_copy(s->graph, lanes, error) : NULL;
	if (!trial_lanes ||
	    !fit_room(s->graph, s->hops, s->max_lanes, minimal, trial, trial_lanes, &effort, &still, error))
		return FALSE;
	if (still && !*left)
		return TRUE;
	*left = still;
	routes_swap(routes, trial);
	layers_swap(layers, trial_lanes);
	return TRUE;
}

/* With room made where it would leave some without, or give them longer routes. `*left`: pairs without after all. */
static gboolean fit_left(const GridSettle *s, Routes *routes, Layers *layers, guint64 *left, GError **error)
{
	guint64 effort = FIT_EFFORT;
	g_autoptr(Routes) before = routes_copy(s->graph, routes, error);
	g_autoptr(Layers) lanes = before ? layers_copy(s->graph, layers, error) : NULL;
	if (!lanes || !fit_hosts(s->graph, s->hops, s->max_lanes, routes, layers, NULL, &effort, left, error))
		return FALSE;
	if (!*left && !routes_nonminimal(s->graph, routes, s->hops))
		return TRUE;
	return fit_with_room(s, s->lanes->n_lanes < s->max_lanes || !*left, before, lanes, routes, layers, left, error);
}

gboolean grid_settle(const GridSettle *s, Routes *routes, Layers **layers, GError **error)
{
	guint64 left = 0;
	LaneAssignment assignment = {.lanes = s->lanes,
				     .common = s->common,
				     .legal = s->legal,
				     .max_lanes = s->max_lanes,
				     .spread = s->spread,
				     .pack = !s->all};
	g_autoptr(Layers) made = lane_assign(s->graph, &assignment, error);
	*layers = NULL;
	if (!made || (!s->all && (!mark_left(s, routes, made, error) || !fit_left(s, routes, made, &left, error))))
		return FALSE;
	made->lane_aware = TRUE;
	if (!left)
		*layers = g_steal_pointer(&made);
	return TRUE;
}
