/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Which rings of a grid are gone round the shorter way, and the lanes for that. A ring that there are no lanes for is
 * gone as a row, never straight through the switch where all lanes cut it.
 */
#ifndef SSSP_CORE_TORUS_GRID_PLAN_H
#define SSSP_CORE_TORUS_GRID_PLAN_H

#include "core/search/search.h"
#include "core/torus/grid.h"
#include "core/torus/grid_cuts.h"

typedef struct {
	gboolean row[GRID_DIMENSIONS]; /* a ring that is gone as a row */
	GridCuts cuts;                 /* of the other rings of four and more */
} GridPlan;

/* Rings that have to be cut: of four switches and more. A ring of three has none that a minimal move goes through. */
guint grid_plan_rings(const Grid *grid);

/*
 * All but the `rows` smallest of them gone round, on `most` lanes or fewer. FALSE when these do not suffice: then the
 * cuts leave as few paths without a lane as were found.
 */
gboolean grid_plan_find(const Grid *grid, guint rows, guint most, GridPlan *plan);

/*
 * Adds n lanes to none. Beyond those of the cuts they go through the dimensions in other orders. FALSE with
 * SSSP_ERROR_MEMORY. O(lanes x turns).
 */
gboolean grid_plan_add_lanes(Search *l, const Grid *grid, const GridPlan *plan, guint n, GError **error);

/*
 * Adds the lanes of the cuts to none, for a grid that has lost cables: all turns but those from down to up, where a
 * switch is the higher the greater its coordinates are in sum, counted from the cuts (engines/updown.h): so there is a
 * way round what is lost, and in each lane one from any switch to any other. FALSE with SSSP_ERROR_MEMORY. O(lanes x
 * (turns + switches log switches)).
 */
gboolean grid_plan_add_climbs(Search *l, const Grid *grid, const GridPlan *plan, GError **error);

#endif
