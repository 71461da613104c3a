/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gives lanes by SL to the routes of an engine that P-SSSP is compared with (by_sl.h), so that no credit loop can
 * close. Management ports that find no lane beside hosts are not covered by the check that no lane has a cycle. Two
 * remedies follow.
 *
 * Other routes, if all routes are on one lane: first the ports without a lane alone are routed anew, beside all others.
 * If some find no path so, all destinations that are no hosts are routed again; of their entries those that are legal
 * beside hosts stay. All these routes are admitted only if they close no cycle with those of hosts.
 *
 * Further lanes: routes and lanes are computed again, and management ports may open lanes of their own.
 *
 * Further lanes are tried where other routes are not possible or do not serve all. For an engine whose routes are
 * handed out as they are (routing_as_is()) further lanes come first; where these do not serve all, other routes do, if
 * no route of a host has to change for them. Ports that neither serves are counted in layers->n_unproven.
 */
#include "core/choose/by_sl.h"

#include "core/base/error.h"
#include "core/engines/guarded.h"
#include "core/guide/guide.h"

#include <string.h>

/* Serving the ports left out alone is given up after so many looks per channel; it takes 45 at most if it succeeds. */
#define LOOKS_A_CHANNEL 100

/* Marks in dests[n_dests] the destinations of pairs that are left out of the proof. */
static void mark_left_out(const Graph *graph, const Layers *layers, guint8 *dests)
{
	gsize n = graph->n_switches;
	for (guint32 d = 0; d < graph->n_dests; d++)
		dests[d] = memchr(layers->unproven + n * graph->dests[d].vertex, 1, n) != NULL;
}

/* Returns a copy of the routes in which all management ports are served; NULL without `error` where some are not. */
static Routes *serve_in_copy(const Graph *graph, const guint8 *hops, const GuardedOptions *options, gboolean hosts_stay,
			     const Routes *routes, GError **error)
{
	GuardedTally tally;
	g_autoptr(Routes) served = routes_copy(graph, routes, error);
	if (!served || !guarded_serve_rest(graph, hops, options, served, &tally, NULL, error) || !tally.complete ||
	    (hosts_stay && tally.n_rerouted_hosts))
		return NULL;
	return g_steal_pointer(&served);
}

/*
 * Serves only the management ports left out (dests[n_dests]), beside all turns in use. Where these are not known, or
 * the ports find no paths so, serves all management ports beside hosts. Returns what serve_in_copy() returns.
 */
static Routes *serve_left_out(const Graph *graph, const guint8 *hops, gboolean hosts_stay, const Routes *routes,
			      const Layers *layers, guint8 *dests, GError **error)
{
	GError *failure = NULL;
	if (layers->used[0]) {
		GuardedOptions few = {.n_vls = 1, .unserved = dests, .used = layers->used[0]};
		few.most_looks = (guint64)graph->n_channels * LOOKS_A_CHANNEL;
		Routes *served = serve_in_copy(graph, hops, &few, hosts_stay, routes, &failure);
		if (served || failure) {
			sssp_error_pass(error, failure);
			return served;
		}
	}
	g_autoptr(Guide) guide = guide_new(graph, error);
	if (!guide)
		return NULL;
	/* Hosts' routes are there, so that the order in which management ports have more paths is the better one. */
	GuardedOptions all = {.n_vls = 1, .place = guide->has_other ? guide->other_place : guide->place};
	return serve_in_copy(graph, hops, &all, hosts_stay, routes, error);
}

gboolean other_engine_serve_rest(const Graph *graph, const guint8 *hops, gboolean hosts_stay, Routes *routes,
				 Layers *layers, GError **error)
{
	GError *failure = NULL;
	if (!layers->n_unproven || layers->n_layers > 1)
		return TRUE;
	g_autofree guint8 *dests = g_try_malloc(graph->n_dests + (gsize)1);
	if (!dests)
		return sssp_error_memory(error, "destinations", graph->n_dests);
	mark_left_out(graph, layers, dests);
	g_autoptr(Routes) served = serve_left_out(graph, hops, hosts_stay, routes, layers, dests, &failure);
	if (!served)
		return sssp_error_pass(error, failure);
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
 * Finds routes on lanes by SL; where one lane suffices, management ports that found no place beside hosts are routed
 * anew. Those that stay out of the proof are counted in layers->n_unproven. NULL with the errors of by_sl().
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
