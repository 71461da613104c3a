/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* From routes and the lanes that allow them to a lane for each: what is left goes path by path. */
#include "core/search/search.h"

#include "core/base/error.h"
#include "core/fit/fit_hosts.h"
#include "core/fit/fit_room.h"
#include "core/lanes/lane_assign.h"

/* Marks the pairs of switches of which some route has no lane. */
static gboolean mark_left(const Search *l, const LaneMask *common, const LaneMask *legal, const Routes *routes,
			  Layers *layers, GError **error)
{
	const Graph *g = l->graph;
	gsize n = g->n_switches;
	guint8 *left = layers->unproven = g_try_malloc0(n * n + 1);
	if (!left)
		return sssp_error_memory(error, "pairs of switches", n * n);
	for (guint32 s = 0; s < n && !legal; s++)
		for (guint32 t = 0; t < n; t++)
			left[s * n + t] = s != t && !common[s * n + t] && pair_of_hosts(g, s, t) &&
					  l->hops[s * n + t] != GRAPH_FAR;
	for (guint32 d = 0; d < g->n_dests && legal; d++)
		for (guint32 v = 0, t = g->dests[d].vertex; v < n; v++)
			if (v != t && !legal[d * n + v] && route_of_hosts(g, v, d) &&
			    routes_row(routes, d)[v] != ROUTE_NONE)
				left[v * n + t] = left[t * n + v] = 1;
	return TRUE;
}

/* Searches for cycles look at channels, and at the turns of each. */
static void spend_looks(Search *l, guint64 looked)
{
	steps_spend(l->steps, looked * 2 * l->turns->first[l->graph->n_channels] / MAX(l->graph->n_channels, 1));
}

/* Lanes for the pairs that are marked, path by path, within so much effort. `*left`: pairs that have none after all. */
static gboolean fit_first(Search *l, Routes *routes, Layers *layers, guint64 *left, GError **error)
{
	guint64 effort = SEARCH_FIT_EFFORT;
	if (!fit_hosts(l->graph, l->hops, l->options.max_lanes, routes, layers, NULL, &effort, left, error))
		return FALSE;
	spend_looks(l, SEARCH_FIT_EFFORT - effort);
	return TRUE;
}

/* The same where others make room for them, from what there was before. */
static gboolean fit_with_room(Search *l, gboolean minimal, const Routes *before, const Layers *lanes, Routes *routes,
			      Layers *layers, guint64 *left, GError **error)
{
	guint64 effort = SEARCH_ROOM_EFFORT;
	g_autoptr(Routes) trial = routes_copy(l->graph, before, error);
	g_autoptr(Layers) trial_lanes = trial ? layers_copy(l->graph, lanes, error) : NULL;
	guint64 still = 0;
	if (!trial_lanes ||
	    !fit_room(l->graph, l->hops, l->options.max_lanes, minimal, trial, trial_lanes, &effort, &still, error))
		return FALSE;
	spend_looks(l, SEARCH_ROOM_EFFORT - effort);
	if (still && !*left)
		return TRUE;
	*left = still;
	routes_swap(routes, trial);
	layers_swap(layers, trial_lanes);
	return TRUE;
}

/*
 * Lanes for the pairs that are marked, path by path; with room made for them where that leaves some, or needs longer
 * ways: these are for when there can be no further lane.
 */
static gboolean fit_left(Search *l, Routes *routes, Layers *layers, guint64 *left, GError **error)
{
	gboolean minimal = !l->longer_too && l->lanes->n_lanes < l->options.max_lanes;
	g_autoptr(Routes) before = routes_copy(l->graph, routes, error);
	g_autoptr(Layers) lanes = before ? layers_copy(l->graph, layers, error) : NULL;
	if (!lanes || !fit_first(l, routes, layers, left, error))
		return FALSE;
	if ((!*left && !routes_nonminimal(l->graph, routes, l->hops)) || !steps_remain(l->steps))
		return TRUE;
	return fit_with_room(l, minimal || !*left, before, lanes, routes, layers, left, error);
}

/* Lanes for all routes. `*left`: pairs that have none after all. */
static Layers *assign(Search *l, const LaneMask *common, const LaneMask *legal, gboolean all, Routes *routes,
		      guint64 *left, GError **error)
{
	LaneAssignment assignment = {.lanes = l->lanes,
				     .common = common,
				     .legal = legal,
				     .max_lanes = l->options.max_lanes,
				     .spread = l->options.spread,
				     .pack = !all};
	g_autoptr(Layers) layers = lane_assign(l->graph, &assignment, error);
	if (!layers)
		return NULL;
	if (!all && (!mark_left(l, common, legal, routes, layers, error) || !fit_left(l, routes, layers, left, error)))
		return NULL;
	return g_steal_pointer(&layers);
}

gboolean search_settle(Search *l, const LaneMask *common, const LaneMask *legal, gboolean all, Routes **routes,
		       GError **error)
{
	guint64 left = 0;
	l->settled++;
	g_autoptr(Layers) layers = assign(l, common, legal, all, *routes, &left, error);
	if (!layers)
		return FALSE;
	return left || search_offer(l, g_steal_pointer(routes), g_steal_pointer(&layers), error);
}
