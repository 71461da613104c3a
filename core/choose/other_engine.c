/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gives lanes by SL to the routes of an engine that P-SSSP is compared with, and serves the management ports that are
 * left out of the proof.
 */
#include "core/choose/other_engine.h"

#include "core/choose/by_sl.h"
#include "core/base/error.h"
#include "core/engines/guarded.h"
#include "core/guide/guide.h"

gboolean other_engine_serve_rest(const Graph *graph, const guint8 *hops, gboolean hosts_stay, Routes *routes,
				 Layers *layers, GError **error)
{
	GuardedTally tally;
	if (!layers->n_unproven || layers->n_layers > 1)
		return TRUE;
	g_autoptr(Guide) guide = guide_new(graph, error);
	g_autoptr(Routes) served = guide ? routes_copy(graph, routes, error) : NULL;
	/* Hosts' routes are there, so that the order in which management ports have more paths is the better one. */
	const guint32 *place = !served ? NULL : guide->has_other ? guide->other_place : guide->place;
	GuardedOptions options = {.n_vls = 1, .place = place};
	if (!served || !guarded_serve_rest(graph, hops, &options, served, &tally, NULL, error))
		return FALSE;
	if (!tally.complete || (hosts_stay && tally.n_rerouted_hosts))
		return TRUE;
	routes_swap(routes, served);
	g_clear_pointer(&layers->unproven, g_free);
	g_clear_pointer(&layers->used[0], g_free); /* it has the dependencies of the routes before */
	layers->proven = FALSE;
	layers->n_unproven = 0;
	for (guint i = 0; i < FABRIC_N_CLASSES; i++)
		layers->class_lanes[i] = 1;
	return TRUE;
}

/*
 * Finds routes on lanes by SL; where one lane does, management ports that found no place beside hosts are routed anew.
 * Those that stay out of the proof are counted in layers->n_unproven. NULL with the errors of by_sl().
 */
static Layers *serve_others(const Fabric *fabric, const Graph *graph, const guint8 *hops, const RoutingOptions *options,
			    Routes *routes, GError **error)
{
	g_autoptr(Layers) layers = by_sl(fabric, graph, hops, options, NULL, routes, error);
	if (!layers || !other_engine_serve_rest(graph, hops, routing_as_is(options), routes, layers, error))
		return NULL;
	return g_steal_pointer(&layers);
}

Layers *other_engine_route(const Fabric *fabric, const Graph *graph, const guint8 *hops, const RoutingOptions *options,
			   Routes *routes, GError **error)
{
	RoutingOptions more = *options;
	GError *failure = NULL;
	gboolean as_is = routing_as_is(options);
	more.management_lanes = TRUE;
	g_autoptr(Layers) layers = as_is ? by_sl(fabric, graph, hops, options, NULL, routes, error)
					 : serve_others(fabric, graph, hops, options, routes, error);
	if (!layers || !layers->n_unproven)
		return g_steal_pointer(&layers);
	g_autoptr(Layers) others = by_sl(fabric, graph, hops, &more, NULL, routes, &failure);
	if (as_is && (!others || others->n_unproven) &&
	    (!failure || g_error_matches(failure, SSSP_ERROR, SSSP_ERROR_LANES))) {
		g_clear_error(&failure);
		return serve_others(fabric, graph, hops, options, routes, error);
	}
	sssp_error_pass(error, failure);
	return g_steal_pointer(&others);
}
