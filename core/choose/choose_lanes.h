/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder core/choose: which routes and lanes a fabric gets where there are no previous tables to start from. In the
 * order in which to read:
 *
 *   routing_options  what a user asks for, and the graph of the fabric with these wishes in it
 *   choose_lanes     one lane, then lanes by ports; lanes by SL where these cost paths or balance (below)
 *   plain_routes     P-SSSP's routes without regard to lanes: its own, and those led by an order of the channels
 *   candidates       the best routes so far, by one score
 *   attempts.h       the attempts at routes that are safe on any SL, which are these:
 *   try_one_lane     routes that close no cycle on one lane
 *   try_port_lanes   P-SSSP's own routes, or led ones, on lanes by ports
 *   try_on_tree      the same where few routes fit, beside a spanning tree whose paths serve the others
 *   try_admitted     P-SSSP's routes admitted one by one to lanes by ports
 *   by_sl            lanes by SL, in tori and for engines that P-SSSP is compared with
 *   by_sl_best       the best of these so far, with aggregation nodes and management ports beside hosts
 *   other_engine     the routes of these engines
 *   unload           routes moved off channels that the choice of lanes has overloaded
 *   level_lane       a few routes moved off the fullest channels of one lane
 *   weigh_hosts      routes of small fabrics rebalanced once all routes are there
 *   mcast_tree       one tree for all multicast groups, beside the routes
 */

/*
 * Chooses the routes of a fabric and which virtual lanes they get, so that no credit loop can close. One lane is the
 * first choice, as any service level (SL) is safe then. Several lanes that switches choose by ports are as safe.
 * Several by SL, where packets need the SL of the path record, come only where the others cost paths or balance.
 */
#ifndef SSSP_CORE_CHOOSE_CHOOSE_LANES_H
#define SSSP_CORE_CHOOSE_CHOOSE_LANES_H

#include "core/choose/routing_options.h"

/*
 * Fills `routes`, fresh from routes_new(), without regard to previous ones, and returns their lanes. `*seconds` gets
 * the time spent on one lane, which is tried first; it is left alone where another engine's routes are taken.
 * hops[n_switches][n_switches] is from graph_hops(). NULL with SSSP_ERROR_MEMORY, or with SSSP_ERROR_LANES: for an
 * engine whose routes may not be changed, or where a path on a spanning tree would have more than 254 hops.
 */
Layers *choose_lanes(const Fabric *fabric, const Graph *graph, const guint8 *hops, const RoutingOptions *options,
		     Routes *routes, double *seconds, GError **error);

#endif
