/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs the command rehearse: reports on one page what happens if the tables NEW replace the tables NOW. It has what
 * must be written (diff), both routings side by side (compare), what packets meet meanwhile (transition), and what jobs
 * gain or lose. With --as-plugin or --plan the exchange is evaluated in the phases in which the plugin would make it.
 */
#include "core/base/error.h"
#include "evaluator/commands/simulate/simulate_options.h"
#include "evaluator/commands/case.h"
#include "evaluator/commands/drawn_given.h"
#include "evaluator/commands/change/rehearse_jobs.h"
#include "evaluator/commands/change/rehearse_report.h"
#include "evaluator/commands/change/transition_judge.h"
#include "evaluator/plot/page/page.h"
#include "formats/output.h"

#include <string.h>

extern const EvalCommand command_rehearse;

#define DEFAULT_PATTERNS 1000
#define MOST_MICROSECONDS 1000000
#define MOST_UNDER_WAY 65536

static gint64 hot = 5, round_trip = 100, under_way = 4;
static gint mcast_sl;
static gboolean reverse, as_plugin;
static char *plan_file, *job_file, *page_file, *mcast_file, *old_mcast_file;
static TableFiles *old_files, *new_files;

static const GOptionEntry options[] = {
	{"jobs", 0, 0, G_OPTION_ARG_FILENAME, &job_file, "What the jobs of FILE get; lines 'NAME: HOSTS'", "FILE"},
	{"html", 0, 0, G_OPTION_ARG_FILENAME, &page_file, "Write all that as a page of HTML too, with pictures",
	 "FILE"},
	{"hot", 0, 0, G_OPTION_ARG_INT64, &hot, "The N fullest cables of either (5)", "N"},
	{"round-trip", 0, 0, G_OPTION_ARG_INT64, &round_trip, "Microseconds to a packet's answer (100)", "US"},
	{"under-way", 0, 0, G_OPTION_ARG_INT64, &under_way, "Packets at a time, OpenSM's max_wire_smps (4)", "N"},
	DRAWN_OPTIONS(" (1000)"),
	{"reverse", 0, 0, G_OPTION_ARG_NONE, &reverse,
	 "Follow each route also on the SL of the path the other way, which replies may use", NULL},
	{"mcast", 0, 0, G_OPTION_ARG_FILENAME, &mcast_file, "Multicast tables of NEW (opensm.mcfdbs)", "FILE"},
	{"old-mcast", 0, 0, G_OPTION_ARG_FILENAME, &old_mcast_file, "Multicast tables of NOW", "FILE"},
	{"mcast-sl", 0, 0, G_OPTION_ARG_INT, &mcast_sl, "SL of multicast packets (0)", "SL"},
	{"as-plugin", 0, 0, G_OPTION_ARG_NONE, &as_plugin,
	 "Judge the exchange in phases that the plugin would make; sssp-route plans it", NULL},
	{"plan", 0, 0, G_OPTION_ARG_FILENAME, &plan_file, "The same by a plan of sssp-route --plan, made with NEW",
	 "FILE"},
	SIMULATE_BESIDE,
	{0},
};

static gboolean check(GError **error)
{
	if (page_file && (!*page_file || g_str_equal(page_file, "-")))
		return sssp_error_usage(error, "--html takes a file: standard output has the figures");
	if (page_file && !page_check("--html", page_file, error))
		return FALSE;
	return simulate_check(error) && eval_in_range("--hot", hot, 1, FABRIC_MAX_LID, error) &&
	       eval_in_range("--round-trip", round_trip, 1, MOST_MICROSECONDS, error) &&
	       eval_in_range("--under-way", under_way, 1, MOST_UNDER_WAY, error) &&
	       eval_in_range("--mcast-sl", mcast_sl, 0, SL_COUNT - 1, error);
}

static gboolean take_arguments(guint n, char **names, CaseFiles *files, GError **error)
{
	if (n != 3)
		return sssp_error_usage(error, "three names are needed: TOPOLOGY NOW NEW");
	if (files->psl || files->slvl)
		return sssp_error_usage(error, "SLs belong to NOW or NEW: NOW,psl=FILE");
	files->topology = names[0];
	if ((as_plugin && !plan_file) && (!strcmp(names[0], "-") || !strcmp(names[1], "-") || !strcmp(names[2], "-")))
		return sssp_error_usage(error, "--as-plugin reads the files twice: none can be standard input");
	old_files = table_files_new(names[1], FALSE, error);
	new_files = old_files ? table_files_new(names[2], FALSE, error) : NULL;
	return new_files != NULL;
}

/* Reads the new set, with the old one as its second set. NULL with an error. */
static Case *read_both(const CaseFiles *common, const EvalSession *session, GError **error)
{
	CaseFiles files = case_name_both(common, old_files, new_files);
	files.judges_mcast = TRUE;
	files.mcast = mcast_file;
	files.second_mcast = old_mcast_file;
	files.jobs = job_file;
	return case_read(&files, session->log, session->warnings, error);
}

