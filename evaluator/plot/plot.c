/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Collects a picture (a chart) as values: panels, their axes and series. Calls append to the panel and the series begun
 * last, and widen the ranges of its axes. Drawing comes later (plot_draw.c).
 */
#include "evaluator/plot/plot.h"

#include "core/base/printable.h"
#include "evaluator/plot/plot_data.h"

#include <math.h>
#include <stdlib.h>

static void free_series(gpointer data)
{
	PlotSeries *series = data;
	g_array_unref(series->items);
	g_free(series);
}

static void clear_mark(gpointer data)
{
	g_free(((PlotMark *)data)->words);
}

static void free_panel(gpointer data)
{
	PlotPanel *panel = data;
	g_free(panel->x_title);
	g_free(panel->y_title);
	g_ptr_array_unref(panel->categories);
	g_array_unref(panel->marks);
	g_ptr_array_unref(panel->series);
	g_free(panel);
}

Plot *plot_new(const char *title, ...)
{
	va_list arguments;
	va_start(arguments, title);
	g_autofree char *words = g_strdup_vprintf(title, arguments);
	va_end(arguments);
	Plot *plot = g_new0(Plot, 1);
	plot->title = printable_utf8(words);
	plot->panels = g_ptr_array_new_with_free_func(free_panel);
	plot->names = g_ptr_array_new_with_free_func(g_free);
	return plot;
}

void plot_free(Plot *plot)
{
	if (!plot)
		return;
	g_free(plot->title);
	g_free(plot->subtitle);
	g_ptr_array_unref(plot->panels);
	g_ptr_array_unref(plot->names);
	g_free(plot);
}

void plot_subtitle(Plot *plot, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	g_autofree char *words = g_strdup_vprintf(format, arguments);
	va_end(arguments);
	g_free(plot->subtitle);
	plot->subtitle = printable_utf8(words);
}

void plot_panel(Plot *plot, PlotKind kind, const char *x_title, const char *y_title)
{
	PlotPanel *panel = g_new0(PlotPanel, 1);
	panel->kind = kind;
	panel->x_title = printable_utf8(x_title);
	panel->y_title = printable_utf8(y_title);
	panel->categories = g_ptr_array_new_with_free_func(g_free);
	panel->marks = g_array_new(FALSE, FALSE, sizeof(PlotMark));
	g_array_set_clear_func(panel->marks, clear_mark);
	panel->series = g_ptr_array_new_with_free_func(free_series);
	g_ptr_array_add(plot->panels, panel);
	if (kind != PLOT_POINTS)
		plot_show_y(plot, 0, 0);
}

static PlotPanel *current(const Plot *plot)
{
	return g_ptr_array_index(plot->panels, plot->panels->len - 1);
}

static void widen(PlotRange *range, gdouble low, gdouble high)
{
	g_return_if_fail(isfinite(low) && isfinite(high));
	range->low = range->set ? MIN(range->low, MIN(low, high)) : MIN(low, high);
	range->high = range->set ? MAX(range->high, MAX(low, high)) : MAX(low, high);
	range->set = TRUE;
}

void plot_show_x(Plot *plot, gdouble low, gdouble high)
{
	widen(&current(plot)->x, low, high);
}

void plot_show_y(Plot *plot, gdouble low, gdouble high)
{
	widen(&current(plot)->y, low, high);
}

void plot_may_cut(Plot *plot)
{
	current(plot)->may_cut = TRUE;
}

void plot_category(Plot *plot, const char *name)
{
	g_ptr_array_add(current(plot)->categories, printable_utf8(name));
}

void plot_mark(Plot *plot, gdouble x, const char *words)
{
	PlotMark mark = {x, printable_utf8(words)};
	plot_show_x(plot, x, x);
	g_array_append_val(current(plot)->marks, mark);
}

/* The number of a name among those of the series so far. */
static guint style_of(Plot *plot, const char *name)
{
	g_autofree char *cleaned = printable_utf8(name);
	guint style = 0;
	while (style < plot->names->len && g_strcmp0(g_ptr_array_index(plot->names, style), cleaned) != 0)
		style++;
	if (style == plot->names->len)
		g_ptr_array_add(plot->names, g_steal_pointer(&cleaned));
	return style;
}

void plot_series(Plot *plot, const char *name)
{
	PlotSeries *series = g_new0(PlotSeries, 1);
	series->style = style_of(plot, name);
	series->items = g_array_new(FALSE, FALSE, sizeof(PlotItem));
	g_ptr_array_add(current(plot)->series, series);
}

static void add(Plot *plot, const PlotItem *item)
{
	PlotPanel *panel = current(plot);
	g_return_if_fail(panel->series->len > 0);
	g_return_if_fail(isfinite(item->x) && isfinite(item->x_end) && isfinite(item->y) && isfinite(item->low) &&
			 isfinite(item->high));
	PlotSeries *series = g_ptr_array_index(panel->series, panel->series->len - 1);
	widen(&panel->y, item->low, item->high);
	widen(&panel->y, item->y, item->y);
	if (!plot_has_categories(panel))
		widen(&panel->x, item->x, item->x_end);
	else
		g_return_if_fail(item->x < panel->categories->len);
	g_array_append_vals(series->items, item, 1);
}

void plot_bin(Plot *plot, gdouble from, gdouble to, gdouble value)
{
	add(plot, &(PlotItem){.x = from, .x_end = to, .y = value, .low = value, .high = value});
}

void plot_point(Plot *plot, gdouble x, gdouble y, gdouble low, gdouble high)
{
	add(plot, &(PlotItem){.x = x, .x_end = x, .y = y, .low = low, .high = high});
}

void plot_bar(Plot *plot, guint category, gdouble value, gdouble low, gdouble high)
{
	plot_point(plot, category, value, low, high);
}

void plot_box(Plot *plot, guint category, const PlotBox *box)
{
	add(plot, &(PlotItem){.x = category,
			      .x_end = category,
			      .y = box->mean,
			      .low = box->low,
			      .high = box->high,
			      .quarter = box->quarter,
			      .median = box->median,
			      .three_quarters = box->three_quarters});
}

static int by_size(const void *a, const void *b)
{
	gdouble x = *(const gdouble *)a, y = *(const gdouble *)b;
	return (x > y) - (x < y);
}

/* The value at that part of n sorted ones; between two values it is interpolated. */
static gdouble quantile(const gdouble *sorted, gsize n, gdouble part)
{
	gdouble at = part * (gdouble)(n - 1), below = floor(at);
	gsize i = (gsize)below;
	return i + 1 < n ? sorted[i] + (at - below) * (sorted[i + 1] - sorted[i]) : sorted[n - 1];
}

PlotBox plot_box_of(gdouble *values, gsize n)
{
	gdouble sum = 0;
	qsort(values, n, sizeof *values, by_size);
	for (gsize i = 0; i < n; i++)
		sum += values[i];
	return (PlotBox){
		.low = values[0],
		.quarter = quantile(values, n, 0.25),
		.median = quantile(values, n, 0.5),
		.three_quarters = quantile(values, n, 0.75),
		.high = values[n - 1],
		.mean = sum / (gdouble)n,
	};
}
