/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gives lanes again to pairs of switches that lost theirs, one pair after the other by fit_pairs_serve(). Pairs with CA
 * ports (aggregation nodes, hosts) on both switches come first, then those of management ports. When a pair is served,
 * the LIDs on its two switches that are no host's take over the path and the lane of the first host on their switch.
 */
#include "core/fit/fit_left.h"

#include "core/base/error.h"
#include "core/fit/fit_pairs.h"

/*
 * Gives all LIDs on switch t that are no host's the path from s, and its lane, of the first host on t. Such LIDs may
 * come before and after the hosts' (graph_order_dests()), so all destinations are looked at. Without hosts does
 * nothing.
 */
static void follow_host(const Graph *graph, Routes *routes, Layers *layers, guint32 s, guint32 t)
{
	guint32 host = 0;
	while (host < graph->n_dests && (!graph->dests[host].is_host || graph->dests[host].vertex != t))
		host++;
	for (guint32 d = 0; d < graph->n_dests && host < graph->n_dests; d++) {
		const guint8 *row = routes_row(routes, host);
		if (graph->dests[d].vertex != t || graph->dests[d].is_host)
			continue;
		for (guint32 w = s; w != t; w = graph->to[route_channel(graph, row, w)])
			routes_row(routes, d)[w] = row[w];
		if (layers->layer)
			layers->layer[(gsize)d * graph->n_switches + s] =
				layers->layer[(gsize)host * graph->n_switches + s];
	}
}

void fit_follow_hosts(const Graph *graph, const guint8 *pairs, Routes *routes, Layers *layers)
{
	gsize n = graph->n_switches;
	for (guint32 s = 0; s < n; s++)
		for (guint32 t = 0; t < n; t++)
			if (pairs[s * n + t] && graph->hosts[t])
				follow_host(graph, routes, layers, s, t);
}

/*
 * Serves the marked pairs between CA ports (`ports`), or all others. FALSE with SSSP_ERROR_MEMORY, and without `error`
 * where a pair between CA ports finds no lane.
 */
static gboolean serve(FitPairs *pairs, const Graph *graph, Routes *routes, Layers *layers, gboolean ports,
		      GError **error)
{
	gsize n = graph->n_switches;
	for (guint32 s = 0; s < n; s++)
		for (guint32 t = s + 1; t < n; t++) {
			if (!layers->unproven[s * n + t] || pair_of_ports(graph, s, t) != ports)
				continue;
			if (!fit_pairs_serve(pairs, s, t, ports, error) || (ports && layers->unproven[s * n + t]))
				return FALSE;
			if (!layers->unproven[s * n + t] && graph->hosts[t])
				follow_host(graph, routes, layers, s, t);
			if (!layers->unproven[s * n + t] && graph->hosts[s])
				follow_host(graph, routes, layers, t, s);
		}
	return TRUE;
}

gboolean fit_left(const Graph *graph, const guint8 *hops, guint max_lanes, Routes *routes, Layers *layers,
		  CdgTurns *turns, Cdg **lane, gboolean *served, GError **error)
{
	GError *failure = NULL;
	g_autoptr(FitLanes) lanes = fit_lanes_over(graph, hops, max_lanes, routes, layers, turns, lane, error);
	g_autoptr(FitPairs) pairs = lanes ? fit_pairs_new(lanes, error) : NULL;
	if (!pairs)
		return FALSE;
	*served = serve(pairs, graph, routes, layers, TRUE, &failure) &&
		  serve(pairs, graph, routes, layers, FALSE, &failure);
	for (guint i = lanes->n_lent; i < LAYERS_MAX; i++)
		lane[i] = g_steal_pointer(&lanes->lane[i]);
	return sssp_error_pass(error, failure);
}
