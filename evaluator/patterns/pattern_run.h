/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes the bandwidth of a communication pattern on given tables (Hoefler, Schneider, Lumsdaine: "Multistage
 * Switches are not Crossbars", 2008, section 5.1).
 *
 * All pairs of a round send at the same time. The congestion of a pair is the greatest number of streams on any channel
 * of its route, the terminal channels of both endpoints included; a pair of ranks on one endpoint uses none, and has 1.
 * Channels are cables: streams on different virtual lanes share one. Two figures merge the rounds of a mapping:
 *
 *	sum_max  mean over the rounds of the highest congestion: every round ends for all when it ends for the slowest
 *	sum_avg  mean over the rounds of the mean congestion: no rank waits for others
 *
 * and the bandwidth, as a fraction of full bandwidth, is one over that mean: the pessimistic and the optimistic one.
 * For patterns of several simultaneous neighbours (pattern->neighbours) each pair's congestion is divided by its
 * congestion on one crossbar, with terminal channels alone; on a torus with one rank an endpoint that is the number of
 * neighbours everywhere. A mapping with a pair that does not arrive has bandwidth 0: the pattern never ends. The third
 * figure, the mean over rounds and pairs of one over the congestion, is what ebb.h measures for bisections.
 */
#ifndef SSSP_EVALUATOR_PATTERNS_PATTERN_RUN_H
#define SSSP_EVALUATOR_PATTERNS_PATTERN_RUN_H

#include "evaluator/measures/bandwidth/split.h"
#include "evaluator/measures/bandwidth/spread.h"
#include "evaluator/patterns/mapping.h"
#include "evaluator/paths/paths.h"
#include "evaluator/patterns/pattern.h"

#include <glib.h>

#define PATTERN_BINS 100 /* of histograms over the mappings' results, each 1 / PATTERN_BINS wide */
#define PATTERN_MAX_MAPPINGS 10000000

typedef struct {
	const Pattern *pattern; /* fitted to its ranks */
	const Mapping *mapping; /* with room for them */
	guint32 mappings;       /* 1 .. PATTERN_MAX_MAPPINGS */
	guint64 seed;
	guint threads;                                             /* 0: one a core; never changes a figure */
	void (*progress)(guint32 done, guint32 of, gpointer user); /* called in the caller's thread, or NULL */
	gpointer user;
	gboolean capacity; /* bandwidths by width and speed of the links (capacity.h) */
	gboolean shares;   /* bandwidths are max-min fair shares, as in ebb.h; congestions stay those of the routes */
	const Spread *spread; /* shares over all shortest paths; NULL: on the routes of the tables */
	const Split *split;   /* shares of flows over the LIDs of their targets; NULL: to base LIDs */
} PatternOptions;

/* The distribution of one figure over the mappings. */
typedef struct {
	gdouble mean, stddev, min, max; /* stddev is that of the sample, 0 for one mapping */
	guint32 histogram[PATTERN_BINS];
} PatternFigure;

typedef struct {
	guint32 mappings, rounds, ranks;
	guint32 reference_mbps;             /* what bandwidth 1 is, with capacities; else 0 */
	guint64 pairs;                      /* of all rounds of one mapping */
	guint64 intra;                      /* of all rounds and mappings: pairs on one endpoint */
	guint64 unreachable;                /* of all rounds and mappings: pairs that do not arrive */
	gdouble sum_max, sum_avg;           /* mean over the mappings, of the pairs that arrive */
	gdouble crossbar_max, crossbar_avg; /* what these would be on one crossbar */
	PatternFigure pessimistic, optimistic, average,
		by_pairs;     /* average: of the rounds' means; by_pairs: all pairs count
								     alike, whichever round they are in */
	guint64 *congestion;  /* [n_congestion] pairs of all rounds and mappings, by their congestion */
	guint32 n_congestion; /* highest + 1 */
} PatternFacts;

/*
 * NULL with SSSP_ERROR_USAGE for too many rounds, with SSSP_ERROR_INPUT when a capacity is unknown, with
 * SSSP_ERROR_MEMORY. Room: one byte for each (endpoint, switch), 88 for each mapping and 64 rounds. Time O(mappings x
 * pairs x hops).
 */
PatternFacts *pattern_facts_new(const Paths *paths, const PatternOptions *options, GError **error);
void pattern_facts_free(PatternFacts *facts); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PatternFacts, pattern_facts_free)

/*
 * The number of mappings by default: 1 where all are the same, else 1000, or fewer where that would be more than some
 * hundred million streams, but at least 10.
 */
guint32 pattern_default_mappings(const Pattern *pattern, const Mapping *mapping);

/* Whether one mapping differs from the next. */
gboolean pattern_varies(const Pattern *pattern, const Mapping *mapping);

#endif
