/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes the chart of fabrics on which a workload was measured: the efficiency of the application over the number of
 * switches and over that of cables, a point for each fabric.
 */
#include "evaluator/plot/charts/charts.h"

/* A point for each fabric; a series each, so that the legend names it, by number too: long SPECs are cut there. */
static void add_points(Plot *plot, const Provision *fabric, guint n, gboolean cables)
{
	plot_panel(plot, PLOT_POINTS, cables ? "cables, those of hosts included" : "switches", "efficiency");
	plot_show_x(plot, 0, 0);
	plot_show_y(plot, 0, 1);
	for (guint i = 0; i < n; i++) {
		gdouble x = cables ? fabric[i].cables : fabric[i].switches;
		g_autofree char *name = g_strdup_printf("%u. %s", i + 1, fabric[i].spec);
		plot_series(plot, name);
		plot_point(plot, x, fabric[i].efficiency, fabric[i].efficiency, fabric[i].efficiency);
	}
}

Plot *chart_provision(const Provision *fabric, guint n, const char *application)
{
	guint chosen = provision_choose(fabric, n);
	Plot *plot = plot_new("What %s gets out of a fabric, and what that takes", application);
	plot_subtitle(plot, "efficiency 1: all cores compute all the time; chosen: number %u, %u switches, %u cables",
		      chosen + 1, fabric[chosen].switches, fabric[chosen].cables);
	add_points(plot, fabric, n, FALSE);
	add_points(plot, fabric, n, TRUE);
	return plot;
}
