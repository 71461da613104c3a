/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Says whether hosts have longer paths than necessary. What lost nothing, and was as short as could be, still is. */
#include "core/reroute/longer.h"

#include <string.h>

/* Whether routes that lost nothing are as short as can be: they were, and nobody sends who did not before. */
static gboolean steady_are_short(const Graph *graph, const StandView *view)
{
	if (view->stand->of_tables || view->stand->nonminimal_pairs)
		return FALSE;
	for (guint32 v = 0; v < graph->n_switches; v++)
		if (graph->hosts[v] && (view->then[v] == GRAPH_NONE || !view->stand->graph->hosts[view->then[v]]))
			return FALSE;
	return TRUE;
}

/* Routes to what was none were not asked how long they are. */
static gboolean was_host(const PreviousRoutes *before, const Graph *graph, guint32 dest)
{
	return before->view.stand->graph->dests[before->dest[dest]].is_host || !graph->dests[dest].is_host;
}

guint64 longer_pairs(const Graph *graph, const guint8 *hops, const PreviousRoutes *before, const Routes *routes)
{
	guint64 pairs = 0;
	if (!steady_are_short(graph, &before->view))
		return routes_nonminimal(graph, routes, hops);
	for (guint32 d = 0; d < graph->n_dests; d++)
		if (!before->steady[d] || !was_host(before, graph, d) ||
		    memcmp(routes_row(routes, d), routes_row(before->routes, d), graph->n_switches))
			pairs += routes_nonminimal_to(graph, routes, hops, d);
	return pairs;
}

guint64 longer_for_lanes(const PreviousTables *previous, const PreviousRoutes *before)
{
	guint64 longer = before->view.stand->nonminimal_pairs;
	return longer - MIN(longer, previous->detours);
}
