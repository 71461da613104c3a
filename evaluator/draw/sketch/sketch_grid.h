/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Meshes, tori and hypercubes: where the parts of a sketch stand in a grid. */
#ifndef SSSP_EVALUATOR_DRAW_SKETCH_SKETCH_GRID_H
#define SSSP_EVALUATOR_DRAW_SKETCH_SKETCH_GRID_H

#include "evaluator/draw/sketch/grid_places.h"

/*
 * Finds a grid, by what names say or else by what is cabled, and leaves it in sketch->grid: of two or three dimensions,
 * and small enough for a page. FALSE: there is none. O(bundles^2) for SKETCH_GRID parts at most.
 */
gboolean sketch_find_grid(Sketch *sketch);

/* By the numbers in the names of switches: cables and switches may be missing. Fills and returns a grid, NULL: none. */
SketchGrid *grid_of_names(const Sketch *sketch);

/* By cables alone: all of them must be there. */
SketchGrid *grid_of_cables(const Sketch *sketch);

#endif
