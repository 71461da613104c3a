/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Improves the routes of a finished routing by a search that takes its time (core/optimize), and proves the new tables.
 */
#ifndef SSSP_CORE_ROUTING_OPTIMIZE_H
#define SSSP_CORE_ROUTING_OPTIMIZE_H

#include "core/fabric/fabric.h"
#include "core/optimize/optimize.h"
#include "core/choose/routing_options.h"
#include "core/routing_result.h"

#include <glib.h>

/*
 * Returns better tables with the lanes, service levels and multicast tree of `routing`. That must come from
 * routing_compute() with these options, have a `stand` (the graph, routes and lanes that it was made from), and have
 * `older` NULL: no connection goes on with an SL of the tables before. The new tables are proven by
 * prove_tables(). What the search aims at is in core/optimize/improve_routes.h; `state` gets what it found. NULL
 * without `error` when it found nothing better, else with SSSP_ERROR_MEMORY or the error of a check that failed.
 */
Routing *routing_optimize(const Fabric *fabric, const RoutingOptions *options, const Routing *routing,
			  const OptimizeOptions *optimize, OptimizeState *state, GError **error);

#endif
