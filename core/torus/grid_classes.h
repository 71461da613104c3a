/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Which cables of a grid run side by side, and which of those bundles are of one dimension. In a Cartesian product
 * opposite sides of a square are parallel, and so on from square to square, which gives all cables between two layers
 * of the grid. Two bundles that meet at a switch are of one dimension when they make no square there; where cables are
 * lost, what they do at most switches counts. (After W. Imrich and I. Peterin, "Recognizing Cartesian products in
 * linear time", 2007, whose relation this is, not their algorithm.)
 */
#ifndef SSSP_CORE_TORUS_GRID_CLASSES_H
#define SSSP_CORE_TORUS_GRID_CLASSES_H

#include "core/graph/graph.h"

#include <glib.h>

#define GRID_DIMENSIONS 8
#define GRID_UNKNOWN 255 /* dimension of a cable that makes too few squares to tell */

/* Neighbours of a switch: two in each dimension. */
#define GRID_NEIGHBOURS (2 * GRID_DIMENSIONS)

typedef struct {
	const Graph *graph;
	guint32 *near;     /* [n_switches][GRID_NEIGHBOURS] the first channel to each neighbour, GRAPH_NONE after the last */
	guint32 *parallel; /* [n_channels] a channel that stands for all that run the same way side by side */
	guint8 *dimension; /* [n_channels] or GRID_UNKNOWN */
	guint n;           /* dimensions */
} GridClasses;

/* NULL without `error` when the graph is no grid, with SSSP_ERROR_MEMORY. O(switches x neighbours^3). */
GridClasses *grid_classes_new(const Graph *graph, GError **error);
void grid_classes_free(GridClasses *classes); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GridClasses, grid_classes_free)

#endif
