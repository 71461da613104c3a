/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds what the files compose_*.c share while they compose the picture of a fabric of shapes, and declares their
 * functions.
 */
#ifndef SSSP_EVALUATOR_DRAW_COMPOSER_H
#define SSSP_EVALUATOR_DRAW_COMPOSER_H

#include "evaluator/draw/draw_options.h"
#include "evaluator/draw/place/place.h"
#include "evaluator/draw/room_for.h"
#include "evaluator/draw/shapes.h"

#define COMPOSER_TITLE 16.0 /* sizes of letters */
#define COMPOSER_WORDS 12.0
#define COMPOSER_SMALL 10.0
#define COMPOSER_DISC 8.0 /* radius of a numbered disc */

typedef struct {
	gdouble from[2], to[2], bend;
	/* a wrap-around cable of a grid: from .. to is its stub at one end, stub2_from .. stub2_to that at the other */
	gboolean wraps;
	gdouble stub2_from[2], stub2_to[2];
} Line;

typedef struct {
	const Sketch *sketch;
	const Places *places;
	const DrawingOptions *options;
	Shapes *shapes;
	Line *line;     /* [n_bundles] */
	GArray *taken;  /* Room */
	gdouble top;    /* y of the picture below the title */
	gboolean wraps; /* there are wrap-around cables */
} Composer;

/* Adds words at (x, y); those with SHAPE_START are cut where the page ends. */
void composer_words(Composer *c, const char *words, gdouble x, gdouble y, gdouble size, ShapeInk ink, gboolean bold,
		    ShapeAnchor anchor);

/* Adds a numbered disc with its centre at (x, y). */
void composer_disc(Composer *c, gdouble x, gdouble y, guint number);

/* Finds where the lines of all bundles run, and draws them. */
void composer_lines(Composer *c);

/* Puts numbers on the bundles `top` (guint32), and the number of cables on all bundles where these differ. */
void composer_numbers(Composer *c, const GArray *top);

/* Adds the legend from y on: how to read the picture, and the names of the cables of `top`. Returns where it ends. */
gdouble composer_legend(Composer *c, const GArray *top, gdouble y);

#endif
