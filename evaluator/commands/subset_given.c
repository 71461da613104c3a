/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the option --subset, which names the endpoints that take part in a measurement: a file of names, or the names
 * themselves. A text that is the name of a file, or has a slash in it, means the file, even where a host has the same
 * name. The host is then meant by brackets, as a[7] for a7.
 */
#include "evaluator/commands/subset_given.h"

#include "core/base/error.h"
#include "evaluator/paths/subset.h"
#include "formats/input.h"

#include <string.h>

char *subset_given;

void subset_given_name(CaseFiles *files)
{
	files->subset = subset_given;
}

NameList *subset_given_read(const char *given, GError **error)
{
	if (g_str_equal(given, "-"))
		return sssp_error_null(error, SSSP_ERROR_USAGE, "the endpoints cannot come from standard input");
	if (g_file_test(given, G_FILE_TEST_EXISTS) || strchr(given, '/'))
		return input_name_list(given, error);
	NameList *list = name_list_parse(given, strlen(given), "--subset", error);
	if (list && list->n == 1)
		list->name[0].line = 0; /* no line needs to be named */
	return list;
}

gboolean subset_given_take(Paths *paths, const char *given, GError **error)
{
	g_autoptr(NameList) list = subset_given_read(given, error);
	g_autoptr(GArray) endpoints = list ? subset_endpoints(paths->fabric, list, FALSE, error) : NULL;
	return endpoints &&
	       paths_take_only(paths, (const guint32 *)(const void *)endpoints->data, endpoints->len, error);
}
