/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs the command compare: measures several routings of one fabric (compare.h), and reports them side by side, as
 * figures and a picture.
 */
#include "evaluator/commands/subset_given.h"
#include "evaluator/plot/charts/charts.h"
#include "evaluator/commands/compare/compare_options.h"
#include "evaluator/plot/charts/charts_simulate.h"

extern const EvalCommand command_compare;

static char *plot_file;

static const GOptionEntry options[] = {
	COMPARE_ENTRIES,
	CHART_OPTION(plot_file, "the routings side by side, with --endpoints bandwidth over them, with --simulate "
				"throughput over load,"),
	SUBSET_OPTION,
	{0},
};

static gboolean check(GError **error)
{
	return compare_given_check(error) && plot_check(plot_file, error);
}

static gboolean draw(const Comparison *comparison, const char *fabric, GError **error)
{
	g_autoptr(Plot) plot = compare_given.sizes            ? chart_sizes(comparison, fabric)
			       : comparison->options.simulate ? chart_simulated(comparison, fabric)
							      : chart_compare(comparison, fabric);
	return plot_write(plot, plot_file, error);
}

static EvalResult answer(const CaseFiles *files, const EvalSession *session, Report **report, GError **error)
{
	g_autoptr(Comparison) comparison = compare_given_judge(files, session, error);
	if (!comparison || (plot_file && !draw(comparison, files->topology, error)))
		return EVAL_FAILED;
	*report = report_new("Routings of %s", files->topology);
	comparison_report(*report, comparison);
	return comparison_sound(comparison) ? EVAL_HOLDS : EVAL_DOES_NOT;
}

const EvalCommand command_compare = {
	.name = "compare",
	.summary = "several routings of one fabric side by side",
	.options = options,
	.check = check,
	.name_files = subset_given_name,
	.arguments = "TOPOLOGY NAME=TABLES[,psl=FILE][,slvl=FILE][,guid2lid=FILE]...",
	.take = compare_given_take,
	.answer = answer,
};
