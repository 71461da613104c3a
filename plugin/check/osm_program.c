/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Asks OpenSM's program for its version and its configuration file, and the run-time linker for the plugin's library:
 * which file would be loaded, and whether OpenSM has all symbols that it needs. For this OpenSM is started with the
 * library as LD_PRELOAD: the linker then loads it into OpenSM's process, as OpenSM itself would, and binds all symbols
 * at once. OpenSM gets no further than `--version`, or `--help`.
 */
#include "config.h"

#include "plugin/check/osm_program.h"

#include "core/base/error.h"
#include "plugin/built_for.h"

#include <string.h>
#include <sys/wait.h>

#define SIGN "OpenSM "

/*
 * Runs a program with one option, in this environment with LC_ALL=C. Unless they are NULL, LD_PRELOAD is set to
 * `preload`, and the variable `also` to 1.
 */
static gboolean run_with(const char *program, const char *option, const char *preload, const char *also, char **out,
			 char **err, int *status, GError **error)
{
	char *argv[] = {(char *)program, (char *)option, NULL};
	g_auto(GStrv) env = g_environ_setenv(g_get_environ(), "LC_ALL", "C", TRUE);
	GError *failure = NULL;
	if (preload)
		env = g_environ_setenv(env, "LD_PRELOAD", preload, TRUE);
	if (also)
		env = g_environ_setenv(env, also, "1", TRUE);
	if (g_spawn_sync(NULL, argv, env, G_SPAWN_SEARCH_PATH, NULL, NULL, out, err, status, &failure))
		return TRUE;
	g_set_error(error, SSSP_ERROR, SSSP_ERROR_INPUT, "%s", failure->message);
	g_error_free(failure);
	return FALSE;
}

static gboolean run(const char *program, const char *preload, const char *also, char **out, char **err, int *status,
		    GError **error)
{
	return run_with(program, "--version", preload, also, out, err, status, error);
}

/* The first word of a text that is a path from the root on. */
static char *first_path(const char *text)
{
	g_auto(GStrv) words = g_strsplit_set(text, " \t\n'\"", -1);
	for (guint i = 0; words[i]; i++)
		if (words[i][0] == '/' && words[i][1])
			return g_strdup(words[i]);
	return NULL;
}

/*
 * Finds the path in this part of the help: "--config, -F <file-name>\n The name of .. When not specified\n
 * /etc/opensm/opensm.conf will be used (if exists).\n"
 */
char *osm_program_conf(const char *program)
{
	g_autofree char *out = NULL, *err = NULL;
	int status;
	if (!run_with(program, "--help", NULL, NULL, &out, &err, &status, NULL))
		return NULL;
	char *option = strstr(out, "\n--config, -F"), *next = option ? strstr(option + 1, "\n--") : NULL;
	if (next)
		*next = '\0';
	return option ? first_path(option) : NULL;
}

static gboolean ended_well(int status)
{
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* A library is tried in the process of a program, which a script's shell is not. */
static gboolean is_script(const char *program)
{
	g_autofree char *path = g_find_program_in_path(program);
	g_autoptr(GMappedFile) file = g_mapped_file_new(path ? path : program, FALSE, NULL);
	return file && g_mapped_file_get_length(file) > 2 && !memcmp(g_mapped_file_get_contents(file), "#!", 2);
}

char *osm_program_version(const char *program, GError **error)
{
	if (is_script(program))
		return sssp_error_null(error, SSSP_ERROR_INPUT,
				       "%s is a script: give the program that it starts as --opensm", program);
	g_autofree char *out = NULL, *err = NULL;
	int status;
	if (!run(program, NULL, NULL, &out, &err, &status, error))
		return NULL;
	g_auto(GStrv) lines = g_strsplit(out, "\n", -1);
	for (guint i = 0; lines[i]; i++)
		if (g_str_has_prefix(lines[i], SIGN))
			return g_strdup(g_strchomp(lines[i]));
	return sssp_error_null(error, SSSP_ERROR_INPUT, "%s --version names no version of OpenSM", program);
}

gboolean osm_program_finds(const char *program, const char *library, char **path, GError **error)
{
	g_autofree char *out = NULL, *err = NULL, *sign = g_strdup_printf("%s => ", library);
	int status;
	*path = NULL;
	if (!run(program, library, "LD_TRACE_LOADED_OBJECTS", &out, &err, &status, error))
		return FALSE;
	g_auto(GStrv) lines = g_strsplit(out, "\n", -1);
	for (guint i = 0; lines[i]; i++) {
		char *line = g_strstrip(lines[i]);
		if (g_str_has_prefix(line, sign) && line[strlen(sign)] == '/')
			*path = g_strndup(line + strlen(sign), strcspn(line + strlen(sign), " "));
	}
	return TRUE;
}

char *osm_library_version(const char *path, GError **error)
{
	GError *failure = NULL;
	g_autoptr(GMappedFile) file = g_mapped_file_new(path, FALSE, &failure);
	if (!file) {
		g_set_error(error, SSSP_ERROR, SSSP_ERROR_INPUT, "%s", failure->message);
		g_error_free(failure);
		return NULL;
	}
	const char *bytes = g_mapped_file_get_contents(file);
	gsize length = g_mapped_file_get_length(file), sign = strlen(BUILT_FOR_SIGN);
	const char *at = length ? memmem(bytes, length, BUILT_FOR_SIGN, sign) : NULL;
	if (at && memchr(at, '\0', length - (gsize)(at - bytes)))
		return g_strdup(at + sign);
	return sssp_error_null(error, SSSP_ERROR_INPUT,
			       "%s is no plugin of opensm-sssp that says what it was built for", path);
}

gboolean osm_program_takes(const char *program, const char *path, GError **error)
{
	g_autofree char *out = NULL, *err = NULL;
	int status;
	if (!run(program, path, "LD_BIND_NOW", &out, &err, &status, error))
		return FALSE;
	if (ended_well(status) && !*g_strstrip(err))
		return TRUE;
	return sssp_error_set(error, SSSP_ERROR_INPUT, "%s",
			      *g_strstrip(err) ? err : "OpenSM ends when the library is loaded");
}
