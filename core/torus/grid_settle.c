/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Assigns lanes to all routes; pairs of switches with a route that no lane allows then get paths and lanes one by one
 * (fit_rest.h).
 */
#include "core/torus/grid_settle.h"

#include "core/base/error.h"
#include "core/fit/fit_rest.h"
#include "core/torus/lane_assign.h"

/* Marks the pairs of switches of which some route has no lane. */
static gboolean mark_left(const GridSettle *s, const Routes *routes, Layers *layers, GError **error)
{
	const Graph *g = s->graph;
	gsize n = g->n_switches;
	guint8 *left = layers->unproven = g_try_malloc0(n * n + 1);
	if (!left)
		return sssp_error_memory(error, "pairs of switches", n * n);
	for (guint32 v = 0; v < n && !s->legal; v++)
		for (guint32 t = 0; t < n; t++)
			left[v * n + t] = v != t && !s->common[v * n + t] && pair_of_hosts(g, v, t) &&
					  s->hops[v * n + t] != GRAPH_FAR;
	for (guint32 d = 0; d < g->n_dests && s->legal; d++)
		for (guint32 v = 0, t = g->dests[d].vertex; v < n; v++)
			if (v != t && !s->legal[d * n + v] && route_of_hosts(g, v, d) &&
			    routes_row(routes, d)[v] != ROUTE_NONE)
				left[v * n + t] = left[t * n + v] = 1;
	return TRUE;
}

gboolean grid_settle(const GridSettle *s, Routes *routes, Layers **layers, GError **error)
{
	guint64 left = 0;
	LaneAssignment assignment = {.lanes = s->lanes,
				     .common = s->common,
				     .legal = s->legal,
				     .max_lanes = s->max_lanes,
				     .spread = s->spread && s->all};
	g_autoptr(Layers) made = lane_assign(s->graph, &assignment, error);
	*layers = NULL;
	if (!made || (!s->all && (!mark_left(s, routes, made, error) ||
				  !fit_rest(s->graph, s->hops, s->max_lanes, routes, made, s->looks, &left, error))))
		return FALSE;
	made->lane_aware = TRUE;
	if (!left)
		*layers = g_steal_pointer(&made);
	return TRUE;
}
