/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Builds one tree of longer routes to each switch, for all hosts on it: others join it in the order of their distance
 * by the grid's rule.
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
	guint32 *waiting;    /* [n_waiting] switches without a route */
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

static void set_channel(Build *b, guint32 v, guint32 c)
{
	b->length[v] = b->length[b->graph->to[c]] + 1;
	pair_routes_set(b->trees, v, b->target, c);
}

/*
 * Gives waiting switches routes over neighbours that have one by now; with `any` also routes without a lane. FALSE:
 * none got one.
 */
static gboolean settle(Build *b, gboolean any)
{
	guint32 n = 0, before = b->n_waiting;
	for (guint32 i = 0; i < before; i++) {
		guint32 v = b->waiting[i], c = find_channel(b, v, any);
		if (c != GRAPH_NONE)
			set_channel(b, v, c);
		else
			b->waiting[n++] = v;
	}
	b->n_waiting = n;
	return n < before;
}

static void make_tree(Build *b, guint32 target)
{
	gsize n = b->graph->n_switches;
	b->target = target;
	b->next = b->trees->next + target * n;
	b->length[target] = 0;
	b->n_waiting = 0;
	sort_switches(b);
	for (guint32 i = 0; i < n; i++) {
		guint32 v = b->order[i], c = v == target ? GRAPH_NONE : choose(b, v);
		if (c != GRAPH_NONE)
			set_channel(b, v, c);
		else if (v != target)
			b->waiting[b->n_waiting++] = v;
	}
	while (b->n_waiting && (settle(b, FALSE) || settle(b, TRUE)))
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
	b.waiting = arena_new_array0(arena, guint32, n);
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
	for (gsize v = 0; v < n && g->dests[dest].is_host; v++)
		for (guint32 w = (guint32)v; g->hosts[v] && w != target && row[w] != ROUTE_NONE;) {
			guint32 c = graph_channel(g, w, row[w]);
			routes->load[c] += g->hosts[v];
			w = g->to[c];
		}
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
