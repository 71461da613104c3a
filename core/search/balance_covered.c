/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What is no better is passed over before its lanes are looked up, which costs more than all the rest. */
#include "core/search/balance_covered.h"

#include "core/base/arena.h"
#include "core/engines/balance.h"
#include "core/graph/bfs.h"

typedef struct {
	const Graph *graph;
	const LaneSet *lanes;
	LaneMask *common;
	Routes *routes;
	Bfs *bfs;
	Balance *balance;
	LaneMask *legal; /* [n_switches] lanes of the route from a switch */
	guint32 *next;   /* [n_switches] its first channel */
	Arena *arena;    /* holds the arrays */
} Work;

/* Lanes that a route from v must have one of; 0 when any route will do. */
static LaneMask required(const Work *w, guint32 v)
{
	guint32 target = w->bfs->order[0];
	if (!pair_of_hosts(w->graph, v, target))
		return 0;
	return w->lanes->symmetric ? w->common[(gsize)v * w->graph->n_switches + target] : lane_set_all(w->lanes);
}

/* The cheapest minimal channel that keeps one of the lanes, any when `want` is 0; GRAPH_NONE: none. */
static guint32 cheapest(const Work *w, guint32 i, guint32 turn, LaneMask want)
{
	guint32 n = w->bfs->first[i + 1] - w->bfs->first[i], best = GRAPH_NONE;
	const guint32 *channel = w->bfs->channel + w->bfs->first[i];
	guint64 best_cost = 0;
	for (guint32 k = 0, at = turn % n; k < n; k++, at = at + 1 == n ? 0 : at + 1) {
		guint32 c = channel[at];
		guint64 cost = w->balance->cost[w->graph->to[c]] + balance_weight(w->balance, c);
		if (best != GRAPH_NONE && cost >= best_cost)
			continue;
		if (want && !(lane_set_route(w->lanes, c, w->bfs->order[0], w->next, w->legal) & want))
			continue;
		best = c;
		best_cost = cost;
	}
	return best;
}

static void choose(Work *w, guint32 i, guint32 turn)
{
	guint32 v = w->bfs->order[i];
	LaneMask want = required(w, v);
	guint32 c = cheapest(w, i, turn, want);
	if (c == GRAPH_NONE)
		c = cheapest(w, i, turn, 0);
	w->next[v] = c;
	w->legal[v] = lane_set_route(w->lanes, c, w->bfs->order[0], w->next, w->legal);
	w->balance->cost[v] = w->balance->cost[w->graph->to[c]] + balance_weight(w->balance, c);
}

static void publish(Work *w, guint32 dest, LaneMask *legal)
{
	guint32 n = w->graph->n_switches, target = w->bfs->order[0];
	guint8 *row = routes_row(w->routes, dest);
	row[target] = 0;
	for (guint32 i = 1; i < w->bfs->n_reached; i++) {
		guint32 v = w->bfs->order[i];
		row[v] = w->graph->port[w->next[v]];
		if (legal)
			legal[(gsize)dest * n + v] = w->legal[v];
		if (!w->lanes->symmetric || !route_of_hosts(w->graph, v, dest))
			continue;
		w->common[(gsize)v * n + target] &= w->legal[v];
		w->common[(gsize)target * n + v] &= w->legal[v];
	}
}

static void route_dest(Work *w, guint32 dest, gboolean again, LaneMask *legal)
{
	const GraphDest *to = &w->graph->dests[dest];
	if (!dest || to->vertex != to[-1].vertex)
		bfs_run(w->graph, to->vertex, w->bfs);
	if (again)
		balance_count(w->graph, w->bfs, w->balance, dest, -1, w->routes);
	w->legal[to->vertex] = lane_set_all(w->lanes);
	w->next[to->vertex] = GRAPH_NONE;
	w->balance->cost[to->vertex] = 0;
	for (guint32 i = 1; i < w->bfs->n_reached; i++)
		choose(w, i, balance_turn(w->graph, dest));
	publish(w, dest, legal);
	balance_count(w->graph, w->bfs, w->balance, dest, 1, w->routes);
}

gboolean balance_covered(const Graph *graph, const LaneSet *lanes, LaneMask *common, guint passes, Routes *routes,
			 LaneMask *legal, GError **error)
{
	g_autoptr(Arena) arena = arena_new();
	g_autoptr(Bfs) bfs = bfs_new(graph, error);
	g_autoptr(Balance) balance = bfs ? balance_new(graph, error) : NULL;
	if (!balance)
		return FALSE;
	Work w = {.graph = graph, .lanes = lanes, .common = common, .routes = routes, .bfs = bfs, .balance = balance};
	w.legal = arena_new_array0(arena, LaneMask, graph->n_switches + 1);
	w.next = arena_new_array0(arena, guint32, graph->n_switches + 1);
	if (!arena_check(arena, "routes on lanes", error))
		return FALSE;
	for (guint pass = 0; pass < passes; pass++)
		for (guint32 d = 0; d < graph->n_dests; d++)
			route_dest(&w, d, pass > 0, legal);
	routes->passes = passes;
	return TRUE;
}
