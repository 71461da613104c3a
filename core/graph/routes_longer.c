/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counts the routes that are longer than minimal, and finds the longest route. A destination's tree of routes in which
 * each step leads nearer to it is passed over as a whole, as most trees are.
 *
 * Also counts pairs of hosts whose route would be too long to be stored (GRAPH_FAR hops). The hops from one switch of
 * each piece of the fabric tell whether any two switches of the piece can be so far apart, which is rare; only then are
 * its pairs looked at.
 */
#include "core/base/arena.h"
#include "core/base/crew.h"
#include "core/base/union_find.h"
#include "core/graph/routes.h"

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
	crew_run(&counter, 0, graph_threads_for(graph, graph->n_dests), graph->n_dests,
		 &(CrewJob){.work = count_long_tree});
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

/* Hosts of the same piece of the fabric that have no route to switch w. */
static guint64 count_lost(const Graph *graph, const guint8 *row, guint32 *piece, guint32 w)
{
	guint64 hosts = 0;
	for (guint32 v = 0; v < graph->n_switches; v++)
		if (v != w && row[v] == ROUTE_NONE && union_find_root(piece, v) == union_find_root(piece, w))
			hosts += graph->hosts[v];
	return hosts;
}

gboolean routes_too_far(const Graph *graph, const Routes *routes, const guint8 *hops, guint64 *pairs, GError **error)
{
	gsize n = graph->n_switches;
	g_autoptr(Arena) arena = arena_new();
	g_autofree guint32 *host = routes_first_hosts(graph, error);
	guint32 *piece = arena_new_array(arena, guint32, n); /* named by their first switch */
	guint8 *wide = arena_new_array0(arena, guint8, n);   /* 1 for a piece in which two can be too far apart */
	if (!host || !arena_check(arena, "pieces", error))
		return FALSE;
	union_find_reset(piece, graph->n_switches);
	for (guint32 c = 0; c < graph->n_channels; c++)
		union_find_join(piece, graph->from[c], graph->to[c]);
	for (guint32 v = 0; v < n; v++) {
		guint32 first = union_find_root(piece, v);
		wide[first] |= 2 * hops[first * n + v] >= GRAPH_FAR;
	}
	*pairs = 0;
	for (guint32 w = 0; w < n; w++)
		if (graph->hosts[w] && wide[union_find_root(piece, w)])
			*pairs += graph->hosts[w] * count_lost(graph, routes_row(routes, host[w]), piece, w);
	return TRUE;
}
