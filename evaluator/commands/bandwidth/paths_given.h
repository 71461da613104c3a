/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps the option --paths: over which LIDs of a port (LMC) applications split their flows. The commands ebb, pattern
 * and simulate have it.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_BANDWIDTH_PATHS_GIVEN_H
#define SSSP_EVALUATOR_COMMANDS_BANDWIDTH_PATHS_GIVEN_H

#include "evaluator/commands/command.h"
#include "evaluator/measures/bandwidth/split.h"

#include <glib.h>

/* What was given; one is enough, as a process runs one command. */
extern gboolean paths_given;
extern PathUse paths_kind;

/* The callback of --paths. FALSE with G_OPTION_ERROR_BAD_VALUE. */
gboolean paths_given_take(const char *name, const char *value, gpointer data, GError **error);

#define PATHS_OPTION                                                                                                   \
	{                                                                                                              \
		"paths", 0, 0, G_OPTION_ARG_CALLBACK, paths_given_take,                                                \
			"Split each flow over LIDs: base + k to base + k, or all to all", "base|equal|each|all"        \
	}

/* *split is the split that --paths asks for, NULL without --paths. FALSE with SSSP_ERROR_MEMORY. */
gboolean paths_given_split(const Case *subject, Split **split, GError **error);

/*
 * Reports the figures `paths` (base, equal, each or all) and `lids`, the most that a port has. Nothing without --paths.
 */
void report_paths(Report *report, const Case *subject);

#endif
