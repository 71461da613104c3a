/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Runs all steps of routing, one after the other, as routing.h draws them. */
#include "core/routing.h"

#include "core/base/error.h"
#include "core/choose_lanes.h"
#include "core/lmc/lmc.h"
#include "core/mcast_tree.h"
#include "core/other_engine.h"
#include "core/reroute/previous_routes.h"
#include "core/reroute/history.h"
#include "core/reroute/changes.h"
#include "core/reroute/spanning.h"
#include "core/reroute/reroute.h"
#include "core/reroute/reroute_by_ports.h"
#include "core/routing_jobs.h"

#include <string.h>

static double seconds_since(gint64 start)
{
	return (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
}

static void tell(const RoutingOptions *options, const char *doing)
{
	if (options->progress)
		options->progress(doing, options->progress_user);
}

/*
 * Routes that may have further lanes; where nothing has changed and all can stay, no longer path is looked for anew: a
 * sweep without an event changes nothing. NULL as reroute().
 */
static Layers *reroute_by_lanes(const Graph *graph, const guint8 *hops, RerouteOptions *options,
				const PreviousRoutes *before, Routes *routes, GError **error)
{
	GError *failure = NULL;
	guint most = options->max_lanes;
	options->max_lanes = before->idle ? MIN(most, before->layers->n_layers) : most;
	Layers *layers = reroute(graph, hops, options, before, routes, &failure);
	gsize entries = (gsize)graph->n_dests * graph->n_switches;
	gboolean stay = layers && !memcmp(routes->port, before->routes->port, entries);
	if (!stay && !failure && options->max_lanes < most) {
		g_clear_pointer(&layers, layers_free);
		options->max_lanes = most;
		layers = reroute(graph, hops, options, before, routes, &failure);
	}
	if (failure)
		g_propagate_error(error, failure);
	return layers;
}

/* Routes and lanes from what the fabric has already. NULL without `error` when they have to be made afresh. */
static Layers *start_from_previous(const Graph *graph, const RoutingOptions *options, guint max_lanes,
				   const PreviousRoutes *before, Routes *routes, Routing *routing, GError **error)
{
	RerouteOptions reroute_options = {.previous = options->previous,
					  .balance = options->balance,
					  .budget = options->budget,
					  .max_lanes = options->any_sl ? 1 : max_lanes,
					  .asymmetric = options->asymmetric};
	Layers *layers = before->layers->vls
				 ? reroute_by_ports(graph, routing->hops, before, routes, error)
				 : reroute_by_lanes(graph, routing->hops, &reroute_options, before, routes, error);
	routing->rerouted = layers != NULL;
	if (layers)
		routing->nonminimal_pairs = longer_pairs(graph, routing->hops, before, routes);
	routing->strategy = "kept";
	routing->fresh_efi = options->previous->efi;
	return layers;
}

/* What routes that stay cost beyond what the previous ones did. */
typedef struct {
	guint64 longer; /* pairs of hosts that go round */
	guint lanes;    /* where one did for all: QoS would have to be turned on */
} Price;

/* One pair in so many may go round rather than all be routed afresh: on one lane, and on lanes by ports. */
#define PAIRS_A_LONGER 1000
#define PAIRS_A_LONGER_BY_PORTS 50

/* `may_be_shorter`: there are channels that were not there, so those that were longer count, too. */
static Price price_of(const PreviousRoutes *before, guint64 longer, const Layers *layers, gboolean may_be_shorter)
{
	guint64 longer_then = before->made ? G_MAXUINT64 : before->view.stand->nonminimal_pairs;
	if (may_be_shorter)
		longer_then = 0;
	guint lanes = layers_n_vls(layers), lanes_then = layers_n_vls(before->layers);
	return (Price){longer > longer_then ? longer - longer_then : 0, lanes > lanes_then ? lanes - lanes_then : 0};
}

static gboolean is_less(Price a, Price b)
{
	return a.longer != b.longer ? a.longer < b.longer : a.lanes < b.lanes;
}

/*
 * Routes that stay may need more than the one lane that there was, or leave others no short path: where those made
 * afresh do with that lane, or with lanes by ports, they are taken, and all connections go on; with lanes by SL they
 * would break these.
 * FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean take_cheaper(const Fabric *fabric, const Graph *graph, const RoutingOptions *options,
			     const PreviousRoutes *before, Routes *routes, Layers *layers, Routing *routing,
			     GError **error)
{
	GError *failure = NULL;
	Routing trial = {.hops = routing->hops};
	RoutingOptions as_safe = *options;
	as_safe.any_sl = !options->by_sl;
	gboolean more = memchr(before->fresh, 1, graph->n_channels) != NULL;
	Price kept = price_of(before, routing->nonminimal_pairs, layers, more);
	guint64 few = (guint64)graph->n_hosts * graph->n_hosts /
		      (before->layers->vls ? PAIRS_A_LONGER_BY_PORTS : PAIRS_A_LONGER);
	if (options->balance == REROUTE_STAY || before->layers->n_layers > 1 || (kept.longer <= few && !kept.lanes))
		return TRUE;
	g_autoptr(Routes) others = routes_new(graph, error);
	if (!others)
		return FALSE;
	g_autoptr(Layers) fresh = choose_lanes(fabric, graph, &as_safe, others, &trial, &failure);
	if (g_error_matches(failure, SSSP_ERROR, SSSP_ERROR_LANES))
		g_clear_error(&failure);
	if (fresh && !fresh->layer &&
	    is_less(price_of(before, routes_nonminimal(graph, others, routing->hops), fresh, more), kept)) {
		routes_swap(routes, others);
		layers_swap(layers, fresh);
		routing->strategy = trial.strategy;
		routing->fresh_efi = trial.fresh_efi;
		routing->rerouted = FALSE;
		routing->cheaper = TRUE;
	}
	if (failure)
		g_propagate_error(error, failure);
	return failure == NULL;
}

/* All are in the proof, or routes are made afresh: `*layers` is NULL then. FALSE with SSSP_ERROR_MEMORY. */
static gboolean serve_rest(const Graph *graph, Routes *routes, Layers **layers, Routing *routing, GError **error)
{
	if (!(*layers)->n_unproven)
		return TRUE;
	if (!other_engine_serve_rest(graph, routing->hops, TRUE, routes, *layers, error))
		return FALSE;
	if ((*layers)->n_unproven) {
		g_clear_pointer(layers, layers_free);
		routing->rerouted = FALSE;
		routes_clear(graph, routes);
	}
	return TRUE;
}

/* Whether lanes of the previous kind, and as many, may be used. */
static gboolean may_go_on(const PreviousRoutes *before, const RoutingOptions *options, guint max_lanes)
{
	return before->layers->vls ? before->layers->vls->n_vls <= max_lanes && !options->by_sl
				   : !options->any_sl || before->layers->n_layers == 1;
}

/* Routes and lanes, from previous ones where that can be. */
static Layers *route_and_layer(const Fabric *fabric, const Graph *graph, const RoutingOptions *options, guint max_lanes,
			       const PreviousRoutes *before, Routes *routes, Routing *routing, GError **error)
{
	GError *failure = NULL;
	Layers *layers = NULL;
	gint64 start = g_get_monotonic_time();
	if (before && !options->afresh && !routing_as_is(options) && may_go_on(before, options, max_lanes))
		layers = start_from_previous(graph, options, max_lanes, before, routes, routing, &failure);
	if (layers && !serve_rest(graph, routes, &layers, routing, &failure))
		g_clear_pointer(&layers, layers_free);
	if (layers && !take_cheaper(fabric, graph, options, before, routes, layers, routing, &failure))
		g_clear_pointer(&layers, layers_free);
	routing->as_is = routing_as_is(options);
	routing->seconds_route = seconds_since(start);
	if (!layers && !failure)
		layers = choose_lanes(fabric, graph, options, routes, routing, &failure);
	gboolean by_sl = layers && before && !layers->vls && !before->layers->vls;
	if (by_sl && !routing->rerouted && !history_carry(before, graph, routes, layers, NULL, &failure))
		g_clear_pointer(&layers, layers_free);
	if (failure)
		g_propagate_error(error, failure);
	return layers;
}

/* Tables of it all, and what they changed. */
static gboolean finish(const Fabric *fabric, const Graph *graph, const RoutingOptions *options, guint max_lanes,
		       const PreviousRoutes *before, const Routes *routes, Layers *layers, Routing *routing,
		       GError **error)
{
	g_autofree guint8 *previous_tree = before ? g_try_malloc(graph->n_channels + 1) : NULL;
	if (previous_tree && !spanning_previous(before, graph, previous_tree))
		g_clear_pointer(&previous_tree, g_free);
	return routing_finish(routing, fabric, graph, routes, layers, max_lanes,
			      layers->tree || !previous_tree ? layers->tree : previous_tree, error) &&
	       (!before || changes_count(options->previous, before, graph, routing->hops, routes, layers, routing->lft,
					 &routing->changes, error));
}

/*
 * A graph of base LIDs becomes one of all, with routes to the further ones beside the tree that multicast has. FALSE
 * with SSSP_ERROR_MEMORY.
 */
static gboolean route_further(const Fabric *fabric, Graph *graph, LmcDests *dests, const RoutingOptions *options,
			      guint max_lanes, PreviousRoutes **before, Routes **routes, Layers *layers,
			      Routing *routing, GError **error)
{
	GError *failure = NULL;
	guint8 *tree = mcast_tree_find(graph, routing->hops, *routes, layers, layers->tree, &failure);
	g_free(layers->tree);
	layers->tree = tree;
	if (!routing->rerouted)
		routing->nonminimal_pairs = routes_nonminimal(graph, *routes, routing->hops);
	lmc_show(graph, dests);
	if (*before && !failure) {
		previous_routes_free(*before);
		*before = previous_routes_new(options->previous, fabric, graph, routing->hops, max_lanes, &failure);
	}
	if (failure) {
		g_propagate_error(error, failure);
		return FALSE;
	}
	LmcOptions further = {.routes = options->lmc_routes,
			      .hops = routing->hops,
			      .in_tree = tree,
			      .max_lanes = max_lanes,
			      .kept = routing->rerouted ? (*before)->routes : NULL,
			      .hint = routing->rerouted ? (*before)->layers->vls : NULL};
	gboolean by_ports = layers->vls != NULL;
	if (!lmc_route(graph, &further, routes, layers, &routing->lmc, error))
		return FALSE;
	if (layers->vls && !by_ports)
		routing->strategy = "by ports";
	routing->lmc.longer = routes_nonminimal(graph, *routes, routing->hops) - routing->nonminimal_pairs;
	return TRUE;
}

/* All of it, on a graph of base LIDs first where further ones have routes of their own (`dests`). */
static gboolean compute(const Fabric *fabric, const RoutingOptions *options, Graph **graph, LmcDests *dests,
			Routing *routing, GError **error)
{
	guint budgets[ROUTING_MAX_VLS];
	routing_vl_budgets(fabric, options->max_vls, budgets);
	guint max_lanes = budgets[0];
	g_autoptr(PreviousRoutes) before = NULL;
	g_autoptr(Routes) routes = routes_new(*graph, error);
	if (!routes || !(routing->hops = graph_hops(*graph, error)) ||
	    (options->previous &&
	     !(before = previous_routes_new(options->previous, fabric, *graph, routing->hops, max_lanes, error))))
		return FALSE;
	g_autoptr(Layers) layers = route_and_layer(fabric, *graph, options, max_lanes, before, routes, routing, error);
	if (layers)
		routing_weigh_jobs(*graph, options, before, routes, layers, routing);
	if (!layers ||
	    (dests->base &&
	     !route_further(fabric, *graph, dests, options, max_lanes, &before, &routes, layers, routing, error)) ||
	    !finish(fabric, *graph, options, max_lanes, before, routes, layers, routing, error))
		return FALSE;
	return !options->stand ||
	       routing_leave_stand(routing, before ? before->view.stand : NULL, graph, &routes, &layers, error);
}

Routing *routing_compute(const Fabric *fabric, const RoutingOptions *options, GError **error)
{
	g_autoptr(Routing) routing = g_new0(Routing, 1);
	LmcDests dests = {.base = NULL};
	gint64 start = g_get_monotonic_time();
	tell(options, "routing");
	g_autoptr(Graph) graph = routing_graph(fabric, options, error);
	gboolean further =
		graph && options->lmc_routes != LMC_SHORTEST && !routing_as_is(options) && lmc_has_further(graph);
	gboolean fine = graph && (!further || lmc_hide(graph, &dests, error)) &&
			compute(fabric, options, &graph, &dests, routing, error);
	lmc_show(graph, &dests);
	if (!fine)
		return NULL;
	routing->seconds_layer = seconds_since(start) - routing->seconds_route;
	return g_steal_pointer(&routing);
}
