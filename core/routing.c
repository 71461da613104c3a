/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "core/routing.h"

#include "core/crew.h"
#include "core/direct.h"
#include "core/error.h"
#include "core/layered.h"
#include "core/layers.h"
#include "core/mcast_tree.h"
#include "core/probe.h"
#include "core/routing_parts.h"
#include "core/sl_from_layers.h"
#include "core/trunk.h"

/* Seconds since `*since`, which moves on to now. */
static double lap(gint64 *since)
{
	gint64 now = g_get_monotonic_time();
	double seconds = (double)(now - *since) / G_USEC_PER_SEC;
	*since = now;
	return seconds;
}

static void describe(Routing *routing, const Graph *graph, const Routes *routes)
{
	routing->n_switches = graph->n_switches;
	routing->n_channels = graph->n_channels;
	routing->n_hosts = graph->n_hosts;
	routing->n_dests = graph->n_dests;
	routing->passes = routes->passes;
	routing->efi = routes_efi(graph, routes);
	routing->nonminimal_pairs = routes_nonminimal(graph, routes, routing->hops);
}

static gboolean is_psssp(const RoutingOptions *options)
{
	return !options->engine || options->engine == route_engines[0];
}

static LayeredOptions layered_options(const RoutingOptions *options, guint lanes)
{
	return (LayeredOptions){.max_lanes = lanes,
				.passes = options->passes,
				.asymmetric = options->asymmetric,
				.spread = !options->no_spread};
}

/* Routes chosen with the lanes in mind, in place of those in `routes`, which become P-SSSP's of one pass. */
static Layers *layer_anew(const Graph *graph, const guint8 *hops, const RoutingOptions *options, guint lanes,
			  Routes *routes, GError **error)
{
	LayeredOptions layered = layered_options(options, lanes);
	if (routes->passes != 1 || !is_psssp(options)) {
		EngineOptions first = {.passes = options->passes, .first_only = TRUE};
		routes_clear(graph, routes);
		if (!route_engines[0]->compute(graph, &first, routes, error))
			return NULL;
	}
	Layers *layers = layered_compute(graph, hops, &layered, routes, error);
	if (layers)
		layers->lane_aware = TRUE;
	return layers;
}

/* Direct routes are tried on fabrics without levels, and taken when worth this much more. */
#define DIRECT_PATTERNS 64
#define DIRECT_GAIN 1.02

static gboolean is_flat(const Graph *graph, gboolean *flat, GError **error)
{
	g_autoptr(Trunk) trunk = trunk_new(graph, error);
	*flat = trunk && trunk->flat;
	return trunk != NULL;
}

/* Direct routes in place of P-SSSP's where they are worth more and find lanes. NULL without `error`: they are not. */
static Layers *try_direct(const Graph *graph, const guint8 *hops, const RoutingOptions *options, guint lanes,
			  Routes *routes, GError **error)
{
	LayeredOptions layered = layered_options(options, lanes);
	GError *failure = NULL;
	gboolean flat = FALSE;
	double balanced = 0, direct = 0;
	if (!is_flat(graph, &flat, error) || !flat)
		return NULL;
	g_autoptr(Routes) other = routes_new(graph, error);
	if (!other || !direct_routes(graph, other, error) ||
	    !probe_bisections(graph, routes, DIRECT_PATTERNS, &balanced, error) ||
	    !probe_bisections(graph, other, DIRECT_PATTERNS, &direct, error) || direct < DIRECT_GAIN * balanced)
		return NULL;
	Layers *layers = layers_are_acyclic(graph, other, NULL, 1, &failure) ? layers_single() : NULL;
	if (failure)
		g_propagate_error(error, failure);
	else if (layers)
		layers->proven = TRUE;
	else
		layers = direct_layers(graph, hops, &layered, other, error);
	if (layers)
		routes_swap(routes, other);
	return layers;
}

