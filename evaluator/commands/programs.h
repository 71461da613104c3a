/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Our other programs, which do what the judge must not do himself: they are looked for beside sssp-eval, then in PATH,
 * and write into a private folder that is read like any other files and removed.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_PROGRAMS_H
#define SSSP_EVALUATOR_COMMANDS_PROGRAMS_H

#include <glib.h>

/*
 * Runs argv, NULL-terminated, whose first is the name of a program of ours. FALSE with SSSP_ERROR_USAGE, "'ABOUT':
 * PROGRAM: " and the words of the program, when it refuses; SSSP_ERROR_IO when there is no such program.
 */
gboolean program_run(const char *about, const char **argv, GError **error);

/*
 * A private folder; signals are held up from here on, as the programs end at one, and then the folder goes. NULL with
 * SSSP_ERROR_IO. Give it back to program_folder_end().
 */
char *program_folder_new(GError **error);

/* Removes it with all that is in it, lets signals through again and frees the name; NULL is fine. */
void program_folder_end(char *folder);

#endif
