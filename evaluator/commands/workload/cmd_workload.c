/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs the command workload: simulates the application that the options describe, and reports its run time, efficiency
 * and messages.
 */
#include "evaluator/commands/command.h"
#include "evaluator/commands/subset_given.h"

#include "core/base/error.h"
#include "evaluator/commands/dropped.h"
#include "evaluator/commands/workload/workload_options.h"
#include "evaluator/commands/workload/workload_simulate.h"

extern const EvalCommand command_workload;

static const GOptionEntry subset_option[] = {SUBSET_OPTION, {0}};

static gboolean take_arguments(guint n, char **names, CaseFiles *files, GError **error)
{
	if (n != 3)
		return sssp_error_usage(
			error, "an application and two files are needed: NAME TOPOLOGY TABLES; applications are "
			       "nearest-2d, nearest-3d, farm, random, and patterns");
	files->topology = names[1];
	files->tables = names[2];
	return workload_options_take(names[0], error);
}

static void report_model(Report *r, const WorkloadCase *workload)
{
	const WorkloadModel *m = &workload->model;
	report_string(r, "name", workload_options.setup.name, "the application");
	report_integer(r, "cores", m->tasks, "that take part");
	report_integer(r, "hosts", workload->hosts, "they are on");
	report_integer(r, "ppn", (guint64)workload_options.ppn, "cores of a host");
	report_integer(r, "iterations", m->iterations, m->exchange ? "" : "pieces of work for each core");
	if (workload->side)
		report_integer(r, "cell_sites", workload->sites, "along a side of a core's cell");
	report_real(r, "compute_seconds", m->compute, "mean of a core and iteration");
	report_real(r, "message_bytes", m->bytes, "mean");
	report_integer(r, "seed", m->seed, "");
}

static void report_facts(Report *r, const WorkloadFacts *facts)
{
	report_real(r, "seconds", facts->seconds, "of the whole run");
	report_real(r, "sequential_seconds", facts->sequential, "the computing alone, on one core");
	report_real(r, "efficiency", facts->efficiency, "1: all cores compute all the time");
	report_real(r, "speedup", facts->speedup, "efficiency x cores");
	report_integer(r, "messages", facts->messages, "");
	report_integer(r, "inside", facts->inside, "of these: within a host");
	report_integer(r, "blocked_messages", facts->blocked, "of these: waited for a port of a switch");
	report_real(r, "bytes", facts->bytes, "in all messages");
	report_real(r, "busiest_channel", facts->busiest, "share of the time that it was in use, switch to switch");
}

static void add_verdicts(Report *r, const Case *subject, const WorkloadFacts *facts, guint64 dropped)
{
	guint64 outside = facts->messages - facts->inside;
	report_verdict(r, "The run takes %.6g s; cores compute %.1f %% of it: a speed-up of %.1f.", facts->seconds,
		       facts->efficiency * 100, facts->speedup);
	if (outside)
		report_verdict(r, "%.1f %% of the messages between hosts wait for a port of a switch.",
			       100.0 * (gdouble)facts->blocked / (gdouble)outside);
	if (subject->path_sl || subject->sl2vl)
		report_verdict(r, "Virtual lanes share their cable, and its queue.");
	if (dropped)
		report_verdict(r, "DROPPED: %" G_GUINT64_FORMAT " routes are sent to VL 15, counted here as if not.",
			       dropped);
}

static EvalResult run(const Case *subject, Report **report, GError **error)
{
	guint64 dropped;
	g_autoptr(WorkloadCase) workload = workload_options_case(subject->paths, error);
	if (!workload)
		return EVAL_FAILED;
	g_autoptr(WorkloadFacts) facts = workload_simulate(subject, workload, error);
	if (!facts || !count_dropped(subject, &dropped, error))
		return EVAL_FAILED;
	workload_options_say_idle(subject, workload, facts);
	Report *r = *report = report_new("Application %s with %s on %s", workload_options.setup.name,
					 subject->tables_name, subject->topology_name);
	report_model(r, workload);
	report_facts(r, facts);
	report_dropped(r, subject, dropped);
	add_verdicts(r, subject, facts, dropped);
	return dropped ? EVAL_DOES_NOT : EVAL_HOLDS;
}

const EvalCommand command_workload = {
	.name = "workload",
	.summary = "what the routes cost an application that computes and communicates",
	.options = workload_option_entries,
	.more_options = subset_option,
	.check = workload_options_check,
	.arguments = "NAME TOPOLOGY TABLES",
	.names_are = "Applications",
	.names = workload_names,
	.take = take_arguments,
	.run = run,
};
