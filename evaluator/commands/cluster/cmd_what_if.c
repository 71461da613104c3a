/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs the command what-if: reports what the failure of each switch or cable would cut off, worst first. For some
 * failures (--reroute), those that cut the most routes for which other cables are left, it has sssp-route route the
 * fabric without the part that fails. It reports the bandwidth of these new tables and the entries that they change.
 */
#include "core/base/error.h"
#include "evaluator/commands/cluster/reroute_failures.h"
#include "evaluator/commands/drawn_given.h"
#include "evaluator/commands/nodes_given.h"
#include "evaluator/commands/progress.h"
#include "evaluator/commands/subset_given.h"
#include "evaluator/report/failures_report.h"

extern const EvalCommand command_what_if;

#define DEFAULT_REROUTE 4
#define PATTERNS 100
#define SHOWN 10 /* rows in the text */

static FailureKind each = FAILURE_SWITCH;
static gint64 reroute = DEFAULT_REROUTE;

static gboolean take_each(const char *name, const char *value, gpointer data, GError **error)
{
	(void)name, (void)data;
	each = g_str_equal(value, "cable") ? FAILURE_CABLE : FAILURE_SWITCH;
	if (each == FAILURE_CABLE || g_str_equal(value, "switch"))
		return TRUE;
	return eval_bad_value("--each", "switch or cable", value, error);
}

static const GOptionEntry options[] = {
	{"each", 0, 0, G_OPTION_ARG_CALLBACK, take_each, "What fails, one at a time (switch)", "switch|cable"},
	{"reroute", 0, 0, G_OPTION_ARG_INT64, &reroute,
	 "Route anew without each of the N with most routes to find (4); 0: none", "N"},
	DRAWN_OPTIONS(" of each (100)"),
	NODES_OPTION,
	SUBSET_OPTION,
	{0},
};

static gboolean check(GError **error)
{
	return drawn_given_check(error) && eval_in_range("--reroute", reroute, 0, FABRIC_MAX_LID, error);
}

/* What was found. */
typedef struct {
	FailuresFound of;
	const Reroute *reroutes; /* [n_reroutes] */
	guint32 n_reroutes;
	gdouble ebb; /* of the tables as they are */
} Found;

static void report_reroutes(Report *r, const Found *f)
{
	report_open_series(r, "rerouted",
			   "bandwidth, and entries that change, with routes that keep what can stay, and minhop's",
			   failures_labels(&f->of));
	for (guint i = 0; i < f->n_reroutes; i++) {
		const Reroute *rerouted = &f->reroutes[i];
		report_open_object(r, "", "");
		failures_report_what(r, &f->of, rerouted->failure);
		report_figures(r, REAL("ebb", rerouted->ours.ebb), COUNT("entries_changed", rerouted->ours.entries),
			       COUNT("blocks_changed", rerouted->ours.blocks),
			       FLAG("minhop_routes", !rerouted->minhop.refused),
			       REAL("minhop_ebb", rerouted->minhop.ebb),
			       COUNT("minhop_entries", rerouted->minhop.entries),
			       COUNT("minhop_blocks", rerouted->minhop.blocks));
		report_close(r);
	}
	report_close(r);
}

static void judge_reroutes(Report *r, const Found *f)
{
	guint worst = 0;
	for (guint i = 1; i < f->n_reroutes; i++)
		worst = f->reroutes[i].ours.ebb < f->reroutes[worst].ours.ebb ? i : worst;
	const Reroute *rerouted = &f->reroutes[worst];
	report_verdict(r, "After rerouting random traffic gets %.1f %% at worst, %.1f %% now.",
		       rerouted->ours.ebb * 100, f->ebb * 100);
	if (rerouted->minhop.refused)
		report_verdict(r, "minhop's routes can deadlock there, on one lane and on those that there are.");
	else
		report_verdict(r, "minhop's routes give %.1f %% there.", rerouted->minhop.ebb * 100);
}

static void report_all(Report *r, const Found *f, guint most)
{
	failures_report_head(r, &f->of);
	report_real(r, "ebb", f->ebb, "bisection bandwidth as it is");
	failures_report_rows(r, &f->of, most);
	report_reroutes(r, f);
	failures_report_single_points(r, &f->of, most);
}

static Report *report_of(const Found *f, const Case *subject)
{
	Report *r = report_new("What if a %s of %s fails, with %s", failures_kind_name(each), subject->topology_name,
			       subject->tables_name);
	report_all(r, f, G_MAXUINT);
	report_begin_text(r);
	report_all(r, f, SHOWN);
	failures_report_verdict(r, &f->of);
	if (f->n_reroutes)
		judge_reroutes(r, f);
	return r;
}

static gboolean measure(const Case *subject, Found *found, Reroute **reroutes, GError **error)
{
	Progress progress = PROGRESS_START("failures");
	EbbOptions ebb = drawn_given_ebb(PATTERNS);
	FailureOptions how = {
		.threads = ebb.threads, .progress = subject->show_progress ? progress_draw : NULL, .user = &progress};
	g_autoptr(EbbFacts) facts = ebb_facts_new(subject->paths, &ebb, error);
	if (!facts)
		return FALSE;
	found->ebb = facts->mean;
	found->n_reroutes = (guint32)MIN(reroute, found->of.failures->len);
	ebb.threads = 1; /* the failures share the cores */
	*reroutes = reroute_failures(subject, found->of.failures, found->n_reroutes, &ebb, &how, error);
	found->reroutes = *reroutes;
	progress_clear(&progress);
	return *reroutes != NULL;
}

static EvalResult run(const Case *subject, Report **report, GError **error)
{
	const FailureOptions how = {.threads = drawn_given_ebb(PATTERNS).threads};
	g_autofree Reroute *reroutes = NULL;
	g_autoptr(Machines) machines = nodes_given_read(subject->fabric, error);
	GArray *failures = machines ? failures_new(subject->paths, machines, each, &how, error) : NULL;
	Found found = {.of = {subject->paths, machines, failures, each}};
	EvalResult result = EVAL_FAILED;
	if (failures && measure(subject, &found, &reroutes, error)) {
		*report = report_of(&found, subject);
		result = failures_count_others(&found.of) ? EVAL_DOES_NOT : EVAL_HOLDS;
	}
	failures_free(failures);
	return result;
}

const EvalCommand command_what_if = {
	.name = "what-if",
	.summary = "what each failure would take with it, and rerouting make of it",
	.options = options,
	.check = check,
	.name_files = subset_given_name,
	.run = run,
};
