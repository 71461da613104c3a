/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Holds the options of a picture of a fabric: its titles, the loads that it shows, how many cables get a number. */
#ifndef SSSP_EVALUATOR_DRAW_DRAW_OPTIONS_H
#define SSSP_EVALUATOR_DRAW_DRAW_OPTIONS_H

#include "evaluator/draw/sketch/sketch.h"

typedef struct {
	const char *title;    /* any bytes */
	const char *subtitle; /* NULL: none */
	SketchLoads loads;
	guint top; /* so many of the fullest cables, or of those that change most, get a number and their name */
} DrawingOptions;

#endif
