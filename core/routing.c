/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The picture of routing.h, step after step. */
#include "core/routing.h"

#include "core/base/error.h"
#include "core/engines/psssp.h"
#include "core/fit/infrastructure.h"
#include "core/strategies.h"

/* Seconds since `*since`, which moves on to now. */
static double lap(gint64 *since)
{
	gint64 now = g_get_monotonic_time();
	double seconds = (double)(now - *since) / G_USEC_PER_SEC;
	*since = now;
	return seconds;
}

static void tell(const RoutingOptions *options, const char *doing)
{
	if (options->progress)
		options->progress(doing, options->progress_user);
}

/* The engine's routes. P-SSSP stops after its first pass: whether more are of use shows when lanes are looked for. */
static gboolean choose_routes(const Graph *graph, const RoutingOptions *options, Routes *routes, GError **error)
{
	PssspOptions first = {.passes = options->passes, .first_only = TRUE};
	if (!options->engine || options->engine == &engine_psssp)
		return psssp_compute(graph, &first, routes, error);
	return options->engine->compute(graph, options->passes, routes, error);
}

/* Lanes for all, hosts first; routes may be others afterwards. */
static Layers *choose_lanes(const Graph *graph, const RoutingOptions *options, guint max_lanes, Routes *routes,
			    Routing *routing, GError **error)
{
	g_autoptr(Layers) layers =
		strategies_run(graph, routing->hops, options, max_lanes, routes, &routing->strategy, error);
	if (!layers || !infrastructure_fit(graph, routing->hops, max_lanes, routes, layers, error))
		return NULL;
	return g_steal_pointer(&layers);
}

/*
 * Aggregation nodes that find no lane beside the routes of hosts are routed as hosts are: all are always proven. What is
 * said of the routes afterwards is of hosts again.
 */
static Layers *choose_lanes_alike(const Fabric *fabric, const Graph *graph, const RoutingOptions *options,
				  guint max_lanes, Routes *routes, Routing *routing, GError **error)
{
	g_autoptr(Graph) alike = routing_graph(fabric, options, error);
	if (!alike)
		return NULL;
	graph_count_aggregation(alike);
	routes_clear(alike, routes);
	if (!choose_routes(alike, options, routes, error))
		return NULL;
	Layers *layers = choose_lanes(alike, options, max_lanes, routes, routing, error);
	routes_recount(graph, routes);
	return layers;
}

Routing *routing_compute(const Fabric *fabric, const RoutingOptions *options, GError **error)
{
	guint max_lanes = options->max_vls ? options->max_vls : routing_vl_budget(fabric);
	g_autoptr(Routing) routing = g_new0(Routing, 1);
	g_autoptr(GError) failure = NULL;
	gint64 clock = g_get_monotonic_time();

	tell(options, "routing");
	g_autoptr(Graph) graph = routing_graph(fabric, options, error);
	g_autoptr(Routes) routes = graph ? routes_new(graph, error) : NULL;
	if (!routes || !choose_routes(graph, options, routes, error) || !(routing->hops = graph_hops(graph, error)))
		return NULL;
	routing->seconds_route = lap(&clock);

	tell(options, "layering");
	g_autoptr(Layers) layers = choose_lanes(graph, options, max_lanes, routes, routing, &failure);
	if (g_error_matches(failure, SSSP_ERROR, SSSP_ERROR_LANES) && graph->n_aggregation) {
		g_clear_error(&failure);
		layers = choose_lanes_alike(fabric, graph, options, max_lanes, routes, routing, &failure);
	}
	if (!layers) {
		g_propagate_error(error, g_steal_pointer(&failure));
		return NULL;
	}
	if (!routing_finish(routing, fabric, graph, routes, layers, max_lanes, error))
		return NULL;
	routing->seconds_layer = lap(&clock);
	return g_steal_pointer(&routing);
}
