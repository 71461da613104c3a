/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Improves finished tables for whoever gives it time (core/optimize), and proves them again. */
#ifndef SSSP_CORE_ROUTING_OPTIMIZE_H
#define SSSP_CORE_ROUTING_OPTIMIZE_H

#include "core/fabric/fabric.h"
#include "core/optimize/optimize.h"
#include "core/choose/routing_options.h"
#include "core/routing_result.h"

#include <glib.h>

/*
 * Tables with the lanes and service levels of `routing`, which was made by routing_compute() with these options and
 * left its stand, and has no older SLs; its multicast tree stays. They were finished as all tables are and proven from
 * the outside, too (prove.h). `state` says what came of it. What the search sees to is in core/optimize/improve_routes.h. NULL
 * without `error` when nothing better was found; with SSSP_ERROR_MEMORY else.
 */
Routing *routing_optimize(const Fabric *fabric, const RoutingOptions *options, const Routing *routing,
			  const OptimizeOptions *optimize, OptimizeState *state, GError **error);

#endif
