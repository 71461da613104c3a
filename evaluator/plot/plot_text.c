/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Collects the words of a chart while it is drawn, and writes them as text elements of SVG, as cairo draws letters as
 * shapes. The collection hangs on cairo's context, so that what draws need not know of it.
 */
#include "evaluator/plot/plot_text.h"

#include <math.h>

static const cairo_user_data_key_t collection;

void plot_text_collect(cairo_t *cr, GString *texts)
{
	cairo_set_user_data(cr, &collection, texts, NULL);
}

void plot_text_words(GString *texts, const char *words)
{
	g_autofree char *escaped = g_markup_escape_text(words, -1);
	for (const char *c = escaped; *c; c++)
		if (*c == '(')
			g_string_append(texts, "&#40;");
		else
			g_string_append_c(texts, *c);
}

/* A number as SVG has it, whatever the language. */
static void add_number(GString *texts, const char *before, gdouble number)
{
	char digits[G_ASCII_DTOSTR_BUF_SIZE];
	g_string_append(texts, before);
	g_string_append(texts, g_ascii_formatd(digits, sizeof digits, "%.2f", number));
}

static void add_place(GString *texts, gdouble x, gdouble y, gdouble angle)
{
	add_number(texts, "<text x=\"", x);
	add_number(texts, "\" y=\"", y);
	if (angle < 0 || angle > 0) {
		add_number(texts, "\" transform=\"rotate(", angle * 180 / G_PI);
		add_number(texts, " ", x);
		add_number(texts, " ", y);
		g_string_append_c(texts, ')');
	}
	g_string_append_c(texts, '"');
}

gboolean plot_text_take(cairo_t *cr, const char *words, gdouble x, gdouble y, PlotAlign align, gdouble angle)
{
	static const char *const anchors[] = {[PLOT_LEFT] = "start", [PLOT_CENTRE] = "middle", [PLOT_RIGHT] = "end"};
	GString *texts = cairo_get_user_data(cr, &collection);
	cairo_matrix_t font;
	if (!texts || !*words)
		return texts != NULL;
	cairo_get_font_matrix(cr, &font);
	add_place(texts, x, y, angle);
	add_number(texts, " font-size=\"", font.yy);
	g_string_append_printf(texts, "\" text-anchor=\"%s\"", anchors[align]);
	if (cairo_toy_font_face_get_weight(cairo_get_font_face(cr)) == CAIRO_FONT_WEIGHT_BOLD)
		g_string_append(texts, " font-weight=\"bold\"");
	g_string_append_c(texts, '>');
	plot_text_words(texts, words);
	g_string_append(texts, "</text>\n");
	return TRUE;
}
