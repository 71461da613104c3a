/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder core/reroute: routing that starts from a previous one and leaves alone what need not change. In the order
 * in which to read:
 *
 *   reroute_options   what is asked of it
 *   relieve           routes taken from the fullest channels, whatever the lanes
 *   reroute_by_ports  where switches choose VLs by ports, or are to: on the dependency graph
 *   port_routes       its routes while destinations change one after the other, and their loads evened
 *   beside_tree       finished routes changed so that a multicast tree fits beside them, on one lane or by ports
 *   reroute           on one lane or lanes by SL: what may stay stays, the rest is filled in, loads are evened (below);
 *                     work.h: these steps, and what they hand to each other
 *   keep              which entries and lanes stay
 *   tree              the routes to one destination while they are changed, with the lanes and loads at each switch,
 *                     and what fits into the lanes (core/lanes/lane_use.h)
 *   refill            entries that are missing, each on the loads and lanes of what is there
 *   serve             pairs of switches that are left without a lane
 *   even              new channels' share, and loads evened
 *   spanning          the tree of multicast on lane 0, and room for it
 *   conclude          the check of the result, and its count of lanes
 *   changes           what is different afterwards, and how much of it had to be; how many paths are longer
 */
#ifndef SSSP_CORE_REROUTE_REROUTE_H
#define SSSP_CORE_REROUTE_REROUTE_H

#include "core/reroute/reroute_options.h"

#include <glib.h>

/*
 * Routes and lanes for `graph` that start from `before` (of options->previous): an entry whose port still leads along a
 * minimal path stays, and so do the lanes of all pairs of switches. What takes the place of entries that are gone is
 * chosen to close no cycle with previous routes, so that old and new ones may live side by side; where that cannot be,
 * none with the entries that stay; where that cannot be either, pairs may get other lanes. `routes` must be fresh. NULL
 * without `error` when this cannot be done well, so that routes are to be made afresh: pairs of hosts are left without
 * a lane or on needless detours, or the previous routes have more lanes than there may be. NULL with
 * SSSP_ERROR_MEMORY. O(switches x LIDs), and for each destination that lost something O(switches x hops + channels),
 * and what cdg_add() takes for each turn out of order.
 */
Layers *reroute(const Graph *graph, const guint8 *hops, const RerouteOptions *options, const PreviousRoutes *before,
		Routes *routes, GError **error);

/* ---- reroute_by_ports.c, on the graph of (channel, VL) */

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
