/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes and copies routes: for each destination a row with the out port of every switch, and for each channel its load.
 * Counts loads and figures of them, finds the switches where two rows lead over different paths, turns the rows into
 * forwarding tables, and lists the destinations of each switch. Long loops are shared among threads.
 */
#include "core/graph/routes.h"

#include "core/base/crew.h"
#include "core/base/error.h"

#include <string.h>

/* What is looked at together: destinations, switches, and bytes in a line of the cache. */
#define BLOCK 64

Routes *routes_new(const Graph *graph, GError **error)
{
	g_autoptr(Routes) routes = g_new0(Routes, 1);
	gsize entries = (gsize)graph->n_dests * graph->n_switches;
	routes->n_switches = graph->n_switches;
	routes->n_dests = graph->n_dests;
	routes->port = g_try_malloc(entries + 1);
	routes->load = g_try_new0(guint64, graph->n_channels + 1);
	if (!routes->port || !routes->load)
		return sssp_error_memory_null(error, "the routes", entries + graph->n_channels * sizeof(guint64));
	memset(routes->port, ROUTE_NONE, entries);
	return g_steal_pointer(&routes);
}

Routes *routes_copy(const Graph *graph, const Routes *routes, GError **error)
{
	Routes *copy = routes_new(graph, error);
	if (copy)
		routes_assign(graph, copy, routes);
	return copy;
}

void routes_assign(const Graph *graph, Routes *routes, const Routes *from)
{
	routes->passes = from->passes;
	memcpy(routes->port, from->port, (gsize)from->n_dests * from->n_switches);
	memcpy(routes->load, from->load, graph->n_channels * sizeof(guint64));
}

void routes_swap(Routes *a, Routes *b)
{
	Routes other = *a;
	*a = *b;
	*b = other;
}

void routes_clear(const Graph *graph, Routes *routes)
{
	routes->passes = 0;
	memset(routes->port, ROUTE_NONE, (gsize)routes->n_dests * routes->n_switches);
	memset(routes->load, 0, graph->n_channels * sizeof(guint64));
}

void routes_free(Routes *routes)
{
	if (!routes)
		return;
	g_free(routes->port);
	g_free(routes->load);
	g_free(routes);
}

gboolean routes_find_differing(const Graph *graph, const guint8 *row, const guint8 *other, guint32 *list,
			       guint8 *differs)
{
	guint32 n = 0;
	memset(differs, 0, graph->n_switches);
	for (guint32 v = 0; v < graph->n_switches; v++)
		if (v % BLOCK == 0 && !memcmp(row + v, other + v, MIN(BLOCK, graph->n_switches - v)))
			v += BLOCK - 1;
		else if ((differs[v] = row[v] != other[v]))
			list[n++] = v;
	for (guint32 i = 0; i < n; i++)
		for (guint32 c = graph->first[list[i]], u; c < graph->first[list[i] + 1]; c++)
			if (!differs[u = graph->to[c]] && row[u] == graph->port[graph->reverse[c]])
				differs[list[n++] = u] = 1;
	return n > 0;
}

guint64 routes_efi(const Graph *graph, const Routes *routes)
{
	guint64 highest = 0;
	for (guint32 c = 0; c < graph->n_channels; c++)
		highest = MAX(highest, routes->load[c]);
	return highest;
}

typedef struct {
	const Graph *graph;
	const Routes *routes;
	guint64 *load; /* [n_channels] */
} Counter;

static void count_dest(gpointer data, guint32 dest)
{
	const Counter *k = data;
	const Graph *g = k->graph;
	const guint8 *row = routes_row(k->routes, dest);
	for (guint32 v = 0; g->dests[dest].is_host && v < g->n_switches; v++)
		for (guint32 c = g->hosts[v] ? route_channel(g, row, v) : GRAPH_NONE; c != GRAPH_NONE;
		     c = route_channel(g, row, g->to[c]))
			k->load[c] += g->hosts[v];
}