static gboolean add_routing(Comparison *comparison, const char *name, const Case *c, GError **error)
{
	RoutingFacts *routing =
		routing_facts_new(name, c->tables_name, c->paths, c->path_sl, c->sl2vl, &comparison->options, error);
	if (routing)
		g_ptr_array_add(comparison->routings, routing);
	return routing != NULL;
}

/* Compares both routings. The comparison takes the fabric of `now`, as it outlives that case. NULL with an error. */
static Comparison *compare(Case *now, GError **error)
{
	static SimOptions simulate;
	gboolean simulated = simulate_given.traffic != NULL;
	if (simulated && !simulate_options(now->paths->n_part, &simulate, error))
		return NULL;
	CompareOptions how = {.ebb = drawn_given_ebb(DEFAULT_PATTERNS),
			      .simulate = simulated ? &simulate : NULL,
			      .reverse = reverse,
			      .ignore_sl = now->ignore_sl};
	g_autoptr(Comparison) comparison = comparison_new(now->fabric, &how);
	now->shares_fabric = TRUE;
	if (!add_routing(comparison, "now", now->second, error) || !add_routing(comparison, "new", now, error))
		return NULL;
	return g_steal_pointer(&comparison);
}

static gboolean write_page(const Comparison *comparison, const PageOf *of, GError **error)
{
	g_autoptr(GString) page = page_new(comparison, of, error);
	return page && output_write(page_file, page->str, page->len, error);
}

/* Evaluates the plan by which the plugin would update. NULL with an error. */
static PlanFacts *judge_plan(const PlanMade *made, const Case *new, const GPtrArray *jobs, GError **error)
{
	const PlanOptions how = {.reverse = reverse, .mcast_sl = (guint)mcast_sl, .jobs = jobs};
	return plan_judge(made, new, &how, error);
}

static EvalResult rehearse(const Case *new, const Comparison *comparison, const TransitionFacts *transition,
			   const PlanMade *made, const EvalSession *session, Report **report, GError **error)
{
	const Case *old = new->second;
	RehearsalFacts f = {.paths = new->paths,
			    .under_way = (guint)under_way,
			    .round_trip = (guint)round_trip,
			    .now = g_ptr_array_index(comparison->routings, 0),
			    .new = g_ptr_array_index(comparison->routings, 1),
			    .transition = transition,
			    .hot = (guint32)hot,
			    .sl2vl = update_cost_sl2vl(new->fabric, old->sl2vl, new->sl2vl),
			    .mft_blocks = new->mft && old->mft ? update_cost_mft_blocks(old->mft, new->mft) : 0};
	g_autoptr(Diff) diff = diff_new(old->lft, new->lft, old->path_sl, new->path_sl, new->fabric, error);
	f.diff = diff;
	if (!diff || !update_cost_routes(old->paths, new->paths, &f.routes, error))
		return EVAL_FAILED;
	g_autoptr(GPtrArray) jobs =
		job_file ? jobs_measure(job_file, old->paths, new->paths, &comparison->options.ebb, error) : NULL;
	f.jobs = jobs;
	if (jobs && !jobs_measure_together(jobs, old->paths, new->paths, &comparison->options.ebb, &f.together, error))
		return EVAL_FAILED;
	g_autoptr(PlanFacts) plan = made && (jobs || !job_file) ? judge_plan(made, new, jobs, error) : NULL;
	f.plan = plan;
	g_autoptr(Report) r = (jobs || !job_file) && (plan || !made) ? rehearsal_report(&f, error) : NULL;
	if (r)
		comparison_report_loads(r, comparison);
	const PageOf of = {new->topology_name, session->command, r, rehearsal_is_safe(&f)};
	if (!r || (page_file && !write_page(comparison, &of, error)))
		return EVAL_FAILED;
	*report = g_steal_pointer(&r);
	return rehearsal_is_safe(&f) ? EVAL_HOLDS : EVAL_DOES_NOT;
}

static EvalResult answer(const CaseFiles *files, const EvalSession *session, Report **report, GError **error)
{
	g_autoptr(Comparison) comparison = NULL; /* owns the fabric of all: freed last */
	g_autoptr(Case) new = read_both(files, session, error);
	if (new)
		new->notes = session->warnings;
	g_autoptr(PreviousCase) previous = new ? previous_case_new(new, session->warnings, error) : NULL;
	g_autoptr(TransitionJudgement) judgement =
		previous ? transition_judge(new, previous, reverse, (guint)mcast_sl, error) : NULL;
	g_autoptr(PlanMade) made = NULL;
	if (judgement && (as_plugin || plan_file)) {
		const CaseFiles both = case_name_both(files, old_files, new_files);
		if (!(made = plan_made_new(plan_file, new, &both, old_files, session, error)))
			return EVAL_FAILED;
	}
	comparison = judgement ? compare(new, error) : NULL;
	return comparison ? rehearse(new, comparison, &judgement->facts, made, session, report, error) : EVAL_FAILED;
}

const EvalCommand command_rehearse = {
	.name = "rehearse",
	.summary = "what happens if one set of tables replaces another: all on one page",
	.options = options,
	.check = check,
	.arguments = "TOPOLOGY NOW[,psl=FILE][,slvl=FILE] NEW[,psl=FILE][,slvl=FILE]",
	.take = take_arguments,
	.answer = answer,
};
