/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder core/optimize: makes finished routes better, for a user who gives it time, or for jobs, which are hosts
 * that send to each other. In the order in which to read:
 *
 *   flows           who sends to whom
 *   shape           communication patterns by name: who sends to whom in which round
 *   rounds          flows of a pattern, each in a known round, and how many of them share channels
 *   crowding        what the search reduces: couples of flows that share a channel
 *   change          one route leaves one switch by another channel, and what that costs
 *   gate            refuses changes that would close a cycle on a lane; gate_ports: with lanes by ports
 *   fence           limits how many blocks of forwarding tables may change
 *   descent         sweeps of changes over all destinations; keeps routes to the LIDs of one port apart
 *   bandwidth       the bandwidth that routes give: in random bisections, and in shifts (to the k-th host after it)
 *   improve_routes  sweeps until told to end, and keeps the best routes; its options and its state stand below, and how
 *                   functions learn that the search has to end
 *   weigh           a few sweeps for jobs, beside routes that are in use, or for all hosts
 *
 * For a new kind of change, fill a Change, or several in a row, and have it pass the gate. For another aim, write
 * another change_price().
 */
#ifndef SSSP_CORE_OPTIMIZE_OPTIMIZE_H
#define SSSP_CORE_OPTIMIZE_OPTIMIZE_H

#include <glib.h>

#define OPTIMIZE_NO_JOB G_MAXUINT32

/* One host sends to another in a round. */
typedef struct {
	guint32 round;
	guint16 source, target; /* base LIDs */
} OptimizeSend;

/* What a search tells of itself. */
typedef struct {
	guint64 steps;  /* destinations looked at so far, in all sweeps */
	guint64 sweeps; /* finished sweeps over all destinations */
	double before,
		best; /* mean bandwidth of the flows (bandwidth.h): with the routes handed in, with the best so far */
	guint64 efi_before, efi; /* edge-forwarding index of these two routings */
	gboolean begun; /* FALSE: the search was told to end while it prepared; bandwidths are not known then */
} OptimizeState;

/* What a search is asked. */
typedef struct {
	guint64 seed;
	guint64 steps; /* most destinations to look at; 0: no limit */
	/* [n_lids] the job of each host's LID, OPTIMIZE_NO_JOB: none; NULL: every host sends to every other */
	const guint32 *job_of_lid;
	guint32 n_lids, n_jobs;
	/*
	 * [n_sends] a pattern, rounds ascending; all sends of a round are there at the same time. NULL: `job_of_lid`
	 * says who sends. With a pattern, job_of_lid is not used.
	 */
	const OptimizeSend *send;
	gsize n_sends;
	gboolean relative; /* the pattern's bandwidth is relative to what sources and targets allow */
	/* Called many times a second; FALSE ends the search. NULL: it goes on. The call changes nothing else. */
	gboolean (*go_on)(const OptimizeState *state, gpointer user);
	gpointer user;
} OptimizeOptions;

/*
 * Says whether a search has to end. The user who gives it time may end it at any moment, also while it prepares. So
 * functions that take long ask now and then, and return without an error when they are to end.
 */
typedef struct {
	const OptimizeOptions *options;
	const OptimizeState *state;
	gboolean ended;
} StopCheck;

/* Whether to end. Once TRUE it stays TRUE. With `stop` NULL it is always FALSE. */
static inline gboolean stop_wanted(StopCheck *stop)
{
	const OptimizeOptions *options = stop ? stop->options : NULL;
	if (options && options->go_on && !stop->ended)
		stop->ended = !options->go_on(stop->state, options->user);
	return stop && stop->ended;
}

#endif
