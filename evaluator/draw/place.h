/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Where the parts of a sketch stand. Levels are rows, the highest on top, and what is cabled together stands close;
 * what has no levels is laid out by Graphviz' neato, a program that need not be there: on a circle then.
 */
#ifndef SSSP_EVALUATOR_DRAW_PLACE_H
#define SSSP_EVALUATOR_DRAW_PLACE_H

#include "evaluator/draw/sketch.h"

#include <glib.h>

#define PLACE_WIDTH 1200.0 /* of a page, in points */
#define PLACE_MARGIN 16.0
#define PLACE_ARC 60.0     /* the highest of cables within a row */
#define PLACE_LETTERS 10.0 /* size of those in boxes */

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

/* The lines of words in a part's box of that width, NULL-terminated. Free with g_strfreev(). */
char **place_lines(const SketchPart *part, gdouble width);

/* The height of a part's box of that width. */
gdouble place_height(const SketchPart *part, gdouble width);

/* Rows; fills the places of parts and the size. */
void place_levels(const Sketch *sketch, Places *places);

/* neato, or a circle. */
void place_field(const Sketch *sketch, Places *places);

#endif
