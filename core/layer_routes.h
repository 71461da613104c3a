/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What all layering asks of a route. */
#ifndef SSSP_CORE_LAYER_ROUTES_H
#define SSSP_CORE_LAYER_ROUTES_H

#include "core/graph.h"
#include "core/routes.h"

/*
 * Whether packets travel from switch v, or a host there, to this destination. Only what two switches' port 0 have for
 * each other is none, unless a subnet manager runs on one of them.
 */
static inline gboolean route_carries_data(const Graph *graph, guint32 v, guint32 dest)
{
	return graph->dests[dest].is_host || graph->sends[v] != GRAPH_SENDS_NOTHING ||
	       graph->sends[graph->dests[dest].vertex] == GRAPH_MANAGER_SENDS;
}

/* Channel by which v sends towards the destination of a row, GRAPH_NONE at its switch and where there is no path. */
static inline guint32 route_channel(const Graph *graph, const guint8 *row, guint32 v)
{
	return row[v] == ROUTE_NONE ? GRAPH_NONE : graph_channel(graph, v, row[v]);
}

#endif
