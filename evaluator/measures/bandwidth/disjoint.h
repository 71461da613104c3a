/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Counts the disjoint routes of pairs of endpoints where ports have several LIDs (LMC). A pair has a route to each LID
 * of its target. Two numbers are counted: the routes that differ, and the largest set of routes of which no two share a
 * channel between switches (disjoint routes). With d disjoint routes, d - 1 failures of such channels leave the pair a
 * LID that works. Pairs on one switch are left out.
 */
#ifndef SSSP_EVALUATOR_MEASURES_BANDWIDTH_DISJOINT_H
#define SSSP_EVALUATOR_MEASURES_BANDWIDTH_DISJOINT_H

#include "evaluator/paths/paths.h"

#include <glib.h>

#define DISJOINT_MOST (1 << FABRIC_MAX_LMC) /* LIDs of a port */

/* Steps of the search for one pair: after these the largest set found so far counts, which may be one too small. */
#define DISJOINT_STEPS 2000

typedef struct {
	guint32 lids;                     /* of a port that takes part, at most */
	guint64 pairs;                    /* (source, target) endpoints that take part, on two switches */
	gdouble mean_distinct;            /* routes that differ, of the pairs */
	gdouble mean_disjoint;            /* of these without a common channel */
	guint32 least, most;              /* disjoint ones of a pair; 0: no LID arrives */
	guint64 count[DISJOINT_MOST + 1]; /* pairs by disjoint routes */
} DisjointFacts;

/* NULL with SSSP_ERROR_MEMORY. O(LIDs x switches x hops), and DISJOINT_STEPS for a switch and an endpoint. */
DisjointFacts *disjoint_facts_new(const Paths *paths, GError **error);
void disjoint_facts_free(DisjointFacts *facts); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(DisjointFacts, disjoint_facts_free)

/*
 * The size of the largest set of numbers 0 .. n - 1, n <= DISJOINT_MOST, of which no two clash, by branch and bound.
 * clash[i][k] = clash[k][i] says whether i and k clash.
 */
guint32 disjoint_most(guint8 clash[DISJOINT_MOST][DISJOINT_MOST], guint32 n);

#endif
