/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds where to cut a panel of a chart that a few values far above the others would flatten: at the first gap that is
 * wide enough among the highest third of the sorted values. Draws the numbers of the bars that leave it.
 */
#include "evaluator/plot/plot_cut.h"

#include "evaluator/plot/plot_series.h"
#include "evaluator/plot/plot_style.h"

#include <stdlib.h>

#define FAR 4.0 /* times as large; without a cut, the rest has no more than a quarter of the panel */

static int by_size(const void *a, const void *b)
{
	gdouble x = *(const gdouble *)a, y = *(const gdouble *)b;
	return (x > y) - (x < y);
}

static GArray *values_of(const PlotPanel *panel)
{
	GArray *values = g_array_new(FALSE, FALSE, sizeof(gdouble));
	for (guint s = 0; s < panel->series->len; s++) {
		const PlotSeries *series = g_ptr_array_index(panel->series, s);
		for (guint i = 0; i < series->items->len; i++) {
			const PlotItem *item = &g_array_index(series->items, PlotItem, i);
			if (panel->kind == PLOT_BOXES) {
				g_array_append_val(values, item->median);
				g_array_append_val(values, item->three_quarters);
			}
			g_array_append_val(values, item->high);
		}
	}
	g_array_sort(values, by_size);
	return values;
}

gboolean plot_cut(const PlotPanel *panel, gdouble *most)
{
	g_autoptr(GArray) values = panel->may_cut && plot_has_categories(panel) ? values_of(panel) : NULL;
	for (guint i = values ? values->len - values->len / 3 : 1; values && i > 0 && i < values->len; i++) {
		gdouble below = g_array_index(values, gdouble, i - 1);
		if (below <= 0 || g_array_index(values, gdouble, i) < FAR * below)
			continue;
		*most = below;
		return TRUE;
	}
	return FALSE;
}

/* Writes a number upwards, on paper, so that it can be read on any bar and the bar is seen to be broken. */
static void draw_number(const PlotFrame *f, gdouble x, gdouble value)
{
	g_autofree char *words = g_strdup_printf(value < 100 ? "%.3g" : "%.0f", value);
	gdouble length = plot_width(f->cr, words);
	plot_paper(f->cr);
	cairo_rectangle(f->cr, x - PLOT_SMALL * 0.6, f->top + 8, PLOT_SMALL * 1.2, length + 6);
	cairo_fill(f->cr);
	plot_ink(f->cr);
	plot_words(f->cr, words, x + PLOT_SMALL * 0.35, f->top + 11, PLOT_RIGHT, -G_PI / 2, 0);
}

void plot_draw_cut(const PlotFrame *f)
{
	plot_font(f->cr, PLOT_SMALL, FALSE);
	for (guint s = 0; s < f->panel->series->len; s++) {
		const PlotSeries *series = g_ptr_array_index(f->panel->series, s);
		for (guint i = 0; i < series->items->len; i++) {
			const PlotItem *item = &g_array_index(series->items, PlotItem, i);
			gdouble x;
			plot_place(f, s, item, &x);
			if (item->high > f->y_high)
				draw_number(f, x, item->high);
		}
	}
}
