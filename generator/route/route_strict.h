/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The routes of the algorithm that was asked for or none, unless --non-strict allows those of the first one. */
#ifndef SSSP_GENERATOR_ROUTE_ROUTE_STRICT_H
#define SSSP_GENERATOR_ROUTE_ROUTE_STRICT_H

#include "generator/route/route_options.h"

#include <glib.h>

/*
 * routing_compute() with these options. Where lanes do not do for routes that stay as they are and the command allows
 * it, it is that of the first engine, and `lane_aware`, as with engines that give way by themselves. All other errors
 * are those of routing_compute(); one of SSSP_ERROR_LANES says which options may do.
 */
Routing *route_strict_compute(const RouteCommand *command, const Fabric *fabric, const RoutingOptions *options,
			      GError **error);

/*
 * The name of the algorithm that made the routes: the one that was asked for; with --non-strict it may be the first
 * engine, and then that is told always. NULL with SSSP_ERROR_LANES.
 */
const char *route_strict_whose(const RouteCommand *command, const Fabric *fabric, const Routing *routing,
			       const char *program, GError **error);

#endif
