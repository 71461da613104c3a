/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds routes tree by tree, from each target outwards, so that the rest of a route is known when its first channel
 * is chosen.
 */
#include "core/torus/grid_trees.h"

#include "core/graph/bfs.h"

typedef struct {
	const Graph *graph;
	const GridRule *rule;
	const LaneSet *lanes;
	Bfs *bfs;
	PairRoutes *trees;
} Build;

/*
 * Returns the rule's channel where it is minimal and has a lane. Else, where cables are lost, any minimal channel with
 * a lane that the path back, if it is known, has too; else, if possible, one with any lane.
 */
static guint32 choose(const Build *b, guint32 i, const guint32 *next, const LaneMask *legal)
{
	const LaneSet *lanes = b->lanes;
	gsize n = b->graph->n_switches;
	guint32 v = b->bfs->order[i], target = b->bfs->order[0], c = grid_rule_next(b->rule, v, target),
		best = GRAPH_NONE;
	LaneMask back = lanes->symmetric && target > v ? b->trees->legal[v * n + target] : 0;
	if (!back)
		back = lane_set_all(lanes);
	if (c != GRAPH_NONE && b->bfs->hops[b->graph->to[c]] + 1 == b->bfs->hops[v] &&
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
	gsize n = b->graph->n_switches;
	guint32 *next = b->trees->next + target * n;
	LaneMask *legal = b->trees->legal + target * n;
	bfs_run(b->graph, target, b->bfs);
	next[target] = GRAPH_NONE;
	for (guint32 i = 1; i < b->bfs->n_reached; i++) {
		guint32 v = b->bfs->order[i], c = choose(b, i, next, legal);
		next[v] = c;
		legal[v] = lane_set_route(b->lanes, c, target, next, legal);
		b->trees->common[v * n + target] = legal[v];
	}
}

void grid_trees_intersect(const Graph *graph, const LaneSet *lanes, const guint8 *hops, PairRoutes *trees)
{
	gsize n = graph->n_switches;
	LaneMask *common = trees->common;
	for (guint32 s = 0; s < n; s++)
		for (guint32 t = 0; t < n; t++) {
			if (s < t && lanes->symmetric)
				common[s * n + t] = common[t * n + s] &= common[s * n + t];
			trees->n_without += s != t && !common[s * n + t] && pair_of_hosts(graph, s, t) &&
					    hops[s * n + t] != GRAPH_FAR;
		}
}

PairRoutes *grid_trees(const GridRule *rule, const LaneSet *lanes, const guint8 *hops, GError **error)
{
	const Graph *graph = rule->graph;
	g_autoptr(Bfs) bfs = bfs_new(graph, error);
	g_autoptr(PairRoutes) trees = bfs ? pair_routes_new(graph->n_switches, error) : NULL;
	Build b = {.graph = graph, .rule = rule, .lanes = lanes, .bfs = bfs, .trees = trees};
	if (!trees)
		return NULL;
	for (guint32 target = 0; target < graph->n_switches; target++)
		make_tree(&b, target);
	grid_trees_intersect(graph, lanes, hops, trees);
	return g_steal_pointer(&trees);
}
