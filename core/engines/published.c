/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes the routes of P-SSSP as published: T. Hoefler, T. Schneider, A. Lumsdaine, "Optimized Routing for
 * Large-Scale InfiniBand Networks" (2009). There is one pass over the destinations, each on the loads of those before
 * it (section III.A). Where these routes close cycles they are split over lanes, and not chosen anew (section III.D;
 * lanes/first_fit.c). The two engines here serve to repeat what the paper says, and to compare with.
 *
 * `published` forces minimal routes, as the paper does in all its examples: that is psssp.c's first pass. Its trunks
 * (one path down that is kept for each destination) are left out, as a number of passes, one, is given. With
 * `published-unit` all weights start at one, so that a longer path is taken where it is less loaded. The cheapest paths
 * then depend on all weights, so each destination has a search of its own, by Dijkstra's algorithm.
 */
#include "core/base/by_keys.h"
#include "core/base/error.h"
#include "core/balance/balance.h"
#include "core/engines/engine.h"
#include "core/graph/bfs.h"

#define FAR G_MAXUINT64

/* A search from one switch by Dijkstra's algorithm, and its heap: the least cost on top, then the fewest hops. */
typedef struct {
	const Graph *graph;
	Balance *balance; /* balance->cost has the costs of this search */
	guint32 *hops;    /* [n_switches] number of channels on the cheapest route */
	guint32 *heap;    /* [n_heap] switches */
	guint32 *place;   /* [n_switches] place of a switch in the heap */
	guint32 *order;   /* [n_order] switches with final costs, the cheapest first */
	guint32 n_heap, n_order;
	Bfs *bfs; /* scratch of route_rest() */
} Search;

static gboolean is_before(const Search *s, guint32 v, guint32 w)
{
	const guint64 *cost = s->balance->cost;
	return BY_KEYS({cost[v], cost[w]}, {s->hops[v], s->hops[w]}, {v, w}) < 0;
}

static void set(Search *s, guint32 place, guint32 v)
{
	s->heap[place] = v;
	s->place[v] = place;
}

static void rise(Search *s, guint32 v)
{
	guint32 i = s->place[v];
	for (; i && is_before(s, v, s->heap[(i - 1) / 2]); i = (i - 1) / 2)
		set(s, i, s->heap[(i - 1) / 2]);
	set(s, i, v);
}

static guint32 pop(Search *s)
{
	guint32 top = s->heap[0], v = s->heap[--s->n_heap], i = 0;
	for (guint32 child; (child = 2 * i + 1) < s->n_heap; i = child) {
		if (child + 1 < s->n_heap && is_before(s, s->heap[child + 1], s->heap[child]))
			child++;
		if (!is_before(s, s->heap[child], v))
			break;
		set(s, i, s->heap[child]);
	}
	set(s, i, v);
	return top;
}

/* Takes channel c for the route of switch v if it is better; routes of GRAPH_FAR hops and more are not taken. */
static void offer(Search *s, guint32 v, guint32 c)
{
	guint64 *cost = s->balance->cost, price = cost[s->graph->to[c]] + balance_weight(s->balance, c);
	guint32 hops = s->hops[s->graph->to[c]] + 1;
	if (hops >= GRAPH_FAR || price > cost[v] || (price == cost[v] && hops >= s->hops[v]))
		return;
	if (cost[v] == FAR)
		set(s, s->n_heap++, v);
	cost[v] = price;
	s->hops[v] = hops;
	rise(s, v);
}

/* Costs and hops of all switches that reach `target`, in s->order. */
static void search(Search *s, guint32 target)
{
	const Graph *g = s->graph;
	for (guint32 v = 0; v < g->n_switches; v++)
		s->balance->cost[v] = FAR;
	s->n_order = 0;
	s->n_heap = 1;
	set(s, 0, target);
	s->balance->cost[target] = s->hops[target] = 0;
	while (s->n_heap) {
		guint32 w = pop(s);
		s->order[s->n_order++] = w;
		for (guint32 c = g->first[w]; c < g->first[w + 1]; c++)
			offer(s, g->to[c], g->reverse[c]);
	}
}

static gboolean is_cheapest(const Search *s, guint32 v, guint32 c)
{
	guint32 w = s->graph->to[c];
	return s->balance->cost[w] + balance_weight(s->balance, c) == s->balance->cost[v] &&
	       s->hops[w] + 1 == s->hops[v];
}

/* Returns the cheapest channel of v; of several number balance_turn(), modulo their number (at least 1). */
static guint32 choose(const Search *s, guint32 v, guint32 dest)
{
	const Graph *g = s->graph;
	guint32 n = 0, c = g->first[v];
	for (guint32 i = c; i < g->first[v + 1]; i++)
		n += is_cheapest(s, v, i) ? 1 : 0;
	for (guint32 turn = balance_turn(g, dest) % MAX(n, 1);; c++)
		if (is_cheapest(s, v, c) && !turn--)
			return c;
}

/* Gives a minimal path to switches whose cheapest path has more than 254 hops, though a minimal one has not. */
static void route_rest(Search *s, guint32 target, guint8 *row)
{
	bfs_run(s->graph, target, s->bfs);
	for (guint32 i = 1; i < s->bfs->n_reached; i++) {
		guint32 v = s->bfs->order[i];
		if (row[v] != ROUTE_NONE)
			continue;
		row[v] = s->graph->port[s->bfs->channel[s->bfs->first[i]]];
		s->order[s->n_order++] = v;
	}
}

static void route(Search *s, guint32 dest, Routes *routes)
{
	guint8 *row = routes_row(routes, dest);
	search(s, s->graph->dests[dest].vertex);
	row[s->order[0]] = 0;
	for (guint32 i = 1; i < s->n_order; i++)
		row[s->order[i]] = s->graph->port[choose(s, s->order[i], dest)];
	if (s->n_order < s->graph->n_switches)
		route_rest(s, s->order[0], row);
	balance_count_order(s->graph, s->order, s->n_order, s->balance, dest, 1, routes);
}

static gboolean compute_unit(const Graph *graph, guint passes, Routes *routes, GError **error)
{
	(void)passes;
	gsize n = graph->n_switches;
	g_autoptr(Balance) balance = balance_new(graph, error);
	g_autoptr(Bfs) bfs = balance ? bfs_new(graph, error) : NULL;
	g_autofree guint32 *memory = bfs ? g_try_new(guint32, 4 * n + 1) : NULL;
	if (!bfs)
		return FALSE;
	if (!memory)
		return sssp_error_memory(error, "a search", 4 * n * sizeof *memory);
	Search s = {graph, balance, memory, memory + n, memory + 2 * n, memory + 3 * n, 0, 0, bfs};
	for (guint32 d = 0; d < graph->n_dests; d++)
		route(&s, d, routes);
	routes->passes = 1;
	return TRUE;
}

static gboolean compute(const Graph *graph, guint passes, Routes *routes, GError **error)
{
	(void)passes;
	return engine_psssp.compute(graph, 1, routes, error);
}

const RouteEngine engine_published = {
	.name = "published",
	.summary = "routes of the paper on P-SSSP: one pass, split over lanes as they are, or none",
	.as_is = TRUE,
	.compute = compute,
};

const RouteEngine engine_published_unit = {
	.name = "published-unit",
	.summary = "the same with weights that start at one: longer routes where these are less loaded",
	.as_is = TRUE,
	.compute = compute_unit,
};
