/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the options --nodes (a file that says which adapters are of one machine) and --by node (draw whole machines),
 * for the commands that have them.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_NODES_GIVEN_H
#define SSSP_EVALUATOR_COMMANDS_NODES_GIVEN_H

#include "evaluator/commands/command.h"
#include "evaluator/rails/units.h"
#include "formats/lists/machines.h"

#include <glib.h>

/* What was given, NULL: nothing; one is enough, as a process runs one command. */
extern char *nodes_given, *by_given;

/* clang-format off */
#define NODES_OPTION \
	{"nodes", 0, 0, G_OPTION_ARG_FILENAME, &nodes_given, \
	 "Which adapters are of one node: lines 'NAME: ADAPTERS'; others by names and GUIDs", "FILE"}

#define BY_OPTION \
	{"by", 0, 0, G_OPTION_ARG_STRING, &by_given, \
	 "Draw whole nodes, whose adapters send to those of the same number", "node"}
/* clang-format on */

/* FALSE with SSSP_ERROR_USAGE when --by names anything but "node". */
gboolean nodes_given_check(GError **error);

/* The machines of a fabric, by the list and else by names and GUIDs. NULL with any error of machines_new(). */
Machines *nodes_given_read(const Fabric *fabric, GError **error);

/*
 * Finds the nodes of one shape (units.h) among the endpoints that take part, and lets only theirs take part from here
 * on. NULL with an error.
 */
Units *nodes_given_take(Paths *paths, GError **error);

/*
 * Reports the figures nodes, adapters_each and left_out, and notes where nodes have one adapter each. `units` may be
 * NULL: then nothing is reported.
 */
void report_units(Report *report, const Case *subject, const Units *units);

#endif
