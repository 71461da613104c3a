/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs the command provision: compares fabrics by what one application gets out of them. For each SPEC (the short form
 * of a fabric) the fabric and its tables are made and the application is simulated. Run times are then compared with
 * numbers of switches and cables.
 */
#include "evaluator/commands/case.h"
#include "evaluator/plot/charts/charts.h"
#include "evaluator/commands/command.h"
#include "evaluator/commands/idle.h"
#include "evaluator/workload/provision.h"
#include "evaluator/commands/progress.h"
#include "evaluator/commands/spec_case.h"
#include "evaluator/commands/workload/workload_options.h"
#include "evaluator/commands/workload/workload_simulate.h"

#include "core/base/error.h"

extern const EvalCommand command_provision;

static char *algorithm, *plot_file;
static char **specs; /* of the command line */
static guint n_specs;

static const GOptionEntry options[] = {
	{"algorithm", 'a', 0, G_OPTION_ARG_STRING, &algorithm, "Routing algorithm of sssp-route (psssp)", "NAME"},
	CHART_OPTION(plot_file, "efficiency against switches and cables"),
	{0},
};

static gboolean take_arguments(guint n, char **names, CaseFiles *files, GError **error)
{
	if (n < 2)
		return sssp_error_usage(error,
					"an application and one SPEC or more of sssp-topo are needed: NAME SPEC...");
	if (g_str_equal(names[0], "file:-"))
		return sssp_error_usage(
			error, "the pattern is read once for each SPEC: name a file in place of standard input");
	if (files->psl || files->slvl || files->guid2lid)
		return sssp_error_usage(error, "SLs and LIDs are those of tables, of which there are none");
	specs = names + 1;
	n_specs = n - 1;
	return workload_options_take(names[0], error);
}

static gboolean check(GError **error)
{
	return workload_options_check(error) && plot_check(plot_file, error);
}

/*
 * Runs the workload on a fabric. The workload is taken from the command line anew, since a pattern is fitted to the
 * cores.
 */
static gboolean run_on(Case *subject, const char *name, Provision *first, Provision *found, GString *notes,
		       GError **error)
{
	if (!workload_options_take(name, error))
		return FALSE;
	g_autoptr(WorkloadCase) workload = workload_options_case(subject->paths, error);
	if (!workload && g_error_matches(*error, SSSP_ERROR, SSSP_ERROR_USAGE))
		g_prefix_error(error, "'%s': ", subject->topology_name);
	g_autoptr(WorkloadFacts) facts = workload ? workload_simulate(subject, workload, error) : NULL;
	if (!facts)
		return FALSE;
	g_autoptr(GString) of_case = g_string_new(NULL);
	subject->notes = of_case;
	workload_options_say_idle(subject, workload, facts);
	idle_keep_common(notes, of_case, found == first);
	subject->notes = NULL;
	*found = provision_of(subject->topology_name, subject->paths, workload->model.tasks, facts);
	return TRUE;
}

static gboolean run_all(const EvalSession *session, const char *name, Provision *found, GError **error)
{
	g_autoptr(GString) notes = g_string_new(NULL);
	Progress progress = PROGRESS_START("fabrics");
	for (guint i = 0; i < n_specs; i++) {
		if (session->show_progress)
			progress_draw(i, n_specs, &progress);
		g_autoptr(Case) subject = spec_case_new(specs[i], algorithm, session, error);
		if (!subject || !run_on(subject, name, found, &found[i], notes, error))
			return FALSE;
	}
	progress_clear(&progress);
	g_string_append(session->warnings, notes->str);
	provision_compare(found, n_specs);
	return TRUE;
}

static gboolean draw(const Provision *found, const char *name, GError **error)
{
	g_autoptr(Plot) plot = chart_provision(found, n_specs, name);
	return plot_write(plot, plot_file, error);
}

/* Notes options of all commands that make no difference here, as they are about files. */
static void say_idle(const CaseFiles *files, GString *notes)
{
	const Case none = {.notes = notes};
	if (files->ignore_sl)
		idle_say(&none, "--ignore-sl", "SLs have no part in what an application gets");
	if (files->name_map)
		idle_say(&none, "--node-name-map", "no node is named");
	if (files->aggregation)
		idle_say(&none, "--aggregation-guids", "a SPEC says itself which adapters are aggregation nodes");
}

static EvalResult answer(const CaseFiles *files, const EvalSession *session, Report **report, GError **error)
{
	const char *name = workload_options.setup.name;
	g_autofree Provision *found = g_new0(Provision, n_specs);
	if (!run_all(session, name, found, error) || (plot_file && !draw(found, name, error)))
		return EVAL_FAILED;
	say_idle(files, session->warnings);
	*report = report_new("Application %s on %u fabrics", name, n_specs);
	report_string(*report, "name", name, "the application");
	report_integer(*report, "ppn", (guint64)workload_options.ppn, "cores of a host");
	report_integer(*report, "iterations", workload_options.setup.iterations, "");
	report_string(*report, "algorithm", algorithm ? algorithm : "psssp", "of sssp-route");
	provision_report(*report, found, n_specs);
	return EVAL_HOLDS;
}

const EvalCommand command_provision = {
	.name = "provision",
	.summary = "what an application gets out of fabrics, against their switches and cables",
	.options = options,
	.more_options = workload_option_entries,
	.check = check,
	.arguments = "NAME SPEC...",
	.names_are = "Applications",
	.names = workload_names,
	.take = take_arguments,
	.answer = answer,
};
