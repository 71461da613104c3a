/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the option --subset, a list of hosts or a file of them: only these endpoints take part in a measurement. The
 * commands whose measures can be restricted have it.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_SUBSET_GIVEN_H
#define SSSP_EVALUATOR_COMMANDS_SUBSET_GIVEN_H

#include "evaluator/commands/command.h"
#include "formats/lists/name_list.h"

/* What was given, NULL: nothing; one is enough, as a process runs one command. */
extern char *subset_given;

/* clang-format off */
#define SUBSET_OPTION \
	{"subset", 0, 0, G_OPTION_ARG_FILENAME, &subset_given, \
	 "Only these hosts, such as a[1-64,70], or those that a file lists", "HOSTS|FILE"}
/* clang-format on */

/* For EvalCommand.name_files of a command whose measures are of the endpoints that take part. */
void subset_given_name(CaseFiles *files);

/* The names: those in the file of that name, else `given` itself. NULL with any error of input_name_list(). */
NameList *subset_given_read(const char *given, GError **error);

/* Makes the endpoints of a list the only ones that take part. FALSE with an error. */
gboolean subset_given_take(Paths *paths, const char *given, GError **error);

#endif
