/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the rule's routes of all pairs of switches, and others where cables are lost, with the lanes that they leave.
 */
#ifndef SSSP_CORE_TORUS_GRID_TREES_H
#define SSSP_CORE_TORUS_GRID_TREES_H

#include "core/torus/grid_rule.h"
#include "core/torus/pair_routes.h"

#include <glib.h>

/*
 * Shortest trees to all switches; trees->n_without pairs have no lane. `hops` from graph_hops(). NULL with
 * SSSP_ERROR_MEMORY. O(switches^2 x dimensions + switches x shortest channels).
 */
PairRoutes *grid_trees(const GridRule *rule, const LaneSet *lanes, const guint8 *hops, GError **error);

/*
 * In symmetric mode keeps in trees->common the lanes that both directions of a pair may use. Counts in trees->n_without
 * the pairs that have none. O(switches^2).
 */
void grid_trees_count(const Graph *graph, const LaneSet *lanes, const guint8 *hops, PairRoutes *trees);

#endif
