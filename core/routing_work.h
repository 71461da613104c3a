/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Declares steps of routing (routing.c), and holds what they hand to each other. */
#ifndef SSSP_CORE_ROUTING_WORK_H
#define SSSP_CORE_ROUTING_WORK_H

#include "core/lmc/lmc_dests.h"
#include "core/previous/previous.h"
#include "core/choose/routing_options.h"
#include "core/routing_result.h"

#include <glib.h>

/* Each step changes this; where a step returns FALSE, with an error, the computation ends. */
typedef struct {
	const Fabric *fabric;
	const RoutingOptions *options;
	gint64 start;    /* when the computation began, by g_get_monotonic_time() */
	guint max_lanes; /* lanes that most links have, at most options->max_vls */
	Graph *graph;    /* with base LIDs alone while `dests` keeps all destinations */
	LmcDests dests;
	PreviousRoutes *before; /* the previous tables on this graph; NULL: there are none */
	Routes *routes;
	Layers *layers;   /* their lanes, with what is proven; NULL: routes are not there yet */
	Routing *routing; /* what comes out */
} RoutingWork;

/* ---- routing_previous.c */

/*
 * Sets w->before to the previous tables as they are on w->graph, NULL where there are none. FALSE with
 * SSSP_ERROR_MEMORY. As previous_routes_new().
 */
gboolean routing_find_previous(RoutingWork *w, GError **error);

/*
 * Whether the previous routes are safe on any SL, and what replaces them is to be so as well: they are on lanes by
 * ports, or on one lane and known to need no other; nine tenths of the switches and channels were there; and no option
 * wants lanes by SL, all afresh or another engine. O(switches + channels).
 */
gboolean routing_was_safe(const RoutingWork *w);

/*
 * Keeps entries of the previous tables and routes what is missing: fills w->routes and w->layers, and sets
 * routing->rerouted. Lanes are those that there were; where routing_was_safe() does not hold, further ones by SL may be
 * used. w->layers stays NULL where that fails. FALSE with SSSP_ERROR_MEMORY. As reroute() or reroute_by_ports().
 */
gboolean routing_start_from_previous(RoutingWork *w, GError **error);

/*
 * Routes anew the management ports that rerouting left out of the proof. Where some stay out, w->layers is NULL
 * afterwards and w->routes are empty, so that all is routed afresh. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean routing_serve_unproven(RoutingWork *w, GError **error);

/*
 * Looks for something better where rerouted routes lengthen more paths or take more lanes than the previous ones, and
 * for other routes where rerouting found none. Where there was one lane, rerouting is tried with a second lane by
 * ports, and its result is taken if fewer paths are longer by that. If that still costs too much (is_cheap_enough()),
 * routes made afresh are taken that have fewer longer paths, or as many on fewer lanes. All of these are safe on any
 * SL. With REROUTE_STAY rerouted routes stay, and only where there are none a second lane is tried. w->layers is NULL
 * where all has to be routed afresh. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean routing_take_cheaper(RoutingWork *w, GError **error);

/*
 * Returns [n_channels], 1 for channels of the previous multicast tree, for g_free(); NULL: no tree, or memory is short.
 */
guint8 *routing_previous_tree(const RoutingWork *w);

/* ---- route_lids.c */

/*
 * Where the routes in `w`, for which all LIDs were treated alike, need lanes by SL: tries to route base LIDs without
 * lanes by SL and further LIDs beside them, and replaces routes and layers in `w` if the result is hardly worse and no
 * more paths are longer. TRUE also where nothing changes, FALSE with SSSP_ERROR_MEMORY. As choose_lanes() and
 * lmc_route().
 */
gboolean route_base_lids_first(RoutingWork *w, GError **error);

/*
 * Puts the further LIDs back into a graph of base LIDs alone, and routes them so that the multicast tree still fits.
 * Does nothing where no LIDs are hidden. FALSE with SSSP_ERROR_MEMORY. As lmc_route().
 */
gboolean route_further(RoutingWork *w, GError **error);

/* ---- routing_multicast.c */

/*
 * Where no multicast tree fits beside the routes, changes w->routes or w->layers so that one fits, and sets
 * w->layers->tree. Routes that have to stay as they are, and kept lanes by SL, are left alone. FALSE with
 * SSSP_ERROR_MEMORY. As mcast_tree_find(), and at most 18 times beside_tree_route(), or fit_beside_tree().
 */
gboolean routing_leave_tree(RoutingWork *w, GError **error);

/* ---- routing_jobs.c */

/*
 * Rebalances the routes for jobs (core/optimize/weigh.h), where there are jobs and the engine's routes may change.
 * Where routes were kept only those to hosts of jobs that are not settled may change, else all. Multicast keeps its
 * tree. Fills routing->jobs. Where this fails the routes stay as they were, and routing->jobs.lack says why.
 */
void routing_weigh_jobs(RoutingWork *w);

#endif
