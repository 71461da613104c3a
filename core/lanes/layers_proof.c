/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Checks finished layers: no lane has a cycle of the dependencies that routes make (or, with VLs by ports, no VL), and
 * each link has the lanes of the routes over it.
 */
#include "core/lanes/layers.h"

#include "core/base/error.h"

/*
 * Whether no lane has a cycle of the routes in a scope, those of unproven pairs apart. `*first` (or NULL) gets the
 * turns of the first lane, to be freed with g_free(). FALSE with `error` set when memory is short.
 */
static gboolean are_acyclic(const Graph *graph, const Routes *routes, LayersScope scope, const Layers *layers,
			    guint8 **first, GError **error)
{
	g_autoptr(CdgTurns) turns = cdg_turns_new(graph, error);
	if (!turns)
		return FALSE;
	gsize n_turns = turns->first[graph->n_channels];
	g_autofree guint8 *used = g_try_malloc0(n_turns + 1);
	g_autofree guint16 *lanes = layers->n_layers > 1 ? g_try_new0(guint16, n_turns + 1) : NULL;
	if (!used || (layers->n_layers > 1 && !lanes))
		return sssp_error_memory(error, "dependencies", n_turns);
	if (!(lanes ? layers_mark_lanes(graph, routes, scope, layers, turns, lanes, error)
		    : layers_mark_lane(graph, routes, scope, layers, 0, turns, used, error)))
		return FALSE;
	for (guint lane = layers->n_layers; lane-- > 0;) {
		if (lanes)
			layers_pick_lane(lanes, lane, turns, used);
		if (!cdg_is_acyclic(turns, used, error))
			return FALSE;
	}
	if (first)
		*first = g_steal_pointer(&used);
	return TRUE;
}

gboolean layers_are_acyclic(const Graph *graph, const Routes *routes, LayersScope scope, const guint8 *layer,
			    guint n_layers, GError **error)
{
	/* The cast takes const away, but nothing is written through the pointer. */
	return are_acyclic(graph, routes, scope, &(Layers){.layer = (guint8 *)layer, .n_layers = n_layers}, NULL,
			   error);
}

static gboolean has_weak_links(const Graph *graph, guint n_lanes)
{
	for (guint32 c = 0; graph->lanes && c < graph->n_channels; c++)
		if (graph->lanes[c] < n_lanes)
			return TRUE;
	return FALSE;
}

/* Walks every path where links differ in lanes; where they do not, there is nothing to check. */
gboolean layers_fit_links(const Graph *graph, const Routes *routes, const Layers *layers)
{
	gsize n = graph->n_switches;
	if (!layers->layer || !has_weak_links(graph, layers->n_layers))
		return TRUE;
	for (guint32 d = 0; d < graph->n_dests; d++)
		for (guint32 v = 0; v < n; v++)
			if (layers_pair_is_proven(layers, v * n + graph->dests[d].vertex) &&
			    route_carries_data(graph, v, d) &&
			    !route_has_lane(graph, routes_row(routes, d), v, layers->layer[d * n + v]))
				return FALSE;
	return TRUE;
}

gboolean layers_are_proven(const Graph *graph, const Routes *routes, const Layers *layers, guint8 **first,
			   GError **error)
{
	if (layers->vls)
		return port_vls_are_free(graph, routes, layers->vls, error);
	return layers_fit_links(graph, routes, layers) &&
	       are_acyclic(graph, routes, LAYERS_OF_ALL, layers, first, error);
}
