/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Where the parts of a sketch stand. Levels are rows, the highest on top, in the order of names unless another one has
 * far fewer crossings; a grid is a grid; what is neither is laid out by Graphviz' neato, a program that need not be
 * there: on a circle then. Names are whole: what they need makes boxes wide, and the page.
 */
#ifndef SSSP_EVALUATOR_DRAW_PLACE_PLACE_H
#define SSSP_EVALUATOR_DRAW_PLACE_PLACE_H

#include "evaluator/draw/sketch/sketch.h"

#include <glib.h>

#define PLACE_WIDTH 1200.0 /* of a page, in points */
#define PLACE_MARGIN 16.0
#define PLACE_ARC 60.0     /* the highest of cables within a row */
#define PLACE_LETTERS 10.0 /* size of those in boxes */
#define PLACE_STUB 18.0    /* of a cable over the rim of a grid */

typedef struct {
	gdouble x, y, width, height; /* x, y: its centre */
} Place;

typedef struct {
	Place *place;          /* [n_parts] */
	gdouble width, height; /* of all of them, with a margin */
	gboolean on_circle;    /* there is no neato */
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

/* Rows; fills the places of parts and the size. */
void place_levels(const Sketch *sketch, Places *places);

/* The grid. */
void place_grid(const Sketch *sketch, Places *places);

/* neato, or a circle. */
void place_field(const Sketch *sketch, Places *places);

#endif
