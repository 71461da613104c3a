/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Is every virtual lane free of credit loops? Builds the dependencies of all routes on their lanes, looks for a cycle,
 * and names for each dependency of it one route that makes it.
 */
#ifndef SSSP_EVALUATOR_DEADLOCK_H
#define SSSP_EVALUATOR_DEADLOCK_H

#include "evaluator/lanes.h"

#include <glib.h>

typedef struct {
	guint8 vl;
	guint8 cyclic;        /* a cycle passes this lane */
	guint32 channels;     /* channels in use on it */
	guint64 dependencies; /* that leave these channels */
} DeadlockLayer;

/* A channel of the cycle, held by `route` while it waits for the next one. */
typedef struct {
	guint32 channel;
	guint8 vl;
	LaneRoute route;
} DeadlockStep;

typedef struct {
	gboolean free;
	LaneCounts counts;
	DeadlockLayer layers[SL_COUNT]; /* of the VLs in use, ascending */
	guint n_layers;
	DeadlockStep *cycle; /* [n_cycle] */
	guint32 n_cycle;
} DeadlockFacts;

/* `reverse`: each route also on the SL of the path the other way. NULL with SSSP_ERROR_MEMORY. */
DeadlockFacts *deadlock_facts_new(const Lanes *lanes, gboolean reverse, GError **error);
void deadlock_facts_free(DeadlockFacts *facts); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(DeadlockFacts, deadlock_facts_free)

#endif
