/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "core/layers.h"

#include "core/cdg.h"
#include "core/error.h"
#include "core/layer_routes.h"

#include <string.h>

typedef struct {
	const Graph *graph;
	const Routes *routes;
	const guint8 *layer;
	const CdgTurns *turns;
	guint32 *stamp; /* [n_switches] latest destination that passed a switch on this lane, GRAPH_NONE none */
	guint8 *used;   /* [turns] */
} Marks;

Layers *layers_single(void)
{
	Layers *layers = g_new0(Layers, 1);
	layers->n_needed = layers->n_layers = 1;
	return layers;
}

Layers *layers_new(const Graph *graph, GError **error)
{
	g_autoptr(Layers) layers = layers_single();
	gsize entries = (gsize)graph->n_dests * graph->n_switches;
	if (!(layers->layer = g_try_malloc0(entries + 1))) {
		sssp_error_memory(error, "layers", entries);
		return NULL;
	}
	return g_steal_pointer(&layers);
}

void layers_free(Layers *layers)
{
	if (!layers)
		return;
	g_free(layers->layer);
	g_free(layers);
}

/*
 * Marks the dependencies that one tree's routes make on a lane. Routes of one tree that meet go on together, so each
 * walk ends where an earlier one on this lane came by.
 */
static void mark_tree(const Marks *m, guint32 dest, guint lane)
{
	const Graph *graph = m->graph;
	const guint8 *row = routes_row(m->routes, dest);
	const guint8 *layer = m->layer ? m->layer + (gsize)dest * graph->n_switches : NULL;
	for (guint32 v = 0; v < graph->n_switches; v++) {
		if (!route_carries_data(graph, v, dest) || (layer && layer[v] != lane))
			continue;
		guint32 a = route_channel(graph, row, v);
		while (a != GRAPH_NONE && m->stamp[graph->from[a]] != dest) {
			guint32 b = route_channel(graph, row, graph->to[a]);
			m->stamp[graph->from[a]] = dest;
			if (b != GRAPH_NONE)
				m->used[cdg_turn(m->turns, a, b)] = 1;
			a = b;
		}
	}
}

gboolean layers_mark_lane(const Graph *graph, const Routes *routes, const guint8 *layer, guint lane,
			  const CdgTurns *turns, guint8 *used, GError **error)
{
	g_autofree guint32 *stamp = g_try_new(guint32, graph->n_switches + 1);
	if (!stamp)
		return sssp_error_memory(error, "dependencies", graph->n_switches * sizeof *stamp);
	Marks marks = {graph, routes, layer, turns, stamp, used};
	memset(stamp, 0xff, graph->n_switches * sizeof *stamp);
	for (guint32 d = 0; d < graph->n_dests; d++)
		mark_tree(&marks, d, lane);
	return TRUE;
}

gboolean layers_are_acyclic(const Graph *graph, const Routes *routes, const guint8 *layer, guint n_layers,
			    GError **error)
{
	g_autoptr(CdgTurns) turns = cdg_turns_new(graph, error);
	if (!turns)
		return FALSE;
	gsize n_turns = turns->first[graph->n_channels];
	g_autofree guint8 *used = g_try_malloc(n_turns + 1);
	if (!used)
		return sssp_error_memory(error, "dependencies", n_turns);
	for (guint lane = 0; lane < n_layers; lane++) {
		memset(used, 0, n_turns);
		if (!layers_mark_lane(graph, routes, layer, lane, turns, used, error) ||
		    !cdg_is_acyclic(turns, used, error))
			return FALSE;
	}
	return TRUE;
}
