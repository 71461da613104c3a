/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Fabrics whose switches are the points of a grid, found from the cables alone: a Cartesian product of rings and rows.
 * The cables of one dimension are those that squares connect as opposite sides, and those at a switch that are not two
 * sides of exactly one square (after W. Imrich and I. Peterin, "Recognizing Cartesian products in linear time", 2007,
 * whose relation this is, not their algorithm). What comes out is checked, so a fabric with a hole in it is no grid. A
 * ring of four is the product of two rows of two.
 */
#ifndef SSSP_CORE_TORUS_GRID_H
#define SSSP_CORE_TORUS_GRID_H

#include "core/graph/graph.h"

#include <glib.h>

#define GRID_DIMENSIONS 8

typedef struct {
	guint n; /* dimensions */
	guint32 size[GRID_DIMENSIONS];
	gboolean ring[GRID_DIMENSIONS]; /* of three or more: the last is joined to the first; else a row */
	guint32 *at;                    /* [n][n_switches] the coordinates */
	guint8 *dimension;              /* [n_channels] */
} Grid;

/* NULL without `error` when the graph is no grid, with SSSP_ERROR_MEMORY. O(switches x neighbours^3). */
Grid *grid_find(const Graph *graph, GError **error);
void grid_free(Grid *grid); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Grid, grid_free)

#endif
