/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * P-SSSP's routes follow the lanes of a grid, where the fabric is one. All other routes are there first and are given
 * lanes as they are. Hosts come first, all else is fitted beside them.
 */
#include "core/by_sl.h"

#include "core/base/error.h"
#include "core/engines/psssp.h"
#include "core/fit/infrastructure.h"
#include "core/torus/torus_lanes.h"
#include "core/unload.h"
#include "core/weigh_hosts.h"

static gboolean is_psssp(const RoutingOptions *options)
{
	return !options->engine || options->engine == &engine_psssp;
}

/* Looks at channels after which P-SSSP's own routes are given up where they are to be split over lanes. */
#define SPLIT_EFFORT 40000000

static gboolean route(const Graph *graph, const RoutingOptions *options, Routes *routes, GError **error)
{
	PssspOptions psssp = {.passes = options->passes};
	routes_clear(graph, routes);
	return is_psssp(options) ? psssp_compute(graph, &psssp, routes, error)
				 : options->engine->compute(graph, options->passes, routes, error);
}

/* One lane, if all routes of hosts fit on it. NULL also without `error`. */
static Layers *single(const Graph *graph, const Routes *routes, GError **error)
{
	if (!layers_are_acyclic(graph, routes, LAYERS_OF_HOSTS, NULL, 1, error))
		return NULL;
	Layers *layers = layers_single();
	layers->proven = TRUE;
	return layers;
}

/* Routes as they are, one after the other. */
static Layers *split(const Graph *graph, const RoutingOptions *options, guint most, const Routes *routes,
		     GError **error)
{
	GError *failure = NULL;
	guint64 effort = SPLIT_EFFORT;
	Layers *layers = single(graph, routes, &failure);
	if (failure)
		g_propagate_error(error, failure);
	if (layers || failure)
		return layers;
	if (!is_psssp(options))
		return layers_first_fit(graph, routes, most, !options->asymmetric, error);
	layers = layers_first_fit_within(graph, routes, most, !options->asymmetric, &effort, &failure);
	if (!layers && !failure)
		g_set_error(&failure, SSSP_ERROR, SSSP_ERROR_LANES, "%u lanes do not suffice for P-SSSP's routes",
			    most);
	if (failure)
		g_propagate_error(error, failure);
	return layers;
}

/* Of hosts. `least`: lanes that all links have, for what gives no thought to links. */
static Layers *lanes_of_hosts(const Graph *graph, const RoutingOptions *options, guint most, guint least,
			      Routes *routes, Routing *routing, GError **error)
{
	Layers *layers = NULL;
	guint usual = PSSSP_PASSES;
	TorusOptions torus = {.max_lanes = least,
			      .passes = options->passes ? options->passes : usual,
			      .asymmetric = options->asymmetric,
			      .spread = !options->no_spread};
	routing->strategy = "torus";
	if (is_psssp(options) && least > 1 &&
	    (!torus_lanes(graph, routing->hops, &torus, routes, &layers, error) || layers))
		return layers;
	routing->strategy = "first fit";
	return route(graph, options, routes, error) ? split(graph, options, most, routes, error) : NULL;
}

/* Where lanes were made first, channels may be left fuller than P-SSSP's own routes would. FALSE with an error. */
static gboolean unload(const Graph *graph, const RoutingOptions *options, const guint8 *hops, Routes *routes,
		       Layers *layers, GError **error)
{
	PssspOptions psssp = {.passes = options->passes};
	g_autoptr(Routes) plain = NULL;
	if (!layers->lane_aware)
		return TRUE;
	return (plain = routes_new(graph, error)) && psssp_compute(graph, &psssp, plain, error) &&
	       unload_full(graph, hops, routes_efi(graph, plain), routes, layers, error);
}

Layers *by_sl(const Fabric *fabric, const Graph *graph, const RoutingOptions *options, Routes *routes, Routing *routing,
	      GError **error)
{
	guint budgets[ROUTING_MAX_VLS], n = routing_vl_budgets(fabric, options->max_vls, budgets);
	guint most = options->any_sl ? 1 : budgets[0], least = options->any_sl ? 1 : budgets[n - 1];
	g_autoptr(Layers) layers = lanes_of_hosts(graph, options, most, least, routes, routing, error);
	if (layers)
		layers->routes_stay = routing_as_is(options);
	if (!layers ||
	    !infrastructure_fit(graph, routing->hops, most, options->management_lanes, routes, layers, error) ||
	    !unload(graph, options, routing->hops, routes, layers, error) ||
	    !weigh_hosts(graph, routing->hops, options, routes, layers, error))
		return NULL;
	routing->fresh_efi = routes_efi(graph, routes);
	return g_steal_pointer(&layers);
}
