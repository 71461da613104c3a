/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Channels are placed by dimension and distance from the cut; a lane has the turns that lead to higher places. */
#include "core/torus/grid_plan.h"

#include "core/base/error.h"

gboolean grid_plan_find(const Grid *grid, guint most, GridPlan *plan)
{
	guint32 size[GRID_DIMENSIONS];
	guint rings = 0;
	*plan = (GridPlan){.cuts.n_lanes = 1};
	for (guint d = 0; d < grid->n; d++) {
		gboolean is_cut = grid->ring[d] && grid->size[d] > 3;
		plan->ring[d] = is_cut ? rings : GRID_NO_CUT;
		if (is_cut)
			size[rings++] = grid->size[d];
	}
	return !rings || grid_cuts_find(size, rings, most, &plan->cuts);
}

void grid_plan_turn(GridPlan *plan, const Grid *grid, guint32 n_switches, guint32 v)
{
	for (guint d = 0; d < grid->n; d++) {
		guint ring = plan->ring[d];
		if (ring == GRID_NO_CUT)
			continue;
		guint32 size = grid->size[d], first = plan->cuts.at[ring][0];
		guint32 by = (grid->at[(gsize)d * n_switches + v] + size / 2 + size - first) % size;
		for (guint lane = 0; lane < plan->cuts.n_lanes; lane++)
			plan->cuts.at[ring][lane] = (plan->cuts.at[ring][lane] + by) % size;
		for (guint i = 0; i < plan->cuts.n_positions[ring]; i++)
			plan->cuts.position[ring][i] = (plan->cuts.position[ring][i] + by) % size;
	}
}

/*
 * The place of a dimension in the order of those: as they are numbered, the other way round, or begun with another.
 * Where a cable is lost, a minimal path may have to turn aside before it goes on, and back after it.
 */
static guint rank_of(const Grid *grid, guint d, guint turn)
{
	guint begin = turn / 2, rank = (d + grid->n - begin) % grid->n;
	return turn % 2 ? grid->n - 1 - rank : rank;
}

/* Upward channels by dimension and, in a ring, by distance from the cut; the downward ones are their mirror. */
static void place_channels(const Graph *g, const Grid *grid, const GridPlan *plan, guint lane, guint turn,
			   guint32 *place)
{
	guint32 last = 2 * GRID_DIMENSIONS * (g->n_switches + 1);
	for (guint32 c = 0; c < g->n_channels; c++) {
		guint d = grid->dimension[c];
		guint32 at = grid->at[(gsize)d * g->n_switches + g->from[c]];
		guint32 cut = plan->ring[d] == GRID_NO_CUT ? 0 : plan->cuts.at[plan->ring[d]][lane];
		if (!grid_goes_up(grid, g, c))
			continue;
		place[c] = rank_of(grid, d, turn) * (g->n_switches + 1) + (at + grid->size[d] - cut) % grid->size[d];
		place[g->reverse[c]] = last - place[c];
	}
}

gboolean grid_plan_add_lanes(const Graph *graph, const Grid *grid, const GridPlan *plan, guint n, LaneSet *lanes,
			     GError **error)
{
	g_autofree guint32 *place = g_try_new0(guint32, graph->n_channels + 1);
	guint n_cuts = plan->cuts.n_lanes;
	if (!place)
		return sssp_error_memory(error, "places of channels", graph->n_channels * sizeof(guint32));
	for (guint lane = 0; lane < n; lane++) {
		place_channels(graph, grid, plan, lane % n_cuts, lane / n_cuts, place);
		lane_set_allow_forward(lanes, (LaneMask)(1u << lane), place);
		lanes->n_lanes++;
	}
	return TRUE;
}
