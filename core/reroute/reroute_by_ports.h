/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reroutes as reroute.h where switches choose VLs by ports (graph/port_vls.h): on the graph of (channel, VL). */
#ifndef SSSP_CORE_REROUTE_REROUTE_BY_PORTS_H
#define SSSP_CORE_REROUTE_REROUTE_BY_PORTS_H

#include "core/reroute/reroute_options.h"

#include <glib.h>

/*
 * Routes for `graph` that start from `before`, with VLs by ports, of which states that nothing has yet may be on any:
 * entries that lead to their destination stay, with the VLs of all states. The previous tree of multicast stays, joined
 * again where it lost cables (layers->tree): it comes before routes, or after them where that fits and keeps more
 * entries, or not at all. What is missing is added in the graph of all that stays. Where a destination finds no path
 * there, it goes first in a further attempt; in later ones all that lost something lose their other entries, too. Up to
 * 43 attempts are made, in large fabrics three. A destination that has longer paths than need be is routed again where
 * that leaves fewer, if it changes anyhow or there are new channels. At the end loads are evened (port_routes.h), as
 * `options` say; the number of lanes is that of `vls`. `routes` must be fresh. NULL without `error` when
 * no attempt succeeds, so that routes are to be made afresh. NULL with SSSP_ERROR_MEMORY. For each attempt
 * O(switches x LIDs), for each destination that changes O(channels x log), and what dependencies cost.
 */
Layers *reroute_by_ports(const Graph *graph, const guint8 *hops, const RerouteOptions *options,
			 const PreviousRoutes *before, const PortVls *vls, Routes *routes, GError **error);

#endif
