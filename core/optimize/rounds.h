/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps flows of a known pattern: of which it is known when they are there. All of a round meet where they share a
 * channel, so of a channel with L flows of a round L (L - 1) / 2 couples meet. What its ends do to a flow anyway routes
 * do not mend: where in a round the flow that shares its ends with the fewest has them with F, itself counted, a
 * channel may have F flows for nothing, and L is what is above F - 1.
 */
#ifndef SSSP_CORE_OPTIMIZE_ROUNDS_H
#define SSSP_CORE_OPTIMIZE_ROUNDS_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/optimize/stop.h"

#include <glib.h>

typedef struct {
	const Graph *graph;
	const OptimizeSend *send; /* of options */
	guint32 n, n_rounds, n_dests;
	guint32 *dest;     /* [n_dests] of graph->dests, ascending: who is sent to */
	guint32 *begin;    /* [n_rounds + 1] of send */
	guint32 *first;    /* [n_dests * n_switches + 1] flows to a destination by the switch they come from */
	guint32 *round;    /* [n] of these flows */
	guint32 *free;     /* [n_rounds] flows that a channel may have for nothing: F */
	guint32 *load;     /* [n_channels][n_rounds] flows */
	gboolean relative; /* bandwidths are to what the ends allow; FALSE at first */
	guint32 most;      /* flows to one destination, at most */
} Rounds;

/* The sends must outlive it. NULL with SSSP_ERROR_MEMORY. O(flows + destinations x switches). Loads are 0. */
Rounds *rounds_new(const Graph *graph, const OptimizeSend *send, gsize n, GError **error);
void rounds_free(Rounds *rounds); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Rounds, rounds_free)

/* Flows from switch v to destination number i: rounds->round of these. O(1). */
static inline guint32 rounds_first(const Rounds *rounds, guint32 i, guint32 v)
{
	return rounds->first[(gsize)i * rounds->graph->n_switches + v];
}

/* Adds to a channel (sign 1) or takes off it (-1) n flows, of the rounds listed. O(n). */
void rounds_shift(Rounds *rounds, guint32 channel, const guint32 *round, guint32 n, gint32 sign);

/*
 * How many couples more there would be on a channel, were flows of these rounds, ascending, to come (sign 1) or to go
 * (-1). O(n).
 */
gint64 rounds_price(const Rounds *rounds, guint32 channel, const guint32 *round, guint32 n, gint32 sign);

/* What all channels have: the sum of squares. O(channels x rounds). */
double rounds_squares(const Rounds *rounds);

/*
 * The bandwidth of the pattern: of each round the mean over its pairs of one through the flows on the fullest channel,
 * the ends counted (or as many times that as the ends have flows: relative); the mean over the rounds. FALSE with
 * SSSP_ERROR_MEMORY, or without an error when `stop` (NULL: never) says so. O(flows x hops).
 */
gboolean rounds_bandwidth(const Rounds *rounds, const Routes *routes, StopCheck *stop, double *value, GError **error);

#endif
