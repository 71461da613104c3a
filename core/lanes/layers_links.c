/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Checks that each path uses a lane that all channels along it have. Where links differ in lanes, it walks every path;
 * where they do not, there is nothing to check.
 */
#include "core/lanes/layers.h"

static gboolean has_weak_links(const Graph *graph, guint n_lanes)
{
	for (guint32 c = 0; graph->lanes && c < graph->n_channels; c++)
		if (graph->lanes[c] < n_lanes)
			return TRUE;
	return FALSE;
}

gboolean layers_fit_links(const Graph *graph, const Routes *routes, const Layers *layers)
{
	gsize n = graph->n_switches;
	if (!layers->layer || !has_weak_links(graph, layers->n_layers))
		return TRUE;
	for (guint32 d = 0; d < graph->n_dests; d++)
		for (guint32 v = 0; v < n; v++) {
			gboolean proven = !layers->unproven || !layers->unproven[v * n + graph->dests[d].vertex];
			if (proven && route_carries_data(graph, v, d) &&
			    !route_has_lane(graph, routes_row(routes, d), v, layers->layer[d * n + v]))
				return FALSE;
		}
	return TRUE;
}
