/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses the entries that stay. A minimal step leads nearer, so such entries can be judged one by one. A longer route
 * counts as a whole: it stays if it arrives, over whatever entries, all of which then stay too.
 */
#include "core/reroute/keep.h"

#include "core/base/error.h"

#include <string.h>

typedef struct {
	const PreviousTables *previous;
	const Graph *graph;
	const guint8 *hops;
	const guint8 *previous_hops; /* NULL until a longer route is met */
	guint8 *own_hops;            /* the same when nobody had them */
	guint32 *row; /* [n_switches] which row of previous_hops a switch has, GRAPH_NONE: it is new; NULL: its own */
	guint32 n_previous;
	gboolean may_be_minimal; /* there are lanes that the previous routes did not have */
	gboolean hosts_alone;    /* longer routes of others make way */
	guint8 *of_hosts;        /* [n_switches] scratch: routes of hosts come by */
} Keeper;

/* Minimal hops as they were, which only longer routes ask for. */
static gboolean look_back(Keeper *k, GError **error)
{
	if (k->previous_hops)
		return TRUE;
	g_autoptr(Graph) old = graph_new(k->previous->fabric, error);
	if (!old)
		return FALSE;
	k->n_previous = old->n_switches;
	k->row = g_try_new(guint32, k->graph->n_switches + 1);
	if (!k->row)
		return sssp_error_memory(error, "previous hops", k->graph->n_switches * sizeof(guint32));
	if (!(k->previous_hops = k->own_hops = graph_hops(old, error)))
		return FALSE;
	guint32 i = 0;
	for (guint32 v = 0; v < k->graph->n_switches; v++) {
		while (i < old->n_switches && old->guid[i] < k->graph->guid[v])
			i++;
		k->row[v] = i < old->n_switches && old->guid[i] == k->graph->guid[v] ? i : GRAPH_NONE;
	}
	return TRUE;
}

static gboolean came_nearer(const Keeper *k, guint32 v, guint32 t)
{
	guint32 from = k->row ? k->row[v] : v, to = k->row ? k->row[t] : t;
	if (from == GRAPH_NONE || to == GRAPH_NONE)
		return TRUE;
	return k->previous_hops[(gsize)from * k->n_previous + to] > k->hops[(gsize)v * k->graph->n_switches + t];
}

/* Whether the route from v arrives. */
static gboolean arrives(const Graph *graph, const guint8 *row, guint32 v, guint32 target)
{
	for (guint32 steps = 0; v != target && steps < graph->n_switches; steps++) {
		guint32 c = route_channel(graph, row, v);
		if (c == GRAPH_NONE)
			return FALSE;
		v = graph->to[c];
	}
	return v == target;
}

/* What routes of hosts come by at, all of them if they are to a host. */
static void find_hosts(const Keeper *k, const guint8 *row, guint32 dest)
{
	const Graph *g = k->graph;
	memset(k->of_hosts, 0, g->n_switches);
	for (guint32 s = 0; s < g->n_switches && g->dests[dest].is_host; s++) {
		guint32 v = s;
		while (g->hosts[s] && !k->of_hosts[v] && route_channel(g, row, v) != GRAPH_NONE) {
			k->of_hosts[v] = TRUE;
			v = g->to[route_channel(g, row, v)];
		}
	}
}

/* Whether a longer route from v is to be looked for anew. */
static gboolean is_outdated(const Keeper *k, guint32 v, guint32 target)
{
	return (k->of_hosts[v] ? k->may_be_minimal : k->hosts_alone) || came_nearer(k, v, target);
}

/* Longer routes from those switches that `longer` marks. */
static gboolean keep_longer(Keeper *k, guint8 *longer, guint8 *row, guint32 dest, gboolean *lost, GError **error)
{
	guint32 target = k->graph->dests[dest].vertex;
	if (!look_back(k, error))
		return FALSE;
	find_hosts(k, row, dest);
	for (guint32 v = 0; v < k->graph->n_switches; v++)
		if (longer[v] && (is_outdated(k, v, target) || !arrives(k->graph, row, v, target))) {
			row[v] = ROUTE_NONE;
			*lost = TRUE;
		}
	/* What arrived by way of an entry that is gone since does so no more. */
	for (guint32 v = 0; v < k->graph->n_switches; v++)
		if (longer[v] && row[v] != ROUTE_NONE && !arrives(k->graph, row, v, target)) {
			row[v] = ROUTE_NONE;
			v = G_MAXUINT32;
		}
	return TRUE;
}

/* One tree; `longer` is scratch. */
static gboolean keep_tree(Keeper *k, guint32 dest, guint8 *longer, guint8 *row, gboolean *lost, GError **error)
{
	const Graph *g = k->graph;
	guint32 target = g->dests[dest].vertex;
	const guint8 *near = k->hops + (gsize)target * g->n_switches;
	gboolean some_longer = FALSE;
	*lost = FALSE;
	for (guint32 v = 0; v < g->n_switches; v++) {
		guint32 c = route_channel(g, row, v);
		longer[v] = FALSE;
		if (v == target || near[v] == GRAPH_FAR) {
			row[v] = v == target ? 0 : ROUTE_NONE;
		} else if (c == GRAPH_NONE || near[g->to[c]] == GRAPH_FAR) {
			row[v] = ROUTE_NONE;
			*lost = TRUE;
		} else if (near[g->to[c]] >= near[v]) {
			longer[v] = 1;
			some_longer = TRUE;
		}
	}
	return !some_longer || keep_longer(k, longer, row, dest, lost, error);
}

gboolean keep_entries(const PreviousTables *previous, const PreviousRoutes *before, const Graph *graph,
		      const guint8 *hops, guint max_lanes, gboolean hosts_alone, Routes *routes, guint8 *lost,
		      GError **error)
{
	Keeper keeper = {.previous = previous, .graph = graph, .hops = hops, .n_previous = graph->n_switches};
	keeper.may_be_minimal = max_lanes > before->layers->n_layers;
	gboolean steady = before->view.stand && !(keeper.may_be_minimal && before->view.stand->nonminimal_pairs);
	if (before->view.same)
		keeper.previous_hops = before->view.stand->hops;
	g_autofree guint8 *longer = g_try_malloc(graph->n_switches + 1), *hosts = g_try_malloc(graph->n_switches + 1);
	gboolean fine = (longer && hosts) || sssp_error_memory(error, "longer routes", graph->n_switches);
	keeper.of_hosts = hosts;
	keeper.hosts_alone = hosts_alone;
	for (guint32 d = 0; fine && d < graph->n_dests; d++) {
		gboolean some = FALSE;
		memcpy(routes_row(routes, d), routes_row(before->routes, d), graph->n_switches);
		lost[d] = FALSE;
		if (steady && !hosts_alone && before->steady[d])
			continue;
		fine = keep_tree(&keeper, d, longer, routes_row(routes, d), &some, error);
		lost[d] = some ? 1 : 0;
	}
	g_free(keeper.own_hops);
	g_free(keeper.row);
	return fine;
}
