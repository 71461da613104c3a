/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs the programs beside sssp-eval, such as sssp-route. They are looked for beside sssp-eval, then in PATH; the first
 * line of what they complain of becomes part of an error.
 */
#include "evaluator/commands/programs.h"

#include "core/base/error.h"
#include "formats/interrupt.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/wait.h>

/* The path of a program that was built or installed with this one. */
static char *find_program(const char *name, GError **error)
{
	g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
	g_autofree char *folder = self ? g_path_get_dirname(self) : NULL;
	g_autofree char *beside = folder ? g_build_filename(folder, name, NULL) : NULL;
	if (beside && g_file_test(beside, G_FILE_TEST_IS_EXECUTABLE) && !g_file_test(beside, G_FILE_TEST_IS_DIR))
		return g_steal_pointer(&beside);
	char *found = g_find_program_in_path(name);
	if (!found)
		g_set_error(error, SSSP_ERROR, SSSP_ERROR_IO, "%s is neither beside sssp-eval nor in PATH", name);
	return found;
}

/* The first line of what a program complained of, without the name of the program. */
static const char *complaint(char *text, const char *program)
{
	gsize length = strlen(program);
	text[strcspn(text, "\n")] = 0;
	if (strncmp(text, program, length) == 0 && g_str_has_prefix(text + length, ": "))
		return text + length + 2;
	return *text ? text : "it ended without a word";
}

gboolean programs_run(const char *what, const char **argv, int highest, GError **error)
{
	const char *name = argv[0];
	g_autofree char *path = find_program(name, error), *words = NULL;
	gint status;
	if (!path)
		return FALSE;
	argv[0] = path;
	gboolean ran = g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, &words,
				    &status, error);
	argv[0] = name;
	if (!ran) {
		g_prefix_error(error, "%s: ", path);
		return FALSE;
	}
	if (WIFEXITED(status) && WEXITSTATUS(status) <= highest)
		return TRUE;
	return sssp_error_usage(error, "'%s': %s: %s", what, name, complaint(words, name));
}

/* Removes a folder and everything in it; what is gone already is ignored. */
static void remove_folder(const char *path)
{
	GDir *dir = g_dir_open(path, 0, NULL);
	const char *name;
	while (dir && (name = g_dir_read_name(dir))) {
		g_autofree char *inside = g_build_filename(path, name, NULL);
		if (g_file_test(inside, G_FILE_TEST_IS_DIR) && !g_file_test(inside, G_FILE_TEST_IS_SYMLINK))
			remove_folder(inside);
		else
			g_unlink(inside);
	}
	if (dir)
		g_dir_close(dir);
	g_rmdir(path);
}

gboolean programs_folder(char **folder, GError **error)
{
	g_autoptr(GError) why = NULL;
	interrupt_hold(); /* the programs end at a signal, and then the folder goes */
	*folder = g_dir_make_tmp("sssp-eval.XXXXXX", &why);
	if (*folder)
		return TRUE;
	interrupt_release();
	return sssp_error_set(error, SSSP_ERROR_IO, "%s", why->message);
}

void programs_end(char *folder)
{
	if (!folder)
		return;
	remove_folder(folder);
	g_free(folder);
	interrupt_release();
}
