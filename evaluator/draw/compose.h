/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* From a sketch and its places to shapes. */
#ifndef SSSP_EVALUATOR_DRAW_COMPOSE_H
#define SSSP_EVALUATOR_DRAW_COMPOSE_H

#include "evaluator/draw/drawing.h"
#include "evaluator/draw/place.h"
#include "evaluator/draw/shapes.h"

/* Never NULL. */
Shapes *compose(const Sketch *sketch, const Places *places, const DrawingOptions *options);

/* Where inks change: parts of the average load; those of a change. */
#define COMPOSE_STEPS 3
extern const gdouble compose_steps[COMPOSE_STEPS];
extern const gdouble compose_changes[2];

/* The ink of a bundle. */
ShapeInk compose_ink(const Sketch *sketch, const SketchBundle *bundle);

/* What its title says: its parts, its cables, its load. Free with g_free(). */
char *compose_bundle_title(const Sketch *sketch, const SketchBundle *bundle);

/* The width of its line. */
gdouble compose_line_width(const SketchBundle *bundle);

#endif
