/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Allocates the grid of a sketch of a mesh or torus, a place for each part (a box of the picture), which grid_names.c
 * or grid_cables.c fills, and tells which parts are neighbours: one step apart in one dimension, or over the rim.
 */
#include "evaluator/draw/sketch/grid_places.h"

SketchGrid *grid_new(guint32 n_parts)
{
	SketchGrid *grid = g_new0(SketchGrid, 1);
	grid->at = g_malloc0_n(n_parts, sizeof *grid->at);
	for (guint d = 0; d < SKETCH_DIMENSIONS; d++)
		grid->extent[d] = 1;
	return grid;
}

void grid_free(SketchGrid *grid)
{
	if (!grid)
		return;
	g_free(grid->at);
	g_free(grid);
}

int grid_step(const SketchGrid *grid, guint32 a, guint32 b, guint *dimension, gboolean *wraps)
{
	guint differ = 0;
	for (guint d = 0; d < SKETCH_DIMENSIONS; d++)
		if (grid->at[a][d] != grid->at[b][d]) {
			*dimension = d;
			differ++;
		}
	if (differ != 1)
		return 0;
	gint64 step = (gint64)grid->at[b][*dimension] - grid->at[a][*dimension];
	*wraps = ABS(step) > 1;
	if (*wraps && ABS(step) != (gint64)grid->extent[*dimension] - 1)
		return 0;
	return (step > 0) != *wraps ? 1 : -1;
}
