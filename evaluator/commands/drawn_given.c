/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds and checks the options -n, --seed and --threads of commands that draw random patterns of traffic. Their bounds
 * are the same for all commands.
 */
#include "evaluator/commands/drawn_given.h"

#include "evaluator/commands/command.h"

#define MAX_THREADS 1024

DrawnGiven drawn_given = {.patterns = EVAL_UNSET, .seed = 1};

gboolean drawn_given_check(GError **error)
{
	const DrawnGiven *g = &drawn_given;
	return eval_is_count("-n", g->patterns, 1, EBB_MAX_PATTERNS, error) &&
	       eval_in_range("--seed", g->seed, 0, G_MAXINT64, error) &&
	       eval_in_range("--threads", g->threads, 0, MAX_THREADS, error);
}

EbbOptions drawn_given_ebb(guint32 patterns)
{
	guint32 given = eval_count(drawn_given.patterns);
	return (EbbOptions){.patterns = given ? given : patterns,
			    .seed = (guint64)drawn_given.seed,
			    .threads = (guint)drawn_given.threads};
}
