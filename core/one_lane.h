/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * One lane first: routes of which all that carries data closes no cycle on one lane, so that any SL is safe. What is
 * made with several lanes and SLs is taken only where one lane costs paths or balance.
 */
#ifndef SSSP_CORE_ONE_LANE_H
#define SSSP_CORE_ONE_LANE_H

#include "core/routing_options.h"
#include "core/routing_result.h"

/*
 * Routes that know nothing of former ones, and their lanes. Fills `routes`, fresh from routes_new(), and what is said of
 * them in `routing`, whose hops are there. NULL with SSSP_ERROR_MEMORY, or SSSP_ERROR_LANES for an engine whose routes
 * cannot be changed.
 */
Layers *one_lane_or_more(const Fabric *fabric, const Graph *graph, const RoutingOptions *options, Routes *routes,
			 Routing *routing, GError **error);

/*
 * Serves management ports that routes on one lane, from elsewhere, have left out of the proof (layers->unproven): their
 * entries may change, those of hosts' packets not if `hosts_stay`. What stays out then is left as it was. FALSE with
 * SSSP_ERROR_MEMORY.
 */
gboolean one_lane_serve_rest(const Graph *graph, const guint8 *hops, gboolean hosts_stay, Routes *routes,
			     Layers *layers, GError **error);

#endif
