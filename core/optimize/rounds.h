/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps the flows of a communication pattern, each in a known round, and counts conflicts: pairs of flows of a round
 * that share a channel. L flows on a channel are L (L - 1) / 2 conflicts. But routing cannot avoid conflicts of flows
 * with a common source or target. Let F be the least, over the flows of the round, of max(flows of its source, flows of
 * its target). Then a channel may have F flows at no cost, and L counts only those above F - 1.
 */
#ifndef SSSP_CORE_OPTIMIZE_ROUNDS_H
#define SSSP_CORE_OPTIMIZE_ROUNDS_H

#include "core/base/arena.h"
#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/optimize/optimize.h"

#include <glib.h>

typedef struct {
	const Graph *graph;
	const OptimizeSend *send; /* [n] owned by the caller */
	guint32 n, n_rounds, n_dests;
	guint32 *dest;  /* [n_dests] indices in graph->dests of those that somebody sends to, ascending */
	guint32 *begin; /* [n_rounds + 1] where a round begins in `send` */
	guint32 *first; /* [n_dests * n_switches + 1] where the flows from a switch to a destination begin in `round` */
	guint32 *round; /* [n] the round of each flow, ascending for each switch and destination */
	guint32 *unavoidable; /* [n_rounds] flows that a channel may have at no cost: F */
	guint32 *load;        /* [n_channels][n_rounds] flows */
	gboolean relative;    /* rounds_bandwidth() is relative to what the ends allow; FALSE at first */
	guint32 most;         /* the most flows to one destination */
	Arena *arena;         /* private: holds the arrays */
} Rounds;

/*
 * Sorts the flows; loads are 0. `send` must outlive the result. NULL with SSSP_ERROR_MEMORY. O(flows + destinations x
 * switches).
 */
Rounds *rounds_new(const Graph *graph, const OptimizeSend *send, gsize n, GError **error);
void rounds_free(Rounds *rounds); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Rounds, rounds_free)

/*
 * Where in rounds->round the flows from switch v to destination number i begin; they end where those of v + 1 do. O(1).
 */
static inline guint32 rounds_first(const Rounds *rounds, guint32 i, guint32 v)
{
	return rounds->first[(gsize)i * rounds->graph->n_switches + v];
}

/* Adds n flows to a channel (sign 1), or takes them off (-1); flow k is of round[k]. O(n). */
void rounds_shift(Rounds *rounds, guint32 channel, const guint32 *round, guint32 n, gint32 sign);

/*
 * How many more conflicts a channel has if n flows are added (sign 1) or taken off (-1); flow k is of round[k], and
 * rounds ascend. O(n).
 */
gint64 rounds_price(const Rounds *rounds, guint32 channel, const guint32 *round, guint32 n, gint32 sign);

/* The sum of the squares of all loads. O(channels x rounds). */
double rounds_squares(const Rounds *rounds);

/*
 * Writes the bandwidth of the pattern to *value: the mean over rounds of the mean over a round's flows. A flow gets 1 /
 * (flows on the fullest channel of its path, source and target included); with `relative` that is multiplied by the
 * flows on the busier of source and target. FALSE with SSSP_ERROR_MEMORY, or without an error when `stop` (NULL: never)
 * says so. O(flows x hops).
 */
gboolean rounds_bandwidth(const Rounds *rounds, const Routes *routes, StopCheck *stop, double *value, GError **error);

#endif
