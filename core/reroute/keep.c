/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses the entries that stay. A minimal step leads nearer, so such entries can be judged one by one. A longer route
 * counts as a whole: it stays if it arrives, over whatever entries, all of which then stay too.
 */
#include "core/reroute/keep.h"

#include "core/base/error.h"

#include <string.h>

typedef struct {
	const StandView *view;
	const Graph *graph;
	const guint8 *hops;
	gboolean may_be_minimal; /* there are lanes that the previous routes did not have */
	guint8 *of_hosts;        /* [n_switches] scratch: routes of hosts come by */
} Keeper;

static gboolean came_nearer(const Keeper *k, guint32 v, guint32 t)
{
	const Stand *stand = k->view->stand;
	guint32 from = k->view->then[v], to = k->view->then[t];
	if (from == GRAPH_NONE || to == GRAPH_NONE)
		return TRUE;
	return stand->hops[(gsize)from * stand->graph->n_switches + to] > k->hops[(gsize)v * k->graph->n_switches + t];
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
	return (k->of_hosts[v] && k->may_be_minimal) || came_nearer(k, v, target);
}

/* Longer routes from those switches that `longer` marks. */
static void keep_longer(const Keeper *k, guint8 *longer, guint8 *row, guint32 dest, gboolean *lost)
{
	guint32 target = k->graph->dests[dest].vertex;
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
}

/* One tree; `longer` is scratch. */
static void keep_tree(const Keeper *k, guint32 dest, guint8 *longer, guint8 *row, gboolean *lost)
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
	if (some_longer)
		keep_longer(k, longer, row, dest, lost);
}

gboolean keep_entries(const PreviousRoutes *before, const Graph *graph, const guint8 *hops, guint max_lanes,
		      Routes *routes, guint8 *lost, GError **error)
{
	gboolean more = max_lanes > before->layers->n_layers;
	gboolean steady = !(more && before->view.stand->nonminimal_pairs);
	g_autofree guint8 *longer = g_try_malloc(graph->n_switches + 1), *hosts = g_try_malloc(graph->n_switches + 1);
	if (!longer || !hosts)
		return sssp_error_memory(error, "longer routes", graph->n_switches);
	const Keeper keeper = {&before->view, graph, hops, more, hosts};
	for (guint32 d = 0; d < graph->n_dests; d++) {
		gboolean some = FALSE;
		memcpy(routes_row(routes, d), routes_row(before->routes, d), graph->n_switches);
		if (!steady || !before->steady[d])
			keep_tree(&keeper, d, longer, routes_row(routes, d), &some);
		lost[d] = some ? 1 : 0;
	}
	return TRUE;
}
