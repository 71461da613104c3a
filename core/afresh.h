/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Routes and lanes that know nothing of former ones. */
#ifndef SSSP_CORE_AFRESH_H
#define SSSP_CORE_AFRESH_H

#include "core/fabric/fabric.h"
#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"
#include "core/routing_options.h"
#include "core/routing_result.h"

#include <glib.h>

/* The engine's routes. FALSE with SSSP_ERROR_MEMORY. As engine.h says. */
gboolean afresh_routes(const Graph *graph, const RoutingOptions *options, Routes *routes, GError **error);

/*
 * Lanes for all in at most max_lanes, hosts first; routes may be others afterwards, and are where aggregation nodes
 * find no lane. Fills strategy and fresh_efi of `routing`, whose hops are there and whose steps shrink. NULL with
 * SSSP_ERROR_LANES or SSSP_ERROR_MEMORY; the caller's to free. Bounded as search.h says.
 */
Layers *afresh_lanes(const Fabric *fabric, const Graph *graph, const RoutingOptions *options, guint max_lanes,
		     Routes *routes, Routing *routing, GError **error);

#endif