/* The passes after the first, which only pay for themselves where one lane does. Whether it still does after them. */
static gboolean all_passes(const Graph *graph, const RoutingOptions *options, Routes *routes, GError **error)
{
	EngineOptions engine = {.passes = options->passes};
	if (!route_engines[0]->compute(graph, &engine, routes, error))
		return FALSE;
	return routes->passes == 1 || layers_are_acyclic(graph, routes, NULL, 1, error);
}

/*
 * Lanes for the engine's routes. Where one lane has no cycle that is all; else P-SSSP chooses routes anew with the
 * lanes in mind. The routes of the other engines are kept if plain first fit finds lanes for them, which it can for
 * asymmetric SLs only.
 */
static Layers *find_layers(const Graph *graph, const guint8 *hops, const RoutingOptions *options, guint lanes,
			   Routes *routes, GError **error)
{
	g_autoptr(GError) failure = NULL;
	if (is_psssp(options) && !options->passes) {
		Layers *layers = try_direct(graph, hops, options, lanes, routes, &failure);
		if (layers || failure) {
			if (failure)
				g_propagate_error(error, g_steal_pointer(&failure));
			return layers;
		}
	}
	gboolean one_lane = layers_are_acyclic(graph, routes, NULL, 1, &failure);
	if (one_lane && is_psssp(options) && options->passes != 1)
		one_lane = all_passes(graph, options, routes, &failure);
	if (failure) {
		g_propagate_error(error, g_steal_pointer(&failure));
		return NULL;
	}
	if (one_lane) {
		Layers *layers = layers_single();
		layers->proven = TRUE;
		return layers;
	}
	if (!is_psssp(options) && options->asymmetric) {
		Layers *layers = layers_first_fit(graph, routes, lanes, &failure);
		if (layers || !g_error_matches(failure, SSSP_ERROR, SSSP_ERROR_LANES)) {
			if (failure)
				g_propagate_error(error, g_steal_pointer(&failure));
			return layers;
		}
	}
	return layer_anew(graph, hops, options, lanes, routes, error);
}

/* The last look before tables leave: whatever was computed, no lane may have a cycle. */
static gboolean verify(const Graph *graph, const Routes *routes, const Layers *layers, guint lanes, GError **error)
{
	GError *failure = NULL;
	if (layers->n_layers <= lanes &&
	    (layers->proven || layers_are_acyclic(graph, routes, layers->layer, layers->n_layers, &failure)))
		return TRUE;
	if (failure)
		g_propagate_error(error, failure);
	else
		g_set_error(error, SSSP_ERROR, SSSP_ERROR_LANES, "routes on %u of %u lanes would leave a credit loop",
			    layers->n_layers, lanes);
	return FALSE;
}

/* The tables of finished routes and layers. */
static gboolean hand_out(Routing *routing, const Fabric *fabric, const Graph *graph, const Routes *routes,
			 const Layers *layers, GError **error)
{
	describe(routing, graph, routes);
	routing->vls_needed = layers->n_needed;
	routing->vls_used = layers->n_layers;
	routing->lane_aware = layers->lane_aware;
	if (!(routing->lft = lft_from_routes(graph, routes, error)))
		return FALSE;
	routing->n_lids = routing->lft->n_lids;
	if (layers->n_layers == 1)
		return TRUE;
	routing->path_sl = path_sl_from_layers(graph, layers, routing->n_lids, error);
	routing->sl2vl = routing->path_sl ? sl2vl_from_layers(fabric, layers->n_layers, error) : NULL;
	return routing->sl2vl != NULL;
}

/* The ports of the multicast tree, if there is one. FALSE with SSSP_ERROR_MEMORY. */
static gboolean add_mcast(Routing *routing, const Graph *graph, const Routes *routes, const Layers *layers,
			  GError **error)
{
	GError *failure = NULL;
	g_autofree guint8 *in_tree = mcast_tree_find(graph, routing->hops, routes, layers, &failure);
	if (failure)
		g_propagate_error(error, failure);
	if (!in_tree)
		return failure == NULL;
	gsize entries = (gsize)graph->n_switches << 8;
	if (!(routing->mcast = g_try_malloc0(entries + 1)))
		return sssp_error_memory(error, "the multicast tree", entries);
	for (guint32 c = 0; c < graph->n_channels; c++)
		if (in_tree[c])
			routing->mcast[((gsize)graph->from[c] << 8) + graph->port[c]] = 1;
	return TRUE;
}

