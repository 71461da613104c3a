/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the routes of others (aggregation nodes, management ports) that are legal in the order of the lanes: as they
 * are, or with other entries where these are free.
 */
#ifndef SSSP_CORE_FIT_FIT_TREES_H
#define SSSP_CORE_FIT_FIT_TREES_H

#include "core/fit/fit_lanes.h"

/*
 * Changes the entries of switches without hosts, where no host's route comes by, and all entries of trees to switches
 * without hosts, when the route from there is legal in no lane and another is. `lanes` [n_switches][n_switches] gets
 * for each (from, to) of which one has no hosts the lanes in which all routes are legal. FALSE with SSSP_ERROR_MEMORY.
 * O(switches x LIDs x lanes), times the switches' channels for trees that are changed.
 */
gboolean fit_trees(FitLanes *fit, LaneMask *lanes, GError **error);

#endif
