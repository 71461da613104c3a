/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Mending, then path by path, then both again with longer routes. */
#include "core/search/search_serve.h"

#include "core/base/error.h"
#include "core/fit/fit_hosts.h"
#include "core/lanes/lane_assign.h"
#include "core/search/mend_pairs.h"

/* Times that pairs without a lane are looked at, on large fabrics and on others. */
#define ROUNDS_LARGE 2
#define ROUNDS 5

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

/* Lanes for all routes; for those that the lanes do not serve, path by path. `*left`: pairs that have none after all. */
static Layers *assign(Search *l, const LaneSet *lanes, const LaneMask *common, const LaneMask *legal, gboolean all,
		      Routes *routes, guint64 *left, GError **error)
{
	LaneAssignment assignment = {.lanes = lanes,
				     .common = common,
				     .legal = legal,
				     .max_lanes = l->options.max_lanes,
				     .spread = l->options.spread,
				     .pack = !all};
	g_autoptr(Layers) layers = lane_assign(l->graph, &assignment, error);
	if (!layers)
		return NULL;
	guint64 effort = SEARCH_FIT_EFFORT;
	if (!all && (!mark_left(l, common, legal, routes, layers, error) ||
		     !fit_hosts(l->graph, l->hops, l->options.max_lanes, routes, layers, &effort, left, error)))
		return NULL;
	l->attempt -= MIN(SEARCH_FIT_EFFORT - effort, l->attempt);
	return g_steal_pointer(&layers);
}

/* Pairs, ordered, of which some route has no lane. */
guint64 search_count_left(const Search *l, const LaneMask *common, const LaneMask *legal)
{
	const Graph *g = l->graph;
	gsize n = g->n_switches;
	guint64 left = 0;
	for (guint32 s = 0; s < n && !legal; s++)
		for (guint32 t = 0; t < n; t++)
			left += s != t && !common[s * n + t] && pair_of_hosts(g, s, t) &&
				l->hops[s * n + t] != GRAPH_FAR;
	for (guint32 d = 0; d < g->n_dests && legal; d++)
		for (guint32 v = 0, t = g->dests[d].vertex; v < n; v++)
			left += v != t && !legal[d * n + v] && route_of_hosts(g, v, d) &&
				l->hops[v * n + t] != GRAPH_FAR;
	return left;
}

/* Pairs that are left get a lane where others can make room, then path by path. */
static Layers *serve(Search *l, const LaneSet *lanes, LaneMask *common, const LaneMask *legal, gboolean longer,
		     gboolean at_cost, Routes *routes, guint64 *left, GError **error)
{
	*left = 0;
	if (!legal && l->attempt && search_count_left(l, common, legal) &&
	    !mend_pairs(l->graph, lanes, l->hops, longer, at_cost, routes, common, &l->attempt, error))
		return NULL;
	return assign(l, lanes, common, legal, !search_count_left(l, common, legal), routes, left, error);
}

/* What is left in the end is tried again by longer routes, in lanes made anew around what all others use. */
gboolean search_serve(Search *l, LaneMask *common, const LaneMask *legal, Routes **routes, GError **error)
{
	gboolean longer = l->longer_too && !legal && (!l->routes || l->longer);
	guint64 left = 0, before = G_MAXUINT64;
	guint rounds = !longer ? 0 : search_is_large(l) ? ROUNDS_LARGE : ROUNDS;
	g_autoptr(Layers) layers = serve(l, l->lanes, common, legal, FALSE, FALSE, *routes, &left, error);
	for (guint round = 0; layers && left && l->attempt && (left < before || round < 2) && round < rounds; round++) {
		before = left;
		g_autoptr(LaneSet) lanes = mend_lanes(l->turns, l->hops, layers, *routes, common, error);
		layers_free(g_steal_pointer(&layers));
		if (lanes)
			layers = serve(l, lanes, common, NULL, TRUE, round > 0, *routes, &left, error);
	}
	if (!layers)
		return FALSE;
	return left || search_offer(l, g_steal_pointer(routes), g_steal_pointer(&layers), error);
}
