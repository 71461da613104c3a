/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs the command report: compares several routings of one fabric as the command compare does, finds what failures
 * would cut off, and writes a page of HTML besides.
 */
#include "core/base/error.h"
#include "evaluator/commands/subset_given.h"
#include "evaluator/commands/compare/compare_options.h"
#include "evaluator/plot/page/page.h"
#include "formats/output.h"

extern const EvalCommand command_report;

static char *page_file;

static const GOptionEntry options[] = {
	{"output", 'o', 0, G_OPTION_ARG_FILENAME, &page_file, "Write the page to FILE", "FILE"},
	COMPARE_ENTRIES,
	SUBSET_OPTION,
	{0},
};

static gboolean check(GError **error)
{
	if (page_file && *page_file && !g_str_equal(page_file, "-"))
		return page_check("-o", page_file, error) && compare_given_check(error);
	return sssp_error_usage(error, "-o FILE says where the page goes; standard output has the figures");
}

static EvalResult answer(const CaseFiles *files, const EvalSession *session, Report **report, GError **error)
{
	compare_given.failures = TRUE;
	g_autoptr(Comparison) comparison = compare_given_judge(files, session, error);
	const PageOf of = {.topology = files->topology, .command = session->command};
	g_autoptr(GString) page = comparison ? page_new(comparison, &of, error) : NULL;
	if (!page || !output_write(page_file, page->str, page->len, error))
		return EVAL_FAILED;
	*report = report_new("Routings of %s", files->topology);
	comparison_report(*report, comparison);
	return comparison_sound(comparison) ? EVAL_HOLDS : EVAL_DOES_NOT;
}

const EvalCommand command_report = {
	.name = "report",
	.summary = "compare, and write it all as one page of HTML",
	.options = options,
	.check = check,
	.name_files = subset_given_name,
	.arguments = "TOPOLOGY NAME=TABLES[,psl=FILE][,slvl=FILE][,guid2lid=FILE]... -o FILE.html",
	.take = compare_given_take,
	.answer = answer,
};
