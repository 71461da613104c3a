/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counts routes that are longer than minimal, and finds the longest route. A tree in which each step leads nearer to
 * the destination is passed over as a whole, as most trees are. Counts pairs of hosts whose route would be too long to
 * be stored. A search from one switch of each piece of the fabric tells whether any two switches of it can be too far
 * apart, which is rare; only then its pairs are looked at.
 */
#include "core/base/arena.h"
#include "core/base/crew.h"
#include "core/graph/routes.h"

#include <string.h>

static guint32 next_hop(const Graph *graph, const guint8 *row, guint32 v)
{
	guint32 c = row[v] == ROUTE_NONE ? GRAPH_NONE : graph_channel(graph, v, row[v]);
	return c == GRAPH_NONE ? GRAPH_NONE : graph->to[c];
}

/* Whether every step of a tree leads nearer to its destination. */
static gboolean tree_is_minimal(const Graph *graph, const guint8 *row, const guint8 *hops)
{
	for (guint32 v = 0; v < graph->n_switches; v++) {
		guint32 w = next_hop(graph, row, v);
		if (w != GRAPH_NONE && hops[w] >= hops[v])
			return FALSE;
	}
	return TRUE;
}

/*
 * Counts the hosts whose path is longer than minimal, of one tree. Paths that do not arrive do not count: tables of
 * others may lack entries, or lead in a loop.
 */
static guint64 count_long(const Graph *graph, const guint8 *row, const guint8 *hops)
{
	guint64 pairs = 0;
	for (guint32 v = 0; v < graph->n_switches; v++) {
		guint32 length = 0, w = v;
		for (guint32 next; graph->hosts[v] && length < graph->n_switches; length++, w = next)
			if ((next = next_hop(graph, row, w)) == GRAPH_NONE)
				break;
		if (hops[w] == 0 && length > hops[v])
			pairs += graph->hosts[v];
	}
	return pairs;
}

typedef struct {
	const Graph *graph;
	const Routes *routes;
	const guint8 *hops;
	gsize pairs; /* an atomic */
} LongCounter;

static void count_long_tree(gpointer data, guint32 dest)
{
	LongCounter *k = data;
	const guint8 *row = routes_row(k->routes, dest);
	const guint8 *from = k->hops + (gsize)k->graph->dests[dest].vertex * k->graph->n_switches;
	if (k->graph->dests[dest].is_host && !tree_is_minimal(k->graph, row, from))
		g_atomic_pointer_add(&k->pairs, (gssize)count_long(k->graph, row, from));
}

guint64 routes_nonminimal(const Graph *graph, const Routes *routes, const guint8 *hops)
{
	LongCounter counter = {graph, routes, hops, 0};
	crew_run(NULL, graph_threads_for(graph, graph->n_dests), graph->n_dests,
		 &(CrewJob){.work = count_long_tree, .user = &counter});
	return counter.pairs;
}

guint64 routes_nonminimal_to(const Graph *graph, const Routes *routes, const guint8 *hops, guint32 dest)
{
	LongCounter counter = {graph, routes, hops, 0};
	count_long_tree(&counter, dest);
	return counter.pairs;
}

/* The longest route of a tree. */
static guint32 longest_in(const Graph *graph, const guint8 *row)
{
	guint32 most = 0;
	for (guint32 v = 0; v < graph->n_switches; v++) {
		guint32 length = 0;
		for (guint32 w = v; graph->hosts[v] && (w = next_hop(graph, row, w)) != GRAPH_NONE;)
			length++;
		most = MAX(most, length);
	}
	return most;
}

guint32 routes_longest(const Graph *graph, const Routes *routes, const guint8 *hops, gboolean longer)
{
	gsize n = graph->n_switches;
	guint32 most = 0;
	for (guint32 v = 0; v < n; v++)
		for (guint32 w = 0; graph->hosts[v] && w < n; w++)
			if (graph->hosts[w] && hops[v * n + w] != GRAPH_FAR)
				most = MAX(most, hops[v * n + w]);
	for (guint32 d = 0; longer && d < graph->n_dests; d++) {
		const guint8 *row = routes_row(routes, d);
		if (graph->dests[d].is_host && !tree_is_minimal(graph, row, hops + graph->dests[d].vertex * n))
			most = MAX(most, longest_in(graph, row));
	}
	return most;
}

/* ---- routes that would be too long */

typedef struct {
	const Graph *graph;
	guint32 *piece; /* [n_switches] its first switch, GRAPH_NONE: not met yet */
	guint32 *queue, *depth;
} Pieces;

/* Visits the switches that are connected to `start`, breadth-first; returns whether two of them can be too far apart. */
static gboolean walk_piece(Pieces *p, guint32 start)
{
	const Graph *g = p->graph;
	guint32 n = 0, v = start;
	p->queue[n++] = start;
	p->piece[start] = start;
	p->depth[start] = 0;
	for (guint32 i = 0; i < n; i++) {
		v = p->queue[i];
		for (guint32 c = g->first[v]; c < g->first[v + 1]; c++) {
			guint32 w = g->to[c];
			if (p->piece[w] != GRAPH_NONE)
				continue;
			p->piece[w] = start;
			p->depth[w] = p->depth[v] + 1;
			p->queue[n++] = w;
		}
	}
	return 2 * p->depth[v] >= GRAPH_FAR;
}

static guint64 count_piece(const Pieces *p, const Routes *routes, const guint32 *host, guint32 start)
{
	const Graph *g = p->graph;
	guint64 pairs = 0;
	for (guint32 w = 0; w < g->n_switches; w++) {
		if (p->piece[w] != start || !g->hosts[w])
			continue;
		const guint8 *row = routes_row(routes, host[w]);
		for (guint32 v = 0; v < g->n_switches; v++)
			if (v != w && p->piece[v] == start && row[v] == ROUTE_NONE)
				pairs += (guint64)g->hosts[v] * g->hosts[w];
	}
	return pairs;
}

gboolean routes_too_far(const Graph *graph, const Routes *routes, guint64 *pairs, GError **error)
{
	guint32 n = graph->n_switches;
	g_autoptr(Arena) arena = arena_new();
	g_autofree guint32 *host = routes_first_hosts(graph, error);
	Pieces p = {.graph = graph,
		    .piece = arena_new_array(arena, guint32, n),
		    .queue = arena_new_array(arena, guint32, n),
		    .depth = arena_new_array(arena, guint32, n)};
	if (!host || !arena_check(arena, "pieces", error))
		return FALSE;
	memset(p.piece, 0xff, n * sizeof *p.piece);
	*pairs = 0;
	for (guint32 v = 0; v < n; v++)
		if (p.piece[v] == GRAPH_NONE && walk_piece(&p, v))
			*pairs += count_piece(&p, routes, host, v);
	return TRUE;
}
