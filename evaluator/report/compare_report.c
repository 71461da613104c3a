/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reports the figures of several routings of one fabric (compare.h). JSON gets all figures of each routing. People get
 * a table of the most important figures, the best of each marked, and a line for each fault.
 */
#include "evaluator/report/compare.h"
#include "evaluator/report/figures.h"

/* Adds the row of a load; with the routing's name (`named`) in a table of all routings. */
static void report_load(Report *r, const RoutingFacts *routing, guint32 load, const SimOptions *how, gboolean named)
{
	const SimTally *t = &routing->simulate->load[load];
	const SimNet *net = routing->simulate->net;
	report_open_object(r, "", "");
	if (named)
		report_string(r, "name", routing->name, "");
	report_figures(r, REAL("load", how->load[load]), REAL("accepted", t->accepted),
		       REAL("least", sim_tally_least(t, &net->cost[net->n_ports])), REAL("latency", sim_tally_mean(t)),
		       COUNT("latency_99", sim_tally_latency(t, 0.99)), COUNT("stopped", t->stopped));
	report_close(r);
}

static void report_simulated(Report *r, const RoutingFacts *routing, const SimOptions *how)
{
	if (!how)
		return;
	report_string(r, "traffic", how->traffic->name, "");
	report_open_series(r, "loads", "", "load");
	for (guint32 i = 0; i < how->n_loads; i++)
		report_load(r, routing, i, how, FALSE);
	report_close(r);
}

void comparison_report_loads(Report *r, const Comparison *comparison)
{
	const SimOptions *how = comparison->options.simulate;
	if (!how)
		return;
	report_string(r, "traffic", how->traffic->name, "that is simulated");
	report_open_series(
		r, "loads",
		"of each host's cable: offered, and what arrives in the mean and of the host with the least; "
		"latency in slots; whether packets stop for ever",
		"name load");
	for (guint32 i = 0; i < how->n_loads; i++)
		for (guint k = 0; k < comparison->routings->len; k++)
			report_load(r, g_ptr_array_index(comparison->routings, k), i, how, TRUE);
	report_close(r);
}

static void report_routing(Report *r, const Comparison *comparison, const RoutingFacts *routing)
{
	const LaneCounts *counts = &routing->deadlock->counts;
	report_open_object(r, "", "");
	report_figures(r, TEXT("name", routing->name), TEXT("tables", routing->tables),
		       FLAG("sound", routing_facts_sound(routing)));
	report_route_pairs(r, comparison->fabric, routing->routes);
	report_integer(r, "dropped", counts->dropped, "");
	if (routing->subset)
		report_integer(r, "subset", routing->subset, "");
	report_route_hops(r, routing->routes);
	report_route_loads(r, routing->routes);
	report_ebb_means(r, routing->ebb, comparison->options.ebb.seed);
	report_ebb_histogram(r, routing->ebb);
	report_ebb_sizes(r, routing->sizes);
	report_figures(r, FLAG("free", routing->deadlock->free), FLAG("reverse", comparison->options.reverse),
		       COUNT("routes", counts->routes));
	report_deadlock_layers(r, routing->deadlock);
	report_deadlock_cycle(r, comparison->fabric, routing->deadlock, FALSE);
	report_deadlock_classes(r, routing->deadlock);
	report_simulated(r, routing, comparison->options.simulate);
	report_close(r);
}

void compare_report_cell(Report *r, const CompareColumn *column, const RoutingFacts *routing)
{
	gdouble value = column->value(routing);
	if (column->kind == FIGURE_BOOLEAN)
		report_boolean(r, column->key, value != 0, "");
	else if (column->kind == FIGURE_INTEGER)
		report_integer(r, column->key, (guint64)value, "");
	else
		report_real(r, column->key, value, "");
}

static void show_cell(Report *r, const Comparison *comparison, const CompareColumn *column, const RoutingFacts *routing)
{
	compare_report_cell(r, column, routing);
	if (comparison_best(comparison, column, routing))
		report_mark(r);
}

/* What is wrong with a routing, in a word or two. */
static const char *verdict_of(const RoutingFacts *routing)
{
	if (routing->n_missing)
		return "DAMAGED";
	if (routing->routes->unreachable || routing->routes->switch_unreachable)
		return "NOT COMPLETE";
	if (routing->deadlock->counts.dropped)
		return "DROPPED";
	return routing->deadlock->free ? "sound" : "CREDIT LOOP";
}

