/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Composes the shapes of a picture of a fabric from a sketch (what is shown) and the places of its parts. */
#ifndef SSSP_EVALUATOR_DRAW_COMPOSE_H
#define SSSP_EVALUATOR_DRAW_COMPOSE_H

#include "evaluator/draw/draw_options.h"
#include "evaluator/draw/place/place.h"
#include "evaluator/draw/shapes.h"

/* Never NULL. */
Shapes *compose(const Sketch *sketch, const Places *places, const DrawingOptions *options);

#endif
