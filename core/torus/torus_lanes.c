/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A whole torus needs as many lanes as its cuts have; a damaged one is given more until no path is longer. */
#include "core/torus/torus_lanes.h"

#include "core/base/error.h"
#include "core/torus/balance_lanes.h"
#include "core/torus/grid.h"
#include "core/torus/grid_plan.h"
#include "core/torus/grid_rule.h"
#include "core/torus/grid_settle.h"
#include "core/torus/grid_trees.h"

typedef struct {
	const Graph *graph;
	const guint8 *hops;
	const TorusOptions *options;
	const GridRule *rule;
	LaneSet *lanes;
	Routes *best;
	Layers *layers; /* of the best; NULL: none yet */
	guint64 longer; /* pairs of hosts, of the best */
} Torus;

/* Balanced routes on the lanes at hand, with a lane each. `*layers` is NULL where some find none. */
static gboolean route_all(const Torus *t, PairRoutes *trees, Routes *routes, Layers **layers, GError **error)
{
	const TorusOptions *options = t->options;
	gsize entries = (gsize)t->graph->n_dests * t->graph->n_switches;
	g_autofree LaneMask *legal = options->asymmetric ? g_try_new0(LaneMask, entries + 1) : NULL;
	if (options->asymmetric && !legal)
		return sssp_error_memory(error, "lanes of routes", entries * sizeof(LaneMask));
	if (!balance_lanes(t->graph, t->lanes, trees, options->passes, routes, legal, error))
		return FALSE;
	GridSettle settle = {.graph = t->graph,
			     .hops = t->hops,
			     .lanes = t->lanes,
			     .common = trees->common,
			     .legal = legal,
			     .max_lanes = options->max_lanes,
			     .spread = options->spread,
			     .all = !trees->n_without};
	return grid_settle(&settle, routes, layers, error);
}

/* Takes over what leaves fewer pairs a longer path. */
static void offer(Torus *t, Routes **routes, Layers **layers)
{
	guint64 longer = *layers ? routes_nonminimal(t->graph, *routes, t->hops) : 0;
	if (!*layers || (t->layers && longer >= t->longer))
		return;
	routes_free(t->best);
	layers_free(t->layers);
	t->best = g_steal_pointer(routes);
	t->layers = g_steal_pointer(layers);
	t->longer = longer;
}

static gboolean try_lanes(Torus *t, const Grid *grid, const GridPlan *plan, guint n_lanes, GError **error)
{
	Layers *made = NULL;
	while (t->lanes->n_lanes)
		lane_set_drop(t->lanes);
	g_autoptr(Routes) routes = NULL;
	g_autoptr(PairRoutes) trees = grid_plan_add_lanes(t->graph, grid, plan, n_lanes, t->lanes, error)
					      ? grid_trees(t->rule, t->lanes, t->hops, error)
					      : NULL;
	if (!trees)
		return FALSE;
	if (!grid_settle_are_few(t->graph, trees->n_without))
		return TRUE;
	if (!(routes = routes_new(t->graph, error)) || !route_all(t, trees, routes, &made, error))
		return FALSE;
	g_autoptr(Layers) layers = made;
	offer(t, &routes, &layers);
	return TRUE;
}

static gboolean try_grid(Torus *t, const Grid *grid, GError **error)
{
	GridPlan plan;
	guint most = t->options->max_lanes;
	if (!grid_plan_find(grid, most, &plan) || (grid->whole && plan.cuts.n_lanes == 1))
		return TRUE;
	g_autoptr(GridRule) rule = grid_rule_new(t->graph, grid, &plan, error);
	g_autoptr(CdgTurns) turns = rule ? cdg_turns_new(t->graph, error) : NULL;
	g_autoptr(LaneSet) lanes = turns ? lane_set_new(turns, !t->options->asymmetric, error) : NULL;
	t->rule = rule;
	t->lanes = lanes;
	for (guint n = plan.cuts.n_lanes; lanes && n <= (grid->whole ? plan.cuts.n_lanes : most); n++) {
		if (!try_lanes(t, grid, &plan, n, error))
			return FALSE;
		if (t->layers && !t->longer)
			break;
	}
	return lanes != NULL;
}

gboolean torus_lanes(const Graph *graph, const guint8 *hops, const TorusOptions *options, Routes *routes,
		     Layers **layers, GError **error)
{
	GError *failure = NULL;
	Torus t = {.graph = graph, .hops = hops, .options = options};
	g_autoptr(Grid) grid = grid_find(graph, &failure);
	*layers = NULL;
	if (grid && !failure && try_grid(&t, grid, &failure) && t.layers) {
		routes_swap(routes, t.best);
		*layers = g_steal_pointer(&t.layers);
	}
	routes_free(t.best);
	layers_free(t.layers);
	if (failure)
		g_propagate_error(error, failure);
	return failure == NULL;
}
