/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A minimal step leads nearer, so such entries can be judged one by one. A longer route counts as a whole: it stays if
 * it arrives, over whatever entries, all of which then stay too; but hosts that come to a switch which had none are not
 * led on the longer ways that were good enough for its management.
 */
#include "core/reroute/keep.h"

#include "core/base/error.h"

#include <string.h>

typedef struct {
	const Former *former;
	const Graph *graph;
	const guint8 *hops;
	const guint8 *former_hops; /* NULL until a longer route is met */
	guint8 *own_hops;          /* the same when nobody had them */
	guint32 *row; /* [n_switches] which row of former_hops a switch has, GRAPH_NONE: it is new; NULL: its own */
	guint32 n_former;
	guint8 *settled;  /* [n_switches] 1: some host was there before */
	gboolean settles; /* hosts are where none was */
} Keeper;

/* Minimal hops as they were, which only longer routes ask for. */
static gboolean look_back(Keeper *k, GError **error)
{
	if (k->former_hops)
		return TRUE;
	g_autoptr(Graph) old = graph_new(k->former->fabric, error);
	if (!old)
		return FALSE;
	k->n_former = old->n_switches;
	k->row = g_try_new(guint32, k->graph->n_switches + 1);
	if (!k->row)
		return sssp_error_memory(error, "former hops", k->graph->n_switches * sizeof(guint32));
	if (!(k->former_hops = k->own_hops = graph_hops(old, error)))
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
	return k->former_hops[(gsize)from * k->n_former + to] > k->hops[(gsize)v * k->graph->n_switches + t];
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

/* Longer routes from those switches that `longer` marks. */
static gboolean keep_longer(Keeper *k, guint8 *longer, guint8 *row, guint32 target, gboolean *lost, GError **error)
{
	if (!look_back(k, error))
		return FALSE;
	for (guint32 v = 0; v < k->graph->n_switches; v++)
		if (longer[v] && (came_nearer(k, v, target) || !arrives(k->graph, row, v, target))) {
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
	return !some_longer || keep_longer(k, longer, row, target, lost, error);
}

/* ---- hosts that come */

static gboolean find_settled(Keeper *k, const FormerRoutes *before, GError **error)
{
	const Graph *g = k->graph;
	if (!(k->settled = g_try_malloc0(g->n_switches + 1)))
		return sssp_error_memory(error, "switches", g->n_switches);
	for (guint32 d = 0; d < g->n_dests; d++)
		if (g->dests[d].is_host && before->lid[d] && !before->moved[d])
			k->settled[g->dests[d].vertex] = 1;
	for (guint32 v = 0; v < g->n_switches; v++)
		k->settles |= g->hosts[v] && !k->settled[v];
	return TRUE;
}

/* Takes what is no minimal step from the route of v. */
static void straighten(const Keeper *k, guint8 *row, guint32 v, const guint8 *near, gboolean *lost)
{
	for (guint32 c; (c = route_channel(k->graph, row, v)) != GRAPH_NONE; v = k->graph->to[c]) {
		if (near[k->graph->to[c]] < near[v])
			continue;
		row[v] = ROUTE_NONE;
		*lost = TRUE;
		return;
	}
}

static void settle(const Keeper *k, guint32 dest, guint8 *row, gboolean *lost)
{
	const Graph *g = k->graph;
	guint32 target = g->dests[dest].vertex;
	const guint8 *near = k->hops + (gsize)target * g->n_switches;
	for (guint32 v = 0; v < g->n_switches; v++)
		if (g->hosts[v] && !k->settled[v])
			straighten(k, row, v, near, lost);
}

gboolean keep_entries(const Former *former, const FormerRoutes *before, const Graph *graph, const guint8 *hops,
		      Routes *routes, guint8 *lost, GError **error)
{
	Keeper keeper = {.former = former, .graph = graph, .hops = hops, .n_former = graph->n_switches};
	if (before->view.same)
		keeper.former_hops = before->view.stand->hops;
	g_autofree guint8 *longer = g_try_malloc(graph->n_switches + 1);
	gboolean fine = (longer || sssp_error_memory(error, "longer routes", graph->n_switches)) &&
			find_settled(&keeper, before, error);
	for (guint32 d = 0; fine && d < graph->n_dests; d++) {
		gboolean some = FALSE;
		memcpy(routes_row(routes, d), routes_row(before->routes, d), graph->n_switches);
		lost[d] = FALSE;
		if (before->view.stand && before->steady[d] && !keeper.settles)
			continue;
		fine = keep_tree(&keeper, d, longer, routes_row(routes, d), &some, error);
		if (fine && keeper.settles && graph->dests[d].is_host)
			settle(&keeper, d, routes_row(routes, d), &some);
		lost[d] = some ? 1 : 0;
	}
	g_free(keeper.settled);
	g_free(keeper.own_hops);
	g_free(keeper.row);
	return fine;
}
