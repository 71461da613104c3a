/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Lanes from cuts, then the one route of each pair that the rule leaves, to show that all have a lane. */
#include "core/torus/torus_lanes.h"

#include "core/graph/bfs.h"
#include "core/base/error.h"
#include "core/torus/grid.h"
#include "core/torus/grid_plan.h"
#include "core/torus/grid_rule.h"
#include "core/lanes/lane_set.h"

/* ---- the routes that show it */

typedef struct {
	const Search *l;
	const GridRule *rule;
	Bfs *bfs;
	PairRoutes *trees;
} Build;

/*
 * The rule's channel where it is minimal and has a lane; where cables are lost, any minimal one with a lane, of which
 * the way back, if it is known, has one too.
 */
static guint32 choose(const Build *b, guint32 i, const guint32 *next, const LaneMask *legal)
{
	const LaneSet *lanes = b->l->lanes;
	gsize n = b->l->graph->n_switches;
	guint32 v = b->bfs->order[i], target = b->bfs->order[0], c = grid_rule_next(b->rule, v, target),
		best = GRAPH_NONE;
	LaneMask back = lanes->symmetric && target > v ? b->trees->legal[v * n + target] : 0;
	if (!back)
		back = lane_set_all(lanes);
	if (c != GRAPH_NONE && b->bfs->hops[b->l->graph->to[c]] + 1 == b->bfs->hops[v] &&
	    (lane_set_route(lanes, c, target, next, legal) & back))
		return c;
	for (guint32 k = b->bfs->first[i]; k < b->bfs->first[i + 1]; k++) {
		LaneMask mask = lane_set_route(lanes, b->bfs->channel[k], target, next, legal);
		if (mask & back)
			return b->bfs->channel[k];
		if (best == GRAPH_NONE || mask)
			best = b->bfs->channel[k];
	}
	return best;
}

static void make_tree(const Build *b, guint32 target)
{
	const Graph *g = b->l->graph;
	gsize n = g->n_switches;
	guint32 *next = b->trees->next + target * n;
	LaneMask *legal = b->trees->legal + target * n;
	bfs_run(g, target, b->bfs);
	next[target] = GRAPH_NONE;
	for (guint32 i = 1; i < b->bfs->n_reached; i++) {
		guint32 v = b->bfs->order[i], c = choose(b, i, next, legal);
		next[v] = c;
		legal[v] = lane_set_route(b->l->lanes, c, target, next, legal);
		b->trees->common[v * n + target] = legal[v];
	}
}

static gboolean make_trees(Build *b, GError **error)
{
	g_autoptr(Bfs) bfs = b->bfs = bfs_new(b->l->graph, error);
	if (!bfs)
		return FALSE;
	for (guint32 target = 0; target < b->l->graph->n_switches; target++)
		make_tree(b, target);
	grid_rule_count_pairs(b->l, b->trees);
	return TRUE;
}

static gboolean route_grid(Search *l, const Grid *grid, const GridPlan *plan, GError **error)
{
	g_autoptr(GridRule) rule = grid_rule_new(l->graph, grid, plan, error);
	g_autoptr(PairRoutes) trees = rule ? pair_routes_new(l->graph->n_switches, error) : NULL;
	if (!trees)
		return FALSE;
	Build b = {.l = l, .rule = rule, .trees = trees};
	return make_trees(&b, error) && (!search_are_few(l, trees->n_without) || search_route(l, trees, error));
}

static gboolean try_cuts(Search *l, const Grid *grid, GError **error)
{
	GridPlan plan;
	guint most = l->options.max_lanes;
	if (!grid_plan_rings(grid))
		return TRUE;
	grid_plan_find(grid, 0, most, &plan);
	search_clear(l);
	return grid_plan_add_lanes(l, grid, &plan, grid->whole ? MIN(plan.cuts.n_lanes, most) : most, error) &&
	       route_grid(l, grid, &plan, error);
}

/* Cuts of one lane alone would leave most paths without. */
gboolean torus_lanes(Search *l, GError **error)
{
	GError *failure = NULL;
	g_autoptr(Grid) grid = grid_find(l->graph, &failure);
	gboolean fine = failure == NULL;
	if (failure)
		g_propagate_error(error, failure);
	if (fine && grid && l->options.max_lanes > 1)
		fine = try_cuts(l, grid, error);
	search_clear(l);
	return fine;
}
