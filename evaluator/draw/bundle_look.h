/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses colour (ink), width and tooltip of a line in the picture of a fabric: a bundle, all cables between two boxes.
 */
#ifndef SSSP_EVALUATOR_DRAW_BUNDLE_LOOK_H
#define SSSP_EVALUATOR_DRAW_BUNDLE_LOOK_H

#include "evaluator/draw/shapes.h"
#include "evaluator/draw/sketch/sketch.h"

/* The limits between inks, in parts of the average load: of loads, and of changes. */
#define LOOK_STEPS 3
extern const gdouble look_steps[LOOK_STEPS];
extern const gdouble look_changes[2];

/* The ink of a bundle. */
ShapeInk look_ink(const Sketch *sketch, const SketchBundle *bundle);

/* What its title says: its parts, its cables, its load. Free with g_free(). */
char *look_title(const Sketch *sketch, const SketchBundle *bundle);

/* The width of its line: wider for more cables, unless all lines have as many. */
gdouble look_width(const Sketch *sketch, const SketchBundle *bundle);

#endif
