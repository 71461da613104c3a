/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What all layering asks of a route. */
#ifndef SSSP_CORE_LAYER_ROUTES_H
#define SSSP_CORE_LAYER_ROUTES_H

#include "core/graph.h"
#include "core/routes.h"

/* Whether packets travel from some endpoint at switch v to this destination. */
static inline gboolean route_carries_data(const Graph *graph, guint32 v, guint32 dest)
{
	return graph->dests[dest].is_host || graph->hosts[v] > 0;
}

/* Channel by which v sends towards the destination of a row, GRAPH_NONE at its switch and where there is no path. */
static inline guint32 route_channel(const Graph *graph, const guint8 *row, guint32 v)
{
	return row[v] == ROUTE_NONE ? GRAPH_NONE : graph_channel(graph, v, row[v]);
}

#endif
