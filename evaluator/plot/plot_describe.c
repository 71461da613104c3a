/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Describes a picture in words: a sentence a series, with the numbers that an eye would take from the picture. */
#include "evaluator/plot/plot_describe.h"

#include "evaluator/plot/plot_data.h"

static void add_number(GString *words, gdouble number)
{
	g_string_append_printf(words, "%.6g", number);
}

static void add_from_to(GString *words, gdouble from, gdouble to)
{
	g_string_append(words, "from ");
	add_number(words, from);
	g_string_append(words, " to ");
	add_number(words, to);
}

static const char *category_of(const PlotPanel *panel, const PlotItem *item)
{
	return g_ptr_array_index(panel->categories, (guint)item->x);
}

static void add_item(GString *words, const PlotPanel *panel, const PlotItem *item)
{
	if (plot_has_categories(panel))
		g_string_append_printf(words, "%s ", category_of(panel, item));
	if (panel->kind != PLOT_BOXES) {
		add_number(words, item->y);
		return;
	}
	add_from_to(words, item->low, item->high);
	g_string_append(words, ", median ");
	add_number(words, item->median);
	g_string_append(words, ", mean ");
	add_number(words, item->y);
}

/* Where a histogram or a line begins, ends, and is highest. */
static void add_range(GString *words, const PlotSeries *series)
{
	const PlotItem *first = &g_array_index(series->items, PlotItem, 0), *most = first;
	const PlotItem *last = &g_array_index(series->items, PlotItem, series->items->len - 1);
	for (guint i = 1; i < series->items->len; i++) {
		const PlotItem *item = &g_array_index(series->items, PlotItem, i);
		most = item->y > most->y ? item : most;
	}
	add_from_to(words, first->x, last->x_end);
	g_string_append(words, ", highest, ");
	add_number(words, most->y);
	g_string_append(words, ", at ");
	add_number(words, most->x);
}

static void add_series(GString *words, const Plot *plot, const PlotPanel *panel, const PlotSeries *series)
{
	if (plot->names->len > 1)
		g_string_append_printf(words, " %s:", (const char *)g_ptr_array_index(plot->names, series->style));
	g_string_append_c(words, ' ');
	if (!series->items->len)
		g_string_append(words, "nothing");
	else if (!plot_has_categories(panel))
		add_range(words, series);
	for (guint i = 0; plot_has_categories(panel) && i < series->items->len; i++) {
		g_string_append(words, i ? "; " : "");
		add_item(words, panel, &g_array_index(series->items, PlotItem, i));
	}
	g_string_append_c(words, '.');
}

GString *plot_describe(const Plot *plot)
{
	GString *words = g_string_new(plot->subtitle ? plot->subtitle : "");
	for (guint p = 0; p < plot->panels->len; p++) {
		const PlotPanel *panel = g_ptr_array_index(plot->panels, p);
		g_string_append_printf(words, "%s%s%s%s:", words->len ? (p ? " " : ". ") : "", panel->y_title,
				       *panel->x_title ? " over " : "", panel->x_title);
		for (guint s = 0; s < panel->series->len; s++)
			add_series(words, plot, panel, g_ptr_array_index(panel->series, s));
	}
	return words;
}
