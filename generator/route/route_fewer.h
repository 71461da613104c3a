/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Finds longer routes that save virtual lanes and cost little else: sssp-route --non-minimal. */
#ifndef SSSP_GENERATOR_ROUTE_ROUTE_FEWER_H
#define SSSP_GENERATOR_ROUTE_ROUTE_FEWER_H

#include "core/routing.h"

#include <glib.h>

/*
 * A routing on the fewest lanes whose edge-forwarding index is at most a tenth above that of `minimal`, the routing
 * that these options make; `minimal` itself where there is none. Takes `minimal` in any case. NULL with
 * SSSP_ERROR_MEMORY. Costs a routing for each number of lanes tried.
 */
Routing *route_fewer(const Fabric *fabric, const RoutingOptions *options, Routing *minimal, GError **error);

#endif
