/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lists the messages that tasks send after each round of computing. Tasks are the processes of an application, 0 ..
 * tasks - 1. In iteration i they send the messages of variant i modulo `variants`; most exchanges have only one.
 */
#ifndef SSSP_EVALUATOR_WORKLOAD_WORKLOAD_EXCHANGE_H
#define SSSP_EVALUATOR_WORKLOAD_WORKLOAD_EXCHANGE_H

#include "evaluator/patterns/pattern.h"

#include <glib.h>

typedef struct {
	guint32 tasks, variants;
	gsize *first;    /* [variants * tasks + 1] messages of task t in variant v: first[v * tasks + t] .. next - 1 */
	guint32 *target; /* [messages] in the order in which they are sent */
	guint32 *expected; /* [variants * tasks] messages that a task is sent */
} Exchange;

/*
 * Each cell of a grid of side^dims cells sends to the 2 x dims cells at its sides, fewer at the rim. In the numbers of
 * cells the first coordinate varies fastest. NULL with SSSP_ERROR_MEMORY.
 */
Exchange *exchange_grid(guint32 side, guint dims, GError **error);

/*
 * All rounds of a pattern that pattern_fit() has fitted, in their order, without waiting between them; random pairs are
 * drawn once. NULL with SSSP_ERROR_USAGE when there are too many messages, SSSP_ERROR_MEMORY.
 */
Exchange *exchange_pattern(const Pattern *pattern, guint64 seed, GError **error);

/* Each task sends to one that is drawn anew for each variant; every task gets one message, none from itself. */
Exchange *exchange_random(guint32 tasks, guint32 variants, guint64 seed, GError **error);

void exchange_free(Exchange *exchange); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Exchange, exchange_free)

/* Messages of all tasks in one variant. */
static inline gsize exchange_messages(const Exchange *exchange, guint32 variant)
{
	return exchange->first[(gsize)(variant + 1) * exchange->tasks] -
	       exchange->first[(gsize)variant * exchange->tasks];
}

#endif
