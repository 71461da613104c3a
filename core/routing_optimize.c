/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Improves finished tables by a search for more bandwidth between hosts (improve_routes.h). It starts from the routes
 * in routing->stand, which is what the routing was made from: graph, routes and lanes (stand.h). The result is checked
 * twice: as routes, by routing_finish(), and as tables, by prove_tables().
 */
#include "core/routing_optimize.h"

#include "core/base/error.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"
#include "core/optimize/improve_routes.h"
#include "core/previous/stand.h"
#include "core/prove.h"

#include <string.h>

/* [n_channels] 1: of the multicast tree; free with g_free(). NULL where there is none, or with SSSP_ERROR_MEMORY. */
static guint8 *tree_of(const Graph *graph, const Routing *routing, GError **error)
{
	guint8 *tree = routing->mcast ? g_try_malloc0(graph->n_channels + 1) : NULL;
	if (routing->mcast && !tree)
		sssp_error_memory(error, "the multicast tree", graph->n_channels);
	for (guint32 c = 0; tree && c < graph->n_channels; c++)
		tree[c] = routing->mcast[((gsize)graph->from[c] << 8) + graph->port[c]];
	return tree;
}

/* Copies what tables do not tell from `routing` to `result`. FALSE with SSSP_ERROR_MEMORY. */
static gboolean take_over(Routing *result, const Routing *routing, GError **error)
{
	gsize pairs = (gsize)routing->n_switches * routing->n_switches;
	result->fresh_efi = routing->fresh_efi;
	result->seconds_route = routing->seconds_route;
	result->seconds_layer = routing->seconds_layer;
	if (!(result->hops = g_try_malloc(pairs + 1)))
		return sssp_error_memory(error, "the hops between switches", pairs);
	memcpy(result->hops, routing->hops, pairs);
	return TRUE;
}

/* Whether prove_tables() accepts the tables: it knows nothing of how they were made. FALSE with an error. */
static gboolean stands_up(const Fabric *fabric, const RoutingOptions *options, const Routing *result, guint lanes,
			  GError **error)
{
	RoutingOptions judged = *options;
	judged.previous = NULL;
	judged.stand = FALSE;
	judged.max_vls = lanes;
	g_autoptr(Routing) proven =
		prove_tables(fabric, &judged, result->lft, result->path_sl, routing_port_vls(result), error);
	return proven != NULL;
}

/* Makes a Routing of the improved routes, with the lanes and the multicast tree of `routing`. NULL with an error. */
static Routing *finish(const Fabric *fabric, const RoutingOptions *options, const Routing *routing,
		       const Routes *routes, const guint8 *tree, GError **error)
{
	const Graph *graph = routing->stand->graph;
	guint lanes = MAX(routing->vls_mapped, routing->vls_used);
	g_autoptr(Routing) result = g_new0(Routing, 1);
	g_autoptr(Layers) layers = layers_copy(graph, routing->stand->layers, error);
	if (!layers || !take_over(result, routing, error))
		return NULL;
	layers->proven = FALSE;
	if (!routing_finish(result, fabric, graph, routes, layers, lanes, tree, error) ||
	    !stands_up(fabric, options, result, lanes, error))
		return NULL;
	return g_steal_pointer(&result);
}

Routing *routing_optimize(const Fabric *fabric, const RoutingOptions *options, const Routing *routing,
			  const OptimizeOptions *optimize, OptimizeState *state, GError **error)
{
	const Stand *stand = routing->stand;
	g_autofree guint8 *tree = tree_of(stand->graph, routing, error);
	g_autoptr(Routes) routes = NULL;
	if ((routing->mcast && !tree) || !(routes = routes_copy(stand->graph, stand->routes, error)) ||
	    !improve_routes(stand->graph, routing->hops, stand->layers, tree, optimize, routes, state, error))
		return NULL;
	if (state->best > state->before)
		return finish(fabric, options, routing, routes, tree, error);
	state->best = state->before;
	state->efi = state->efi_before;
	return NULL;
}
