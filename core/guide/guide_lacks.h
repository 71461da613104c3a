/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the switches to blame for pairs of switches that an order of the channels leaves without a path of any length
 * on which each channel stands later in the order than the one before. One switch of a pair at least is an end, a
 * switch with hosts. guide_exits.c asks in each round, and reserves channels for the switches blamed.
 */
#ifndef SSSP_CORE_GUIDE_GUIDE_LACKS_H
#define SSSP_CORE_GUIDE_GUIDE_LACKS_H

#include "core/base/arena.h"
#include "core/graph/graph.h"

typedef struct {
	const Graph *graph;
	guint32 *pairs[2]; /* [n_switches] pairs without a path, [0] by their first switch, [1] by their last */
	guint32 most[2];   /* the most such pairs of one switch */
	guint8 *some[2];   /* [n_switches] 1: has no path [0] to some end, [1] from some end */
	guint8 *blamed;    /* [n_switches] 1: is to blame */
	gboolean last;     /* those blamed are the last switches of pairs, not the first */
	guint8 *is_end;    /* [n_switches] 1: has hosts; the owner may set it where paths of hosts cross, too */
	guint32 *part;     /* [n_switches] a number for each set of switches that cables join */
	guint64 *reach;    /* [n_switches] bits: of 64 ends, those that a path joins it with */
	guint64 *wanted;   /* [n_switches] by part: bits of the 64 ends in it */
} GuideLacks;

/* Takes the arrays from an arena, which says whether there was memory (arena_check()). O(channels). */
void guide_lacks_init(GuideLacks *lacks, const Graph *graph, Arena *arena);

/* Makes all switches with hosts the ends; to be called before the first search. O(switches) */
void guide_lacks_reset(GuideLacks *lacks);

/*
 * Counts the pairs of switches without a path that ascends in the order at[n_channels] of all channels: pairs that
 * cables join and of which one is an end. FALSE: each pair has a path. O(channels x ends / 64 + pairs without a path).
 */
gboolean guide_lacks_find(GuideLacks *lacks, const guint32 *at);

/* Blames the switches that lack a path to some end, or from some end (`last`). O(switches) */
void guide_lacks_blame_all(GuideLacks *lacks, gboolean last);

/*
 * Blames the switches with nearly the most pairs, as first or as last switch of these. A switch that hardly any other
 * reaches leaves all others with a pair each, but is to blame for these itself. O(switches)
 */
void guide_lacks_blame_worst(GuideLacks *lacks);

#endif
