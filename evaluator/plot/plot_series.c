/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Draws the series of a panel of a chart, by one function for each kind of panel (histogram, points, bars, boxes), and
 * the marks over all of them.
 */
#include "evaluator/plot/plot_series.h"

#include "evaluator/plot/plot_style.h"

#define GROUP 0.8   /* part of a category's place that its bars take */
#define WIDEST 60.0 /* a bar or box */
#define WHISKER 3.5 /* half the width of the end of an error bar */

static const PlotSeries *series_of(const PlotFrame *f, guint i)
{
	return g_ptr_array_index(f->panel->series, i);
}

static const PlotItem *item_of(const PlotSeries *series, guint i)
{
	return &g_array_index(series->items, PlotItem, i);
}

static void line(cairo_t *cr, gdouble x, gdouble y, gdouble x_end, gdouble y_end)
{
	cairo_move_to(cr, x, y);
	cairo_line_to(cr, x_end, y_end);
	cairo_stroke(cr);
}

static void draw_error(const PlotFrame *f, gdouble x, const PlotItem *item)
{
	gdouble low = plot_y(f, item->low), high = plot_y(f, item->high);
	if (item->low == item->high)
		return;
	plot_ink(f->cr);
	cairo_set_dash(f->cr, NULL, 0, 0);
	cairo_set_line_width(f->cr, 1);
	line(f->cr, x, low, x, high);
	line(f->cr, x - WHISKER, low, x + WHISKER, low);
	line(f->cr, x - WHISKER, high, x + WHISKER, high);
}

static void fill_bins(const PlotFrame *f, const PlotSeries *series)
{
	gdouble zero = plot_y(f, 0);
	for (guint i = 0; i < series->items->len; i++) {
		const PlotItem *bin = item_of(series, i);
		gdouble left = plot_x(f, bin->x), top = plot_y(f, bin->y);
		if (bin->y != 0)
			plot_fill(f->cr, series->style, left, top, plot_x(f, bin->x_end) - left, zero - top);
	}
}

/* Draws outlines only, as several series lie over one another. They go back to 0 where bins do not meet. */
static void outline_bins(const PlotFrame *f, const PlotSeries *series)
{
	gdouble zero = plot_y(f, 0), end = 0;
	for (guint i = 0; i < series->items->len; i++) {
		const PlotItem *bin = item_of(series, i);
		gdouble left = plot_x(f, bin->x), top = plot_y(f, bin->y);
		if (i == 0 || left > end + 0.01) {
			if (i)
				cairo_line_to(f->cr, end, zero);
			cairo_move_to(f->cr, left, zero);
		}
		cairo_line_to(f->cr, left, top);
		end = plot_x(f, bin->x_end);
		cairo_line_to(f->cr, end, top);
	}
	if (series->items->len)
		cairo_line_to(f->cr, end, zero);
	plot_colour(f->cr, series->style);
	plot_dash(f->cr, series->style);
	cairo_set_line_width(f->cr, 2);
	cairo_stroke(f->cr);
	cairo_set_dash(f->cr, NULL, 0, 0);
}

static void draw_histogram(const PlotFrame *f)
{
	for (guint s = 0; s < f->panel->series->len; s++)
		(f->panel->series->len == 1 ? fill_bins : outline_bins)(f, series_of(f, s));
}

static void draw_points(const PlotFrame *f)
{
	for (guint s = 0; s < f->panel->series->len; s++) {
		const PlotSeries *series = series_of(f, s);
		for (guint i = 0; i < series->items->len; i++)
			cairo_line_to(f->cr, plot_x(f, item_of(series, i)->x), plot_y(f, item_of(series, i)->y));
		plot_colour(f->cr, series->style);
		plot_dash(f->cr, series->style);
		cairo_set_line_width(f->cr, 1.5);
		cairo_stroke(f->cr);
		for (guint i = 0; i < series->items->len; i++) {
			const PlotItem *item = item_of(series, i);
			draw_error(f, plot_x(f, item->x), item);
			plot_marker(f->cr, series->style, plot_x(f, item->x), plot_y(f, item->y));
		}
	}
}

