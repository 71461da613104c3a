/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes the routes of the algorithm that was asked for, or fails; with --non-strict it may take those of psssp
 * instead.
 */
#ifndef SSSP_GENERATOR_ROUTE_ROUTE_STRICT_H
#define SSSP_GENERATOR_ROUTE_ROUTE_STRICT_H

#include "generator/route/route_options.h"

#include <glib.h>

/*
 * routing_compute() with these options. Where lanes are not enough for an engine whose routes must stay as they are,
 * and the command allows it, the first engine is used and `lane_aware` is set, as by engines that change their own
 * routes. All other errors are those of routing_compute(); one of SSSP_ERROR_LANES says which options may help.
 */
Routing *route_strict_compute(const RouteCommand *command, const Fabric *fabric, const RoutingOptions *options,
			      GError **error);

/*
 * The name of the algorithm that made the routes: the one that was asked for; with --non-strict it may be the first
 * engine, and a warning that says so is always printed. NULL with SSSP_ERROR_LANES.
 */
const char *route_strict_engine_name(const RouteCommand *command, const Fabric *fabric, const Routing *routing,
				     const char *program, GError **error);

#endif
