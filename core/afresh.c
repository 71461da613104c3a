/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* P-SSSP stops after its first pass: whether more are of use shows when lanes are looked for. */
#include "core/afresh.h"

#include "core/base/error.h"
#include "core/engines/psssp.h"
#include "core/fit/infrastructure.h"
#include "core/strategies.h"

gboolean afresh_routes(const Graph *graph, const RoutingOptions *options, Routes *routes, GError **error)
{
	PssspOptions first = {.passes = options->passes, .first_only = TRUE};
	routes_clear(graph, routes);
	if (!options->engine || options->engine == &engine_psssp)
		return psssp_compute(graph, &first, routes, error);
	return options->engine->compute(graph, options->passes, routes, error);
}

/* Lanes for all, hosts first; routes may be others afterwards. */
static Layers *choose_lanes(const Graph *graph, const RoutingOptions *options, guint max_lanes, Routes *routes,
			    Routing *routing, GError **error)
{
	g_autoptr(Layers) layers = strategies_run(graph, routing->hops, options, max_lanes, &routing->steps, routes,
						  &routing->strategy, error);
	if (layers)
		layers->routes_stay = routing_as_is(options);
	if (!layers || !infrastructure_fit(graph, routing->hops, max_lanes, options->management_lanes, routes, layers, error))
		return NULL;
	return g_steal_pointer(&layers);
}

/*
 * Aggregation nodes that find no lane beside the routes of hosts are routed as hosts are: all are always proven. What
 * is said of the routes afterwards is of hosts again.
 */
static Layers *choose_lanes_alike(const Fabric *fabric, const Graph *graph, const RoutingOptions *options,
				  guint max_lanes, Routes *routes, Routing *routing, GError **error)
{
	g_autoptr(Graph) alike = routing_graph(fabric, options, error);
	if (!alike)
		return NULL;
	if (!graph->lanes)
		g_clear_pointer(&alike->lanes, g_free);
	graph_count_aggregation(alike);
	if (!afresh_routes(alike, options, routes, error))
		return NULL;
	Layers *layers = choose_lanes(alike, options, max_lanes, routes, routing, error);
	if (layers)
		layers->plain_efi = 0; /* it counts them too */
	routes_recount(graph, routes);
	return layers;
}

Layers *afresh_lanes(const Fabric *fabric, const Graph *graph, const RoutingOptions *options, guint max_lanes,
		     Routes *routes, Routing *routing, GError **error)
{
	GError *failure = NULL;
	Layers *layers = choose_lanes(graph, options, max_lanes, routes, routing, &failure);
	if (g_error_matches(failure, SSSP_ERROR, SSSP_ERROR_LANES) && graph->n_aggregation) {
		g_clear_error(&failure);
		layers = choose_lanes_alike(fabric, graph, options, max_lanes, routes, routing, &failure);
	}
	if (failure)
		g_propagate_error(error, failure);
	routing->fresh_efi = routes_efi(graph, routes);
	return layers;
}
