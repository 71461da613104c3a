/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Builds one tree of longer routes to each switch of a grid, for all hosts on it. Switches join the tree in the order
 * of their distance by the grid's rule: over the rule's channel where it is there and has a lane, else over the
 * neighbour with the shortest path that has a lane. Those that find none try again in rounds, and without a lane where
 * a round gains nothing. grid_longer_route() then makes the routes of all destinations from the trees.
 */
#include "core/torus/grid_longer.h"

#include <string.h>

typedef struct {
	const Graph *graph;
	const GridRule *rule;
	PairRoutes *trees;
	guint32 target;
	const guint32 *next; /* [n_switches] of the tree that is made; GRAPH_NONE: not settled */
	guint16 *length;     /* [n_switches] hops of a route */
	guint32 *hops;       /* [n_switches] hops as the rule has them */
	guint32 *order;      /* [n_switches] by these */
	guint32 *n_hops;     /* [n_switches + 1] scratch: how many have so many */
	guint32 *waiting;    /* [n_waiting] switches without a route, in this order; a part of `order` */
	guint32 n_waiting;
} Build;

/* Switches by how far they are from the target as the rule goes. */
static void sort_switches(Build *b)
{
	guint32 n = b->graph->n_switches;
	memset(b->n_hops, 0, (n + 1) * sizeof *b->n_hops);
	for (guint32 v = 0; v < n; v++)
		b->n_hops[MIN(b->hops[v] = grid_rule_hops(b->rule, v, b->target), n - 1) + 1]++;
	for (guint32 i = 0; i < n; i++)
		b->n_hops[i + 1] += b->n_hops[i];
	for (guint32 v = 0; v < n; v++)
		b->order[b->n_hops[MIN(b->hops[v], n - 1)]++] = v;
}

/* Whether v has a route, or is the target, and a route over it is not too long. */
static gboolean goes_on_at(const Build *b, guint32 v)
{
	return (v == b->target || b->next[v] != GRAPH_NONE) && b->length[v] < GRAPH_FAR - 1;
}

/* The first channel of the shortest path on that has a lane; or any at all. */
static guint32 find_channel(const Build *b, guint32 v, gboolean any)
{
	const Graph *g = b->graph;
	guint32 best = GRAPH_NONE;
	LaneMask back = pair_routes_back(b->trees, v, b->target);
	for (guint32 c = g->first[v]; c < g->first[v + 1]; c++) {
		guint32 to = g->to[c];
		if (goes_on_at(b, to) && (best == GRAPH_NONE || b->length[to] < b->length[g->to[best]]) &&
		    (any || (pair_routes_over(b->trees, c, b->target) & back)))
			best = c;
	}
	return best;
}

/* The rule's channel if it is there and has a lane, else the first channel of the shortest path with a lane. */
static guint32 choose(const Build *b, guint32 v)
{
	guint32 c = grid_rule_next(b->rule, v, b->target);
	if (c != GRAPH_NONE && goes_on_at(b, b->graph->to[c]) &&
	    (pair_routes_over(b->trees, c, b->target) & pair_routes_back(b->trees, v, b->target)))
		return c;
	return find_channel(b, v, FALSE);
}

/* Routes that switches may get: those of the rule and the shortest with a lane; only the latter; without one, too. */
typedef enum { BY_RULE, WITH_LANE, ANY } Settle;

/* Gives waiting switches routes over neighbours that have one by now. FALSE: none got one. */
static gboolean settle(Build *b, Settle how)
{
	guint32 n = 0, before = b->n_waiting;
	for (guint32 i = 0; i < before; i++) {
		guint32 v = b->waiting[i], c = how == BY_RULE ? choose(b, v) : find_channel(b, v, how == ANY);
		if (c == GRAPH_NONE) {
			b->waiting[n++] = v;
			continue;
		}
		b->length[v] = b->length[b->graph->to[c]] + 1;
		pair_routes_set(b->trees, v, b->target, c);
	}
	b->n_waiting = n;
	return n < before;
}

static void make_tree(Build *b, guint32 target)
{
	b->target = target;
	b->next = b->trees->next + (gsize)target * b->graph->n_switches;
	b->length[target] = 0;
	sort_switches(b);
	/* The target itself comes first, as no other switch has its coordinates. */
	b->waiting = b->order + 1;
	b->n_waiting = b->graph->n_switches - 1;
	settle(b, BY_RULE);
	while (b->n_waiting && (settle(b, WITH_LANE) || settle(b, ANY)))
		;
}

PairRoutes *grid_longer_trees(const GridRule *rule, const LaneSet *lanes, const guint8 *hops, GError **error)
{
	g_autoptr(Arena) arena = arena_new();
	gsize n = (gsize)rule->graph->n_switches + 1;
	g_autoptr(PairRoutes) trees = pair_routes_new(lanes, error);
	Build b = {.graph = rule->graph, .rule = rule, .trees = trees};
	b.length = arena_new_array0(arena, guint16, n);
	b.hops = arena_new_array0(arena, guint32, n);
	b.order = arena_new_array0(arena, guint32, n);
	b.n_hops = arena_new_array0(arena, guint32, n + 1);
	if (!trees || !arena_check(arena, "routes of a grid", error))
		return NULL;
	for (guint32 target = 0; target < rule->graph->n_switches; target++)
		make_tree(&b, target);
	pair_routes_intersect(trees, hops);
	return g_steal_pointer(&trees);
}

/* ---- the routes of all destinations */

/* Of channels side by side, which are alike, the one with the least to carry. */
static guint32 least_of(const Graph *g, const Routes *routes, guint32 c)
{
	guint32 best = c, v = g->from[c];
	for (guint32 k = g->first[v]; k < g->first[v + 1]; k++)
		if (g->to[k] == g->to[c] && routes->load[k] < routes->load[best])
			best = k;
	return best;
}

static void route_dest(const Graph *g, const PairRoutes *trees, guint32 dest, Routes *routes)
{
	gsize n = g->n_switches;
	guint32 target = g->dests[dest].vertex;
	guint8 *row = routes_row(routes, dest);
	row[target] = 0;
	for (gsize v = 0; v < n; v++) {
		guint32 c = trees->next[target * n + v];
		if (c != GRAPH_NONE)
			row[v] = g->port[least_of(g, routes, c)];
	}
	for (guint32 v = 0; v < n && g->dests[dest].is_host; v++)
		for (guint32 c = g->hosts[v] ? route_channel(g, row, v) : GRAPH_NONE; c != GRAPH_NONE;
		     c = route_channel(g, row, g->to[c]))
			routes->load[c] += g->hosts[v];
}

void grid_longer_route(const Graph *graph, const PairRoutes *trees, Routes *routes, LaneMask *legal)
{
	gsize n = graph->n_switches;
	for (guint32 d = 0; d < graph->n_dests; d++) {
		if (!route_follows_host(graph, d))
			route_dest(graph, trees, d, routes);
		if (legal)
			memcpy(legal + d * n, trees->legal + graph->dests[d].vertex * n, n * sizeof *legal);
	}
	routes->passes = 1;
}
