/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs the command ebb: measures effective bisection bandwidth (the mean bandwidth of random bisections of the hosts,
 * ebb.h), and reports figures, a histogram and a picture. Options choose hosts, links by their rate, the LIDs that
 * flows use, and the comparison with adaptive routing.
 */
#include "evaluator/commands/bandwidth/adaptive.h"
#include "evaluator/commands/subset_given.h"
#include "evaluator/commands/command.h"
#include "evaluator/commands/drawn_given.h"
#include "evaluator/commands/nodes_given.h"
#include "evaluator/commands/bandwidth/paths_given.h"

#include "core/base/error.h"
#include "evaluator/plot/charts/charts.h"
#include "evaluator/commands/dropped.h"
#include "evaluator/commands/idle.h"
#include "evaluator/measures/bandwidth/ebb.h"
#include "evaluator/report/figures.h"
#include "evaluator/commands/progress.h"

#include <math.h>

extern const EvalCommand command_ebb;

#define DEFAULT_PATTERNS 1000 /* the mean is then known to about half a per mille on some thousand endpoints */
#define DEFAULT_PATTERNS_AT_MOST 100000 /* with --precision, which ends the run */
#define SHARES_PATTERNS 100             /* for max-min fair shares (ebb.h), which take some hundred times as long */

static gdouble precision;
static gboolean precision_given, capacity;
static char *plot_file;

static gboolean take_precision(const char *name, const char *value, gpointer data, GError **error)
{
	char *end;
	(void)name, (void)data;
	precision = g_ascii_strtod(value, &end);
	precision_given = TRUE;
	if (*value && !*end && precision > 0 && precision < 1)
		return TRUE;
	g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--precision takes a number between 0 and 1");
	return FALSE;
}

static const GOptionEntry options[] = {
	DRAWN_OPTIONS(": 1000, with --adaptive or --paths 100, with --precision at most 100000"),
	{"precision", 0, 0, G_OPTION_ARG_CALLBACK, take_precision,
	 "Stop when the 95 % confidence interval is mean +- P", "P"},
	{"capacity", 0, 0, G_OPTION_ARG_NONE, &capacity, "Links by width and speed, not all equal", NULL},
	CHART_OPTION(plot_file, "a histogram of the patterns' bandwidths"),
	SUBSET_OPTION,
	ADAPTIVE_OPTION,
	PATHS_OPTION,
	BY_OPTION,
	NODES_OPTION,
	{0},
};

static gboolean check(GError **error)
{
	return nodes_given_check(error) && drawn_given_check(error) && plot_check(plot_file, error);
}

static EbbOptions options_of(const Case *subject, const Units *units, const Split *split)
{
	EbbOptions how = drawn_given_ebb(precision_given                 ? DEFAULT_PATTERNS_AT_MOST
					 : adaptive_given || paths_given ? SHARES_PATTERNS
									 : DEFAULT_PATTERNS);
	how.precision = precision;
	how.progress = subject->show_progress ? progress_draw : NULL;
	how.capacity = capacity;
	how.split = split;
	how.team = subject->team;
	if (units) {
		how.unit = units->endpoint;
		how.n_units = units->n;
		how.per_unit = units->per;
	}
	return how;
}

static EbbFacts *measure(const Case *subject, EbbOptions how, GError **error)
{
	Progress progress = PROGRESS_START("patterns");
	how.user = &progress;
	EbbFacts *facts = ebb_facts_new(subject->paths, &how, error);
	progress_clear(&progress);
	return facts;
}

/* What AdaptiveRun (adaptive.h) gets as `user`: with `how`, as many patterns as were measured. */
typedef struct {
	const Case *subject;
	EbbOptions how;
} Shares;

