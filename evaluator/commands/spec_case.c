/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The programs write into a private folder, which is read like any other files and removed. */
#include "evaluator/commands/spec_case.h"

#include "core/base/error.h"
#include "evaluator/commands/case.h"
#include "formats/input.h"
#include "formats/interrupt.h"
#include "formats/table_names.h"

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

/* The first line of what a program complained of, without its name before it. */
static const char *complaint(char *text, const char *program)
{
	gsize length = strlen(program);
	text[strcspn(text, "\n")] = 0;
	if (strncmp(text, program, length) == 0 && g_str_has_prefix(text + length, ": "))
		return text + length + 2;
	return *text ? text : "it ended without a word";
}

/* Runs argv, whose first is the name of a program of ours. */
static gboolean run_program(const char *spec, const char **argv, GError **error)
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
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return TRUE;
	g_set_error(error, SSSP_ERROR, SSSP_ERROR_USAGE, "'%s': %s: %s", spec, name, complaint(words, name));
	return FALSE;
}

static gboolean make_net(const char *spec, const char *net, GError **error)
{
	const char *topo[] = {"sssp-topo", "--lids", "-q", "-o", net, "--", spec, NULL};
	return run_program(spec, topo, error);
}

static gboolean make_files(const char *spec, const char *algorithm, const char *net, const char *tables, GError **error)
{
	const char *route[] = {"sssp-route", "-q", "-o", tables, "-a", algorithm ? algorithm : "psssp", net, NULL};
	return make_net(spec, net, error) && run_program(spec, route, error);
}

/* Both levels of it: a folder with files, and one with files in it. What is gone already is fine. */
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

static Case *make_and_read(const char *folder, const char *spec, const char *algorithm, const EvalSession *session,
			   GError **error)
{
	g_autofree char *net = g_build_filename(folder, "net", NULL),
			*routed = g_build_filename(folder, "tables", NULL);
	g_autofree char *tables = g_build_filename(routed, TABLES_LFTS, NULL);
	CaseFiles files = {.topology = net, .tables = tables, .all_endpoints = session->all_endpoints};
	if (!make_files(spec, algorithm, net, routed, error))
		return NULL;
	Case *subject = case_read(&files, session->log, session->warnings, error);
	if (!subject)
		return NULL;
	subject->topology_name = subject->tables_name = spec;
	subject->show_progress = session->show_progress;
	return subject;
}

static gboolean make_folder(char **folder, GError **error)
{
	g_autoptr(GError) why = NULL;
	interrupt_hold(); /* the programs end at a signal, and then the folder goes */
	*folder = g_dir_make_tmp("sssp-eval.XXXXXX", &why);
	if (*folder)
		return TRUE;
	interrupt_release();
	g_set_error(error, SSSP_ERROR, SSSP_ERROR_IO, "%s", why->message);
	return FALSE;
}

static void end_folder(const char *folder)
{
	remove_folder(folder);
	interrupt_release();
}

Case *spec_case_new(const char *spec, const char *algorithm, const EvalSession *session, GError **error)
{
	g_autofree char *folder = NULL;
	if (!make_folder(&folder, error))
		return NULL;
	Case *subject = make_and_read(folder, spec, algorithm, session, error);
	end_folder(folder);
	return subject;
}

Fabric *spec_fabric_new(const char *spec, const EvalSession *session, GError **error)
{
	g_autofree char *folder = NULL;
	if (!make_folder(&folder, error))
		return NULL;
	g_autofree char *net = g_build_filename(folder, "net", NULL);
	Fabric *fabric = make_net(spec, net, error) ? input_topology(net, session->log, error) : NULL;
	end_folder(folder);
	return fabric;
}
