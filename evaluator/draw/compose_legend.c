/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Composes the legend below the picture of a fabric: how to read it, what the colours of lines mean (loads, or a change
 * of loads), and the names of the numbered cables.
 */
#include "evaluator/draw/composer.h"

#include "evaluator/draw/bundle_look.h"
#include "evaluator/draw/sketch/sketch_names.h"

static gdouble legend_entry(Composer *c, gdouble x, gdouble y, ShapeInk ink, gboolean dashed, const char *words)
{
	Shape line = {.kind = SHAPE_LINE,
		      .x = x,
		      .y = y - 4,
		      .x2 = x + 26,
		      .y2 = y - 4,
		      .width = 3.5,
		      .line = ink,
		      .dashed = dashed};
	shapes_add(c->shapes, &line);
	composer_words(c, words, x + 32, y, COMPOSER_WORDS, INK_WORDS, FALSE, SHAPE_START);
	return x + 32 + shapes_words_width(words, COMPOSER_WORDS) + 18;
}

static void legend_of_change(Composer *c, gdouble y)
{
	static const char *const of[] = {"about as many", "fewer", "far fewer", "more", "far more"};
	static const ShapeInk inks[] = {INK_LEVEL_2, INK_LEVEL_1, INK_LEVEL_0, INK_LEVEL_3, INK_LEVEL_4};
	g_autofree char *unit = g_strdup_printf("routes; far: by more than %.0f, a quarter of the average on a channel",
						c->sketch->average * look_changes[1]);
	gdouble x = PLACE_MARGIN;
	for (guint i = 0; i < G_N_ELEMENTS(inks); i++)
		x = legend_entry(c, x, y, inks[i], FALSE, of[inks[i] - INK_LEVEL_0]);
	composer_words(c, unit, x, y, COMPOSER_WORDS, INK_QUIET, FALSE, SHAPE_START);
}

static void legend_of_loads(Composer *c, gdouble y)
{
	gdouble average = c->sketch->average, x = legend_entry(c, PLACE_MARGIN, y, INK_LEVEL_0, TRUE, "unused");
	g_autofree char *unit = g_strdup_printf("routes; the average on a channel in use is %.0f", average);
	for (guint i = 0; i < LOOK_STEPS; i++) {
		g_autofree char *words = g_strdup_printf("\342\211\244 %.0f", average * look_steps[i]);
		x = legend_entry(c, x, y, INK_LEVEL_1 + i, FALSE, words);
	}
	x = legend_entry(c, x, y, INK_LEVEL_4, FALSE, "more");
	composer_words(c, unit, x, y, COMPOSER_WORDS, INK_QUIET, FALSE, SHAPE_START);
}

static gdouble add_top(Composer *c, const GArray *top, gdouble y)
{
	const Sketch *s = c->sketch;
	for (guint i = 0; i < top->len; i++) {
		const SketchBundle *b = &s->bundle[g_array_index(top, guint32, i)];
		g_autofree char *cable = sketch_cable_name(s->fabric, b->port);
		g_autofree char *words =
			g_strdup_printf(s->loads.then ? "%s: %+.6g routes%s" : "%s: %.6g routes%s", cable, b->value,
					s->loads.mean ? " in the mean of its bundle" : "");
		composer_disc(c, PLACE_MARGIN + COMPOSER_DISC, y - 4, i + 1);
		composer_words(c, words, PLACE_MARGIN + 24, y, COMPOSER_WORDS, INK_WORDS, FALSE, SHAPE_START);
		y += 20;
	}
	return y;
}

static gboolean has_inside(const Sketch *s)
{
	for (guint32 i = 0; s->loads.now && i < s->n_bundles; i++)
		if (s->bundle[i].a == s->bundle[i].b)
			return TRUE;
	return FALSE;
}

static gdouble add_note(Composer *c, gdouble y)
{
	GString *note = g_string_new(NULL);
	guint32 n = c->sketch->fabric->n_switches, same = c->sketch->same;
	if (c->sketch->n_lines && same)
		g_string_append_printf(note, "Each line is %u %s. ", same, same == 1 ? "cable" : "cables");
	else if (c->sketch->n_lines)
		g_string_append(note, "The more cables a line is, the wider. ");
	if (c->sketch->n_parts < n)
		g_string_append_printf(note, "%u switches in %u boxes%s. ", n, c->sketch->n_parts,
				       has_inside(c->sketch) ? ", the cables inside one as its foot" : "");
	if (c->wraps)
		g_string_append(note, "Lines that end beside the grid go on at its other side. ");
	if (c->places->in_ring)
		g_string_append(note, "On a circle: neato of Graphviz, which would know better, is not there. ");
	composer_words(c, note->str, PLACE_MARGIN, y, COMPOSER_WORDS, INK_QUIET, FALSE, SHAPE_START);
	g_string_free(note, TRUE);
	return y + 20;
}

gdouble composer_legend(Composer *c, const GArray *top, gdouble y)
{
	y = add_note(c, y);
	if (!c->sketch->loads.now)
		return y;
	(c->sketch->loads.then ? legend_of_change : legend_of_loads)(c, y + 4);
	return add_top(c, top, y + 30);
}
