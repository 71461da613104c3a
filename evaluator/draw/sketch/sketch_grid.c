/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds whether the parts of a picture of a fabric stand in a grid, as in a mesh or torus: by names first, as names
 * also tell where switches or cables are missing, then by cables. The grid is turned so that it fits on the page.
 */
#include "evaluator/draw/sketch/sketch_grid.h"

#define MOST_COLUMNS 16 /* boxes side by side on a page */
#define MOST_ROWS 40

static void swap(SketchGrid *grid, guint32 n_parts, guint a, guint b)
{
	guint32 extent = grid->extent[a];
	grid->extent[a] = grid->extent[b];
	grid->extent[b] = extent;
	for (guint32 p = 0; p < n_parts; p++) {
		guint32 at = grid->at[p][a];
		grid->at[p][a] = grid->at[p][b];
		grid->at[p][b] = at;
	}
}

/*
 * Turns the grid so that the longest dimension is across and the shortest of three into the depth. FALSE: it is too
 * large for a page.
 */
static gboolean turn(SketchGrid *grid, guint32 n_parts)
{
	if (grid->extent[1] > grid->extent[0])
		swap(grid, n_parts, 0, 1);
	if (grid->extent[2] > grid->extent[1])
		swap(grid, n_parts, 1, 2);
	if (grid->extent[1] > grid->extent[0])
		swap(grid, n_parts, 0, 1);
	if (grid->extent[0] * grid->extent[2] > MOST_COLUMNS)
		swap(grid, n_parts, 0, 1);
	return grid->extent[0] * grid->extent[2] <= MOST_COLUMNS && grid->extent[1] * grid->extent[2] <= MOST_ROWS;
}

gboolean sketch_find_grid(Sketch *s)
{
	if (s->n_parts > SKETCH_GRID)
		return FALSE;
	s->grid = grid_of_names(s);
	if (!s->grid)
		s->grid = grid_of_cables(s);
	if (s->grid && turn(s->grid, s->n_parts))
		return TRUE;
	grid_free(s->grid);
	s->grid = NULL;
	return FALSE;
}
