/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds routes of a grid (a torus or mesh) where the lanes do not suffice for shortest ones. The largest rings, as many
 * as there are lanes for, are still gone round; the others are used as rows, so that paths get longer (grid_plan.h).
 * Where the cable that the rule names is lost, a route begins over the neighbour with the shortest path that leaves it
 * a lane. No channel then carries much more than twice what it does when all rings are gone round.
 */
#ifndef SSSP_CORE_TORUS_GRID_LONGER_H
#define SSSP_CORE_TORUS_GRID_LONGER_H

#include "core/graph/routes.h"
#include "core/torus/grid_rule.h"
#include "core/torus/grid_trees.h"

/* As grid_trees(), with longer paths. NULL with SSSP_ERROR_MEMORY. O(switches^2 x dimensions). */
PairRoutes *grid_longer_trees(const GridRule *rule, const LaneSet *lanes, const guint8 *hops, GError **error);

/*
 * Fills `routes` (fresh) with the routes of these trees, but for destinations that follow a host, and `legal`
 * ([n_dests][n_switches], or NULL) with the lanes of each; cables side by side share the load. O(LIDs x switches x
 * hops).
 */
void grid_longer_route(const Graph *graph, const PairRoutes *trees, Routes *routes, LaneMask *legal);

#endif