/* An AdaptiveRun: measures the patterns once more with shares, and fills in mean and min. */
static gboolean run_shares(const Spread *spread, gdouble *figures, gpointer user, GError **error)
{
	Shares *s = user;
	s->how.shares = TRUE;
	s->how.spread = spread;
	g_autoptr(EbbFacts) facts = measure(s->subject, s->how, error);
	if (facts) {
		figures[0] = facts->mean;
		figures[1] = facts->min;
	}
	return facts != NULL;
}

static gboolean report_adaptive(Report *r, const Case *subject, EbbOptions how, guint32 measured, GError **error)
{
	static const char *const keys[] = {"mean", "min"};
	Shares shares = {subject, how};
	shares.how.patterns = measured;
	shares.how.precision = 0;
	return adaptive_report(r, subject, G_N_ELEMENTS(keys), keys, run_shares, &shares, error);
}

static gboolean draw(const Case *subject, const EbbFacts *facts, GError **error)
{
	if (subject->team && subject->team->rank) /* one process draws the picture */
		return TRUE;
	g_autoptr(Plot) plot = chart_ebb(facts, subject->tables_name, subject->topology_name);
	return plot_write(plot, plot_file, error);
}

static void add_verdicts(Report *r, const EbbFacts *facts, guint64 dropped)
{
	report_verdict(r, "A random bisection gets %.1f %% of full bandwidth.", facts->mean * 100);
	if (facts->unreachable)
		report_verdict(r, "NOT COMPLETE: %" G_GUINT64_FORMAT " pairs of endpoints do not arrive.",
			       facts->unreachable);
	if (dropped)
		report_verdict(r, "DROPPED: %" G_GUINT64_FORMAT " routes are sent to VL 15, counted here as if not.",
			       dropped);
	if (precision_given && facts->ci95_high - facts->mean > precision)
		report_verdict(r, "The patterns did not suffice for a precision of %g.", precision);
}

static EvalResult run(const Case *subject, Report **report, GError **error)
{
	guint64 dropped;
	g_autoptr(Units) units = by_given ? nodes_given_take(subject->paths, error) : NULL;
	g_autoptr(Split) split = NULL;
	gboolean ready = (units || !by_given) && paths_given_split(subject, &split, error);
	EbbOptions how = options_of(subject, units, split);
	g_autoptr(EbbFacts) facts = ready ? measure(subject, how, error) : NULL;
	if (!facts && g_error_matches(*error, SSSP_ERROR, SSSP_ERROR_INPUT))
		g_prefix_error(error, "%s: ", subject->topology_name);
	if (!facts || !count_dropped(subject, &dropped, error))
		return EVAL_FAILED;
	idle_capacity(subject, capacity);
	if (plot_file && !draw(subject, facts, error))
		return EVAL_FAILED;
	g_autoptr(Report) r =
		report_new("Effective bisection bandwidth of %s on %s", subject->tables_name, subject->topology_name);
	report_integer(r, "endpoints", subject->fabric->n_endpoints, "CA and router ports with a LID on a switch");
	report_classes(r, subject->fabric);
	report_subset(r, subject->paths);
	report_units(r, subject, units);
	report_paths(r, subject);
	report_ebb_means(r, facts, how.seed);
	if (capacity)
		report_integer(r, "reference_mbps", facts->reference_mbps, "bandwidth 1: an endpoint's fastest cable");
	report_integer(r, "unreachable", facts->unreachable, "pairs of endpoints that do not arrive: bandwidth 0");
	report_dropped(r, subject, dropped);
	report_ebb_histogram(r, facts);
	add_verdicts(r, facts, dropped);
	if (adaptive_given && !report_adaptive(r, subject, how, facts->patterns, error))
		return EVAL_FAILED;
	*report = g_steal_pointer(&r);
	return facts->unreachable || dropped ? EVAL_DOES_NOT : EVAL_HOLDS;
}

const EvalCommand command_ebb = {
	.name = "ebb",
	.summary = "effective bisection bandwidth",
	.options = options,
	.check = check,
	.name_files = subset_given_name,
	.run = run,
	.in_team = TRUE,
};
