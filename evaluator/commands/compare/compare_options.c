/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What was given becomes CompareOptions once it is checked; numbers of endpoints are sorted and each kept once. */
#include "evaluator/commands/compare/compare_options.h"

#include "core/base/error.h"
#include "evaluator/commands/compare/compare_read.h"

#define MAX_THREADS 1024
#define MOST_SIZES 100

gboolean compare_given_take(CompareGiven *given, guint n, char **names, CaseFiles *files, GError **error)
{
	if (!files->psl && !files->slvl)
		return compare_take(n, names, files, &given->routings, error);
	return sssp_error_set(error, SSSP_ERROR_USAGE, "SLs belong to one routing: NAME=TABLES,psl=FILE,slvl=FILE");
}

static gint by_number(gconstpointer a, gconstpointer b)
{
	guint32 x = *(const guint32 *)a, y = *(const guint32 *)b;
	return (x > y) - (x < y);
}

static void keep_once(GArray *sorted)
{
	for (guint i = sorted->len; i-- > 1;)
		if (g_array_index(sorted, guint32, i) == g_array_index(sorted, guint32, i - 1))
			g_array_remove_index(sorted, i);
}

GArray *compare_sizes(const char *list, GError **error)
{
	g_autoptr(GArray) sizes = g_array_new(FALSE, FALSE, sizeof(guint32));
	g_auto(GStrv) parts = g_strsplit(list, ",", -1);
	gboolean fine = g_strv_length(parts) > 0 && g_strv_length(parts) <= MOST_SIZES;
	for (char **part = parts; fine && *part; part++) {
		guint64 number = 0;
		fine = g_ascii_string_to_unsigned(*part, 10, 2, FABRIC_MAX_LID, &number, NULL);
		g_array_append_vals(sizes, &(guint32){(guint32)number}, 1);
	}
	if (!fine)
		return sssp_error_null(error, SSSP_ERROR_USAGE,
				       "--endpoints takes up to %d numbers from 2 to %d: 16,64,256", MOST_SIZES,
				       FABRIC_MAX_LID);
	g_array_sort(sizes, by_number);
	keep_once(sizes);
	return g_steal_pointer(&sizes);
}

gboolean compare_given_check(CompareGiven *given, GError **error)
{
	if (!eval_in_range("-n", given->patterns, 1, EBB_MAX_PATTERNS, error) ||
	    !eval_in_range("--seed", given->seed, 0, G_MAXINT64, error) ||
	    !eval_in_range("--threads", given->threads, 0, MAX_THREADS, error))
		return FALSE;
	simulate_given.seed = given->seed;
	simulate_given.threads = given->threads;
	if (!simulate_check(error))
		return FALSE;
	return !given->endpoints || (given->sizes = compare_sizes(given->endpoints, error)) != NULL;
}

Comparison *compare_given_judge(CompareGiven *given, const CaseFiles *files, const EvalSession *session, GError **error)
{
	CompareOptions how = {.ebb = {.patterns = (guint32)given->patterns,
				      .seed = (guint64)given->seed,
				      .threads = (guint)given->threads,
				      .capacity = given->capacity},
			      .reverse = given->reverse,
			      .ignore_sl = files->ignore_sl,
			      .simulate = simulate_given.traffic ? &given->simulate : NULL,
			      .failures = given->failures,
			      .sizes = given->sizes};
	Comparison *comparison = compare_read(files, given->routings, &how, session, error);
	g_clear_pointer(&given->routings, g_ptr_array_unref);
	return comparison;
}
