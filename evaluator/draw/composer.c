/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Adds words and numbered discs to the picture of a fabric, for all files that compose its parts. */
#include "evaluator/draw/composer.h"

void composer_words(Composer *c, const char *words, gdouble x, gdouble y, gdouble size, ShapeInk ink, gboolean bold,
		    ShapeAnchor anchor)
{
	gdouble room = anchor == SHAPE_START ? c->places->width - x : G_MAXDOUBLE;
	glong fit = (glong)MIN(room / (size * SHAPES_LETTER), 1e6);
	g_autofree char *cut = g_utf8_strlen(words, -1) > fit ? g_utf8_substring(words, 0, MAX(fit - 1, 0)) : NULL;
	Shape shape = {.kind = SHAPE_WORDS,
		       .x = x,
		       .y = y,
		       .width = size,
		       .fill = ink,
		       .bold = bold,
		       .anchor = anchor,
		       .words = cut ? g_strconcat(cut, "\342\200\246", NULL) : g_strdup(words)};
	shapes_add(c->shapes, &shape);
}

void composer_disc(Composer *c, gdouble x, gdouble y, guint number)
{
	g_autofree char *words = g_strdup_printf("%u", number);
	Shape disc = {.kind = SHAPE_DISC,
		      .x = x,
		      .y = y,
		      .x2 = COMPOSER_DISC,
		      .line = INK_WORDS,
		      .width = 1,
		      .fill = INK_PAPER};
	shapes_add(c->shapes, &disc);
	composer_words(c, words, x, y + 3.6, COMPOSER_SMALL, INK_WORDS, TRUE, SHAPE_MIDDLE);
}