gdouble plot_place(const PlotFrame *f, guint s, const PlotItem *item, gdouble *x)
{
	guint n = f->panel->series->len;
	gdouble room = GROUP * f->width / f->panel->categories->len, width = MIN(room / n, WIDEST);
	*x = plot_x(f, item->x) + (s - (n - 1) / 2.0) * width;
	return width * (n > 1 ? 0.92 : 1);
}

static void draw_bars(const PlotFrame *f)
{
	gdouble zero = plot_y(f, 0);
	for (guint s = 0; s < f->panel->series->len; s++) {
		const PlotSeries *series = series_of(f, s);
		for (guint i = 0; i < series->items->len; i++) {
			const PlotItem *bar = item_of(series, i);
			gdouble x, width = plot_place(f, s, bar, &x), top = plot_y(f, bar->y);
			plot_fill(f->cr, series->style, x - width / 2, top, width, zero - top);
			draw_error(f, x, bar);
		}
	}
}

static void draw_box(const PlotFrame *f, guint style, const PlotItem *box, gdouble x, gdouble width)
{
	gdouble top = plot_y(f, box->three_quarters), bottom = plot_y(f, box->quarter);
	cairo_t *cr = f->cr;
	draw_error(f, x, box);
	plot_fill(cr, style, x - width / 2, top, width, bottom - top);
	cairo_set_line_width(cr, 2.5);
	line(cr, x - width / 2, plot_y(f, box->median), x + width / 2, plot_y(f, box->median));
	cairo_arc(cr, x, plot_y(f, box->y), WHISKER, 0, 2 * G_PI);
	plot_paper(cr);
	cairo_fill_preserve(cr);
	plot_ink(cr);
	cairo_set_line_width(cr, 1.2);
	cairo_stroke(cr);
}

static void draw_boxes(const PlotFrame *f)
{
	for (guint s = 0; s < f->panel->series->len; s++) {
		const PlotSeries *series = series_of(f, s);
		for (guint i = 0; i < series->items->len; i++) {
			gdouble x, width = plot_place(f, s, item_of(series, i), &x);
			draw_box(f, series->style, item_of(series, i), x, width * 0.7);
		}
	}
}

static void draw_mark(const PlotFrame *f, const PlotMark *mark)
{
	static const gdouble dashes[] = {4, 3};
	gdouble x = plot_x(f, mark->x), width;
	plot_font(f->cr, PLOT_SMALL, FALSE);
	plot_ink(f->cr);
	cairo_set_line_width(f->cr, 1.2);
	cairo_set_dash(f->cr, dashes, G_N_ELEMENTS(dashes), 0);
	line(f->cr, x, f->top, x, f->top + f->height);
	cairo_set_dash(f->cr, NULL, 0, 0);
	width = plot_width(f->cr, mark->words);
	gboolean turned = x + width > f->left + f->width && x - width / 2 > f->left;
	plot_words(f->cr, mark->words, turned ? MIN(x, f->left + f->width) : x, f->top - 4,
		   turned ? PLOT_RIGHT : PLOT_LEFT, 0, 0);
}

void plot_draw_series(const PlotFrame *f, gboolean cut)
{
	static void (*const draw[])(const PlotFrame *) = {
		[PLOT_HISTOGRAM] = draw_histogram,
		[PLOT_POINTS] = draw_points,
		[PLOT_BARS] = draw_bars,
		[PLOT_BOXES] = draw_boxes,
	};
	cairo_save(f->cr);
	if (cut) {
		cairo_rectangle(f->cr, f->left, f->top, f->width, f->height);
		cairo_clip(f->cr);
	}
	draw[f->panel->kind](f);
	cairo_restore(f->cr);
	for (guint i = 0; i < f->panel->marks->len; i++)
		draw_mark(f, &g_array_index(f->panel->marks, PlotMark, i));
}
