/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The lanes of a grid: orders of its channels by dimension and by distance from where a lane cuts a ring. */
#ifndef SSSP_CORE_TORUS_GRID_PLAN_H
#define SSSP_CORE_TORUS_GRID_PLAN_H

#include "core/lanes/lane_set.h"
#include "core/torus/grid.h"
#include "core/torus/grid_cuts.h"

typedef struct {
	GridCuts cuts;               /* of rings of four and more */
	guint ring[GRID_DIMENSIONS]; /* number of a dimension among these, or GRID_NO_CUT */
} GridPlan;

/* A row, or a ring of three, which no shortest move goes straight through. */
#define GRID_NO_CUT G_MAXUINT

/* With at most `most` lanes; one for a grid without rings. FALSE when these do not suffice. */
gboolean grid_plan_find(const Grid *grid, guint most, GridPlan *plan);

/*
 * Turns the rings so that the first lane cuts them all opposite a switch: it has all shortest routes that end there.
 * O(lanes x dimensions).
 */
void grid_plan_turn(GridPlan *plan, const Grid *grid, guint32 n_switches, guint32 v);

/*
 * Adds n lanes. Beyond those of the cuts they go through the dimensions in other orders. FALSE with
 * SSSP_ERROR_MEMORY. O(lanes x turns).
 */
gboolean grid_plan_add_lanes(const Graph *graph, const Grid *grid, const GridPlan *plan, guint n, LaneSet *lanes,
			     GError **error);

#endif
