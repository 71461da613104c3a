/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs the command pattern: measures one communication pattern (rounds of pairs of ranks, such as ring or alltoall) on
 * given tables, over many mappings of ranks to hosts. It reports bandwidths, histograms of these and of congestion, and
 * a picture.
 */
#include "evaluator/commands/command.h"

#include "core/base/error.h"
#include "evaluator/commands/bandwidth/adaptive.h"
#include "evaluator/commands/dropped.h"
#include "evaluator/commands/idle.h"
#include "evaluator/commands/bandwidth/paths_given.h"
#include "evaluator/commands/bandwidth/pattern_setup.h"
#include "evaluator/patterns/pattern_kinds.h"
#include "evaluator/plot/charts/charts.h"
#include "evaluator/report/figures.h"

extern const EvalCommand command_pattern;

static Pattern *pattern; /* of the command line */

static char *plot_file;

static const GOptionEntry options[] = {
	PATTERN_SETUP_OPTIONS,
	ADAPTIVE_OPTION,
	PATHS_OPTION,
	BY_OPTION,
	NODES_OPTION,
	{"capacity", 0, 0, G_OPTION_ARG_NONE, &pattern_setup.capacity, "Bandwidths by width and speed of the links",
	 NULL},
	CHART_OPTION(plot_file, "histograms of bandwidths and congestions"),
	{0},
};

static gboolean check(GError **error)
{
	return pattern_setup_check(error) && plot_check(plot_file, error);
}

static gboolean take_arguments(guint n, char **names, CaseFiles *files, GError **error)
{
	if (n != 3) {
		g_autofree char *known = pattern_names();
		return sssp_error_usage(
			error, "a pattern and two files are needed: NAME TOPOLOGY TABLES; patterns are %s", known);
	}
	files->topology = names[1];
	files->tables = names[2];
	pattern = pattern_new(names[0], error);
	if (pattern && pattern->kind->rails && !pattern->rails && !by_given)
		by_given = g_strdup("node");
	return pattern != NULL;
}

static void report_setup(Report *r, const Fabric *fabric, const Pattern *p, const Mapping *mapping,
			 const PatternFacts *facts)
{
	report_string(r, "name", p->name, "the pattern");
	report_integer(r, "ranks", facts->ranks, "");
	report_integer(r, "endpoints", mapping->n, "that ranks may run on");
	report_classes(r, fabric);
	report_integer(r, "ppn", mapping->ppn, "ranks on each endpoint");
	if (mapping->group > 1)
		report_integer(r, "adapters_each", mapping->group, "adapters of each node, which stay together");
	report_string(r, "mapping", mapping_kind_name(mapping->kind), "order of the endpoints");
	report_integer(r, "mappings", facts->mappings, "that were drawn");
	report_integer(r, "seed", (guint64)drawn_given.seed, "");
	if (pattern_setup.capacity)
		report_integer(r, "reference_mbps", facts->reference_mbps, "bandwidth 1: an endpoint's fastest cable");
	report_integer(r, "rounds", facts->rounds, "of one mapping, one after the other");
	report_integer(r, "pairs", facts->pairs, "in all rounds of one mapping");
	report_integer(r, "intra", facts->intra, "pairs of all mappings inside one endpoint: no channel");
	report_integer(r, "unreachable", facts->unreachable, "pairs of all mappings that do not arrive");
	if (g_str_equal(p->name, "bisect"))
		report_real(r, "possible_log10", pattern_bisections_log10(facts->ranks),
			    "of the number of bisections that there are");
	if (p->neighbours)
		report_integer(r, "neighbours", p->neighbours, "at a time; bandwidths are relative to one crossbar");
}

static void report_bandwidths(Report *r, const PatternFacts *facts)
{
	report_real(r, "sum_max", facts->sum_max, "mean over rounds of the highest congestion");
	report_real(r, "sum_avg", facts->sum_avg, "mean over rounds of the mean congestion");
	report_real(r, "crossbar_sum_max", facts->crossbar_max, "what sum_max would be on one crossbar");
	report_real(r, "crossbar_sum_avg", facts->crossbar_avg, "what sum_avg would be on one crossbar");
	report_real(r, "bandwidth_pessimistic", facts->pessimistic.mean, "every round waits for its slowest pair");
	report_real(r, "stddev_pessimistic", facts->pessimistic.stddev, "between mappings");
	report_real(r, "bandwidth_optimistic", facts->optimistic.mean, "nobody waits; 1 is full");
	report_real(r, "stddev_optimistic", facts->optimistic.stddev, "between mappings");
	report_real(r, "bandwidth_mean", facts->average.mean, "of the pairs, as ebb counts");
	report_real(r, "stddev_mean", facts->average.stddev, "between mappings");
	report_real(r, "bandwidth_pairs", facts->by_pairs.mean,
		    "the same where each pair counts alike, not each round");
	report_real(r, "stddev_pairs", facts->by_pairs.stddev, "between mappings");
}

static void report_histogram(Report *r, const char *key, const char *note, const PatternFigure *figure, guint32 n)
{
	report_open_array(r, key, note);
	for (guint bin = 0; bin < PATTERN_BINS; bin++) {
		if (!figure->histogram[bin])
			continue;
		report_row(r, REAL("from", (gdouble)bin / PATTERN_BINS), REAL("to", (gdouble)(bin + 1) / PATTERN_BINS),
			   REAL("share", (gdouble)figure->histogram[bin] / n));
	}
	report_close(r);
}