/* A row for each routing, a column for each number of endpoints. */
static void show_sizes(Report *r, const Comparison *comparison)
{
	const GArray *sizes = comparison->options.sizes;
	if (!sizes)
		return;
	report_open_array(r, "sizes", "effective bisection bandwidth among so many random endpoints");
	for (guint i = 0; i < comparison->routings->len; i++) {
		const RoutingFacts *routing = g_ptr_array_index(comparison->routings, i);
		report_open_object(r, "", "");
		report_string(r, "name", routing->name, "");
		for (guint k = 0; k < sizes->len; k++) {
			const EbbFacts *facts = g_ptr_array_index(routing->sizes, k);
			g_autofree char *heading = g_strdup_printf("%u", facts->endpoints);
			report_real(r, g_intern_string(heading), facts->mean, "");
		}
		report_close(r);
	}
	report_close(r);
}

static void show_table(Report *r, const Comparison *comparison)
{
	report_open_array(r, "routings",
			  "the best of each column is marked *, of those that are complete and cannot deadlock");
	for (guint i = 0; i < comparison->routings->len; i++) {
		const RoutingFacts *routing = g_ptr_array_index(comparison->routings, i);
		report_open_object(r, "", "");
		report_string(r, "name", routing->name, "");
		for (const CompareColumn *column = compare_columns; column->key; column++)
			show_cell(r, comparison, column, routing);
		report_string(r, "verdict", verdict_of(routing), "");
		report_close(r);
	}
	report_close(r);
	report_open_array(r, "columns", "what they are");
	for (const CompareColumn *column = compare_columns; column->key; column++) {
		report_row(r, TEXT("column", column->key), TEXT("meaning", column->note));
	}
	report_close(r);
}

static void show_subset(Report *r, const Comparison *comparison)
{
	const RoutingFacts *first = comparison->routings->len ? g_ptr_array_index(comparison->routings, 0) : NULL;
	if (first && first->subset)
		report_integer(r, "subset", first->subset, "endpoints that are measured: hops, loads, bandwidths");
}

/* The faults of one routing, each in a line of its own. */
static void add_verdicts(Report *r, const RoutingFacts *routing)
{
	const RouteFacts *routes = routing->routes;
	const DeadlockFacts *deadlock = routing->deadlock;
	if (routing->n_missing)
		report_verdict(r, "%s: DAMAGED: switches without a table: %u.", routing->name, routing->n_missing);
	if (routes->unreachable || routes->switch_unreachable)
		report_verdict(r,
			       "%s: NOT COMPLETE: %" G_GUINT64_FORMAT " pairs of endpoints and %" G_GUINT64_FORMAT
			       " pairs of a switch and a LID do not arrive.",
			       routing->name, routes->unreachable, routes->switch_unreachable);
	if (deadlock->counts.dropped)
		report_verdict(r, "%s: DROPPED: %" G_GUINT64_FORMAT " routes are sent to VL 15.", routing->name,
			       deadlock->counts.dropped);
	if (!deadlock->free)
		report_verdict(r, "%s: CREDIT LOOP of %u channels (see sssp-eval deadlock).", routing->name,
			       deadlock->n_cycle);
}

void comparison_report(Report *r, const Comparison *comparison)
{
	report_open_series(r, "routings", "", "name");
	for (guint i = 0; i < comparison->routings->len; i++)
		report_routing(r, comparison, g_ptr_array_index(comparison->routings, i));
	report_close(r);
	report_begin_text(r);
	report_integer(r, "endpoints", comparison->fabric->n_endpoints, "CA and router ports with a LID on a switch");
	report_classes(r, comparison->fabric);
	report_integer(r, "switches", comparison->fabric->n_switches, "");
	show_subset(r, comparison);
	show_table(r, comparison);
	show_sizes(r, comparison);
	comparison_report_loads(r, comparison);
	for (guint i = 0; i < comparison->routings->len; i++)
		add_verdicts(r, g_ptr_array_index(comparison->routings, i));
	if (comparison_sound(comparison))
		report_verdict(r, "Every pair arrives and no packets can deadlock, whichever is taken.");
}
