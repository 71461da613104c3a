/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds routes and lanes of a torus, in these steps:
 *
 *   grid    torus_new(): the coordinates of the switches
 *   plan    torus_new(): the lanes. In each, no route goes straight through a certain switch of each ring (the cuts),
 *           so that no cycle goes round it. A torus that lacks nothing has a lane for each set of cuts; a damaged one
 *           may use more, the same cuts with the dimensions in another order. Rings that are used as rows (plan.n_rows)
 *           need no cuts, but make paths longer.
 *   lanes   torus_route(): the turns that each lane allows
 *   trees   torus_route(): one route for each pair of switches, legal in the lanes that allow all of its turns. If too
 *           many pairs have no such lane, this is the end, without layers.
 *   routes  route_balanced(): balanced ones in place of the trees, each still legal in some lane; with rings used as
 *           rows, those of the trees
 *   layers  give_lanes(): one of its lanes for each route; what has none is routed anew, path by path
 */
#include "core/torus/torus_lanes.h"

#include "core/base/error.h"
#include "core/fit/fit_rest.h"
#include "core/torus/balance_lanes.h"
#include "core/torus/grid_longer.h"
#include "core/torus/grid_trees.h"
#include "core/torus/lane_assign.h"

/*
 * Marks in layers->unproven the pairs of switches of which some route has no lane: by `legal`, the lanes of each route,
 * or where that is NULL by `common`, the lanes of each pair. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean mark_left(const Torus *t, const LaneMask *common, const LaneMask *legal, const Routes *routes,
			  Layers *layers, GError **error)
{
	const Graph *g = t->graph;
	gsize n = g->n_switches;
	if (!layers_need_unproven(g, layers, error))
		return FALSE;
	for (guint32 v = 0; v < n && !legal; v++)
		for (guint32 w = 0; w < n; w++)
			layers->unproven[v * n + w] = v != w && !common[v * n + w] && pair_of_hosts(g, v, w) &&
						      t->hops[v * n + w] != GRAPH_FAR;
	for (guint32 d = 0; d < g->n_dests && legal; d++)
		for (guint32 v = 0, w = g->dests[d].vertex; v < n; v++)
			if (v != w && !legal[d * n + v] && route_of_hosts(g, v, d) &&
			    routes_row(routes, d)[v] != ROUTE_NONE)
				layers_unprove(g, layers, v, w);
	return TRUE;
}

/*
 * Gives each route one of the lanes that allow it: those of its pair, or its own in `legal`. Pairs with a route that no
 * lane allows get other routes and lanes one by one (fit_rest()). `*layers` stays NULL where some find none. FALSE with
 * SSSP_ERROR_MEMORY.
 */
static gboolean give_lanes(const Torus *t, guint n_lanes, const PairRoutes *trees, const LaneMask *legal,
			   Routes *routes, Layers **layers, GError **error)
{
	const TorusOptions *options = &t->options;
	guint64 any = G_MAXUINT64, left = 0;
	gboolean all = !trees->n_without, spread = options->spread && !t->graph->lanes && all && n_lanes > 1;
	g_autoptr(Layers) made = lane_assign(t->graph, n_lanes, spread ? MAX(options->max_lanes, n_lanes) : n_lanes,
					     trees->common, legal, error);
	if (!made || (!all && (!mark_left(t, trees->common, legal, routes, made, error) ||
			       !fit_rest(t->graph, t->hops, options->max_lanes, routes, made,
					 options->looks ? options->looks : &any, &left, error))))
		return FALSE;
	made->lane_aware = TRUE;
	if (!left)
		*layers = g_steal_pointer(&made);
	return TRUE;
}

