/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes numbers on the lines of a picture; a line is a bundle of cables. The bundles that the legend names get discs
 * with their numbers. Other bundles get their number of cables, unless all have as many or there are too many lines. A
 * number goes where nothing is yet, and is left out where there is no room, as the tooltip of the line says it too.
 */
#include "evaluator/draw/composer.h"

#define FEW_BUNDLES 60 /* pictures with more have no numbers of cables */

static void number_line(Composer *c, guint32 bundle, guint number)
{
	const Line *line = &c->line[bundle];
	const SketchBundle *b = &c->sketch->bundle[bundle];
	gdouble point[2];
	if (b->a == b->b) { /* at the corner of its box */
		const Place *p = &c->places->place[b->a];
		composer_disc(c, p->x + p->width / 2 - 4, p->y + c->top + p->height / 2, number);
		return;
	}
	gdouble at =
		room_on_line(c->taken, line->from, line->to, line->bend, 2 * COMPOSER_DISC + 2, 2 * COMPOSER_DISC + 2);
	if (at < 0)
		return;
	room_point(line->from, line->to, line->bend, at, point);
	composer_disc(c, point[0], point[1], number);
}

/* How many cables a line is, where that is not the same everywhere. */
static void count_on_line(Composer *c, guint32 bundle)
{
	const Line *line = &c->line[bundle];
	g_autofree char *words = g_strdup_printf("\303\227%u", c->sketch->bundle[bundle].cables);
	gdouble width = shapes_words_width(words, COMPOSER_SMALL) + 4, point[2];
	gdouble at = room_on_line(c->taken, line->from, line->to, line->bend, width, COMPOSER_SMALL + 4);
	if (at < 0)
		return;
	room_point(line->from, line->to, line->bend, at, point);
	Shape ground = {.kind = SHAPE_BOX,
			.x = point[0] - width / 2,
			.y = point[1] - COMPOSER_SMALL / 2 - 1,
			.x2 = width,
			.y2 = COMPOSER_SMALL + 2,
			.fill = INK_PAPER};
	shapes_add(c->shapes, &ground);
	composer_words(c, words, point[0], point[1] + 3.6, COMPOSER_SMALL, INK_QUIET, FALSE, SHAPE_MIDDLE);
}

void composer_numbers(Composer *c, const GArray *top)
{
	const Sketch *s = c->sketch;
	for (guint i = 0; i < top->len; i++)
		number_line(c, g_array_index(top, guint32, i), i + 1);
	for (guint32 i = 0; !s->same && s->n_lines <= FEW_BUNDLES && i < s->n_bundles; i++)
		if (s->bundle[i].a != s->bundle[i].b && s->bundle[i].cables > 1)
			count_on_line(c, i);
}