/* Each thread counts in an array of its own; where that cannot be had one does it all. */
void routes_recount(const Graph *graph, Routes *routes)
{
	guint n = graph_threads_with(graph, graph->n_dests, graph->n_channels * sizeof(guint64)), ready = 1;
	g_autofree Counter *counter = g_new0(Counter, n);
	memset(routes->load, 0, graph->n_channels * sizeof(guint64));
	counter[0] = (Counter){graph, routes, routes->load};
	while (ready < n && (counter[ready].load = g_try_new0(guint64, graph->n_channels + 1)))
		ready++;
	for (guint i = 0; i < ready; i++)
		counter[i] = (Counter){graph, routes, counter[i].load};
	crew_run(counter, sizeof *counter, ready, graph->n_dests, &(CrewJob){.work = count_dest});
	for (guint i = 1; i < ready; i++) {
		for (guint32 c = 0; c < graph->n_channels; c++)
			routes->load[c] += counter[i].load[c];
		g_free(counter[i].load);
	}
}

double routes_mean_load(const Graph *graph, const Routes *routes)
{
	double sum = 0;
	for (guint32 c = 0; c < graph->n_channels; c++)
		sum += (double)routes->load[c];
	return graph->n_channels ? sum / graph->n_channels : 0;
}

/* Destinations are taken in blocks, whose rows are fetched from beginning to end: memory is fastest then. */
typedef struct {
	const Graph *graph;
	const Routes *routes;
	Lft *lft;
} Transposer;

static void copy_block(gpointer data, guint32 block)
{
	const Transposer *t = data;
	const Graph *graph = t->graph;
	guint32 begin = block * BLOCK, end = MIN(begin + BLOCK, graph->n_dests), n = graph->n_switches;
	guint16 lid[BLOCK];
	for (guint32 d = begin; d < end; d++)
		lid[d - begin] = graph->dests[d].lid;
	routes_fetch(t->routes, begin, end);
	for (guint32 v = 0; v < n; v++) {
		guint8 *table = t->lft->port + (gsize)v * t->lft->n_lids;
		const guint8 *entry = routes_row(t->routes, begin) + v;
		for (guint32 i = 0; i < end - begin; i++, entry += n)
			table[lid[i]] = *entry;
	}
	for (guint32 d = begin; d < end; d++)
		t->lft->port[(gsize)graph->dests[d].vertex * t->lft->n_lids + graph->dests[d].lid] =
			graph->dests[d].port;
}

Lft *lft_from_routes(const Graph *graph, const Routes *routes, GError **error)
{
	guint32 n_lids = 1, blocks = (graph->n_dests + BLOCK - 1) / BLOCK;
	for (guint32 d = 0; d < graph->n_dests; d++)
		n_lids = MAX(n_lids, graph->dests[d].lid + 1u);
	Lft *lft = lft_new(graph->n_switches, n_lids, error);
	if (!lft)
		return NULL;
	memcpy(lft->guid, graph->guid, graph->n_switches * sizeof(guint64));
	Transposer transposer = {graph, routes, lft};
	crew_run(&transposer, 0, graph_threads_for(graph, graph->n_dests), blocks, &(CrewJob){.work = copy_block});
	return lft;
}

static gboolean is_listed(const Graph *graph, gboolean others, guint32 dest)
{
	return graph->dests[dest].is_host || (others && !route_follows_host(graph, dest));
}

/*
 * A counting sort: those of switch v are counted in first[v + 2]; sums make first[v + 1] the index where v begins; each
 * one placed moves it on, at last to where v + 1 begins.
 */
gboolean routes_list_dests(const Graph *graph, gboolean others, guint32 **first, guint32 **dest, GError **error)
{
	guint32 *at = *first = g_try_new0(guint32, (gsize)graph->n_switches + 2);
	*dest = g_try_new(guint32, (gsize)graph->n_dests + 1);
	if (!at || !*dest)
		return sssp_error_memory(error, "destinations", graph->n_dests * sizeof(guint32));
	for (guint32 d = 0; d < graph->n_dests; d++)
		at[graph->dests[d].vertex + 2] += is_listed(graph, others, d) ? 1 : 0;
	for (guint32 v = 0; v < graph->n_switches; v++)
		at[v + 2] += at[v + 1];
	for (guint32 d = 0; d < graph->n_dests; d++)
		if (is_listed(graph, others, d))
			(*dest)[at[graph->dests[d].vertex + 1]++] = d;
	return TRUE;
}

guint32 *routes_first_hosts(const Graph *graph, GError **error)
{
	gsize n = graph->n_switches;
	guint32 *host = g_try_new(guint32, n + 1);
	if (!host)
		return sssp_error_memory_null(error, "destinations", n * sizeof(guint32));
	for (guint32 d = graph->n_dests; d-- > 0;)
		if (!route_follows_host(graph, d))
			host[graph->dests[d].vertex] = d;
	return host;
}
