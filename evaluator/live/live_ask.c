/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs a program of infiniband-diags to query a running fabric, and returns its output. The program is looked for in
 * PATH and in the administrators' folders, and run without a shell. If it fails, its last line on standard error
 * becomes the error.
 */
#include "evaluator/live/live_ask.h"

#include "core/base/error.h"

#include <string.h>
#include <sys/wait.h>

static char *find_program(const char *name)
{
	static const char *const folders[] = {"/usr/sbin", "/sbin", "/usr/local/sbin"};
	char *found = g_find_program_in_path(name);
	for (guint i = 0; !found && i < G_N_ELEMENTS(folders); i++) {
		g_autofree char *path = g_build_filename(folders[i], name, NULL);
		if (g_file_test(path, G_FILE_TEST_IS_EXECUTABLE) && !g_file_test(path, G_FILE_TEST_IS_DIR))
			found = g_steal_pointer(&path);
	}
	return found;
}

static char *find_one(const char *const program[2], GError **error)
{
	char *found = find_program(program[0]);
	if (!found && program[1])
		found = find_program(program[1]);
	if (!found)
		g_set_error(error, SSSP_ERROR, SSSP_ERROR_IO,
			    "there is no program %s: the package infiniband-diags has it", program[0]);
	return found;
}

static void add_number(GPtrArray *argv, const char *option, guint number)
{
	if (!number)
		return;
	g_ptr_array_add(argv, g_strdup(option));
	g_ptr_array_add(argv, g_strdup_printf("%u", number));
}

static GPtrArray *command_line(const LiveHow *how, const char *program, const char *const *arguments)
{
	GPtrArray *argv = g_ptr_array_new_with_free_func(g_free);
	g_ptr_array_add(argv, g_strdup(program));
	if (how->ca) {
		g_ptr_array_add(argv, g_strdup("-C"));
		g_ptr_array_add(argv, g_strdup(how->ca));
	}
	add_number(argv, "-P", how->port);
	add_number(argv, "-t", how->timeout);
	for (guint i = 0; arguments[i]; i++)
		g_ptr_array_add(argv, g_strdup(arguments[i]));
	g_ptr_array_add(argv, NULL);
	return argv;
}

/* The last line of what a program complained of, as the first lines are those of libraries. */
static const char *complaint(char *words)
{
	g_strchomp(words);
	char *line = strrchr(words, '\n');
	return line ? line + 1 : *words ? words : "it ended without a word";
}

char *live_ask(const LiveHow *how, const char *const program[2], const char *const *arguments, GError **error)
{
	g_autofree char *path = find_one(program, error), *text = NULL, *words = NULL;
	if (!path)
		return NULL;
	g_autofree char *name = g_path_get_basename(path);
	g_autoptr(GPtrArray) argv = command_line(how, path, arguments);
	g_autoptr(GError) why = NULL;
	gint status;
	if (!g_spawn_sync(NULL, (char **)argv->pdata, NULL, G_SPAWN_DEFAULT, NULL, NULL, &text, &words, &status, &why))
		return sssp_error_null(error, SSSP_ERROR_IO, "%s: %s", path, why->message);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return g_steal_pointer(&text);
	return sssp_error_null(error, SSSP_ERROR_INPUT, "%s: %s", name, complaint(words));
}

char *live_row_ask(LiveRow *row, const char *program, const char *const *arguments, const char *of, GError **error)
{
	const char *const programs[2] = {program, NULL};
	g_autoptr(GError) why = NULL;
	row->asked++;
	char *text = live_ask(row->how, programs, arguments, &why);
	if (text)
		return text;
	row->unanswered++;
	if (!row->first)
		row->first = g_strdup_printf("%s: %s", of, why->message);
	if (g_error_matches(why, SSSP_ERROR, SSSP_ERROR_IO))
		g_propagate_error(error, g_steal_pointer(&why));
	return NULL;
}

void live_row_clear(LiveRow *row)
{
	g_free(row->first);
}
