/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes where the boxes of a fabric's picture stand on the page. There is a box for each part of a Sketch
 * (sketch.h): a switch, a director, or several switches drawn as one. The levels of a tree are rows, the highest on
 * top; a row is in the order of names, unless another order has far fewer crossings. A grid stays a grid. All else is
 * laid out by Graphviz' neato, or in a ring where that program is missing or fails. Names are shown whole: boxes and
 * the page become as wide as they need.
 */
#ifndef SSSP_EVALUATOR_DRAW_PLACE_PLACE_H
#define SSSP_EVALUATOR_DRAW_PLACE_PLACE_H

#include "evaluator/draw/sketch/sketch.h"

#include <glib.h>

#define PLACE_WIDTH 1200.0 /* of a page, in points */
#define PLACE_MARGIN 16.0
#define PLACE_ARC 60.0     /* most height of an arc within a row */
#define PLACE_LETTERS 10.0 /* size of letters in boxes */
#define PLACE_STUB 18.0    /* length of a stub of a wrap-around cable */

typedef struct {
	gdouble x, y, width, height; /* x, y: its centre */
} Place;

typedef struct {
	Place *place;          /* [n_parts] */
	gdouble width, height; /* of all of them, with a margin */
	gboolean in_ring;      /* neato is missing or fails: parts are in a ring */
} Places;

/* Never NULL. */
Places *places_new(const Sketch *sketch);
void places_free(Places *places); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Places, places_free)

/*
 * The lines of words in a part's box of that width, NULL-terminated: names break at blanks, else after other marks.
 * Free with g_strfreev().
 */
char **place_lines(const SketchPart *part, gdouble width);

/* The height of a part's box of that width. */
gdouble place_height(const SketchPart *part, gdouble width);

/* The least width of boxes in which no word of the names of all parts, or of those of one level, is broken. */
gdouble place_width(const Sketch *sketch);
gdouble place_level_width(const Sketch *sketch, guint32 level);

/* Places parts in rows; fills their places and the size of all. */
void place_levels(const Sketch *sketch, Places *places);

/* The same in their grid. */
void place_grid(const Sketch *sketch, Places *places);

/* The same by neato, or in a ring. */
void place_field(const Sketch *sketch, Places *places);

#endif
