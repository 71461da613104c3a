/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps the routes of all pairs of switches in three tables: the first channel of each route, the lanes that allow it,
 * and the lanes that both directions may share. Trees are filled in by others, switch by switch (grid_trees.c,
 * grid_longer.c).
 */
#include "core/torus/pair_routes.h"

#include "core/graph/routes.h"

#include <string.h>

PairRoutes *pair_routes_new(const LaneSet *lanes, GError **error)
{
	gsize n = lanes->turns->graph->n_switches, pairs = n * n;
	g_autoptr(PairRoutes) routes = g_new0(PairRoutes, 1);
	routes->lanes = lanes;
	routes->arena = arena_new();
	routes->next = arena_new_array(routes->arena, guint32, pairs + 1);
	routes->common = arena_new_array0(routes->arena, LaneMask, pairs + 1);
	routes->legal = arena_new_array0(routes->arena, LaneMask, pairs + 1);
	if (!arena_check(routes->arena, "routes of pairs", error))
		return NULL;
	memset(routes->next, 0xff, pairs * sizeof *routes->next);
	return g_steal_pointer(&routes);
}

LaneMask pair_routes_back(const PairRoutes *pairs, guint32 v, guint32 target)
{
	gsize n = pairs->lanes->turns->graph->n_switches;
	/* Trees are made from the first switch on. */
	LaneMask back = pairs->lanes->symmetric && target > v ? pairs->legal[v * n + target] : 0;
	return back ? back : lane_set_all(pairs->lanes);
}

void pair_routes_set(PairRoutes *pairs, guint32 v, guint32 target, guint32 c)
{
	gsize n = pairs->lanes->turns->graph->n_switches;
	pairs->next[target * n + v] = c;
	pairs->legal[target * n + v] = pairs->common[v * n + target] = pair_routes_over(pairs, c, target);
}

void pair_routes_intersect(PairRoutes *pairs, const guint8 *hops)
{
	const Graph *graph = pairs->lanes->turns->graph;
	gsize n = graph->n_switches;
	LaneMask *common = pairs->common;
	for (guint32 s = 0; s < n; s++)
		for (guint32 t = 0; t < n; t++) {
			if (s < t && pairs->lanes->symmetric)
				common[s * n + t] = common[t * n + s] &= common[s * n + t];
			pairs->n_without += s != t && !common[s * n + t] && pair_of_hosts(graph, s, t) &&
					    hops[s * n + t] != GRAPH_FAR;
		}
}

void pair_routes_free(PairRoutes *pairs)
{
	if (!pairs)
		return;
	arena_free(pairs->arena);
	g_free(pairs);
}
