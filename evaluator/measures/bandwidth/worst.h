/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the worst permutation for a channel, and the channel with the highest congestion under its worst permutation.
 *
 * In a permutation every endpoint that takes part (paths.h) sends to one other and receives from one. The greatest
 * number of its streams that can cross a channel is the size of a maximum matching between senders and receivers whose
 * route crosses it (Towles and Dally: "Worst-case Traffic for Oblivious Routing Functions", 2002). A route depends on
 * the switch a packet comes from and on the LID it goes to, so the endpoints of a switch are one sender with that many
 * places; receivers stay single endpoints, since LIDs of one switch may be reached by different routes. The matching of
 * these senders and receivers is as large as that of single endpoints, and much quicker to find.
 */
#ifndef SSSP_EVALUATOR_MEASURES_BANDWIDTH_WORST_H
#define SSSP_EVALUATOR_MEASURES_BANDWIDTH_WORST_H

#include "evaluator/paths/paths.h"

#include <glib.h>

typedef struct {
	guint32 channel;          /* PATHS_NONE when no route takes any */
	guint32 congestion;       /* streams of the permutation below over it */
	guint32 *source, *target; /* [congestion] endpoints, ascending source: each at most once in either */
	guint32 n_channels;       /* channels that any route takes, of those asked for */
	guint32 n_solved;         /* of them: those whose matching had to be worked out to know the worst */
} WorstFacts;

/*
 * For one channel, or over all with `channel` PATHS_NONE: then one with the highest congestion, always the same.
 * Endpoints are addressed by their base LID; pairs that do not arrive load nothing. Endpoints that the permutation
 * leaves out may send to each other as they like. NULL with SSSP_ERROR_MEMORY.
 *
 * A channel is not looked at if the endpoints that can send over it, or receive, are no more than the streams of the
 * worst so far. Time O(endpoints x switches x hops) a pass, with few passes, and O(routes x sqrt(endpoints)) for each
 * channel looked at.
 */
WorstFacts *worst_facts_new(const Paths *paths, guint32 channel, GError **error);
void worst_facts_free(WorstFacts *facts); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(WorstFacts, worst_facts_free)

#endif
