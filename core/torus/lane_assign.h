/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses, for each route of a torus, one of the lanes that it may use: the one with the least traffic so far, so that
 * lanes share the work. A lane that nothing needs may serve as a second copy of one that is needed: the same turns, so
 * no cycle either.
 */
#ifndef SSSP_CORE_TORUS_LANE_ASSIGN_H
#define SSSP_CORE_TORUS_LANE_ASSIGN_H

#include "core/graph/graph.h"
#include "core/lanes/lane_set.h"
#include "core/lanes/layers.h"

#include <glib.h>

/*
 * Spreads the routes over n_used lanes. Masks name the first n_lanes of these; lane l of the others is a copy of lane l
 * modulo n_lanes. `common` has the lanes of each pair of switches ([from][to], symmetric), or `legal`, unless NULL,
 * those of each route ([n_dests][n_switches]). Routes that are no hosts', or have no lane, get lane 0. Deterministic.
 * NULL with SSSP_ERROR_MEMORY. O(switches x LIDs).
 */
Layers *lane_assign(const Graph *graph, guint n_lanes, guint n_used, const LaneMask *common, const LaneMask *legal,
		    GError **error);

#endif
