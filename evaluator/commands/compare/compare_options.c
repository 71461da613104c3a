/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Checks the options of the commands that compare several routings (compare, report), and turns them into
 * CompareOptions for the measurement. Numbers of endpoints (--endpoints) are sorted and each kept once.
 */
#include "evaluator/commands/compare/compare_options.h"

#include "core/base/by_keys.h"
#include "core/base/error.h"
#include "evaluator/commands/compare/compare_read.h"

#define DEFAULT_PATTERNS 1000
#define MOST_SIZES 100

CompareGiven compare_given;

gboolean compare_given_take(guint n, char **names, CaseFiles *files, GError **error)
{
	if (!files->psl && !files->slvl)
		return compare_take(n, names, files, &compare_given.routings, error);
	return sssp_error_usage(error, "SLs belong to one routing: NAME=TABLES,psl=FILE,slvl=FILE");
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

gboolean compare_given_check(GError **error)
{
	if (!simulate_check(error))
		return FALSE;
	return !compare_given.endpoints ||
	       (compare_given.sizes = compare_sizes(compare_given.endpoints, error)) != NULL;
}

Comparison *compare_given_judge(const CaseFiles *files, const EvalSession *session, GError **error)
{
	CompareOptions how = {.ebb = drawn_given_ebb(DEFAULT_PATTERNS),
			      .reverse = compare_given.reverse,
			      .ignore_sl = files->ignore_sl,
			      .simulate = simulate_given.traffic ? &compare_given.simulate : NULL,
			      .failures = compare_given.failures,
			      .sizes = compare_given.sizes};
	how.ebb.capacity = compare_given.capacity;
	Comparison *comparison = compare_read(files, compare_given.routings, &how, session, error);
	g_clear_pointer(&compare_given.routings, g_ptr_array_unref);
	return comparison;
}
