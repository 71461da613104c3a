/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Improves routes by sweeps over all destinations in a random order, a block of them at a time.
 *
 * For each switch, threads look for the best other channel while nothing changes. Then one thread goes through what
 * they have found, prices each change once more and makes it if it still pays. So the result does not depend on the
 * number of threads.
 */
#ifndef SSSP_CORE_OPTIMIZE_DESCENT_H
#define SSSP_CORE_OPTIMIZE_DESCENT_H

#include "core/optimize/change.h"
#include "core/optimize/crowding.h"
#include "core/optimize/fence.h"
#include "core/optimize/gate.h"

#include <glib.h>

#define DESCENT_BLOCK 32 /* destinations that are looked at before changes are made */

/* A change that seemed to pay: destination number i leaves switch `at` by this channel. */
typedef struct {
	guint32 i, at, channel;
} Proposal;

/* The data of one thread. */
typedef struct {
	struct Descent *descent;
	Change change;
} DescentWorker;

typedef struct Descent {
	const Graph *graph;
	const guint8 *hops;
	Crowding *crowding; /* owned */
	Gate *gate;
	Routes *routes;
	guint64 seed;
	guint64 most;                 /* most routes of hosts that a channel may have */
	gint64 warmth;                /* changes may make it worse, by a random number up to this; 0: none may */
	Fence *fence;                 /* the blocks of tables that may change, set by the caller; NULL: all */
	guint32 n;                    /* destinations whose routes may change */
	guint32 *order;               /* [n] their indices in flows->dest, in the order of this sweep */
	guint32 at;                   /* where in `order` the sweep is */
	guint64 sweeps;               /* sweeps begun so far */
	guint64 made;                 /* changes made since the sweep began */
	guint64 work;                 /* about how many channels of routes were looked at so far */
	GArray *found[DESCENT_BLOCK]; /* Proposal: for each destination of the block */
	guint64 cost[DESCENT_BLOCK];  /* the work for each destination of the block */
	guint n_workers;
	DescentWorker *worker; /* [n_workers] */
} Descent;

/*
 * A search over `routes` before its first sweep, for these flows. Routes to hosts of jobs with settled[n_jobs] 1 stay;
 * NULL: all may change. No channel gets more routes of hosts than the fullest channel has now. The arguments must
 * outlive the result. NULL as with crowding_new(), and as slow.
 */
Descent *descent_new(const guint8 *hops, const Flows *flows, const guint8 *settled, Gate *gate, Routes *routes,
		     guint64 seed, StopCheck *stop, GError **error);
void descent_free(Descent *descent); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Descent, descent_free)

/* Begins a sweep: draws the order of destinations. O(destinations). */
void descent_sweep(Descent *descent);

/*
 * Goes on with the sweep for at most `most` destinations and at most DESCENT_BLOCK. Returns how many they were; 0 at
 * the end of the sweep. O(switches x channels of each x change_price()) for each destination.
 */
guint32 descent_go(Descent *descent, guint64 most);

/* Goes on to the end of the sweep. FALSE: descent->work reached `work` before that. */
gboolean descent_all(Descent *descent, guint64 work);

#endif
