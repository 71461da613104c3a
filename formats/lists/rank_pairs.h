/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads a communication pattern from a file: lines `round source destination`, decimal numbers, what follows a # is a
 * comment. Ranks count from 0. Rounds may stand in any order and have any numbers; they take place in ascending order,
 * all pairs of one at the same time.
 */
#ifndef SSSP_FORMATS_LISTS_RANK_PAIRS_H
#define SSSP_FORMATS_LISTS_RANK_PAIRS_H

#include <glib.h>

#define RANK_MOST 0x7fffffff /* the highest rank and round that can be written */

typedef struct {
	guint32 round, source, target;
	guint line; /* where it stands */
} RankPair;

typedef struct {
	RankPair *pair; /* by round, those of one in the order of the text */
	gsize n;        /* at least 1 */
	guint32 most;   /* the highest rank */
	guint most_line;
	char *file; /* for messages */
} RankPairs;

/*
 * NULL with SSSP_ERROR_INPUT (also when there is no pair, or a rank sends to itself) or SSSP_ERROR_MEMORY.
 * O(n log n).
 */
RankPairs *rank_pairs_parse(const char *buffer, gsize length, const char *file, GError **error);
void rank_pairs_free(RankPairs *pairs); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(RankPairs, rank_pairs_free)

#endif
