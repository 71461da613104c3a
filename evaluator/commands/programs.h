/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs other programs of this project, such as sssp-route, for what only they can make: the evaluator shares no code
 * with what it judges. They write into a private folder, which is removed with all that is in it.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_PROGRAMS_H
#define SSSP_EVALUATOR_COMMANDS_PROGRAMS_H

#include <glib.h>

/*
 * Runs the program argv[0] with its arguments; an exit status up to `highest` is fine. FALSE with SSSP_ERROR_USAGE,
 * `what` and the first line of its complaint, when the status is higher; with SSSP_ERROR_IO when there is no such
 * program; with an error of g_spawn_sync(). Any thread may call it.
 */
gboolean programs_run(const char *what, const char **argv, int highest, GError **error);

/* Makes a private folder; signals wait until it is gone. FALSE with SSSP_ERROR_IO. */
gboolean programs_folder(char **folder, GError **error);

/* Removes it, with all files and folders in it, and frees the name; NULL is fine. */
void programs_end(char *folder);

#endif
