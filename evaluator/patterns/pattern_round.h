/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes the congestion of the pairs that send in one round of a pattern on given tables, and adds it to sums over
 * rounds. The congestion of a pair is the greatest number of streams on any channel of its route. pattern_run.h calls
 * it for all rounds.
 */
#ifndef SSSP_EVALUATOR_PATTERNS_PATTERN_ROUND_H
#define SSSP_EVALUATOR_PATTERNS_PATTERN_ROUND_H

#include "evaluator/measures/bandwidth/ebb_streams.h"
#include "evaluator/patterns/pattern.h"

#include <glib.h>

/*
 * Sums over rounds. `slow` of a pair is how many times slower it is than alone: its congestion or, where the table has
 * capacities, its load (capacity.h); for patterns with neighbours, this is divided by the pair's congestion on one
 * crossbar.
 */
typedef struct {
	guint64 max;                /* of the highest congestion of a pair that arrives */
	gdouble avg;                /* of the mean congestion of those */
	guint64 crossbar_max;       /* of what `max` would be on one crossbar of all endpoints */
	gdouble crossbar_avg;       /* the same for `avg` */
	gdouble slow_max;           /* of the largest `slow` of a pair that arrives */
	gdouble slow_avg;           /* of the mean of these */
	gdouble bandwidth;          /* of the mean over all pairs of 1 / slow, 0 for one that does not arrive */
	gdouble share;              /* of the sum over all pairs of that */
	guint64 pairs, intra, lost; /* of these: on one endpoint; that do not arrive */
} RoundSums;

void round_sums_add(RoundSums *sums, const RoundSums *more);

/* What one thread works with. */
typedef struct {
	const StreamTable *table;
	const Pattern *pattern;
	guint32 ppn;
	StreamScratch *streams;
	guint32 *source, *target; /* [room] ranks, then endpoints */
	guint32 *worst;           /* [room] */
	gdouble *load;            /* [room] loads of the pairs where the table has capacities or shares, else NULL */
	guint32 *sending, *receiving; /* [n_endpoints] streams at the terminal channels */
	guint64 *count;               /* [highest + 1 at least] pairs by congestion, of all rounds */
	guint32 highest;              /* congestion that was seen */
} RoundScratch;

/* For ranks r on the endpoint place[r / ppn]. NULL with SSSP_ERROR_MEMORY. */
RoundScratch *round_scratch_new(const StreamTable *table, const Pattern *pattern, guint32 ppn, GError **error);
void round_scratch_free(RoundScratch *scratch); /* NULL is fine */

/* Adds a round to `sums`. O(pairs x hops + channels). */
void round_run(RoundScratch *scratch, guint32 round, const guint32 *place, const guint32 *drawn, RoundSums *sums);

/*
 * The congestion of n pairs of endpoints that send at the same time: worst[i] for the one from source[i] to target[i],
 * terminal channels included, 1 for an endpoint with itself, STREAM_NEVER when it does not arrive. This is all that
 * patterns ask of the tables. The pairs are reordered: those of an endpoint with itself stand last. Returns how many
 * others there are. n <= pattern->room. On return sending and receiving hold the streams of the terminal channels of
 * the others' endpoints; the caller sets them to 0 again.
 */
guint32 round_congestion(RoundScratch *scratch, guint32 *source, guint32 *target, guint32 n, guint32 *worst);

#endif
