/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Composes the picture of a fabric of shapes, once its parts have their places. Shapes are added from the lowest up:
 * title, lines for cables, boxes over the lines, numbers, and the legend below.
 */
#include "evaluator/draw/compose.h"

#include "core/base/printable.h"
#include "evaluator/draw/bundle_look.h"
#include "evaluator/draw/composer.h"

#include <math.h>
#include <stdlib.h>

/* ---- the title */

static void add_title(Composer *c)
{
	const DrawingOptions *o = c->options;
	g_autofree char *subtitle = o->subtitle ? printable_utf8(o->subtitle) : NULL;
	c->shapes->title = printable_utf8(o->title);
	composer_words(c, c->shapes->title, PLACE_MARGIN, 28, COMPOSER_TITLE, INK_WORDS, TRUE, SHAPE_START);
	c->top = 36;
	if (subtitle) {
		composer_words(c, subtitle, PLACE_MARGIN, 46, COMPOSER_WORDS, INK_QUIET, FALSE, SHAPE_START);
		c->top = 56;
	}
}

/* ---- boxes */

static const SketchBundle *inside_of(const Sketch *s, guint32 part)
{
	for (guint32 i = 0; i < s->n_bundles; i++)
		if (s->bundle[i].a == part && s->bundle[i].b == part)
			return &s->bundle[i];
	return NULL;
}

/* The cables inside a part: a bar at the foot of its box. */
static void add_inside(Composer *c, guint32 part)
{
	const Place *p = &c->places->place[part];
	const SketchBundle *inside = inside_of(c->sketch, part);
	if (!inside || !c->sketch->loads.now)
		return;
	Shape shape = {.kind = SHAPE_BOX,
		       .x = p->x - p->width / 2 + 1,
		       .y = p->y + c->top + p->height / 2 - 5,
		       .x2 = p->width - 2,
		       .y2 = 4,
		       .fill = look_ink(c->sketch, inside),
		       .title = look_title(c->sketch, inside)};
	shapes_add(c->shapes, &shape);
}

static void add_box(Composer *c, guint32 part)
{
	const SketchPart *sp = &c->sketch->part[part];
	const Place *p = &c->places->place[part];
	gdouble left = p->x - p->width / 2, y = p->y + c->top - p->height / 2;
	g_auto(GStrv) lines = place_lines(sp, p->width);
	Shape box = {.kind = SHAPE_BOX,
		     .x = left,
		     .y = y,
		     .x2 = p->width,
		     .y2 = p->height,
		     .line = INK_WORDS,
		     .width = sp->director ? 2.4 : 1,
		     .fill = INK_BOX,
		     .title = g_strdup_printf("%s\n%s", sp->name, sp->title)};
	shapes_add(c->shapes, &box);
	room_take(c->taken, (Room){left - 2, y - 2, left + p->width + 2, y + p->height + 2});
	for (guint i = 0; lines[i]; i++)
		composer_words(c, lines[i], p->x, y + 4 + (i + 0.85) * PLACE_LETTERS * 1.25, PLACE_LETTERS,
			       i == 0 || (i == 1 && g_str_has_suffix(sp->short_name, lines[i])) ? INK_WORDS : INK_QUIET,
			       FALSE, SHAPE_MIDDLE);
	add_inside(c, part);
}

/* ---- the bundles that get a number */

static int by_value(gconstpointer a, gconstpointer b, gpointer data)
{
	const Sketch *s = data;
	guint32 one = *(const guint32 *)a, other = *(const guint32 *)b;
	gdouble x = fabs(s->bundle[one].value), y = fabs(s->bundle[other].value);
	if (fabs(x - y) > 1e-9)
		return x > y ? -1 : 1;
	return (one > other) - (one < other);
}

/* The bundles that get a number and a name. */
static GArray *top_bundles(const Sketch *s, guint n)
{
	GArray *top = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (guint32 i = 0; s->loads.now && i < s->n_bundles; i++)
		if (fabs(s->bundle[i].value) > 0)
			g_array_append_val(top, i);
	g_array_sort_with_data(top, by_value, (gpointer)s);
	if (top->len > n)
		g_array_set_size(top, n);
	return top;
}

/* ---- */

static void compose_all(Composer *c)
{
	g_autoptr(GArray) top = top_bundles(c->sketch, c->options->top);
	add_title(c);
	composer_lines(c);
	for (guint32 p = 0; p < c->sketch->n_parts; p++)
		add_box(c, p);
	composer_numbers(c, top);
	c->shapes->height = composer_legend(c, top, c->top + c->places->height + 12);
	c->shapes->width = c->places->width;
}

Shapes *compose(const Sketch *sketch, const Places *places, const DrawingOptions *options)
{
	Composer c = {.sketch = sketch,
		      .places = places,
		      .options = options,
		      .shapes = shapes_new(),
		      .line = g_new0(Line, sketch->n_bundles + 1),
		      .taken = g_array_new(FALSE, FALSE, sizeof(Room))};
	compose_all(&c);
	c.shapes->words = g_strdup_printf("%u switches in %u boxes, %u bundles of cables", sketch->fabric->n_switches,
					  sketch->n_parts, sketch->n_bundles);
	g_free(c.line);
	g_array_unref(c.taken);
	return c.shapes;
}
