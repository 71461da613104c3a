/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counts the entries, blocks (of 64 entries) and SLs that differ from the previous tables. Destinations whose routes
 * have not changed are passed over as a whole. Also counts the pairs of hosts whose path is longer than minimal.
 */
#include "core/reroute/changes.h"

#include "core/base/error.h"

#include <string.h>

typedef struct {
	const PreviousTables *previous;
	const PreviousRoutes *before;
	const Graph *graph;
	const guint8 *hops;
	const Routes *routes;
	const Layers *layers;
	const guint8 **table; /* [n_switches] rows of the previous tables, NULL: there was no such switch */
	guint32 *list;        /* [n_switches] scratch */
	guint8 *differs;      /* [n_switches] 1: the route from there to the destination at hand is another */
	Changes *changes;
	guint32 n_senders; /* switches from which data is sent */
} Counter;

static guint8 previous_port(const Counter *k, guint32 dest, guint32 v)
{
	const Stand *stand = k->before->view.stand;
	guint32 was = k->before->dest[dest];
	if (was == GRAPH_NONE)
		return LFT_NO_PATH;
	const GraphDest *then = &stand->graph->dests[was];
	if (k->before->view.same && !k->before->made)
		return v == then->vertex ? then->port : routes_row(stand->routes, was)[v];
	return k->table[v] ? lft_port(k->previous->lft, k->table[v], then->lid) : LFT_NO_PATH;
}

/* Counts the entries to a destination; the one at its own switch leads to its port there. */
static void count_entries(Counter *k, guint32 dest)
{
	const Graph *g = k->graph;
	const guint8 *row = routes_row(k->routes, dest);
	const GraphDest *d = &g->dests[dest];
	const guint8 *near = k->hops + (gsize)d->vertex * g->n_switches, *before = routes_row(k->before->routes, dest);
	gboolean of_stand = k->before->view.same && !k->before->made; /* as previous_port() */
	for (guint32 v = 0; v < g->n_switches; v++) {
		if (of_stand && v != d->vertex && row[v] == before[v] && row[v] != ROUTE_NONE)
			continue;
		guint8 previous = previous_port(k, dest, v), now = v == d->vertex ? d->port : row[v];
		if (previous == now)
			continue;
		guint32 c = route_channel(g, before, v);
		k->changes->changed++;
		k->changes->must +=
			v == d->vertex || near[v] == GRAPH_FAR || c == GRAPH_NONE || near[g->to[c]] + 1u != near[v];
	}
}

static void count_sls(Counter *k, guint32 dest)
{
	const Graph *g = k->graph;
	const guint8 *row = routes_row(k->routes, dest);
	guint64 paths = 0, changed = 0;
	routes_find_differing(g, row, routes_row(k->before->routes, dest), k->list, k->differs);
	for (guint32 v = 0; v < g->n_switches; v++) {
		gsize entry = (gsize)dest * g->n_switches + v;
		if (v == g->dests[dest].vertex || !route_carries_data(g, v, dest) || row[v] == ROUTE_NONE ||
		    k->differs[v])
			continue;
		guint8 lane = k->layers->layer ? k->layers->layer[entry] : 0;
		guint8 before = k->before->layers->layer ? k->before->layers->layer[entry] : 0;
		paths++;
		changed += lane != before;
	}
	k->changes->paths += paths;
	k->changes->sls_changed += changed;
}

/* Counts the routes to a destination that carry data. */
static guint64 count_paths(const Counter *k, guint32 dest)
{
	guint32 t = k->graph->dests[dest].vertex;
	if (k->graph->dests[dest].is_port || k->graph->sends[t] == GRAPH_MANAGER_SENDS)
		return k->graph->n_switches - 1;
	return k->n_senders - (k->graph->sends[t] != GRAPH_SENDS_NOTHING);
}

static void count_tree(Counter *k, guint32 dest)
{
	const GraphDest *d = &k->graph->dests[dest];
	gboolean was_there = k->before->dest[dest] != GRAPH_NONE && !k->before->moved[dest];
	if (was_there && previous_port(k, dest, d->vertex) == d->port &&
	    !memcmp(routes_row(k->routes, dest), routes_row(k->before->routes, dest), k->graph->n_switches) &&
	    (k->layers->layer ? layers_same_row(k->graph, k->layers, k->before->layers, dest)
			      : k->before->layers->n_layers == 1)) {
		k->changes->paths += count_paths(k, dest);
		return;
	}
	count_entries(k, dest);
	if (was_there)
		count_sls(k, dest);
}

