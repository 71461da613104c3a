/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder evaluator/transition: what happens while one set of tables replaces another. In this order:
 *
 *	mixture          forwarding loops and dead ends while entries of one set replace those of the other
 *	mixture_graph    for one LID: where a packet can go at each switch, and where it can loop or get lost
 *	mixture_paths    examples of cycles and dead ends for a report
 *
 * Credit loops of mixtures are found by the lanes of both, joined (evaluator/deadlock/lanes.h).
 */

/*
 * Finds forwarding loops and dead ends in the mixtures of two sets of tables. In a mixture each switch has, for each
 * LID, the entry of either set, whatever other switches have and whatever it has for other LIDs. Subnet managers write
 * blocks of 64 LIDs, so not all mixtures occur; what holds for all holds for any order of writing, and for blocks that
 * fail and stay as they were.
 *
 * For one LID both entries of all switches make a graph. A packet can loop in some mixture exactly if it can reach a
 * cycle of this graph: the path to the cycle and the cycle pass each switch once, so that the entries needed there can
 * be in force together. The same holds for dead ends.
 */
#ifndef SSSP_EVALUATOR_TRANSITION_MIXTURE_H
#define SSSP_EVALUATOR_TRANSITION_MIXTURE_H

#include "evaluator/deadlock/talk.h"
#include "evaluator/paths/paths.h"
#include "evaluator/transition/mixture_paths.h"

#include <glib.h>

/* A pair is a source and a LID; it "could talk" if its packets arrived by the previous tables (talk.h). */
typedef struct {
	guint32 lids;           /* looked at */
	guint64 pairs;          /* that could talk, and that both sets serve in the fabric of now */
	guint64 pairs_cut;      /* that could talk, though no old entry arrives, and that the new set serves */
	guint64 pairs_added;    /* that could not talk, and that the new set serves */
	guint64 pairs_gone;     /* that could talk, and that the new set does not serve */
	guint32 loops;          /* LIDs to which packets of some source can loop */
	guint64 loop_pairs;     /* of `pairs`: such sources */
	guint32 dead_ends;      /* LIDs to which a packet of one of `pairs` can come to a dead end */
	guint64 dead_end_pairs; /* of `pairs`: these */
	MixturePaths cycles, ends;
} MixtureFacts;

/* Both sets in the fabric of now; `talk` is of the old set. NULL with SSSP_ERROR_MEMORY. O(LIDs x ports). */
MixtureFacts *mixture_facts_new(const Paths *old, const Paths *new, Talk *talk, GError **error);
void mixture_facts_free(MixtureFacts *facts); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(MixtureFacts, mixture_facts_free)

#endif
