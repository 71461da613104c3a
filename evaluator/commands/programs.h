/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The programs of this project, run for what only they can make: the judge shares nothing with the judged. They write
 * into a private folder, which goes with what is in it.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_PROGRAMS_H
#define SSSP_EVALUATOR_COMMANDS_PROGRAMS_H

#include <glib.h>

/*
 * Runs argv, whose first is the name of a program; a status up to `highest` is fine. FALSE with SSSP_ERROR_USAGE,
 * `what` and the words of the program, when it refuses; SSSP_ERROR_IO when there is none. Any thread may call it.
 */
gboolean programs_run(const char *what, const char **argv, int highest, GError **error);

/* Makes a private folder; signals wait until it is gone. FALSE with SSSP_ERROR_IO. */
gboolean programs_folder(char **folder, GError **error);

/* Removes it, with all files and folders in it, and frees the name; NULL is fine. */
void programs_end(char *folder);

#endif