/*
 * Fills `routes` with balanced ones, or longer ones with rings as rows, and gives each a lane. `*layers` stays NULL
 * where some find none. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean route_balanced(const Torus *t, const LaneSet *lanes, PairRoutes *trees, Routes *routes, Layers **layers,
			       GError **error)
{
	const TorusOptions *options = &t->options;
	gsize entries = (gsize)t->graph->n_dests * t->graph->n_switches;
	g_autofree LaneMask *legal = options->asymmetric ? g_try_new0(LaneMask, entries + 1) : NULL;
	if (options->asymmetric && !legal)
		return sssp_error_memory(error, "lanes of routes", entries * sizeof(LaneMask));
	if (t->plan.n_rows)
		grid_longer_route(t->graph, trees, routes, legal);
	else if (!balance_lanes(t->graph, lanes, trees, options->passes, routes, legal, error))
		return FALSE;
	return give_lanes(t, lanes->n_lanes, trees, legal, routes, layers, error);
}

gboolean torus_route(Torus *t, guint n_lanes, guint spare, Routes *routes, Layers **layers, GError **error)
{
	g_autoptr(LaneSet) lanes = lane_set_new(t->turns, !t->options.asymmetric, error);
	*layers = NULL;
	if (!lanes)
		return FALSE;
	/* The first `spare` lanes allow no turns, so no route is legal there; those added below come after them. */
	lanes->n_lanes = spare;
	/* With rings as rows and lost cables, lanes allow up/down turns, by which a path can go round these. */
	gboolean up_down = t->plan.n_rows && !t->grid->whole;
	if (up_down ? !grid_plan_add_up_down(t->graph, t->grid, &t->plan, lanes, error)
		    : !grid_plan_add_lanes(t->graph, t->grid, &t->plan, n_lanes, lanes, error))
		return FALSE;
	g_autoptr(PairRoutes) trees = t->plan.n_rows ? grid_longer_trees(t->rule, lanes, t->hops, error)
						     : grid_trees(t->rule, lanes, t->hops, error);
	if (!trees)
		return FALSE;
	t->fits_few = fit_rest_are_few(t->graph, trees->n_without);
	return !t->fits_few || route_balanced(t, lanes, trees, routes, layers, error);
}

/*
 * The switch with the most channels that have fewer lanes than others: the first lane, which all links have, serves it
 * best (grid_plan_rotate()).
 */
static guint32 weakest(const Graph *graph)
{
	guint32 best = 0, most = 0;
	guint8 all = 0;
	for (guint32 c = 0; c < graph->n_channels; c++)
		all = MAX(all, graph->lanes[c]);
	for (guint32 v = 0; v < graph->n_switches; v++) {
		guint32 weak = 0;
		for (guint32 c = graph->first[v]; c < graph->first[v + 1]; c++)
			weak += graph->lanes[c] < all;
		best = weak > most ? v : best;
		most = MAX(weak, most);
	}
	return best;
}

Torus *torus_new(const Graph *graph, const guint8 *hops, const TorusOptions *options, GError **error)
{
	g_autoptr(Torus) t = g_new0(Torus, 1);
	*t = (Torus){.graph = graph, .hops = hops, .options = *options};
	if (!(t->grid = grid_find(graph, error)))
		return NULL;
	t->suffices = grid_plan_find(t->grid, options->max_lanes, options->rows, &t->plan);
	if (graph->lanes)
		grid_plan_rotate(&t->plan, t->grid, graph->n_switches, weakest(graph));
	t->fewest = t->plan.cuts.n_lanes;
	t->most = (t->grid->whole && !graph->lanes) || t->plan.n_rows ? t->fewest : options->max_lanes;
	t->rule = grid_rule_new(graph, t->grid, &t->plan, error);
	t->turns = t->rule ? cdg_turns_new(graph, error) : NULL;
	return t->turns ? g_steal_pointer(&t) : NULL;
}

void torus_free(Torus *torus)
{
	if (!torus)
		return;
	grid_rule_free(torus->rule);
	grid_free(torus->grid);
	cdg_turns_free(torus->turns);
	g_free(torus);
}
