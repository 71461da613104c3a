/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes spanning trees of grids that agree with routes which go upwards first: along each dimension once, upwards in
 * the order of the dimensions, then downwards in the opposite order (torus_lanes.h), and straight through all switches
 * of a ring but one, the cut. Turns from a cable of the tree into another keep that rule too, so none closes a cycle
 * with them.
 */
#ifndef SSSP_CORE_TORUS_GRID_TREE_H
#define SSSP_CORE_TORUS_GRID_TREE_H

#include "core/graph/graph.h"
#include "core/torus/grid.h"

#include <glib.h>

/*
 * Into tree[n_channels] 1 for both ways of its cables and 0 for all others; cut[n] is a coordinate in each dimension, 0
 * in rows. O(channels).
 */
void grid_tree(const Grid *grid, const Graph *graph, const guint32 *cut, guint8 *tree);

#endif
