/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Holds the options of the commands that compare several routings of one fabric: compare and report. */
#ifndef SSSP_EVALUATOR_COMMANDS_COMPARE_COMPARE_OPTIONS_H
#define SSSP_EVALUATOR_COMMANDS_COMPARE_COMPARE_OPTIONS_H

#include "evaluator/commands/command.h"
#include "evaluator/commands/drawn_given.h"
#include "evaluator/commands/simulate/simulate_options.h"
#include "evaluator/report/compare.h"

#include <glib.h>

/* What the command line said. */
typedef struct {
	gboolean reverse, capacity;
	gboolean failures;   /* for a page: find what each failure of a switch or cable would cut off */
	char *endpoints;     /* --endpoints as given, or NULL */
	GArray *sizes;       /* guint32, from it */
	SimOptions simulate; /* made once a fabric is read, where traffic was given */
	GPtrArray *routings; /* TableFiles */
} CompareGiven;

/* One is enough, as a process runs one command. */
extern CompareGiven compare_given;

/* clang-format off */
#define COMPARE_ENTRIES \
	DRAWN_OPTIONS(" (1000)"), \
	{"reverse", 0, 0, G_OPTION_ARG_NONE, &compare_given.reverse, \
	 "Look for credit loops of replies on the SL of the request too", NULL}, \
	{"capacity", 0, 0, G_OPTION_ARG_NONE, &compare_given.capacity, \
	 "Bandwidths by width and speed of the links", NULL}, \
	{"endpoints", 0, 0, G_OPTION_ARG_STRING, &compare_given.endpoints, \
	 "Measure bandwidth also among so many random endpoints: 16,64,256", "LIST"}, \
	SIMULATE_BESIDE
/* clang-format on */

/* For EvalCommand.take and .check. */
gboolean compare_given_take(guint n, char **names, CaseFiles *files, GError **error);
gboolean compare_given_check(GError **error);

/* Reads and judges the routings of compare_given, which has none any more afterwards. NULL as compare_read(). */
Comparison *compare_given_judge(const CaseFiles *files, const EvalSession *session, GError **error);

/* Numbers of endpoints from "16,64,256" in ascending order, each once. NULL with SSSP_ERROR_USAGE. */
GArray *compare_sizes(const char *list, GError **error);

#endif
