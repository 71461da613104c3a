/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Improves routes for jobs while a subnet waits: sweeps of changes for the better (descent.h) until hardly any comes or
 * a limit is reached that is counted, not timed. What the routes were before may be in use meanwhile: with them, and
 * with all that was in use before them, no lane gets a cycle.
 */
#ifndef SSSP_CORE_OPTIMIZE_WEIGH_H
#define SSSP_CORE_OPTIMIZE_WEIGH_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"

#include <glib.h>

typedef struct {
	const guint32 *job; /* [n_dests] the job of a host's LID, below n_jobs; GRAPH_NONE: it is in none */
	guint32 n_jobs;
	const guint8 *settled; /* [n_jobs] 1: routes to its hosts stay, and others avoid their channels; NULL: none */
	guint64 blocks;        /* most blocks of tables to change */
	guint64 work;          /* about how many channels of routes to look at, at most */
	gboolean unused;       /* nobody has these routes yet: nothing of them stays in use, nor of layers->used */
} WeighOptions;

typedef struct {
	double before, after; /* mean bandwidth within the jobs (bisections.h) */
	guint64 blocks;       /* that changed, at most */
	guint64 work;
	gboolean changed; /* the routes are others */
} WeighState;

/*
 * Replaces routes to hosts of jobs by better ones: as long as they were or minimal, on the lanes that they were on
 * (those of older connections too), no lane with a cycle, `tree` ([n_channels] 1 for the channels of a multicast tree
 * on lane 0, or NULL) beside them; no channel has more routes of hosts than the fullest had. Where they are judged no
 * better in the end, nothing changes. layers->used gets what is in use then, unless `unused`. Same input, same result,
 * whatever the threads and however the jobs are numbered. FALSE with SSSP_ERROR_MEMORY, or SSSP_ERROR_LANES when there
 * is a cycle to begin with; nothing has changed then. O(hosts of jobs x switches with hosts x hops + switches x LIDs +
 * lanes x turns), and the work. Memory: O(switches x hosts of jobs + channels x switches with hosts of a job, summed
 * over the jobs).
 */
gboolean weigh_jobs(const Graph *graph, const guint8 *hops, const guint8 *tree, const WeighOptions *options,
		    Routes *routes, Layers *layers, WeighState *state, GError **error);

#endif
