/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the cuts of a grid's rings, and makes the lanes. A lane cuts each ring at a switch that none of its routes goes
 * straight through along the ring (grid_cuts.h). Channels are ordered for each lane by dimension and by distance from
 * its cut, or for up/down lanes by the height of the switches, the sum of their coordinates from the cuts on. The lane
 * allows the turns that lead to a higher place.
 */
#include "core/torus/grid_plan.h"

#include "core/base/error.h"
#include "core/engines/updown.h"

#include <string.h>

/* Whether paths may go round in dimension d, straight through a switch, so that a cycle of turns could close. */
static gboolean needs_cut(const Grid *grid, const GridPlan *plan, guint d)
{
	return grid->ring[d] && grid->size[d] > 3 && !plan->row[d];
}

/* Makes one ring more a row: the smallest that is none yet, of equals the last. FALSE: there is none. */
static gboolean add_row(const Grid *grid, GridPlan *plan)
{
	guint best = grid->n;
	for (guint d = 0; d < grid->n; d++)
		if (needs_cut(grid, plan, d) && (best == grid->n || grid->size[d] <= grid->size[best]))
			best = d;
	if (best == grid->n)
		return FALSE;
	plan->row[best] = TRUE;
	plan->n_rows++;
	return TRUE;
}

/* Cuts of the rings that are no rows. FALSE when the lanes do not suffice. */
static gboolean find_cuts(const Grid *grid, guint most, GridPlan *plan)
{
	guint32 size[GRID_DIMENSIONS];
	guint rings = 0;
	plan->cuts.n_lanes = 1;
	for (guint d = 0; d < grid->n; d++) {
		gboolean is_cut = needs_cut(grid, plan, d);
		plan->ring[d] = is_cut ? rings : GRID_NO_CUT;
		if (is_cut)
			size[rings++] = grid->size[d];
	}
	return !rings || grid_cuts_find(size, rings, most, &plan->cuts);
}

gboolean grid_plan_find(const Grid *grid, guint most, guint rows, GridPlan *plan)
{
	gboolean found;
	*plan = (GridPlan){.n_rows = 0};
	while (plan->n_rows < rows && add_row(grid, plan))
		;
	while (!(found = find_cuts(grid, most, plan)) && rows && add_row(grid, plan))
		;
	return found;
}

void grid_plan_rotate(GridPlan *plan, const Grid *grid, guint32 n_switches, guint32 v)
{
	for (guint d = 0; d < grid->n; d++) {
		guint ring = plan->ring[d];
		if (ring == GRID_NO_CUT)
			continue;
		guint32 size = grid->size[d], first = plan->cuts.at[ring][0];
		/* The first lane's cut comes to stand half the ring away from v; all others move along. */
		guint32 by = (grid->at[(gsize)d * n_switches + v] + size / 2 + size - first) % size;
		for (guint lane = 0; lane < plan->cuts.n_lanes; lane++)
			plan->cuts.at[ring][lane] = (plan->cuts.at[ring][lane] + by) % size;
		for (guint i = 0; i < plan->cuts.n_positions[ring]; i++)
			plan->cuts.position[ring][i] = (plan->cuts.position[ring][i] + by) % size;
	}
}

/*
 * The rank of a dimension in order number `turn` of the dimensions: as they are numbered, reversed, or beginning with
 * another. Where a cable is lost, a minimal path may have to turn aside before it goes on, and back after it.
 */
static guint rank_of(const Grid *grid, guint d, guint turn)
{
	guint begin = turn / 2, rank = (d + grid->n - begin) % grid->n;
	return turn % 2 ? grid->n - 1 - rank : rank;
}

/* Where a lane begins to count in each dimension. */
static void list_cuts(const Grid *grid, const GridPlan *plan, guint lane, guint32 *cut)
{
	for (guint d = 0; d < grid->n; d++)
		cut[d] = plan->ring[d] == GRID_NO_CUT ? 0 : plan->cuts.at[plan->ring[d]][lane];
}

/*
 * Places upward channels by dimension and, in a ring, by distance from the cut; the downward ones come after all of
 * these, in the opposite order.
 */
static void place_channels(const Graph *g, const Grid *grid, const GridPlan *plan, guint lane, guint turn,
			   guint32 *place)
{
	guint32 cut[GRID_DIMENSIONS], last = 2 * GRID_DIMENSIONS * (g->n_switches + 1);
	list_cuts(grid, plan, lane, cut);
	for (guint32 c = 0; c < g->n_channels; c++) {
		guint d = grid->dimension[c];
		guint32 at = grid->at[(gsize)d * g->n_switches + g->from[c]];
		if (!grid_goes_up(grid, g, c))
			continue;
		place[c] = rank_of(grid, d, turn) * (g->n_switches + 1) + (at + grid->size[d] - cut[d]) % grid->size[d];
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
		lane_set_add(lanes, place);
	}
	return TRUE;
}

/*
 * Places upward channels by how high they begin, the lowest first; the downward ones come after all of these, the
 * highest first.
 */
static void place_by_height(const Graph *g, const Updown *updown, guint32 *place)
{
	guint32 n = g->n_switches;
	for (guint32 c = 0; c < g->n_channels; c++) {
		gboolean up = updown->place[g->to[c]] < updown->place[g->from[c]];
		place[c] = up ? n - updown->place[g->from[c]] : n + 2 + updown->place[g->to[c]];
	}
}

/* The coordinates in sum, each from the lane's cut on. */
static void sum_coordinates(const Graph *g, const Grid *grid, const GridPlan *plan, guint lane, guint32 *height)
{
	guint32 cut[GRID_DIMENSIONS];
	gsize n = g->n_switches;
	list_cuts(grid, plan, lane, cut);
	memset(height, 0, n * sizeof *height);
	for (guint d = 0; d < grid->n; d++)
		for (gsize v = 0; v < n; v++)
			height[v] += (grid->at[d * n + v] + grid->size[d] - cut[d]) % grid->size[d];
}

gboolean grid_plan_add_up_down(const Graph *g, const Grid *grid, const GridPlan *plan, LaneSet *lanes, GError **error)
{
	g_autofree guint32 *place = g_try_new0(guint32, g->n_channels + 1);
	g_autofree guint32 *height = g_try_new0(guint32, g->n_switches + 1);
	g_autoptr(Updown) updown = updown_new(g, error);
	if (!updown)
		return FALSE;
	if (!place || !height)
		return sssp_error_memory(error, "places of channels", g->n_channels * sizeof(guint32));
	for (guint lane = 0; lane < plan->cuts.n_lanes; lane++) {
		sum_coordinates(g, grid, plan, lane, height);
		updown_order_by(updown, height);
		place_by_height(g, updown, place);
		lane_set_add(lanes, place);
	}
	return TRUE;
}
