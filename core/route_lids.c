/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Routes the further LIDs of ports (LMC) beside base LIDs, which were routed before on a graph that has no other LIDs.
 * That is done where options ask for routes of their own for further LIDs (route_further()). It is tried as well where
 * they do not, if routes for which all LIDs were treated alike need lanes by SL (route_base_lids_first()). The result
 * then replaces these routes if it does without lanes by SL, is hardly worse, and no more paths are longer.
 */
#include "core/routing_work.h"

#include "core/base/error.h"
#include "core/choose/candidates.h"
#include "core/choose/choose_lanes.h"
#include "core/lmc/lmc.h"
#include "core/choose/mcast_tree.h"

#include <math.h>

gboolean route_further(RoutingWork *w, GError **error)
{
	Routing *routing = w->routing;
	if (!w->dests.base)
		return TRUE;
	/* The tree for multicast is found beside base LIDs; routes to further LIDs must then close no cycle with it. */
	if (!mcast_tree_hold(w->graph, routing->hops, w->routes, w->layers, NULL, NULL, error))
		return FALSE;
	if (!routing->rerouted)
		routing->nonminimal_pairs = routes_nonminimal(w->graph, w->routes, routing->hops);
	lmc_show(w->graph, &w->dests);
	if (!routing_find_previous(w, error))
		return FALSE;
	LmcOptions further = {.routes = w->options->lmc_routes,
			      .hops = routing->hops,
			      .in_tree = w->layers->tree,
			      .max_lanes = w->max_lanes,
			      .kept = routing->rerouted ? w->before->routes : NULL,
			      .hint = routing->rerouted ? w->before->layers->vls : NULL};
	gboolean by_ports = w->layers->vls != NULL;
	if (!lmc_route(w->graph, &further, &w->routes, w->layers, &routing->lmc, error))
		return FALSE;
	if (w->layers->vls && !by_ports)
		w->layers->strategy = "by ports";
	routing->lmc.longer = routes_nonminimal(w->graph, w->routes, routing->hops) - routing->nonminimal_pairs;
	return TRUE;
}

/* The geometric mean of uniform traffic and bisections, as in route_score(). */
static double worth_of(const LmcWorth *worth)
{
	return sqrt(worth->bisections * worth->uniform);
}

/*
 * Sets `*worth_it` to whether the routes in `trial`, base LIDs first, are taken instead of those in `w`. They are if
 * they are worth nearly as much and no more paths are longer, because they are safe on any SL and those in `w` are not.
 * FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean is_worth_it(const RoutingWork *w, const RoutingWork *trial, gboolean *worth_it, GError **error)
{
	LmcWorth alike;
	const guint8 *hops = w->routing->hops;
	if (!lmc_probe(w->graph, w->routes, &alike, error))
		return FALSE;
	*worth_it = worth_of(&trial->routing->lmc.worth) >= WORTH_AN_SL * worth_of(&alike) &&
		    routes_nonminimal(w->graph, trial->routes, hops) <= routes_nonminimal(w->graph, w->routes, hops);
	return TRUE;
}

/*
 * Leaves base LIDs only in trial->graph and routes them; trial->layers is NULL where even these need lanes by SL. FALSE
 * with SSSP_ERROR_MEMORY.
 */
static gboolean route_base_lids(RoutingWork *trial, GError **error)
{
	GError *failure = NULL;
	double seconds;
	if (!lmc_hide(trial->graph, &trial->dests, error) || !(trial->routes = routes_new(trial->graph, error)))
		return FALSE;
	trial->layers = choose_lanes(trial->fabric, trial->graph, trial->routing->hops, trial->options, trial->routes,
				     &seconds, &failure);
	if (trial->layers && trial->layers->layer)
		g_clear_pointer(&trial->layers, layers_free);
	return sssp_error_pass_but(error, failure, SSSP_ERROR_LANES);
}

gboolean route_base_lids_first(RoutingWork *w, GError **error)
{
	if (!w->layers->layer || w->routing->rerouted || routing_as_is(w->options) || w->options->by_sl ||
	    w->dests.base || !lmc_has_further(w->graph))
		return TRUE;
	RoutingOptions options = *w->options;
	options.any_sl = TRUE;
	options.lmc_routes = LMC_DISJOINT;
	options.previous = NULL;
	Routing routing = {.hops = w->routing->hops};
	RoutingWork trial = *w;
	trial.options = &options;
	trial.routing = &routing;
	trial.before = NULL;
	trial.routes = NULL;
	trial.layers = NULL;
	gboolean worth_it = FALSE, fine = route_base_lids(&trial, error);
	if (fine && trial.layers)
		fine = route_further(&trial, error) && is_worth_it(w, &trial, &worth_it, error);
	lmc_show(w->graph, &trial.dests);
	if (worth_it) {
		routes_swap(w->routes, trial.routes);
		layers_swap(w->layers, trial.layers);
		w->routing->fresh_efi = routes_efi(w->graph, w->routes);
	}
	routes_free(trial.routes);
	layers_free(trial.layers);
	return fine;
}
