/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counts routes that are longer than minimal, and finds the longest route. A tree in which each step leads nearer to
 * the destination is passed over as a whole, as most trees are.
 */
#include "core/base/crew.h"
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
	guint64 pairs;
} LongCounter;

static void count_long_tree(gpointer data, guint32 dest)
{
	LongCounter *k = data;
	const guint8 *row = routes_row(k->routes, dest);
	const guint8 *from = k->hops + (gsize)k->graph->dests[dest].vertex * k->graph->n_switches;
	if (k->graph->dests[dest].is_host && !tree_is_minimal(k->graph, row, from))
		k->pairs += count_long(k->graph, row, from);
}

guint64 routes_nonminimal(const Graph *graph, const Routes *routes, const guint8 *hops)
{
	guint n = MAX(1, graph_threads_for(graph, graph->n_dests));
	guint64 pairs = 0;
	g_autofree LongCounter *counter = g_new0(LongCounter, n);
	g_autofree gpointer *counters = g_new0(gpointer, n);
	for (guint i = 0; i < n; i++) {
		counter[i] = (LongCounter){graph, routes, hops, 0};
		counters[i] = &counter[i];
	}
	crew_run(counters, n, graph->n_dests, &(CrewJob){.work = count_long_tree});
	for (guint i = 0; i < n; i++)
		pairs += counter[i].pairs;
	return pairs;
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