static void report_congestion(Report *r, const PatternFacts *facts)
{
	gdouble all = (gdouble)facts->pairs * facts->mappings;
	report_open_array(r, "histogram_congestion", "share of the pairs by their congestion");
	for (guint32 congestion = 0; congestion < facts->n_congestion; congestion++) {
		if (!facts->congestion[congestion])
			continue;
		report_row(r, COUNT("congestion", congestion),
			   REAL("share", (gdouble)facts->congestion[congestion] / all));
	}
	report_close(r);
}

static void report_histograms(Report *r, const PatternFacts *facts)
{
	guint32 n = facts->mappings;
	report_histogram(r, "histogram_pessimistic", "share of the mappings by their pessimistic bandwidth",
			 &facts->pessimistic, n);
	report_histogram(r, "histogram_optimistic", "share of the mappings by their optimistic bandwidth",
			 &facts->optimistic, n);
	report_congestion(r, facts);
}

static void add_verdicts(Report *r, const Case *subject, const char *name, const PatternFacts *facts, guint64 dropped)
{
	report_verdict(r,
		       "%s gets %.1f %% of full bandwidth when rounds wait for the slowest, %.1f %% when nobody does.",
		       name, facts->pessimistic.mean * 100, facts->optimistic.mean * 100);
	if (subject->path_sl || subject->sl2vl)
		report_verdict(r, "Virtual lanes share their cable: congestion is that of the cable.");
	if (facts->unreachable)
		report_verdict(r,
			       "NOT COMPLETE: %" G_GUINT64_FORMAT
			       " pairs do not arrive; their mappings count as bandwidth 0.",
			       facts->unreachable);
	if (dropped)
		report_verdict(r, "DROPPED: %" G_GUINT64_FORMAT " routes are sent to VL 15, counted here as if not.",
			       dropped);
}

static gboolean draw(const Case *subject, const char *name, const PatternFacts *facts, GError **error)
{
	g_autoptr(Plot) plot = chart_pattern(facts, name, subject->tables_name, subject->topology_name);
	return plot_write(plot, plot_file, error);
}

static void say_idle(const Case *subject, const Pattern *own, const Mapping *mapping)
{
	idle_capacity(subject, pattern_setup.capacity);
	if (eval_count(pattern_setup.mappings) > 1 && !pattern_varies(own, mapping))
		idle_say(subject, "--mappings", "every mapping is the same");
}

typedef struct {
	const Case *subject;
	Pattern *pattern;
	const Mapping *mapping;
	guint32 mappings;
} Shares;

static gboolean run_shares(const Spread *spread, gdouble *figures, gpointer user, GError **error)
{
	const Shares *s = user;
	g_autoptr(PatternFacts) facts =
		pattern_setup_shares(s->subject, s->pattern, s->mapping, s->mappings, spread, error);
	if (facts) {
		figures[0] = facts->by_pairs.mean;
		figures[1] = facts->pessimistic.mean;
		figures[2] = facts->optimistic.mean;
	}
	return facts != NULL;
}

static gboolean report_adaptive(Report *r, const Case *subject, Pattern *own, const Mapping *mapping,
				const PatternFacts *facts, GError **error)
{
	static const char *const keys[] = {"bandwidth_pairs", "bandwidth_pessimistic", "bandwidth_optimistic"};
	guint32 given = eval_count(pattern_setup.mappings);
	Shares shares = {subject, own, mapping, given ? given : MIN(facts->mappings, PATTERN_SHARES)};
	return adaptive_report(r, subject, G_N_ELEMENTS(keys), keys, run_shares, &shares, error);
}

static EvalResult run(const Case *subject, Report **report, GError **error)
{
	guint64 dropped;
	g_autoptr(Split) split = NULL;
	g_autoptr(Pattern) own = g_steal_pointer(&pattern);
	g_autoptr(Mapping) mapping = pattern_setup_map(subject->paths, error);
	if (!mapping || !paths_given_split(subject, &split, error))
		return EVAL_FAILED;
	pattern_setup.split = split;
	g_autoptr(PatternFacts) facts = pattern_setup_run(subject, own, mapping, error);
	if (!facts || !count_dropped(subject, &dropped, error))
		return EVAL_FAILED;
	say_idle(subject, own, mapping);
	if (plot_file && !draw(subject, own->name, facts, error))
		return EVAL_FAILED;
	g_autoptr(Report) r =
		report_new("Pattern %s with %s on %s", own->name, subject->tables_name, subject->topology_name);
	report_setup(r, subject->fabric, own, mapping, facts);
	report_paths(r, subject);
	report_bandwidths(r, facts);
	report_dropped(r, subject, dropped);
	report_histograms(r, facts);
	add_verdicts(r, subject, own->name, facts, dropped);
	if (adaptive_given && !report_adaptive(r, subject, own, mapping, facts, error))
		return EVAL_FAILED;
	*report = g_steal_pointer(&r);
	return facts->unreachable || dropped ? EVAL_DOES_NOT : EVAL_HOLDS;
}

const EvalCommand command_pattern = {
	.name = "pattern",
	.summary = "bandwidth of a communication pattern",
	.options = options,
	.check = check,
	.arguments = "NAME TOPOLOGY TABLES",
	.names_are = "Patterns",
	.names = pattern_names,
	.take = take_arguments,
	.run = run,
};
