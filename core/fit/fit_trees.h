/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds in which lanes the routes of aggregation nodes and management ports are in order: each of their turns ascends
 * in the lane's order of channels, or is made by routes there already, so they close no cycle there. Where a route is
 * in order in no lane, entries that no host's route uses are changed. infrastructure.c then picks a lane for each pair
 * of switches.
 */
#ifndef SSSP_CORE_FIT_FIT_TREES_H
#define SSSP_CORE_FIT_FIT_TREES_H

#include "core/fit/fit_lanes.h"

/*
 * A route is legal in a lane if all its turns need no search there (cdg_needs_no_search()). Where the route from a
 * switch is legal in no lane and another one is, its entry is changed if it may be: towards a switch without hosts
 * always; towards hosts where no host's route crosses the switch, and never with layers->routes_stay. Fills
 * lanes[n_switches][n_switches]: for each (from, to) of which one has no hosts, the lanes in which all routes are
 * legal. FALSE with SSSP_ERROR_MEMORY. O(switches x LIDs x lanes), times the switches' channels for trees that are
 * changed.
 */
gboolean fit_trees(FitLanes *fit, LaneMask *lanes, GError **error);

#endif
