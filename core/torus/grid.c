/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds a grid (a mesh or torus), though cables and switches may be lost. The dimensions of cables come from
 * guide/squares.h (opposite cables of a square are of one dimension), the coordinates of switches from
 * guide/coordinates.h; dimensions are put in the order of grid.h. Then it checks that each dimension is a row or ring,
 * that no two switches have the same coordinates (a point), that half of the points or more have a switch, and that
 * each cable joins neighbours, one step apart in one dimension. Also notes in grid->whole whether nothing is missing:
 * each point has a switch, and a cable to each neighbour.
 */
#include "core/torus/grid.h"

#include "core/base/error.h"
#include "core/guide/coordinates.h"

#include <string.h>

/* Whether dimension a comes before b: rings before rows, long rows before short ones, else as they are numbered. */
static gboolean comes_before(const Coordinates *found, guint a, guint b)
{
	gboolean ring = found->kind[a] == COORDINATES_RING;
	if (ring != (found->kind[b] == COORDINATES_RING))
		return ring;
	if (!ring && found->length[a] != found->length[b])
		return found->length[a] > found->length[b];
	return a < b;
}

/*
 * Takes over coordinates in rows and rings, with the dimensions in the order of grid.h. FALSE without `error` where a
 * dimension is something else. A path of torus_lanes.h goes up first and down last in the earlier dimensions, so it
 * crosses the later ones where its coordinates in the earlier ones are highest, which in rows is always at the same
 * end.
 */
static gboolean find_coordinates(const Squares *squares, Grid *grid, GError **error)
{
	g_auto(Coordinates) found = {0};
	gsize n = squares->graph->n_switches;
	if (!coordinates_init(&found, squares, error) || !found.n || found.n > GRID_DIMENSIONS)
		return FALSE;
	if (!(grid->at = g_try_new(guint32, n * found.n + 1)))
		return sssp_error_memory(error, "a grid", n * found.n * sizeof(guint32));
	grid->n = found.n;
	for (guint d = 0; d < grid->n; d++) {
		guint place = 0; /* how many come before it */
		if (found.kind[d] == COORDINATES_JOINED)
			return FALSE;
		for (guint e = 0; e < grid->n; e++)
			place += (guint)comes_before(&found, e, d);
		grid->size[place] = found.length[d];
		grid->ring[place] = found.kind[d] == COORDINATES_RING;
		memcpy(grid->at + place * n, found.at + d * n, n * sizeof *grid->at);
	}
	return TRUE;
}

/*
 * Points of the grid: the product of the sizes, but no more factors than make it more than twice the switches, which is
 * too many anyhow; so it cannot overflow.
 */
static guint64 count_points(const Grid *grid, guint32 n_switches)
{
	guint64 points = 1;
	for (guint d = 0; d < grid->n && points <= 2ull * n_switches; d++)
		points *= grid->size[d];
	return points;
}

/*
 * Whether no two switches are at one point, and half of the points or more have one. grid->whole: all points have one.
 */
static gboolean points_differ(const Graph *graph, Grid *grid, GError **error)
{
	guint32 n = graph->n_switches;
	guint64 points = count_points(grid, n);
	if (points < n || points > 2ull * n)
		return FALSE;
	g_autofree guint8 *taken = g_try_malloc0(points + 1);
	if (!taken)
		return sssp_error_memory(error, "a grid", points);
	for (guint32 v = 0; v < n; v++) {
		guint64 point = 0;
		for (guint d = 0; d < grid->n; d++)
			point = point * grid->size[d] + grid->at[(gsize)d * n + v];
		if (taken[point]++)
			return FALSE;
	}
	grid->whole = points == n;
	return TRUE;
}

/* The dimension in which two switches are neighbours, GRID_UNKNOWN when they are none. */
static guint8 dimension_between(const Graph *graph, const Grid *grid, guint32 v, guint32 w)
{
	guint8 found = GRID_UNKNOWN;
	for (guint d = 0; d < grid->n; d++) {
		const guint32 *at = grid->at + (gsize)d * graph->n_switches;
		guint32 size = grid->size[d], distance = at[v] > at[w] ? at[v] - at[w] : at[w] - at[v];
		if (distance == 0)
			continue;
		if (found != GRID_UNKNOWN || (distance != 1 && !(grid->ring[d] && distance == size - 1)))
			return GRID_UNKNOWN;
		found = (guint8)d;
	}
	return found;
}

/* Whether each cable joins neighbours, and in which dimension. */
static gboolean cables_fit(const Graph *graph, Grid *grid)
{
	for (guint32 c = 0; c < graph->n_channels; c++)
		if ((grid->dimension[c] = dimension_between(graph, grid, graph->from[c], graph->to[c])) == GRID_UNKNOWN)
			return FALSE;
	return TRUE;
}

/*
 * Whether each point is cabled to all points next to it: each step in a dimension and direction is there. Bit 2 d
 * stands for a step downwards in dimension d, bit 2 d + 1 for one upwards.
 */
static gboolean is_whole(const Graph *graph, const Grid *grid)
{
	for (guint32 v = 0; v < graph->n_switches; v++) {
		guint there = 0, wanted = 0;
		for (guint32 c = graph->first[v]; c < graph->first[v + 1]; c++)
			there |= 1u << (2 * grid->dimension[c] + grid_goes_up(grid, graph, c));
		for (guint d = 0; d < grid->n; d++) {
			guint32 at = grid->at[(gsize)d * graph->n_switches + v], last = grid->size[d] - 1;
			wanted |= (grid->ring[d] || at > 0 ? 1u : 0) << 2 * d;
			wanted |= (grid->ring[d] || at < last ? 2u : 0) << 2 * d;
		}
		if (there != wanted)
			return FALSE;
	}
	return TRUE;
}

Grid *grid_find(const Graph *graph, GError **error)
{
	g_auto(Squares) squares = {0};
	g_autoptr(Grid) grid = g_new0(Grid, 1);
	grid->dimension = g_try_malloc(graph->n_channels + 1);
	if (!grid->dimension)
		return sssp_error_memory_null(error, "a grid", graph->n_channels + (gsize)1);
	if (!squares_init(&squares, graph, error) || !find_coordinates(&squares, grid, error) ||
	    !points_differ(graph, grid, error) || !cables_fit(graph, grid))
		return NULL;
	grid->whole = grid->whole && is_whole(graph, grid);
	return g_steal_pointer(&grid);
}

gboolean grid_goes_up(const Grid *grid, const Graph *graph, guint32 channel)
{
	guint d = grid->dimension[channel];
	const guint32 *at = grid->at + (gsize)d * graph->n_switches;
	guint32 next = at[graph->from[channel]] + 1;
	return at[graph->to[channel]] == (grid->ring[d] ? next % grid->size[d] : next);
}

void grid_free(Grid *grid)
{
	if (!grid)
		return;
	g_free(grid->at);
	g_free(grid->dimension);
	g_free(grid);
}
