/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes the charts of a simulation. Two panels have throughput and latency over load; a bar goes down to the throughput
 * of the worst host, or up to the 99th percentile of latency.
 */
#include "evaluator/plot/charts/charts_simulate.h"

#include "evaluator/plot/charts/charts.h"

static void add_throughput(Plot *plot, const SimulateRow *row, const SimOptions *how)
{
	const SimNet *net = row->facts->net;
	plot_series(plot, row->name);
	for (guint32 i = 0; i < how->n_loads; i++) {
		const SimTally *t = &row->facts->load[i];
		plot_point(plot, how->load[i], t->accepted,
			   MIN(t->accepted, sim_tally_least(t, &net->cost[net->n_ports])), t->accepted);
	}
}

/* Loads at which nothing arrives have no latency. */
static void add_latency(Plot *plot, const SimulateRow *row, const SimOptions *how)
{
	plot_series(plot, row->name);
	for (guint32 i = 0; i < how->n_loads; i++) {
		const SimTally *t = &row->facts->load[i];
		gdouble mean = sim_tally_mean(t);
		if (t->counted)
			plot_point(plot, how->load[i], mean, mean, MAX(mean, sim_tally_latency(t, 0.99)));
	}
}

Plot *chart_simulate(const SimulateRow *row, guint n, const SimOptions *how, const char *fabric)
{
	g_autofree char *name = chart_name(fabric);
	Plot *plot = plot_new("Throughput and latency of %s traffic on %s", how->traffic->name, name);
	plot_subtitle(plot, "%s, buffers of %u packets; bars reach to the worst host, and to the 99th percentile",
		      how->queue == SIM_FIFO ? "fifo" : "voq", how->buffer);
	plot_panel(plot, PLOT_POINTS, "offered load (of a host's cable)", "throughput (of a host's cable)");
	plot_show_x(plot, 0, 1);
	plot_show_y(plot, 0, 1);
	for (guint i = 0; i < n; i++)
		add_throughput(plot, &row[i], how);
	plot_panel(plot, PLOT_POINTS, "offered load (of a host's cable)", "latency (slots)");
	plot_show_x(plot, 0, 1);
	plot_show_y(plot, 0, 1);
	for (guint i = 0; i < n; i++)
		add_latency(plot, &row[i], how);
	return plot;
}

Plot *chart_simulated(const Comparison *comparison, const char *fabric)
{
	guint n = comparison->routings->len;
	g_autofree SimulateRow *row = g_new(SimulateRow, n + 1);
	for (guint i = 0; i < n; i++) {
		const RoutingFacts *routing = g_ptr_array_index(comparison->routings, i);
		row[i] = (SimulateRow){routing->name, routing->simulate};
	}
	return chart_simulate(row, n, comparison->options.simulate, fabric);
}
