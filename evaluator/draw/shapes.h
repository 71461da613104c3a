/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds a drawing as a list of shapes, the first lowest, in points from the upper left corner. Colours are inks;
 * shape_inks[] has the colours of these on light and on dark ground. Words are valid UTF-8; a title is what a browser
 * shows under the pointer.
 */
#ifndef SSSP_EVALUATOR_DRAW_SHAPES_H
#define SSSP_EVALUATOR_DRAW_SHAPES_H

#include <glib.h>

typedef enum {
	INK_NONE,
	INK_PAPER,
	INK_WORDS,
	INK_QUIET,
	INK_BOX, /* the ground of a box */
	INK_CABLE,
	INK_LEVEL_0, /* of loads: from nothing to most; of changes: see look_ink() */
	INK_LEVEL_1,
	INK_LEVEL_2,
	INK_LEVEL_3,
	INK_LEVEL_4,
	INK_N
} ShapeInk;

typedef struct {
	const char *class; /* of SVG */
	const char *light, *dark;
} InkColour;

/* [INK_N] */
extern const InkColour shape_inks[];

/* Red, green and blue of an ink on light ground, 0 .. 1. */
void shape_ink_rgb(ShapeInk ink, gdouble rgb[3]);

typedef enum { SHAPE_BOX, SHAPE_LINE, SHAPE_DISC, SHAPE_WORDS } ShapeKind;
typedef enum { SHAPE_START, SHAPE_MIDDLE, SHAPE_END } ShapeAnchor;

typedef struct {
	ShapeKind kind;
	gdouble x, y;   /* corner of a box, start of a line, centre of a disc, baseline of words */
	gdouble x2, y2; /* size of a box, end of a line; x2 radius of a disc */
	gdouble bend;   /* how far a line is bent upwards in its middle; 0: straight */
	gdouble width;  /* of lines and outlines; size of letters */
	ShapeInk line, fill;
	gboolean dashed, bold;
	ShapeAnchor anchor;
	char *words, *title; /* NULL: none */
} Shape;

typedef struct {
	gdouble width, height;
	GArray *shapes; /* Shape */
	char *title;    /* what it is a picture of */
	char *words;    /* the picture in words */
} Shapes;

Shapes *shapes_new(void);
void shapes_free(Shapes *shapes); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Shapes, shapes_free)

/* Adds a shape, which takes its words and title. */
void shapes_add(Shapes *shapes, const Shape *shape);

/* The width that a letter is taken to have, in parts of its size, as the fonts of a viewer are not known. */
#define SHAPES_LETTER 0.6

/* The width that words may take. */
gdouble shapes_words_width(const char *words, gdouble size);

#endif
