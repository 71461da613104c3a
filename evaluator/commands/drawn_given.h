/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds the options -n, --seed and --threads: how many random patterns are measured, drawn from which seed, and by how
 * many threads.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_DRAWN_GIVEN_H
#define SSSP_EVALUATOR_COMMANDS_DRAWN_GIVEN_H

#include "evaluator/measures/bandwidth/ebb.h"

#include <glib.h>

typedef struct {
	gint64 patterns, seed, threads; /* patterns: EVAL_UNSET unless given */
} DrawnGiven;

/* What was given; one is enough, as a process runs one command. */
extern DrawnGiven drawn_given;

/* clang-format off */
#define SEED_OPTION {"seed", 0, 0, G_OPTION_ARG_INT64, &drawn_given.seed, "Seed of the random numbers (1)", "S"}
#define THREADS_OPTION \
	{"threads", 0, 0, G_OPTION_ARG_INT64, &drawn_given.threads, \
	 "Threads; never changes the result (0: one a core)", "T"}
#define DRAWN_OPTIONS(which) \
	{"patterns", 'n', 0, G_OPTION_ARG_INT64, &drawn_given.patterns, "Random bisect patterns" which, "PATTERNS"}, \
	SEED_OPTION, THREADS_OPTION
/* clang-format on */

/* For EvalCommand.check, whichever of them the command has. FALSE with SSSP_ERROR_USAGE. */
gboolean drawn_given_check(GError **error);

/* What was given, for ebb.h, after drawn_given_check(). Without -n there are `patterns` patterns. */
EbbOptions drawn_given_ebb(guint32 patterns);

#endif
