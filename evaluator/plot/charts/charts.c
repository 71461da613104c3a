/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes the charts of one set of tables: bandwidths of random bisections, of a pattern, and loads of channels by level.
 * Each function walks through the facts that one measure has found and adds them to a Plot as series.
 */
#include "evaluator/plot/charts/charts.h"

#include "core/base/error.h"

char *chart_name(const char *path)
{
	return g_str_equal(path, "-") ? g_strdup("standard input") : g_path_get_basename(path);
}

Plot *chart_ebb(const EbbFacts *facts, const char *name, const char *fabric)
{
	g_autofree char *tables = chart_name(name), *topology = chart_name(fabric);
	g_autofree char *mean = g_strdup_printf("mean %.4f", facts->mean);
	Plot *plot = plot_new("Bandwidth of random bisections: %s on %s", tables, topology);
	plot_subtitle(plot, "%u patterns of %u streams; mean %.4f, 95 %% confidence interval %.4f to %.4f",
		      facts->patterns, facts->streams, facts->mean, facts->ci95_low, facts->ci95_high);
	plot_panel(plot, PLOT_HISTOGRAM, "mean bandwidth of a pattern's streams (fraction of full)",
		   "share of the patterns (%)");
	plot_show_x(plot, 0, 1);
	plot_series(plot, "patterns");
	for (guint i = 0; i < EBB_BINS; i++)
		if (facts->histogram[i])
			plot_bin(plot, (gdouble)i / EBB_BINS, (i + 1.0) / EBB_BINS,
				 100.0 * facts->histogram[i] / facts->patterns);
	plot_mark(plot, facts->mean, mean);
	return plot;
}

static void add_figure(Plot *plot, const PatternFigure *figure, guint32 mappings, const char *title)
{
	g_autofree char *mean = g_strdup_printf("mean %.4f", figure->mean);
	plot_panel(plot, PLOT_HISTOGRAM, title, "share of the mappings (%)");
	plot_show_x(plot, 0, 1);
	plot_series(plot, "share");
	for (guint i = 0; i < PATTERN_BINS; i++)
		if (figure->histogram[i])
			plot_bin(plot, (gdouble)i / PATTERN_BINS, (i + 1.0) / PATTERN_BINS,
				 100.0 * figure->histogram[i] / mappings);
	plot_mark(plot, figure->mean, mean);
}

Plot *chart_pattern(const PatternFacts *facts, const char *pattern, const char *name, const char *fabric)
{
	g_autofree char *tables = chart_name(name), *topology = chart_name(fabric);
	gdouble pairs = (gdouble)facts->pairs * facts->mappings;
	Plot *plot = plot_new("Pattern %s: %s on %s", pattern, tables, topology);
	plot_subtitle(
		plot,
		"%u mappings of %u ranks, %u rounds; bandwidth 1 is full; congestion: streams on the fullest channel",
		facts->mappings, facts->ranks, facts->rounds);
	add_figure(plot, &facts->pessimistic, facts->mappings, "bandwidth (fraction of full), all wait");
	add_figure(plot, &facts->optimistic, facts->mappings, "bandwidth (fraction of full), nobody waits");
	plot_panel(plot, PLOT_HISTOGRAM, "congestion of a pair (streams)", "share of the pairs (%)");
	plot_show_x(plot, 0, 2);
	plot_series(plot, "share");
	for (guint32 c = 0; c < facts->n_congestion; c++)
		if (facts->congestion[c])
			plot_bin(plot, MAX(0, c - 0.5), c + 0.5, 100.0 * (gdouble)facts->congestion[c] / pairs);
	return plot;
}

char *chart_class_name(const LevelClass *class)
{
	return g_strdup_printf("%u to %u%s (%u)", class->from, class->to,
			       class->from < class->to   ? ", up"
			       : class->from > class->to ? ", down"
							 : "",
			       class->n_channels);
}

gboolean chart_class_box(const RouteFacts *facts, const LevelClass *class, PlotBox *box, GError **error)
{
	g_autofree gdouble *loads = g_try_new(gdouble, class->n_channels);
	if (!loads)
		return sssp_error_memory(error, "the loads of a level", class->n_channels * sizeof(gdouble));
	for (guint32 i = 0; i < class->n_channels; i++)
		loads[i] = (gdouble)facts->load[class->channel[i]];
	*box = plot_box_of(loads, class->n_channels);
	return TRUE;
}

static gboolean add_class(Plot *plot, const RouteFacts *facts, const LevelClass *class, guint number, GError **error)
{
	g_autofree char *words = chart_class_name(class);
	PlotBox box;
	if (!chart_class_box(facts, class, &box, error))
		return FALSE;
	plot_category(plot, words);
	plot_box(plot, number, &box);
	return TRUE;
}

Plot *chart_loads(const Paths *paths, const RouteFacts *facts, const char *name, const char *fabric, GError **error)
{
	g_autofree char *tables = chart_name(name), *topology = chart_name(fabric);
	g_autoptr(Levels) levels = levels_new(paths, error);
	g_autoptr(Plot) plot = levels ? plot_new("Routes over each channel: %s on %s", tables, topology) : NULL;
	if (!plot)
		return NULL;
	plot_subtitle(plot, "line to line: least to most; box: the middle half; bar: median; ring: mean");
	plot_panel(plot, PLOT_BOXES,
		   levels->n_classes ? "levels a channel joins (number of channels); 1: switches with endpoints"
				     : "there are no channels between switches",
		   "routes over a channel");
	plot_may_cut(plot);
	plot_series(plot, "channels");
	for (guint i = 0; i < levels->n_classes; i++)
		if (!add_class(plot, facts, &levels->classes[i], i, error))
			return NULL;
	return g_steal_pointer(&plot);
}
