/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the pairs of switches whose routes close a cycle on their lane. It begins with the turns of the routes between
 * CA ports, and adds the routes of all pairs in question, those of management ports, one after the other. A turn that
 * was refused once is not searched for again on that lane, which only gains turns.
 */
#include "core/fit/unproven.h"

#include "core/base/error.h"
#include "core/lanes/lane_use.h"

enum { PROVEN, ASKED, REFUSED }; /* values of layers->unproven in this file, until settle() */

/* Marks as ASKED the pairs that carry data but not between CA ports on both sides. FALSE with SSSP_ERROR_MEMORY. */
static gboolean ask(const Graph *graph, Layers *layers, GError **error)
{
	gsize n = graph->n_switches;
	if (!(layers->unproven = g_try_malloc0(n * n + 1)))
		return sssp_error_memory(error, "pairs of switches", n * n);
	for (guint32 s = 0; s < n; s++)
		for (guint32 t = 0; t < n; t++)
			if (s != t && pair_carries_data(graph, s, t) && !pair_of_ports(graph, s, t))
				layers->unproven[s * n + t] = ASKED;
	return TRUE;
}

/*
 * Adds the turns of one route to the lane. FALSE when one would close a cycle, or a channel lacks the lane; turns added
 * before that stay.
 */
static gboolean add_route(LaneUse *use, const guint8 *row, guint32 v, guint lane)
{
	const Graph *g = use->graph;
	guint32 a = route_channel(g, row, v), b;
	if (!route_has_lane(g, row, v, lane))
		return FALSE;
	for (; a != GRAPH_NONE && (b = route_channel(g, row, g->to[a])) != GRAPH_NONE; a = b) {
		lane_use_begin(use); /* no turn is on trial, so that cdg_try() remembers one that is refused */
		if (!lane_use_add(use, lane, a, b))
			return FALSE;
	}
	return TRUE;
}

static void add_routes(LaneUse *use, const Routes *routes, Layers *layers, guint lane)
{
	const Graph *g = use->graph;
	gsize n = g->n_switches;
	for (guint32 d = 0; d < g->n_dests; d++)
		for (guint32 v = 0, t = g->dests[d].vertex; v < n; v++) {
			guint8 *pair = &layers->unproven[v * n + t];
			guint on = layers->layer ? layers->layer[d * n + v] : 0;
			if (*pair == ASKED && on == lane && route_carries_data(g, v, d) &&
			    !add_route(use, routes_row(routes, d), v, lane))
				*pair = layers->unproven[t * n + v] = REFUSED;
		}
}

/* Turns the marks into the answer: 1 for refused pairs, 0 for all others. */
static void settle(const Graph *graph, Layers *layers)
{
	gsize pairs = (gsize)graph->n_switches * graph->n_switches;
	for (gsize i = 0; i < pairs; i++)
		layers->unproven[i] = layers->unproven[i] == REFUSED;
	layers_count_unproven(graph, layers);
}

gboolean unproven_find(const Graph *graph, const Routes *routes, Layers *layers, GError **error)
{
	g_autoptr(LaneUse) use =
		ask(graph, layers, error) ? lane_use_new(graph, routes, LAYERS_OF_ALL, layers, error) : NULL;
	if (!use)
		return FALSE;
	for (guint lane = 0; lane < layers->n_layers; lane++)
		add_routes(use, routes, layers, lane);
	settle(graph, layers);
	return TRUE;
}
