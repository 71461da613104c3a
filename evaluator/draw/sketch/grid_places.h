/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Keeps the places of a sketch's parts in a grid. */
#ifndef SSSP_EVALUATOR_DRAW_SKETCH_GRID_PLACES_H
#define SSSP_EVALUATOR_DRAW_SKETCH_GRID_PLACES_H

#include "evaluator/draw/sketch/sketch.h"

/* A grid with one place in each dimension, where all parts are. Never NULL. */
SketchGrid *grid_new(guint32 n_parts);
void grid_free(SketchGrid *grid); /* NULL is fine */

/*
 * How a cable between two parts lies in the grid: +1 or -1 in `dimension`, from `a` to `b`; `wraps`: over the rim. 0:
 * it joins no neighbours.
 */
int grid_step(const SketchGrid *grid, guint32 a, guint32 b, guint *dimension, gboolean *wraps);

#endif
