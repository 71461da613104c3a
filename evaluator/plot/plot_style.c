/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses colours, hatches, dashes and markers of the series of a chart by the number of a style, and draws with them.
 * There is a short list of each, which repeats by itself.
 */
#include "evaluator/plot/plot_style.h"

#include <math.h>

#define HATCHES 7
#define MARKERS 7
#define HATCH_GAP 6.0
#define MARKER 3.6 /* half its size */

/* Okabe and Ito, the ones that stand out on white first. */
static const struct {
	gdouble red, green, blue;
} colours[] = {
	{0.000, 0.447, 0.698}, /* blue */
	{0.902, 0.624, 0.000}, /* orange */
	{0.000, 0.620, 0.451}, /* bluish green */
	{0.800, 0.475, 0.655}, /* reddish purple */
	{0.835, 0.369, 0.000}, /* vermillion */
	{0.337, 0.706, 0.914}, /* sky blue */
	{0.941, 0.894, 0.259}, /* yellow */
	{PLOT_BLACK, PLOT_BLACK, PLOT_BLACK},
};

void plot_font(cairo_t *cr, gdouble size, gboolean bold)
{
	cairo_select_font_face(cr, "sans", CAIRO_FONT_SLANT_NORMAL,
			       bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
	cairo_set_font_size(cr, size);
}

gdouble plot_width(cairo_t *cr, const char *words)
{
	cairo_text_extents_t extents;
	cairo_text_extents(cr, words, &extents);
	return extents.x_advance;
}

/* The words, or as many of their first letters as there is room for and "..". */
static char *fit(cairo_t *cr, const char *words, gdouble room)
{
	glong letters = g_utf8_strlen(words, -1);
	char *cut = g_strdup(words);
	while (room > 0 && letters > 1 && plot_width(cr, cut) > room) {
		g_autofree char *start = g_utf8_substring(words, 0, --letters);
		g_free(cut);
		cut = g_strconcat(start, "..", NULL);
	}
	return cut;
}

void plot_words(cairo_t *cr, const char *words, gdouble x, gdouble y, PlotAlign align, gdouble angle, gdouble room)
{
	g_autofree char *shown = fit(cr, words, room);
	if (plot_text_take(cr, shown, x, y, align, angle))
		return;
	gdouble width = plot_width(cr, shown);
	cairo_save(cr);
	cairo_translate(cr, x, y);
	cairo_rotate(cr, angle);
	cairo_move_to(cr, align == PLOT_LEFT ? 0 : align == PLOT_RIGHT ? -width : -width / 2, 0);
	cairo_show_text(cr, shown);
	cairo_restore(cr);
	cairo_new_path(cr); /* no line is to begin at the point behind the last letter */
}

void plot_paper(cairo_t *cr)
{
	cairo_set_source_rgb(cr, PLOT_PAPER, PLOT_PAPER, PLOT_PAPER);
}

void plot_ink(cairo_t *cr)
{
	cairo_set_source_rgb(cr, PLOT_INK, PLOT_INK, PLOT_INK);
}

void plot_faint(cairo_t *cr)
{
	cairo_set_source_rgb(cr, PLOT_FAINT, PLOT_FAINT, PLOT_FAINT);
}

void plot_colour(cairo_t *cr, guint style)
{
	guint i = style % G_N_ELEMENTS(colours);
	cairo_set_source_rgb(cr, colours[i].red, colours[i].green, colours[i].blue);
}

/* Parallel lines that fill a square around a point, at an angle of `quarters` times 45 degrees. */
static void lines(cairo_t *cr, gdouble x, gdouble y, gdouble radius, guint quarters)
{
	gdouble angle = quarters * G_PI / 4, along = cos(angle), across = sin(angle);
	for (gdouble off = -floor(radius / HATCH_GAP) * HATCH_GAP; off <= radius; off += HATCH_GAP) {
		cairo_move_to(cr, x - along * radius - across * off, y - across * radius + along * off);
		cairo_line_to(cr, x + along * radius - across * off, y + across * radius + along * off);
	}
}

/* Hatch 0 is none; 1 to 4 are lines of four directions, 5 and 6 two of them crossed. */
static void hatch(cairo_t *cr, guint number, gdouble x, gdouble y, gdouble radius)
{
	static const guint8 first[HATCHES] = {0, 3, 1, 0, 2, 1, 0}, second[HATCHES] = {0, 0, 0, 0, 0, 3, 2};
	if (number)
		lines(cr, x, y, radius, first[number]);
	if (second[number])
		lines(cr, x, y, radius, second[number]);
}

void plot_fill(cairo_t *cr, guint style, gdouble x, gdouble y, gdouble width, gdouble height)
{
	guint i = style % G_N_ELEMENTS(colours);
	gdouble tint = style % HATCHES ? 0.45 : 0.8; /* how much of the colour; the rest is paper */
	cairo_save(cr);
	cairo_rectangle(cr, x, y, width, height);
	plot_paper(cr);
	cairo_fill_preserve(cr);
	cairo_set_source_rgba(cr, colours[i].red, colours[i].green, colours[i].blue, tint);
	cairo_fill_preserve(cr);
	cairo_clip(cr);
	plot_colour(cr, style);
	cairo_set_line_width(cr, 1.2);
	hatch(cr, style % HATCHES, x + width / 2, y + height / 2, hypot(width, height) / 2);
	cairo_stroke(cr);
	cairo_restore(cr);
	plot_ink(cr);
	cairo_set_line_width(cr, 0.8);
	cairo_rectangle(cr, x, y, width, height);
	cairo_stroke(cr);
}

void plot_dash(cairo_t *cr, guint style)
{
	static const struct {
		gdouble length[4];
		int n;
	} dashes[] = {{{0}, 0}, {{6, 3}, 2}, {{2, 2}, 2}, {{8, 3, 2, 3}, 4}, {{10, 4}, 2}};
	guint i = style % G_N_ELEMENTS(dashes);
	cairo_set_dash(cr, dashes[i].length, dashes[i].n, 0);
}

static void polygon(cairo_t *cr, gdouble x, gdouble y, guint corners, gdouble turn)
{
	for (guint i = 0; i < corners; i++) {
		gdouble angle = turn + 2 * G_PI * i / corners;
		cairo_line_to(cr, x + 1.25 * MARKER * cos(angle), y + 1.25 * MARKER * sin(angle));
	}
	cairo_close_path(cr);
}

static void star(cairo_t *cr, gdouble x, gdouble y, gdouble turn)
{
	for (guint i = 0; i < 2; i++) {
		gdouble c = MARKER * cos(turn + i * G_PI / 2), s = MARKER * sin(turn + i * G_PI / 2);
		cairo_move_to(cr, x - c, y - s);
		cairo_line_to(cr, x + c, y + s);
	}
}

void plot_marker(cairo_t *cr, guint style, gdouble x, gdouble y)
{
	static const struct {
		guint corners;
		gdouble turn;
	} shapes[MARKERS - 1] = {{4, G_PI / 4}, {3, -G_PI / 2}, {4, 0}, {3, G_PI / 2}, {0, 0}, {0, G_PI / 4}};
	guint shape = style % MARKERS;
	cairo_new_path(cr);
	cairo_set_dash(cr, NULL, 0, 0);
	plot_colour(cr, style);
	if (shape == 0)
		cairo_arc(cr, x, y, MARKER, 0, 2 * G_PI);
	else if (shapes[shape - 1].corners)
		polygon(cr, x, y, shapes[shape - 1].corners, shapes[shape - 1].turn);
	else
		star(cr, x, y, shapes[shape - 1].turn);
	cairo_set_line_width(cr, shape < 5 ? 0.8 : 2);
	if (shape < 5) {
		cairo_fill_preserve(cr);
		plot_ink(cr);
	}
	cairo_stroke(cr);
}
