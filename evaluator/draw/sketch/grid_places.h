/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Keeps the places of a sketch's parts, the boxes of a picture of a fabric, in a grid of up to three dimensions. */
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
