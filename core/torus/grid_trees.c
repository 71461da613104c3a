/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds a minimal route and its lanes for each pair of switches of a grid, as one tree towards each switch. A tree is
 * made from its target outwards, so that the rest of a route is known when its first channel is chosen. A switch takes
 * the channel of the grid's rule if that is minimal and has a lane that the path back leaves, else another such minimal
 * channel. If there is none, it takes one with any lane, or at last one without.
 */
#include "core/torus/grid_trees.h"

#include "core/graph/bfs.h"

/*
 * Returns the rule's channel where it is minimal and has a lane. Else, where cables are lost, any minimal channel with
 * a lane that the path back, if it is known, has too; else, if possible, one with any lane.
 */
static guint32 choose(const GridRule *rule, const Bfs *bfs, const PairRoutes *trees, guint32 i)
{
	guint32 v = bfs->order[i], target = bfs->order[0], c = grid_rule_next(rule, v, target), best = GRAPH_NONE;
	LaneMask back = pair_routes_back(trees, v, target);
	if (c != GRAPH_NONE && bfs->hops[rule->graph->to[c]] + 1 == bfs->hops[v] &&
	    (pair_routes_over(trees, c, target) & back))
		return c;
	for (guint32 k = bfs->first[i]; k < bfs->first[i + 1]; k++) {
		LaneMask mask = pair_routes_over(trees, bfs->channel[k], target);
		if (mask & back)
			return bfs->channel[k];
		if (best == GRAPH_NONE || mask)
			best = bfs->channel[k];
	}
	return best;
}

PairRoutes *grid_trees(const GridRule *rule, const LaneSet *lanes, const guint8 *hops, GError **error)
{
	const Graph *graph = rule->graph;
	g_autoptr(Bfs) bfs = bfs_new(graph, error);
	g_autoptr(PairRoutes) trees = bfs ? pair_routes_new(lanes, error) : NULL;
	for (guint32 target = 0; trees && target < graph->n_switches; target++) {
		bfs_run(graph, target, bfs);
		for (guint32 i = 1; i < bfs->n_reached; i++)
			pair_routes_set(trees, bfs->order[i], target, choose(rule, bfs, trees, i));
	}
	if (trees)
		pair_routes_intersect(trees, hops);
	return g_steal_pointer(&trees);
}
