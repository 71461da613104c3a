/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Has sssp-eval draw the fabric that sssp-topo has made. The fabric's text is handed over in a file of a private
 * folder; the file's name becomes the title of the picture.
 */
#include "generator/topo/topo_draw.h"

#include "core/base/error.h"
#include "formats/interrupt.h"
#include "formats/output.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/wait.h>

#define DRAWER "sssp-eval"

/*
 * Finds the sssp-eval that was installed with this program, or built with it (then in another folder), or is in PATH.
 */
static char *find_drawer(void)
{
	static const char *const places[] = {"", "../evaluator", NULL};
	g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
	g_autofree char *folder = self ? g_path_get_dirname(self) : NULL;
	for (guint i = 0; folder && places[i]; i++) {
		char *beside = g_build_filename(folder, places[i], DRAWER, NULL);
		if (g_file_test(beside, G_FILE_TEST_IS_EXECUTABLE))
			return beside;
		g_free(beside);
	}
	return g_find_program_in_path(DRAWER);
}

/* The first line of what it complained of, without its name. */
static const char *complaint(char *words)
{
	words[strcspn(words, "\n")] = '\0';
	return g_str_has_prefix(words, DRAWER ": ") ? words + strlen(DRAWER ": ") : words;
}

static gboolean run_drawer(const char *net, const char *picture, GError **error)
{
	g_autofree char *drawer = find_drawer(), *option = g_strconcat("--plot=", picture, NULL), *words = NULL;
	const char *argv[] = {drawer, "draw", "-q", option, "--", net, NULL};
	gint status;
	if (!drawer)
		return sssp_error_set(error, SSSP_ERROR_IO, DRAWER " is neither beside this program nor in PATH");
	if (!g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, &words, &status,
			  error))
		return FALSE;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return TRUE;
	return sssp_error_set(error, SSSP_ERROR_USAGE, "%s", complaint(words));
}

gboolean topo_draw(const char *spec, const GString *text, const char *picture, GError **error)
{
	g_autoptr(GError) why = NULL;
	interrupt_hold(); /* the folder is removed before a signal ends the program */
	g_autofree char *folder = g_dir_make_tmp("sssp-topo.XXXXXX", &why);
	g_autofree char *name = g_strdelimit(g_strdup(spec), "/", '_');
	g_autofree char *net = folder ? g_build_filename(folder, name, NULL) : NULL;
	gboolean drawn =
		net && g_file_set_contents(net, text->str, (gssize)text->len, &why) && run_drawer(net, picture, &why);
	if (net)
		g_unlink(net);
	if (folder)
		g_rmdir(folder);
	interrupt_release();
	if (drawn)
		output_written(picture);
	else
		g_set_error(error, SSSP_ERROR,
			    g_error_matches(why, SSSP_ERROR, SSSP_ERROR_USAGE) ? SSSP_ERROR_USAGE : SSSP_ERROR_IO, "%s",
			    why->message);
	return drawn;
}
