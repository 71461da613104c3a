/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Allocates the grid of a sketch (one place a part), which grid_names.c or grid_cables.c fills, and tells which parts
 * are neighbours in it. A part is a box of the picture of a fabric; a grid has up to three dimensions.
 */
#ifndef SSSP_EVALUATOR_DRAW_SKETCH_GRID_PLACES_H
#define SSSP_EVALUATOR_DRAW_SKETCH_GRID_PLACES_H

#include "evaluator/draw/sketch/sketch.h"

/* A grid with one place in each dimension, where all parts are. Never NULL. */
SketchGrid *grid_new(guint32 n_parts);
void grid_free(SketchGrid *grid); /* NULL is fine */

/*
 * The step of a cable in the grid from part `a` to `b`: +1 or -1 in `dimension`; `wraps`: over the rim. 0: the two are
 * no neighbours.
 */
int grid_step(const SketchGrid *grid, guint32 a, guint32 b, guint *dimension, gboolean *wraps);

#endif
