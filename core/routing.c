/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "core/routing.h"

#include "core/base/crew.h"
#include "core/base/error.h"
#include "core/engines/psssp.h"
#include "core/mcast_tree.h"
#include "core/routing_parts.h"
#include "core/strategies.h"
#include "core/lanes/infrastructure.h"
#include "core/lanes/sl_from_layers.h"

#include <string.h>

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

/* The last look before tables leave: whatever was computed, no lane may have a cycle. */
static gboolean verify(const Graph *graph, const Routes *routes, const Layers *layers, guint lanes, GError **error)
{
	GError *failure = NULL;
	if (layers->n_layers <= lanes &&
	    (layers->proven || layers_are_proven(graph, routes, layers, &failure)))
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
	routing->management_pairs_unproven = layers->n_unproven;
	memcpy(routing->class_lanes, layers->class_lanes, sizeof routing->class_lanes);
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
	graph->threads = crew_size(options->threads, G_MAXUINT32);
	return g_steal_pointer(&graph);
}

/* The engine's routes. P-SSSP stops after its first pass: whether more are of use shows when lanes are looked for. */
static gboolean choose_routes(const Graph *graph, const RoutingOptions *options, Routes *routes, GError **error)
{
	PssspOptions first = {.passes = options->passes, .first_only = TRUE};
	if (!options->engine || options->engine == &engine_psssp)
		return psssp_compute(graph, &first, routes, error);
	return options->engine->compute(graph, options->passes, routes, error);
}

Routing *routing_compute(const Fabric *fabric, const RoutingOptions *options, GError **error)
{
	guint max_lanes = options->max_vls ? options->max_vls : routing_vl_budget(fabric);
	g_autoptr(Routing) routing = g_new0(Routing, 1);
	gint64 clock = g_get_monotonic_time();

	tell(options, "routing");
	g_autoptr(Graph) graph = routing_graph(fabric, options, error);
	g_autoptr(Routes) routes = graph ? routes_new(graph, error) : NULL;
	if (!routes || !choose_routes(graph, options, routes, error) || !(routing->hops = graph_hops(graph, error)))
		return NULL;
	routing->seconds_route = lap(&clock);

	tell(options, "layering");
	g_autoptr(Layers) layers =
		strategies_run(graph, routing->hops, options, max_lanes, routes, &routing->strategy, error);
	if (!layers || !infrastructure_fit(graph, routing->hops, max_lanes, routes, layers, error) ||
	    !routing_finish(routing, fabric, graph, routes, layers, max_lanes, error))
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
