/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* As reroute.h, where switches choose VLs by ports (graph/port_vls.h): on the dependency graph of (channel, VL). */
#ifndef SSSP_CORE_REROUTE_REROUTE_BY_PORTS_H
#define SSSP_CORE_REROUTE_REROUTE_BY_PORTS_H

#include "core/reroute/previous.h"

#include <glib.h>

/*
 * Routes for `graph` that start from `before`, whose layers have VLs by ports: entries that lead to their destination
 * stay, with the VLs of all states. What is missing is added in the graph of all that stays; a destination that has
 * longer paths than need be is routed again where that leaves fewer, if it changes anyhow or there are new channels.
 * `routes` must be fresh. NULL without `error` when
 * something finds no path beside the rest, so that routes are to be made afresh. NULL with SSSP_ERROR_MEMORY.
 * O(switches x LIDs), for each destination that changes O(channels x log), and what dependencies cost.
 */
Layers *reroute_by_ports(const Graph *graph, const guint8 *hops, const PreviousRoutes *before, Routes *routes,
			 GError **error);

#endif
