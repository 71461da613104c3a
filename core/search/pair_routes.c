/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Routes keep as many lanes as they can: what lies farther off goes on as they do, and the way back is still to be
 * found. Of channels that keep equally many it is the one with the fewest routes.
 */
#include "core/search/pair_routes.h"

#include "core/base/arena.h"
#include "core/graph/bfs.h"
#include "core/graph/routes.h"

PairRoutes *pair_routes_new(guint32 n_switches, GError **error)
{
	gsize pairs = (gsize)n_switches * n_switches;
	g_autoptr(PairRoutes) routes = g_new0(PairRoutes, 1);
	routes->arena = arena_new();
	routes->n_switches = n_switches;
	routes->next = arena_new_array(routes->arena, guint32, pairs + 1);
	routes->common = arena_new_array0(routes->arena, LaneMask, pairs + 1);
	routes->legal = arena_new_array0(routes->arena, LaneMask, pairs + 1);
	return arena_check(routes->arena, "routes of pairs", error) ? g_steal_pointer(&routes) : NULL;
}

void pair_routes_free(PairRoutes *pairs)
{
	if (!pairs)
		return;
	arena_free(pairs->arena);
	g_free(pairs);
}

typedef struct {
	const Graph *graph;
	const LaneSet *lanes;
	PairRoutes *trees;
	Bfs *bfs;
	guint64 *routes; /* [n_switches] from hosts, that come through a switch */
	guint64 *load;   /* [n_channels] from hosts to hosts */
} Trees;

/* The lanes that the pair may still have; all when it has none any more, or needs none. */
static LaneMask lanes_of_pair(const Trees *t, guint32 v, guint32 target)
{
	LaneMask lanes = t->trees->common[(gsize)v * t->graph->n_switches + target];
	return lanes && pair_of_hosts(t->graph, v, target) ? lanes : lane_set_all(t->lanes);
}

static guint32 choose(const Trees *t, guint32 i, const guint32 *next, const LaneMask *legal)
{
	guint32 v = t->bfs->order[i], target = t->bfs->order[0], best = t->bfs->channel[t->bfs->first[i]];
	LaneMask want = lanes_of_pair(t, v, target);
	gint most = -1;
	for (guint32 k = t->bfs->first[i]; k < t->bfs->first[i + 1]; k++) {
		guint32 c = t->bfs->channel[k];
		gint kept = __builtin_popcount(lane_set_route(t->lanes, c, target, next, legal) & want);
		if (kept < most || (kept == most && t->load[c] >= t->load[best]))
			continue;
		most = kept;
		best = c;
	}
	return best;
}

/* Adds the routes of one tree to the loads. */
static void count(const Trees *t, const guint32 *next)
{
	const Graph *g = t->graph;
	for (guint32 i = 0; i < t->bfs->n_reached; i++)
		t->routes[t->bfs->order[i]] = g->hosts[t->bfs->order[i]];
	for (guint32 i = t->bfs->n_reached; i-- > 1;) {
		guint32 v = t->bfs->order[i];
		t->load[next[v]] += t->routes[v] * g->hosts[t->bfs->order[0]];
		t->routes[g->to[next[v]]] += t->routes[v];
	}
}

static void make_tree(const Trees *t, guint32 target)
{
	gsize n = t->graph->n_switches;
	guint32 *next = t->trees->next + target * n;
	LaneMask *common = t->trees->common, *legal = t->trees->legal + target * n;
	bfs_run(t->graph, target, t->bfs);
	next[target] = GRAPH_NONE;
	for (guint32 i = 1; i < t->bfs->n_reached; i++) {
		guint32 v = t->bfs->order[i], c = choose(t, i, next, legal);
		next[v] = c;
		legal[v] = lane_set_route(t->lanes, c, target, next, legal);
		common[v * n + target] &= legal[v];
		if (t->lanes->symmetric)
			common[target * n + v] &= legal[v];
	}
	count(t, next);
}

gboolean pair_routes_find(const Graph *graph, const LaneSet *lanes, PairRoutes *trees, GError **error)
{
	g_autoptr(Arena) arena = arena_new();
	g_autoptr(Bfs) bfs = bfs_new(graph, error);
	Trees t = {.graph = graph, .lanes = lanes, .trees = trees, .bfs = bfs};
	if (!bfs)
		return FALSE;
	t.routes = arena_new_array0(arena, guint64, graph->n_switches + 1);
	t.load = arena_new_array0(arena, guint64, graph->n_channels + 1);
	if (!arena_check(arena, "trees", error))
		return FALSE;
	for (guint32 target = 0; target < graph->n_switches; target++)
		make_tree(&t, target);
	return TRUE;
}