/* Whether the entries of a block differ; rows may end in it. */
static gboolean block_differs(const Lft *a, const guint8 *x, const Lft *b, const guint8 *y, guint32 lid)
{
	if (!y)
		return TRUE;
	if (lid + CHANGES_BLOCK <= a->n_lids && lid + CHANGES_BLOCK <= b->n_lids)
		return memcmp(x + lid, y + lid, CHANGES_BLOCK) != 0;
	for (guint32 i = lid; i < lid + CHANGES_BLOCK; i++)
		if (lft_port(a, x, i) != lft_port(b, y, i))
			return TRUE;
	return FALSE;
}

/* Counts blocks as switches have them: by LIDs, even those that belong to other ports now. */
static void count_blocks(Counter *k, const Lft *lft)
{
	const Lft *previous = k->previous->lft;
	guint32 n_lids = MAX(lft->n_lids, previous->n_lids);
	for (guint32 row = 0; row < lft->n_switches; row++) {
		const guint8 *now = lft->port + (gsize)row * lft->n_lids, *then = lft_row(previous, lft->guid[row]);
		gboolean same = then && lft->n_lids == previous->n_lids && !memcmp(now, then, n_lids);
		k->changes->blocks += (n_lids + CHANGES_BLOCK - 1) / CHANGES_BLOCK;
		for (guint32 lid = 0; !same && lid < n_lids; lid += CHANGES_BLOCK)
			k->changes->blocks_changed += block_differs(lft, now, previous, then, lid) ? 1 : 0;
	}
}

gboolean changes_count(const PreviousTables *previous, const PreviousRoutes *before, const Graph *graph,
		       const guint8 *hops, const Routes *routes, const Layers *layers, const Lft *lft, Changes *changes,
		       GError **error)
{
	g_autofree const guint8 **table = g_try_new(const guint8 *, graph->n_switches + 1);
	g_autofree guint32 *list = g_try_new(guint32, graph->n_switches + 1);
	g_autofree guint8 *differs = g_try_malloc(graph->n_switches + 1);
	if (!table || !list || !differs)
		return sssp_error_memory(error, "changes", graph->n_switches * sizeof *table);
	Counter counter = {previous, before, graph, hops, routes, layers, table, list, differs, changes, 0};
	for (guint32 v = 0; v < graph->n_switches; v++) {
		counter.n_senders += graph->sends[v] != GRAPH_SENDS_NOTHING;
		table[v] = lft_row(previous->lft, graph->guid[v]);
	}
	*changes = (Changes){.entries = (guint64)graph->n_switches * graph->n_dests};
	for (guint32 d = 0; d < graph->n_dests; d++)
		count_tree(&counter, d);
	count_blocks(&counter, lft);
	return TRUE;
}

/* ---- longer routes */

/* Whether routes that lost nothing are minimal: they were, and no switch has hosts that had none before. */
static gboolean steady_are_short(const Graph *graph, const StandView *view)
{
	if (view->stand->of_tables || view->stand->nonminimal_pairs)
		return FALSE;
	for (guint32 v = 0; v < graph->n_switches; v++)
		if (graph->hosts[v] && (view->then[v] == GRAPH_NONE || !view->stand->graph->hosts[view->then[v]]))
			return FALSE;
	return TRUE;
}

guint64 count_longer_pairs(const Graph *graph, const guint8 *hops, const PreviousRoutes *before, const Routes *routes)
{
	const GraphDest *then = before->view.stand->graph->dests;
	guint64 pairs = 0;
	if (!steady_are_short(graph, &before->view))
		return routes_nonminimal(graph, routes, hops);
	for (guint32 d = 0; d < graph->n_dests; d++)
		/* Longer routes to a host's LID that was no host's were not counted. */
		if (!before->steady[d] || (graph->dests[d].is_host && !then[before->dest[d]].is_host) ||
		    memcmp(routes_row(routes, d), routes_row(before->routes, d), graph->n_switches))
			pairs += routes_nonminimal_to(graph, routes, hops, d);
	return pairs;
}

guint64 longer_for_lanes(const PreviousTables *previous, const PreviousRoutes *before)
{
	guint64 longer = before->view.stand->nonminimal_pairs;
	return longer - MIN(longer, previous->detours);
}
