/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Channels are placed by dimension and distance from the cut; a lane has the turns that lead to higher places. */
#include "core/torus/grid_plan.h"

#include "core/base/error.h"
#include "core/engines/updown.h"
#include "core/lanes/lane_set.h"

#include <string.h>

static gboolean needs_cut(const Grid *grid, guint d)
{
	return grid->ring[d] && grid->size[d] > 3;
}

guint grid_plan_rings(const Grid *grid)
{
	guint rings = 0;
	for (guint d = 0; d < grid->n; d++)
		rings += needs_cut(grid, d) ? 1 : 0;
	return rings;
}

/* One ring more, the smallest that is none yet, becomes a row; of equals the last. */
static void add_row(const Grid *grid, GridPlan *plan)
{
	guint best = grid->n;
	for (guint d = 0; d < grid->n; d++)
		if (needs_cut(grid, d) && !plan->row[d] && (best == grid->n || grid->size[d] <= grid->size[best]))
			best = d;
	if (best < grid->n)
		plan->row[best] = TRUE;
}

gboolean grid_plan_find(const Grid *grid, guint rows, guint most, GridPlan *plan)
{
	guint32 size[GRID_DIMENSIONS];
	guint rings = 0;
	*plan = (GridPlan){.cuts.n_lanes = 1};
	for (guint i = 0; i < rows; i++)
		add_row(grid, plan);
	for (guint d = 0; d < grid->n; d++)
		if (needs_cut(grid, d) && !plan->row[d])
			size[rings++] = grid->size[d];
	return !rings || grid_cuts_find(size, rings, most, &plan->cuts);
}

/* Where a lane begins to count in each dimension. */
static void list_cuts(const Grid *grid, const GridPlan *plan, guint lane, guint32 *cut)
{
	guint rings = 0;
	for (guint d = 0; d < grid->n; d++)
		cut[d] = needs_cut(grid, d) && !plan->row[d] ? plan->cuts.at[rings++][lane] : 0;
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

gboolean grid_plan_add_lanes(Search *l, const Grid *grid, const GridPlan *plan, guint n, GError **error)
{
	g_autofree guint32 *place = g_try_new0(guint32, l->graph->n_channels + 1);
	guint n_cuts = plan->cuts.n_lanes;
	if (!place)
		return sssp_error_memory(error, "places of channels", l->graph->n_channels * sizeof(guint32));
	for (guint lane = 0; lane < n; lane++) {
		place_channels(l->graph, grid, plan, lane % n_cuts, lane / n_cuts, place);
		lane_set_allow_forward(l->lanes, (LaneMask)(1u << lane), place);
		l->lanes->n_lanes++;
	}
	return TRUE;
}

/* Upward channels by how high they begin; the downward ones are their mirror. */
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

gboolean grid_plan_add_climbs(Search *l, const Grid *grid, const GridPlan *plan, GError **error)
{
	const Graph *g = l->graph;
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
		lane_set_allow_forward(l->lanes, (LaneMask)(1u << lane), place);
		l->lanes->n_lanes++;
	}
	return TRUE;
}
