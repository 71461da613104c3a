/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Improves routes for jobs, or for all hosts as one job, while a subnet waits for them: sweeps of changes for the
 * better (descent.h) until hardly anything changes or a limit of work is reached. The limit is counted, not timed, so
 * that the result is always the same. Unless `unused`, the routes handed in, and older ones, may be in use during the
 * update: beside all of them no lane gets a cycle.
 */
#ifndef SSSP_CORE_OPTIMIZE_WEIGH_H
#define SSSP_CORE_OPTIMIZE_WEIGH_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"

#include <glib.h>

typedef struct {
	const guint32 *job; /* [n_dests] of a host's LID, below n_jobs; GRAPH_NONE: in no job; NULL: all are one job */
	guint32 n_jobs;
	const guint8 *settled; /* [n_jobs] 1: routes to its hosts stay, and others make room for them; NULL: no job */
	guint64 blocks;        /* the most blocks of tables that may change */
	guint64 work;          /* about the most channels of routes to look at */
	gboolean unused;       /* no switch has these routes yet: neither they nor layers->used need stay in use */
} WeighOptions;

typedef struct {
	double before, after; /* mean bandwidth within the jobs (bandwidth.h); 0 where it was not computed */
	guint64 blocks;       /* the most blocks of tables that differ */
	guint64 work;         /* channels of routes looked at, about */
	gboolean changed;     /* FALSE: the routes are as they were */
} WeighState;

/*
 * Replaces routes to hosts of jobs by better ones. A changed route is as long as it was or minimal, and on the lanes
 * that it was on, those of older connections included. No lane gets a cycle; lane 0 also carries the multicast tree
 * (`tree`: [n_channels] 1 for its channels, or NULL). No channel gets more routes of hosts than the fullest one had. If
 * the bandwidth is no better in the end, nothing changes. layers->used gets all that is in use then, unless `unused`.
 * The result depends neither on the number of threads nor on how jobs are numbered. FALSE with SSSP_ERROR_MEMORY, or
 * with SSSP_ERROR_LANES if there is a cycle to begin with; nothing has changed then.
 *
 * O(hosts of jobs x switches with hosts x hops + switches x LIDs + lanes x turns), and the work. Memory: O(switches x
 * hosts of jobs + channels x switches with hosts of a job, summed over the jobs).
 */
gboolean improve_for_jobs(const Graph *graph, const guint8 *hops, const guint8 *tree, const WeighOptions *options,
			  Routes *routes, Layers *layers, WeighState *state, GError **error);

#endif
