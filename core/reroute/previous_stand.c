/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Takes over what the previous routing of this process left. Rows of destinations are there already: what is asked of
 * each is whether anything that it stands on has changed.
 */
#include "core/reroute/previous_stand.h"

#include "core/base/error.h"

#include <string.h>

/* A port that led from v to somewhere else, or to nowhere any more: previous entries with it are none. */
static void forget_port(PreviousRoutes *before, const Graph *graph, guint32 v, guint8 port)
{
	for (guint32 d = 0; d < graph->n_dests; d++) {
		guint8 *entry = routes_row(before->routes, d) + v;
		if (*entry != port || v == graph->dests[d].vertex)
			continue;
		*entry = ROUTE_NONE;
		before->steady[d] = 0;
	}
}

/* Whether all are as far from a switch as they were; `scratch` [n_switches]. */
static gboolean is_as_far(const StandView *view, const guint8 *hops, guint32 t, guint8 *scratch)
{
	gsize n = view->graph->n_switches, n_then = view->stand->graph->n_switches;
	if (view->then[t] == GRAPH_NONE)
		return FALSE;
	stand_row(view, view->stand->hops + view->then[t] * n_then, 0, scratch);
	return !memcmp(hops + t * n, scratch, n);
}

static void copy_row(PreviousRoutes *before, const guint8 *hops, guint32 d, guint8 *scratch)
{
	const StandView *view = &before->view;
	const Stand *stand = view->stand;
	gsize n = view->graph->n_switches, n_then = stand->graph->n_switches;
	guint32 was = before->dest[d];
	if (was == GRAPH_NONE)
		return;
	stand_row(view, routes_row(stand->routes, was), ROUTE_NONE, routes_row(before->routes, d));
	if (stand->layers->layer)
		stand_row(view, stand->layers->layer + was * n_then, 0, before->layers->layer + d * n);
	before->steady[d] = !before->moved[d] && is_as_far(view, hops, view->graph->dests[d].vertex, scratch);
}

static gboolean copy_rows(PreviousRoutes *before, const Graph *graph, const guint8 *hops, GError **error)
{
	const StandView *view = &before->view;
	const Graph *then = view->stand->graph;
	g_autofree guint8 *scratch = g_try_malloc(graph->n_switches + 1);
	if (!scratch)
		return sssp_error_memory(error, "switches", graph->n_switches);
	for (guint32 d = 0; d < graph->n_dests; d++)
		copy_row(before, hops, d, scratch);
	for (guint32 c = 0; c < then->n_channels; c++)
		if (stand_channel(view, c) == GRAPH_NONE && view->now[then->from[c]] != GRAPH_NONE)
			forget_port(before, graph, view->now[then->from[c]], then->port[c]);
	for (guint32 d = 0; d < graph->n_dests; d++) {
		guint32 was = before->moved[d] && before->dest[d] != GRAPH_NONE
				      ? view->now[then->dests[before->dest[d]].vertex]
				      : GRAPH_NONE;
		if (was != GRAPH_NONE)
			routes_row(before->routes, d)[was] = ROUTE_NONE;
	}
	return TRUE;
}

/* Management ports that were outside the proof. */
static gboolean copy_unproven(const StandView *view, Layers *layers, GError **error)
{
	gsize n = view->graph->n_switches, n_then = view->stand->graph->n_switches;
	const guint8 *unproven = view->stand->layers->unproven;
	if (!unproven)
		return TRUE;
	if (!(layers->unproven = g_try_malloc0(n * n + 1)))
		return sssp_error_memory(error, "pairs of switches", n * n);
	for (guint32 v = 0; v < n; v++)
		if (view->then[v] != GRAPH_NONE)
			stand_row(view, unproven + view->then[v] * n_then, 0, layers->unproven + v * n);
	return TRUE;
}

/* Lanes on which connections may be beside those of the routes. */
static gboolean copy_also(const StandView *view, Layers *layers, GError **error)
{
	gsize n = view->graph->n_switches, n_then = view->stand->graph->n_switches;
	const guint16 *also = view->stand->layers->also;
	if (!also)
		return TRUE;
	if (!(layers->also = g_try_new0(guint16, n * n + 1)))
		return sssp_error_memory(error, "lanes of pairs", n * n * sizeof *also);
	for (guint32 v = 0; v < n; v++)
		for (guint32 t = 0; t < n; t++)
			if (view->then[v] != GRAPH_NONE && view->then[t] != GRAPH_NONE)
				layers->also[v * n + t] = also[view->then[v] * n_then + view->then[t]];
	return TRUE;
}

/* Pairs that were away and are there again. */
static gboolean find_back(const StandView *view, PreviousRoutes *before, GError **error)
{
	gsize n = view->graph->n_switches;
	if (!view->stand->away)
		return TRUE;
	if (!(before->back = g_try_new0(guint16, n * n + 1)))
		return sssp_error_memory(error, "lanes of pairs", n * n * sizeof *before->back);
	if (!away_find_back(view->stand->away, view->graph, before->back))
		g_clear_pointer(&before->back, g_free);
	return TRUE;
}

/* While they were away fewer lanes may have done for the others. */
static void count_lanes_back(PreviousRoutes *before, gsize n_pairs, guint max_lanes)
{
	guint16 back = 0;
	for (gsize i = 0; before->back && i < n_pairs; i++)
		back |= before->back[i];
	while (back >> before->layers->n_layers && before->layers->n_layers < max_lanes)
		before->layers->n_layers++;
}

gboolean previous_copy_stand(const Stand *stand, const Graph *graph, const guint8 *hops, guint max_lanes,
			     PreviousRoutes *before, GError **error)
{
	if (!stand_view_init(&before->view, stand, graph, error))
		return FALSE;
	for (guint32 d = 0; d < graph->n_dests; d++)
		before->dest[d] = before->lid[d] && before->lid[d] < stand->n_lids ? stand->dest_of_lid[before->lid[d]]
										   : GRAPH_NONE;
	before->layers->n_layers = stand->layers->n_layers;
	if (!copy_rows(before, graph, hops, error) || !copy_unproven(&before->view, before->layers, error) ||
	    !copy_also(&before->view, before->layers, error) || !find_back(&before->view, before, error))
		return FALSE;
	count_lanes_back(before, (gsize)graph->n_switches * graph->n_switches, max_lanes);
	return TRUE;
}
