/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds one minimal route for each pair of switches of a torus or mesh, with the lanes in which it is legal: those that
 * allow all its turns. It is the rule's route (grid_rule.h), or another minimal one where cables are lost.
 */
#ifndef SSSP_CORE_TORUS_GRID_TREES_H
#define SSSP_CORE_TORUS_GRID_TREES_H

#include "core/torus/grid_rule.h"
#include "core/torus/pair_routes.h"

#include <glib.h>

/*
 * Returns shortest trees to all switches; trees->n_without pairs have no lane. `hops` is from graph_hops(). NULL with
 * SSSP_ERROR_MEMORY. O(switches^2 x dimensions + switches x shortest channels).
 */
PairRoutes *grid_trees(const GridRule *rule, const LaneSet *lanes, const guint8 *hops, GError **error);

#endif
