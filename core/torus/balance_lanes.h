/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses P-SSSP's balanced routes of a torus under the rule that every route between hosts keeps a lane. In each
 * destination's tree, every switch takes the cheapest channel (hops first, then weights, as in balance.h) among those
 * that leave its route a lane that its pair of switches still has. Where there is none, the switch is pinned: it gets
 * the route of the unbalanced tree found before (pair_routes.h), and what depends on it is chosen again. The unbalanced
 * routes are legal in every lane the pair may have, so this always succeeds. Other pairs, and those without any lane,
 * get any route.
 */
#ifndef SSSP_CORE_TORUS_BALANCE_LANES_H
#define SSSP_CORE_TORUS_BALANCE_LANES_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/lane_set.h"
#include "core/torus/pair_routes.h"

#include <glib.h>

/*
 * Fills `routes` (fresh) in `passes` passes, for all destinations but those that follow a host (route_follows_host());
 * trees->next must be minimal. In symmetric mode trees->common shrinks to the lanes in which all routes between two
 * switches are legal; else `legal` ([n_dests][n_switches], may be NULL in symmetric mode) gets the lanes of each route.
 * FALSE with SSSP_ERROR_MEMORY. O(LIDs x minimal channels), times the reruns that pinning costs.
 */
gboolean balance_lanes(const Graph *graph, const LaneSet *lanes, PairRoutes *trees, guint passes, Routes *routes,
		       LaneMask *legal, GError **error);

#endif
