/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Measures effective bisection bandwidth (Hoefler, Schneider, Lumsdaine: "Optimized Routing for Large-Scale InfiniBand
 * Networks", 2009, section IV-A).
 *
 * A bisect pattern splits the endpoints that take part (paths.h; n below is their number) into two random halves, and
 * lets each endpoint of the first send to one of the second. With an odd number one endpoint, drawn anew, sits out. The
 * congestion of a channel is the number of streams over it. The bandwidth of a stream is one over the worst congestion
 * on its route; terminal channels, between an endpoint and its switch, have congestion 1, as every endpoint sends or
 * receives once. The result of a pattern is the mean bandwidth of its streams. The effective bisection bandwidth is the
 * mean over many patterns, as a fraction of full bisection bandwidth.
 *
 * Pattern i of a seed is drawn by a Mersenne Twister (MT19937) of its own, seeded by (seed, i), and results are summed
 * in pattern order: the same figures to the last bit, whatever the number of threads.
 */
#ifndef SSSP_EVALUATOR_MEASURES_BANDWIDTH_EBB_H
#define SSSP_EVALUATOR_MEASURES_BANDWIDTH_EBB_H

#include "evaluator/measures/bandwidth/split.h"
#include "evaluator/measures/bandwidth/spread.h"
#include "evaluator/paths/paths.h"

#include <glib.h>

#define EBB_BINS 100  /* of the histogram over the patterns' results, each 1 / EBB_BINS wide */
#define EBB_BLOCK 100 /* patterns between two looks at the confidence interval */
#define EBB_MAX_PATTERNS 10000000

/*
 * Processes that share the patterns out. Each has the same paths and options, works on a part of every block, and has
 * all results after share(): every one ends with the same facts, those of a single process.
 */
typedef struct EbbTeam {
	guint rank, size; /* this process is number rank of size */
	/* Waits until all have said whether they can go on (`ok`; else *error is set). If one cannot, FALSE in all of
	   them, with the error of the lowest rank that has one. */
	gboolean (*agree)(gboolean ok, GError **error);
	/* Fills from..end of every process's results from the processes that worked on them: see ebb_part(). */
	void (*share)(gdouble *result, guint32 from, guint32 end);
	/* Replaces each of n numbers by the sum of the numbers that all processes have there. */
	void (*sum)(gdouble *number, guint32 n);
} EbbTeam;

/* Where the part of a process begins in the patterns from..end; rank size is their end. */
guint32 ebb_part(guint32 from, guint32 end, guint rank, guint size);

typedef struct {
	guint32 patterns; /* 1 .. EBB_MAX_PATTERNS: so many, or at most so many where there is a precision */
	guint64 seed;
	guint threads;     /* 0: one a core */
	gdouble precision; /* > 0: stop when half the 95 % confidence interval is no wider than this */
	void (*progress)(guint32 done, guint32 of, gpointer user); /* called in the caller's thread, or NULL */
	gpointer user;
	guint32 endpoints; /* 0: all that take part; else so many of them, drawn anew for each pattern */
	gboolean capacity; /* links by width and speed (capacity.h), not all equal */
	const guint32
		*unit; /* [n_units][per_unit] endpoints of nodes, which are drawn as wholes: adapter i of one sends
				to adapter i of the other. They must be those that take part. NULL: each for itself */
	guint32 n_units, per_unit;
	gboolean shares;      /* bandwidths are max-min fair shares, not one over the congestion (ebb_streams.h) */
	const Spread *spread; /* shares over all shortest paths, whatever the tables say; NULL: on their routes */
	const Split *split;   /* shares of flows over the LIDs of their targets; NULL: to base LIDs */
	const EbbTeam *team;  /* NULL: this process alone */
} EbbOptions;

typedef struct {
	guint32 patterns;
	guint32 endpoints;              /* that take part in a pattern, an odd one included */
	guint32 streams;                /* of each pattern */
	guint32 reference_mbps;         /* what bandwidth 1 is, with capacities; else 0 */
	guint64 unreachable;            /* (endpoint, endpoint) pairs whose route does not arrive: bandwidth 0 */
	gdouble mean, stddev, min, max; /* of the patterns' results; stddev is that of the sample */
	gdouble ci95_low, ci95_high;    /* of the mean; 0 and 1 when one pattern is all there is */
	guint32 histogram[EBB_BINS];
	gdouble *result; /* [patterns] */
} EbbFacts;

/*
 * NULL with SSSP_ERROR_INPUT (fewer endpoints than shall take part, or than two; with capacities, a cable of unknown
 * rate), SSSP_ERROR_MEMORY, or SSSP_ERROR_IO (another process of the team failed). Endpoints are addressed by their
 * base LID but with a split. One byte for each (endpoint, switch); time O(patterns x endpoints x hops).
 */
EbbFacts *ebb_facts_new(const Paths *paths, const EbbOptions *options, GError **error);
void ebb_facts_free(EbbFacts *facts); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(EbbFacts, ebb_facts_free)

/*
 * Draws pattern `index` of n: number order[i] sends to order[n / 2 + i] for all i < n / 2. `order` has room for n
 * numbers.
 */
void ebb_draw(GRand *twister, guint64 seed, guint32 index, guint32 *order, guint32 n);

/* The numbers 0 .. n - 1 in a random order, all orders being as likely, drawn on from where the twister is. */
void ebb_shuffle(GRand *twister, guint32 *order, guint32 n);

#endif
