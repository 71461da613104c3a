/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "core/error.h"
#include "evaluator/compare_read.h"

extern const EvalCommand command_compare;

#define DEFAULT_PATTERNS 1000
#define MAX_THREADS 1024

static gint64 patterns = DEFAULT_PATTERNS, seed = 1, threads;
static gboolean reverse, ignore_sl, capacity;
static GPtrArray *routings; /* TableFiles */

static const GOptionEntry options[] = {
	{"patterns", 'n', 0, G_OPTION_ARG_INT64, &patterns, "Random bisect patterns (1000)", "PATTERNS"},
	{"seed", 0, 0, G_OPTION_ARG_INT64, &seed, "Seed of the random numbers (1)", "S"},
	{"threads", 0, 0, G_OPTION_ARG_INT64, &threads, "Threads; never changes the result (0: one a core)", "T"},
	{"reverse", 0, 0, G_OPTION_ARG_NONE, &reverse, "Look for credit loops of replies on the SL of the request too",
	 NULL},
	{"ignore-sl", 0, 0, G_OPTION_ARG_NONE, &ignore_sl, "Look for credit loops with all packets on SL 0", NULL},
	{"capacity", 0, 0, G_OPTION_ARG_NONE, &capacity, "Bandwidths by width and speed of the links", NULL},
	{0},
};

static gboolean take(guint n, char **names, CaseFiles *files, GError **error)
{
	if (!files->psl && !files->slvl)
		return compare_take(n, names, files, &routings, error);
	g_set_error_literal(error, SSSP_ERROR, SSSP_ERROR_USAGE,
			    "SLs belong to one routing: NAME=TABLES,psl=FILE,slvl=FILE");
	return FALSE;
}

static gboolean check(GError **error)
{
	return eval_in_range("-n", patterns, 1, EBB_MAX_PATTERNS, error) &&
	       eval_in_range("--seed", seed, 0, G_MAXINT64, error) &&
	       eval_in_range("--threads", threads, 0, MAX_THREADS, error);
}

static EvalResult answer(const CaseFiles *files, const EvalSession *session, Report **report, GError **error)
{
	CompareOptions how = {.ebb = {.patterns = (guint32)patterns,
				      .seed = (guint64)seed,
				      .threads = (guint)threads,
				      .capacity = capacity},
			      .reverse = reverse,
			      .ignore_sl = ignore_sl};
	g_autoptr(Comparison) comparison = compare_read(files, routings, &how, session, error);
	g_ptr_array_unref(g_steal_pointer(&routings));
	if (!comparison)
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
	.arguments = "TOPOLOGY NAME=TABLES[,psl=FILE][,slvl=FILE][,guid2lid=FILE]...",
	.take = take,
	.answer = answer,
};
