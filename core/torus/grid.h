/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds out from the cables alone whether a fabric is a grid, and which coordinates its switches have. A grid has its
 * switches at the points of a Cartesian product of rings and rows (a torus or mesh), from which cables and switches may
 * be lost. A ring of four is the product of two rows of two.
 */
#ifndef SSSP_CORE_TORUS_GRID_H
#define SSSP_CORE_TORUS_GRID_H

#include "core/graph/graph.h"

#include <glib.h>

#define GRID_DIMENSIONS 8
#define GRID_UNKNOWN G_MAXUINT8

typedef struct {
	guint n; /* dimensions, rings first, then rows from long to short */
	guint32 size[GRID_DIMENSIONS];
	gboolean ring[GRID_DIMENSIONS]; /* of three or more: the last is joined to the first; else a row */
	guint32 *at;                    /* [n][n_switches] the coordinates; no two switches have the same */
	guint8 *dimension;              /* [n_channels] each joins two neighbours in this dimension */
	gboolean whole;                 /* no switch is missing, and all neighbours are joined */
} Grid;

/*
 * NULL without `error` when the graph is no grid, with SSSP_ERROR_MEMORY. Cost: guide/squares.h, guide/coordinates.h.
 */
Grid *grid_find(const Graph *graph, GError **error);
void grid_free(Grid *grid); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Grid, grid_free)

/* Whether the channel leads upwards in its dimension; around a ring, from the last to the first too. O(1). */
gboolean grid_goes_up(const Grid *grid, const Graph *graph, guint32 channel);

#endif
