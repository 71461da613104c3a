/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* How a bundle looks and what is said of it. */
#ifndef SSSP_EVALUATOR_DRAW_BUNDLE_LOOK_H
#define SSSP_EVALUATOR_DRAW_BUNDLE_LOOK_H

#include "evaluator/draw/shapes.h"
#include "evaluator/draw/sketch/sketch.h"

/* Where inks change: parts of the average load; those of a change. */
#define LOOK_STEPS 3
extern const gdouble look_steps[LOOK_STEPS];
extern const gdouble look_changes[2];

/* The ink of a bundle. */
ShapeInk look_ink(const Sketch *sketch, const SketchBundle *bundle);

/* What its title says: its parts, its cables, its load. Free with g_free(). */
char *look_title(const Sketch *sketch, const SketchBundle *bundle);

/* The width of its line: the more cables the wider, where that differs. */
gdouble look_width(const Sketch *sketch, const SketchBundle *bundle);

#endif
