/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Plans the lanes of a grid (a torus or mesh): for each lane, an order of the channels by dimension and by distance
 * from the switch where the lane cuts a ring. No route of the lane goes straight through that switch along the ring.
 * Routes whose channels ascend in the order may use the lane, so they close no cycle. Where cables are lost and rings
 * are used as rows, the order is another: upwards and then downwards (grid_plan_add_up_down()).
 */
#ifndef SSSP_CORE_TORUS_GRID_PLAN_H
#define SSSP_CORE_TORUS_GRID_PLAN_H

#include "core/lanes/lane_set.h"
#include "core/torus/grid.h"
#include "core/torus/grid_cuts.h"

typedef struct {
	GridCuts cuts;                 /* of rings of four and more */
	guint n_rows;                  /* rings that paths use as rows, which makes paths longer */
	gboolean row[GRID_DIMENSIONS]; /* TRUE: the dimension is such a ring */
	guint ring[GRID_DIMENSIONS];   /* number of a dimension among the rings of `cuts`, or GRID_NO_CUT */
} GridPlan;

/* Not cut: rows, rings used as rows, and rings of three, which no shortest move goes straight through. */
#define GRID_NO_CUT G_MAXUINT

/*
 * Fills `plan` for at most `most` lanes (1 or more). With `rows` above 0, at least so many rings, the smallest, are
 * used as rows: no path goes straight through the switch where such a ring begins. More rings become rows if the lanes
 * do not suffice otherwise; with all rings as rows one lane suffices. With `rows` 0 no ring becomes a row; where the
 * lanes do not suffice then, returns FALSE, and the plan leaves as few paths without a lane as were found.
 */
gboolean grid_plan_find(const Grid *grid, guint most, guint rows, GridPlan *plan);

/*
 * Turns the rings so that the first lane cuts them all opposite a switch: it has all shortest routes that end there.
 * O(lanes x dimensions).
 */
void grid_plan_rotate(GridPlan *plan, const Grid *grid, guint32 n_switches, guint32 v);

/*
 * Adds n lanes. Lanes beyond those of the cuts have the same cuts again, but take the dimensions in another order.
 * FALSE with SSSP_ERROR_MEMORY. O(lanes x turns).
 */
gboolean grid_plan_add_lanes(const Graph *graph, const Grid *grid, const GridPlan *plan, guint n, LaneSet *lanes,
			     GError **error);

/*
 * Adds the lanes of the cuts, for a grid that has lost cables: a lane allows all turns but those from down to up
 * (engines/updown.h), where the higher of two switches has the greater sum of coordinates, counted from the cuts. So in
 * each lane there is a path from any switch to any other, also round lost cables. FALSE with SSSP_ERROR_MEMORY. O(lanes
 * x (turns + switches log switches)).
 */
gboolean grid_plan_add_up_down(const Graph *graph, const Grid *grid, const GridPlan *plan, LaneSet *lanes,
			       GError **error);

#endif
