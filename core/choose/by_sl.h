/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds routes and lanes by SL: each route has one lane, and packets need the service level of their path, by which
 * switches choose it. They are used where one lane and lanes by ports (a switch chooses the lane by input and output
 * port alone) cost longer paths or balance, and for the engines that P-SSSP is compared with. For P-SSSP three methods
 * are tried until the result of one is good enough; the best result is returned.
 */
#ifndef SSSP_CORE_CHOOSE_BY_SL_H
#define SSSP_CORE_CHOOSE_BY_SL_H

#include "core/fabric/fabric.h"
#include "core/graph/graph.h"
#include "core/lanes/layers.h"
#include "core/choose/plain_routes.h"
#include "core/choose/routing_options.h"

#include <glib.h>

/* Lanes by SL with at least this score win over routes with more longer paths, whatever the score of these. */
#define SL_IS_GOOD 0.85

/*
 * Fills `routes` and returns their lanes, at most as many as most links have (routing_vl_budgets()), one with
 * options->any_sl: by construction in tori and meshes, else given to one route after the other. `plain` has P-SSSP's
 * own routes, and gets the led ones, most of whose paths follow an order of the channels (plain_routes.h), where these
 * are tried; NULL: routes of options->engine are wanted. Without options->management_lanes the management ports that
 * find no lane are in layers->unproven. NULL with SSSP_ERROR_MEMORY, or SSSP_ERROR_LANES where the lanes do not
 * suffice. As torus_route() and layers_first_fit().
 */
Layers *by_sl(const Fabric *fabric, const Graph *graph, const guint8 *hops, const RoutingOptions *options,
	      PlainRoutes *plain, Routes *routes, GError **error);

/* ---- other_engine.c: the routes of engines that P-SSSP is compared with, and what they leave out of the proof */

/*
 * Fills `routes` with those of options->engine and returns their lanes by SL: as many as hosts need, or more where
 * management ports find no place on these. Management ports that stay out of the proof all the same are counted in
 * layers->n_unproven. Arguments and errors as for choose_lanes().
 */
Layers *other_engine_route(const Fabric *fabric, const Graph *graph, const guint8 *hops, const RoutingOptions *options,
			   Routes *routes, GError **error);

/*
 * Routes anew the management ports that routes on one lane leave out of the proof (layers->unproven). With `hosts_stay`
 * the routes of hosts may not change for that. `routes` and `layers` change only where all management ports can be
 * served: layers->n_unproven is 0 then. TRUE in both cases, and on more lanes, where nothing is done; FALSE with
 * SSSP_ERROR_MEMORY.
 */
gboolean other_engine_serve_rest(const Graph *graph, const guint8 *hops, gboolean hosts_stay, Routes *routes,
				 Layers *layers, GError **error);

#endif
