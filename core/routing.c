/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs all steps of routing, one after the other, as doc/architecture.md draws them: a graph of the fabric; what may
 * stay of previous tables; routes and lanes for what is missing, or for all; further LIDs; tables of the result. The
 * steps that are not in this file are declared in routing_work.h.
 */
#include "core/routing.h"

#include "core/base/error.h"
#include "core/choose/choose_lanes.h"
#include "core/previous/history.h"
#include "core/reroute/changes.h"
#include "core/routing_work.h"

static double seconds_since(gint64 start)
{
	return (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
}

/* ---- fabric -> graph */

/*
 * Makes w->graph, empty w->routes, and the hops between switches. Further LIDs that get routes of their own are hidden
 * until base LIDs have their routes. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean make_graph(RoutingWork *w, GError **error)
{
	w->max_lanes = routing_vl_budget(w->fabric, w->options->max_vls);
	w->graph = routing_graph(w->fabric, w->options, error);
	gboolean further = w->graph && w->options->lmc_routes != LMC_SHORTEST && !routing_as_is(w->options) &&
			   lmc_has_further(w->graph);
	return w->graph && (!further || lmc_hide(w->graph, &w->dests, error)) &&
	       (w->routes = routes_new(w->graph, error)) && (w->routing->hops = graph_hops(w->graph, error));
}

/* ---- graph -> routes and lanes */

/*
 * Finds routes and lanes that are safe on any SL, as the previous ones are: so no connection has to ask for its SL
 * again. w->layers stays NULL where there are none. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean stay_safe(RoutingWork *w, GError **error)
{
	GError *failure = NULL;
	RoutingOptions safe = *w->options;
	safe.any_sl = TRUE;
	w->layers = choose_lanes(w->fabric, w->graph, w->routing->hops, &safe, w->routes, &w->routing->seconds_route,
				 &failure);
	if (g_error_matches(failure, SSSP_ERROR, SSSP_ERROR_LANES)) {
		g_clear_error(&failure);
		routes_clear(w->graph, w->routes);
	}
	return sssp_error_pass(error, failure);
}

/* Finds routes and lanes afresh where no step before has left any (w->layers is NULL). FALSE with an error. */
static gboolean route_afresh(RoutingWork *w, GError **error)
{
	const RoutingOptions *options = w->options;
	Routing *routing = w->routing;
	routing->as_is = routing_as_is(w->options);
	routing->seconds_route = seconds_since(w->start);
	if (w->layers)
		return TRUE;
	if (routing_was_safe(w) && !routing->as_is && !stay_safe(w, error))
		return FALSE;
	if (!w->layers)
		w->layers = choose_lanes(w->fabric, w->graph, routing->hops, options, w->routes,
					 &routing->seconds_route, error);
	if (w->layers)
		routing->fresh_efi = routes_efi(w->graph, w->routes);
	return w->layers != NULL;
}

/*
 * Adds the lanes on which connections were opened earlier to those of routes made afresh by SL, where they close no
 * cycle: so these connections can go on. FALSE with an error.
 */
static gboolean carry_history(RoutingWork *w, GError **error)
{
	gboolean by_sl = w->before && !w->layers->vls && !w->before->layers->vls;
	return !by_sl || w->routing->rerouted || history_carry(w->before, w->graph, w->routes, w->layers, NULL, error);
}

/* ---- routes and lanes -> tables */

/* Checks routes and lanes a last time, and makes tables, SLs and the multicast tree of them. FALSE with an error. */
static gboolean make_tables(RoutingWork *w, GError **error)
{
	g_autofree guint8 *previous_tree = routing_previous_tree(w);
	PortVls *vls = w->layers->vls;
	if (vls)
		vls->copies = w->options->spread_ports ? MAX(1, w->max_lanes / vls->n_vls) : 1;
	return routing_finish(w->routing, w->fabric, w->graph, w->routes, w->layers, w->max_lanes, previous_tree,
			      error);
}

/* Fills routing->changes, the differences from the previous tables. FALSE with SSSP_ERROR_MEMORY. */
static gboolean count_changes(RoutingWork *w, GError **error)
{
	return !w->before || changes_count(w->options->previous, w->before, w->graph, w->routing->hops, w->routes,
					   w->layers, w->routing->lft, &w->routing->changes, error);
}

/* Fills routing->stand where options ask for it; takes graph, routes and layers out of `w`. FALSE with an error. */
static gboolean leave_stand(RoutingWork *w, GError **error)
{
	const Stand *before = w->before ? w->before->view.stand : NULL;
	return !w->options->stand || routing_leave_stand(w->routing, before, &w->graph, &w->routes, &w->layers, error);
}

/* ---- all of it */

/*
 * Makes a graph of the fabric, routes and lanes of the graph and the previous tables, and tables of these. A step that
 * has nothing to do returns TRUE and changes nothing. FALSE with the error of the step that failed.
 */
static gboolean compute(RoutingWork *w, GError **error)
{
	if (!make_graph(w, error) || !routing_find_previous(w, error))
		return FALSE;
	/*
	 * What may stay is kept and what is missing is routed; all is routed afresh where nothing stays or that is
	 * better.
	 */
	if (!routing_start_from_previous(w, error) || !routing_serve_unproven(w, error) ||
	    !routing_take_cheaper(w, error) || !route_afresh(w, error) || !routing_leave_tree(w, error) ||
	    !carry_history(w, error))
		return FALSE;
	gboolean by_sl = w->layers->layer != NULL;
	if (!route_base_lids_first(w, error))
		return FALSE;
	/* Where base LIDs were routed first after all, these routes leave a tree as well. */
	if (by_sl && !w->layers->layer && !routing_leave_tree(w, error))
		return FALSE;
	routing_weigh_jobs(w);
	return route_further(w, error) && make_tables(w, error) && count_changes(w, error) && leave_stand(w, error);
}

static void work_clear(RoutingWork *w)
{
	lmc_show(w->graph, &w->dests);
	previous_routes_free(w->before);
	layers_free(w->layers);
	routes_free(w->routes);
	graph_free(w->graph);
}

Routing *routing_compute(const Fabric *fabric, const RoutingOptions *options, GError **error)
{
	g_autoptr(Routing) routing = g_new0(Routing, 1);
	RoutingWork w = {.fabric = fabric, .options = options, .start = g_get_monotonic_time(), .routing = routing};
	if (options->progress)
		options->progress("routing", options->progress_user);
	gboolean fine = compute(&w, error);
	work_clear(&w);
	if (!fine)
		return NULL;
	routing->seconds_layer = seconds_since(w.start) - routing->seconds_route;
	return g_steal_pointer(&routing);
}
