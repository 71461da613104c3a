/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Who is left by balanced routes is mended, then served path by path, then both again with longer routes. */
#include "core/search/search_route.h"

#include "core/base/error.h"
#include "core/fit/fit_hosts.h"
#include "core/lanes/lane_assign.h"
#include "core/lanes/spanning_tree.h"
#include "core/search/balance_covered.h"
#include "core/search/balance_lanes.h"
#include "core/search/mend_pairs.h"

/* Of it for one number of lanes; more for one lane alone, where all else ends. */
#define ATTEMPT 50000000
#define LAST_ATTEMPT 600000000

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
static Layers *assign(const Search *l, const LaneSet *lanes, const LaneMask *common, const LaneMask *legal,
		      gboolean all, Routes *routes, guint64 *left, GError **error)
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
	if (!all && (!mark_left(l, common, legal, routes, layers, error) ||
		     !fit_hosts(l->graph, l->hops, l->options.max_lanes, routes, layers, left, error)))
		return NULL;
	return g_steal_pointer(&layers);
}

/* Pairs, ordered, of which some route has no lane. */
static guint64 count_left(const Search *l, const LaneMask *common, const LaneMask *legal)
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
	if (!legal && count_left(l, common, legal) &&
	    !mend_pairs(l->graph, lanes, l->hops, longer, at_cost, routes, common, &l->attempt, error))
		return NULL;
	return assign(l, lanes, common, legal, !count_left(l, common, legal), routes, left, error);
}

/* What is left in the end is tried again by longer routes, in lanes made anew around what all others use. */
static gboolean finish(Search *l, LaneMask *common, const LaneMask *legal, Routes **routes, GError **error)
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

static gboolean new_legal(const Search *l, LaneMask **legal, GError **error)
{
	gsize entries = (gsize)l->graph->n_dests * l->graph->n_switches;
	if (l->options.asymmetric && !(*legal = g_try_new0(LaneMask, entries + 1)))
		return sssp_error_memory(error, "lanes of routes", entries * sizeof(LaneMask));
	return TRUE;
}

/* An attempt has a part of all effort only, so that it leaves some to the next. */
static void begin_attempt(Search *l)
{
	l->attempt = MIN(l->effort, l->options.max_lanes > 1 ? ATTEMPT : LAST_ATTEMPT);
	l->effort -= l->attempt;
}

static void end_attempt(Search *l)
{
	l->effort += l->attempt;
}

gboolean search_route(Search *l, PairRoutes *trees, GError **error)
{
	g_autofree LaneMask *legal = NULL;
	g_autoptr(Routes) routes = routes_new(l->graph, error);
	begin_attempt(l);
	gboolean fine = routes && new_legal(l, &legal, error) &&
			balance_lanes(l->graph, l->lanes, trees, search_passes(l), routes, legal, error) &&
			finish(l, trees->common, legal, &routes, error);
	end_attempt(l);
	return fine;
}

/* The lanes in which a pair may be routed: where minimal routes are legal; where there are none, all or none. */
static LaneMask pair_lanes(const Search *l, gsize s, gsize t, gboolean longer)
{
	gsize n = l->graph->n_switches;
	LaneMask lanes = l->covered[s * n + t];
	if (!l->options.asymmetric)
		lanes &= l->covered[t * n + s];
	return longer && !lanes ? lane_set_all(l->lanes) : lanes;
}

static gboolean route_covered(Search *l, gboolean longer, GError **error)
{
	gsize n = l->graph->n_switches;
	g_autofree LaneMask *legal = NULL;
	g_autofree LaneMask *common = g_try_new(LaneMask, n * n + 1);
	g_autoptr(Routes) routes = common ? routes_new(l->graph, error) : NULL;
	if (!common)
		return sssp_error_memory(error, "lanes of pairs", n * n * sizeof(LaneMask));
	for (gsize s = 0; s < n; s++)
		for (gsize t = 0; t < n; t++)
			common[s * n + t] = pair_lanes(l, s, t, longer);
	gboolean has_tree = longer && l->has_tree;
	g_autofree guint8 *spanning = has_tree ? spanning_tree_find(l->graph, l->hops, error) : NULL;
	if (!routes || (has_tree && !spanning) || !new_legal(l, &legal, error) ||
	    !balance_covered(l->graph, l->lanes, common, longer, spanning, search_passes(l), &l->attempt, routes, legal,
			     error))
		return FALSE;
	guint64 left = count_left(l, common, legal);
	for (gsize i = 0; i < n * n; i++)
		l->unserved[i] = !legal && !common[i];
	if (!search_are_few(l, left))
		return TRUE;
	return finish(l, common, legal, &routes, error);
}

gboolean search_route_covered(Search *l, gboolean longer, GError **error)
{
	begin_attempt(l);
	gboolean fine = route_covered(l, longer, error);
	end_attempt(l);
	return fine;
}