gboolean routing_finish(Routing *routing, const Fabric *fabric, const Graph *graph, const Routes *routes,
			const Layers *layers, guint lanes, GError **error)
{
	return verify(graph, routes, layers, lanes, error) && add_mcast(routing, graph, routes, layers, error) &&
	       hand_out(routing, fabric, graph, routes, layers, error);
}

static void tell(const RoutingOptions *options, const char *doing)
{
	if (options->progress)
		options->progress(doing, options->progress_user);
}

Graph *routing_graph(const Fabric *fabric, const RoutingOptions *options, GError **error)
{
	g_autoptr(Graph) graph = graph_new(fabric, error);
	if (!graph || !graph_order_dests(graph, fabric, options->order, options->n_order, error) ||
	    !graph_ignore_ports(graph, options->ignored, options->n_ignored, error) ||
	    !graph_mark_roots(graph, fabric, options->roots, options->n_roots, error) ||
	    (options->capacities && !graph_rate_channels(graph, fabric, error)))
		return NULL;
	return g_steal_pointer(&graph);
}

Routing *routing_compute(const Fabric *fabric, const RoutingOptions *options, GError **error)
{
	const RouteEngine *engine = is_psssp(options) ? route_engines[0] : options->engine;
	/* P-SSSP stops after its first pass: whether more are of use shows when lanes are looked for. */
	EngineOptions engine_options = {.passes = options->passes, .first_only = is_psssp(options)};
	guint lanes = options->max_vls ? options->max_vls : routing_vl_budget(fabric);
	g_autoptr(Routing) routing = g_new0(Routing, 1);
	gint64 clock = g_get_monotonic_time();

	tell(options, "routing");
	g_autoptr(Graph) graph = routing_graph(fabric, options, error);
	if (graph)
		graph->threads = crew_size(options->threads, G_MAXUINT32);
	g_autoptr(Routes) routes = graph ? routes_new(graph, error) : NULL;
	if (!routes || !engine->compute(graph, &engine_options, routes, error) ||
	    !(routing->hops = graph_hops(graph, error)))
		return NULL;
	routing->seconds_route = lap(&clock);

	tell(options, "layering");
	g_autoptr(Layers) layers = find_layers(graph, routing->hops, options, lanes, routes, error);
	if (!layers || !routing_finish(routing, fabric, graph, routes, layers, lanes, error))
		return NULL;
	routing->seconds_layer = lap(&clock);
	return g_steal_pointer(&routing);
}

void routing_free(Routing *routing)
{
	if (!routing)
		return;
	lft_free(routing->lft);
	path_sl_free(routing->path_sl);
	sl2vl_free(routing->sl2vl);
	g_free(routing->hops);
	g_free(routing->mcast);
	g_free(routing);
}

guint8 routing_sl(const Routing *routing, guint32 source_row, guint32 lid)
{
	const PathSl *sl = routing->path_sl;
	if (!sl || source_row >= sl->n_sources || lid >= sl->n_lids)
		return 0;
	guint8 level = sl->sl[(gsize)source_row * sl->n_lids + lid];
	return level == SL_NONE ? 0 : level;
}

guint routing_vl_budget(const Fabric *fabric)
{
	guint budget = G_MAXUINT;
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		const FabricPort *port = &fabric->ports[i];
		if (port->vls && port->peer != FABRIC_NONE && fabric_is_switch(fabric, port->node) &&
		    fabric_is_switch(fabric, fabric->ports[port->peer].node) &&
		    fabric->ports[port->peer].node != port->node)
			budget = MIN(budget, port->vls);
	}
	return budget == G_MAXUINT ? ROUTING_USUAL_VLS : MIN(budget, ROUTING_MAX_VLS);
}
