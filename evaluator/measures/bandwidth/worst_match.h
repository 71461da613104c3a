/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds a maximum matching between senders that can send several times and receivers that receive once.
 *
 * Hopcroft and Karp's method ("An n^(5/2) algorithm for maximum matchings in bipartite graphs", 1973) with senders of
 * more than one place: rounds of shortest augmenting paths, as many as fit beside each other, until there is none.
 */
#ifndef SSSP_EVALUATOR_MEASURES_BANDWIDTH_WORST_MATCH_H
#define SSSP_EVALUATOR_MEASURES_BANDWIDTH_WORST_MATCH_H

#include <glib.h>

#define MATCH_NONE G_MAXUINT32

typedef struct {
	/* the problem, not owned: the caller's, may change between calls */
	guint32 n_receivers;
	const guint32 *first;  /* [n_receivers + 1] a receiver's possible senders are sender[first[r]] .. */
	const guint32 *sender; /* [first[n_receivers]] each at most once for a receiver */

	/* fixed by match_new() */
	guint32 n_senders;
	guint32 *place; /* [n_senders + 1] the places of a sender are place[s] .. place[s + 1] - 1 */

	/* the answer */
	guint32 *taken;    /* [n_senders] places in use, the first ones */
	guint32 *receiver; /* [all places] the receiver that has a place; valid for those in use */

	/* private */
	guint32 room, *mate, *level, *queue, *next_place, *next_edge, *path, *via;
} Match;

/* `places` has one number for each sender; at most `room` receivers in any problem. NULL with SSSP_ERROR_MEMORY. */
Match *match_new(guint32 n_senders, const guint32 *places, guint32 room, GError **error);
void match_free(Match *match); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Match, match_free)

/* Solves the problem and returns how many receivers got a place. O(edges x sqrt(places)); no allocation. */
guint32 match_solve(Match *match);

#endif
