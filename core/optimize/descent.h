/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Improves routes by sweeps over all destinations in a random order, a block of them at a time.
 *
 * For each switch threads look for the best other channel with the tables as they are; afterwards one thread tries what
 * seemed worth it again and changes it, one entry after the other. So the number of threads does not change the result.
 */
#ifndef SSSP_CORE_OPTIMIZE_DESCENT_H
#define SSSP_CORE_OPTIMIZE_DESCENT_H

#include "core/optimize/change.h"
#include "core/optimize/crowding.h"
#include "core/optimize/fence.h"
#include "core/optimize/gate.h"
#include "core/optimize/siblings.h"

#include <glib.h>

#define DESCENT_BLOCK 32 /* destinations that are looked at before changes are made */

typedef struct {
	guint32 i, at, channel;
} Proposal;

/* What one thread has to itself. */
typedef struct {
	struct Descent *descent;
	Change change;
} DescentWorker;

typedef struct Descent {
	const Graph *graph;
	const guint8 *hops;
	Crowding *crowding;
	Gate *gate;
	Routes *routes;
	guint64 seed;
	guint64 most;                 /* routes of hosts that a channel may have */
	gint64 warmth;                /* changes for the worse by up to so much are made now and then; 0: none */
	Fence *fence;                 /* blocks of tables that may change; NULL: all */
	guint32 n;                    /* destinations whose routes may change */
	guint32 *order;               /* [n] of the flows' destinations, of this sweep */
	guint32 at;                   /* where the sweep is */
	guint64 sweeps;               /* begun */
	guint64 made;                 /* changes since the sweep began */
	guint64 work;                 /* about how many channels of routes were looked at so far */
	GArray *found[DESCENT_BLOCK]; /* Proposal */
	guint64 cost[DESCENT_BLOCK];  /* work of this block */
	guint n_workers;
	DescentWorker *worker;
	gpointer *workers; /* the same, for the crew */
} Descent;

/*
 * `most` is what channels have now. All that is handed in must outlive it. NULL with SSSP_ERROR_MEMORY.
 */
Descent *descent_new(const guint8 *hops, Crowding *crowding, Gate *gate, Routes *routes, guint64 seed, GError **error);
void descent_free(Descent *descent); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Descent, descent_free)

/* Routes to the hosts of jobs with settled[n_jobs] 1 do not change; NULL: all may. Before the first sweep. */
void descent_hold(Descent *descent, const guint8 *settled);

/* Begins a sweep. O(destinations). */
void descent_sweep(Descent *descent);

/*
 * Goes on with it for at most so many destinations, DESCENT_BLOCK at the most; how many it were, 0 at its end.
 * O(switches x channels of each x change_price()) each.
 */
guint32 descent_go(Descent *descent, guint64 most);

/* The rest of the sweep; FALSE when so much work was done before its end. */
gboolean descent_all(Descent *descent, guint64 work);

#endif
