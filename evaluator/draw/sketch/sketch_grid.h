/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Finds the places of the parts of a sketch in a grid: of meshes, tori and hypercubes. */
#ifndef SSSP_EVALUATOR_DRAW_SKETCH_SKETCH_GRID_H
#define SSSP_EVALUATOR_DRAW_SKETCH_SKETCH_GRID_H

#include "evaluator/draw/sketch/grid_places.h"

/*
 * Finds a grid, by what names say or else by what is cabled, and leaves it in sketch->grid: of two or three dimensions,
 * and small enough for a page. FALSE: there is none. O(bundles^2) for SKETCH_GRID parts at most.
 */
gboolean sketch_find_grid(Sketch *sketch);

/* Makes a grid by the numbers in the names of switches: cables and switches may be missing. NULL: there is none. */
SketchGrid *grid_of_names(const Sketch *sketch);

/* Makes a grid by cables alone: all of them must be there. NULL: there is none. */
SketchGrid *grid_of_cables(const Sketch *sketch);

#endif
