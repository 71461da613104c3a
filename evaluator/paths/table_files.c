/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the files of a routing from one argument of the command line,
 * [NAME=]TABLES[,psl=FILE][,slvl=FILE][,guid2lid=FILE]. Options are taken off its end first; what is left names the
 * forwarding tables. SLs and SL to VL tables that are not named are looked for beside the tables. A file that is more
 * than a minute older than the tables is taken only where there is no newer one, and is marked as old.
 */
#include "evaluator/paths/table_files.h"

#include "core/base/error.h"
#include "formats/tables/table_names.h"

#include <glib/gstdio.h>
#include <string.h>

/* In seconds: an engine writes all its files in less time, so an older file is of an earlier run. */
#define SAME_WRITING 60

/* Where the value of the option goes that `text` starts with; *value: where it begins. NULL when it is no option. */
static char **option_of(TableFiles *files, char *text, char **value)
{
	const struct {
		const char *key;
		char **file;
	} option[] = {{"psl=", &files->psl}, {"slvl=", &files->slvl}, {"guid2lid=", &files->guid2lid}};
	for (guint i = 0; i < G_N_ELEMENTS(option); i++) {
		if (!g_str_has_prefix(text, option[i].key))
			continue;
		*value = text + strlen(option[i].key);
		return option[i].file;
	}
	return NULL;
}

/* Takes ",KEY=FILE" off the end as often as there is one: whatever stands before may have commas of its own. */
static gboolean take_options(TableFiles *files, char *text, const char *argument, GError **error)
{
	char *comma, *value;
	while ((comma = strrchr(text, ','))) {
		char **file = option_of(files, comma + 1, &value);
		if (!file)
			return TRUE;
		if (*file || !*value)
			return sssp_error_usage(error, "%s: '%s' %s", argument, comma + 1,
						*file ? "comes twice" : "names no file");
		*file = g_strdup(value);
		*comma = '\0';
	}
	return TRUE;
}

/* Replaces a folder by its opensm-lfts.dump. */
static gboolean open_folder(TableFiles *files, GError **error)
{
	g_autofree char *path = g_build_filename(files->tables, TABLES_LFTS, NULL);
	if (!g_file_test(path, G_FILE_TEST_EXISTS))
		return sssp_error_set(error, SSSP_ERROR_IO, "%s: there is no " TABLES_LFTS " in this folder",
				      files->tables);
	g_free(files->tables);
	files->tables = g_steal_pointer(&path);
	return TRUE;
}

static gboolean is_older(const char *path, const GStatBuf *tables)
{
	GStatBuf status;
	return g_stat(path, &status) == 0 && status.st_mtime + SAME_WRITING < tables->st_mtime;
}

/*
 * Takes a file beside the tables, if none was named; with `old` only an older file, else only one of about their age.
 * TRUE when it was taken.
 */
static gboolean take_beside(TableFiles *files, char **file, const char *name, gboolean old)
{
	GStatBuf tables;
	if (*file || g_str_equal(files->tables, "-") || g_stat(files->tables, &tables) != 0)
		return FALSE;
	g_autofree char *path = table_files_beside(files->tables, name);
	if (!path || is_older(path, &tables) != old)
		return FALSE;
	*file = g_steal_pointer(&path);
	return TRUE;
}

char *table_files_beside(const char *tables, const char *name)
{
	g_autofree char *folder = strchr(tables, G_DIR_SEPARATOR) ? g_path_get_dirname(tables) : g_strdup("");
	g_autofree char *path = g_build_filename(folder, name, NULL);
	return strcmp(tables, "-") != 0 && g_file_test(path, G_FILE_TEST_EXISTS) ? g_steal_pointer(&path) : NULL;
}

/*
 * The '=' behind the name, NULL where there is no name and the first '=' belongs to an option or the name of a file. A
 * name may hold anything where it is expected (`named`), else no slash.
 */
static const char *name_ends(const char *argument, gboolean named)
{
	const char *equals = strchr(argument, '=');
	if (!equals || g_file_test(argument, G_FILE_TEST_EXISTS))
		return NULL;
	g_autofree char *before = g_strndup(argument, (gsize)(equals - argument));
	gboolean option = g_str_has_suffix(before, ",psl") || g_str_has_suffix(before, ",slvl") ||
			  g_str_has_suffix(before, ",guid2lid");
	return option || (!named && strchr(before, G_DIR_SEPARATOR)) ? NULL : equals;
}

/* Where the tables begin, NULL with SSSP_ERROR_USAGE. */
static const char *take_name(TableFiles *files, const char *argument, GError **error)
{
	const char *equals = name_ends(argument, TRUE);
	if (equals == argument)
		return sssp_error_null(error, SSSP_ERROR_USAGE, "'%s' is not of the form NAME=TABLES", argument);
	if (!equals) {
		g_autofree char *tables = g_strndup(argument, strcspn(argument, ","));
		files->name = g_path_get_basename(tables);
		return argument;
	}
	files->name = g_strndup(argument, (gsize)(equals - argument));
	for (const char *c = files->name; *c; c++)
		if (g_ascii_iscntrl(*c))
			return sssp_error_null(error, SSSP_ERROR_USAGE, "a name has control characters in it");
	return equals + 1;
}

TableFiles *table_files_new(const char *argument, gboolean named, GError **error)
{
	g_autoptr(TableFiles) files = g_new0(TableFiles, 1);
	const char *rest = named || name_ends(argument, FALSE) ? take_name(files, argument, error) : argument;
	if (!rest)
		return NULL;
	files->tables = g_strdup(rest);
	if (!take_options(files, files->tables, argument, error))
		return NULL;
	if (!*files->tables)
		return sssp_error_null(error, SSSP_ERROR_USAGE, "'%s' names no tables", argument);
	if (g_file_test(files->tables, G_FILE_TEST_IS_DIR) && !open_folder(files, error))
		return NULL;
	gboolean psl = take_beside(files, &files->psl, TABLES_SL, FALSE) ||
		       take_beside(files, &files->psl, TABLES_PSL, FALSE),
		 slvl = take_beside(files, &files->slvl, TABLES_SLVL, FALSE);
	files->psl_old =
		take_beside(files, &files->psl, TABLES_SL, TRUE) || take_beside(files, &files->psl, TABLES_PSL, TRUE);
	files->slvl_old = take_beside(files, &files->slvl, TABLES_SLVL, TRUE);
	files->psl_beside = psl || files->psl_old;
	files->slvl_beside = slvl || files->slvl_old;
	return g_steal_pointer(&files);
}

void table_files_free(TableFiles *files)
{
	if (!files)
		return;
	g_free(files->name);
	g_free(files->tables);
	g_free(files->psl);
	g_free(files->slvl);
	g_free(files->guid2lid);
	g_free(files);
}
