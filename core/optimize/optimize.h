/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The room optimize: finished routes made better, for whoever gives it time or tells which hosts make a job. In the
 * order in which to read:
 *
 *   flows      who sends to whom
 *   shape      communication patterns: who sends to whom when
 *   stop       whether a search has to end
 *   rounds     flows whose times are known, and who meets then
 *   crowding   what is to become less: couples of flows that meet
 *   change     one route leaves a switch by another channel, and what that costs
 *   gate       lanes, in which no change may close a cycle; gate_ports: lanes by ports
 *   fence      how much of the tables may change
 *   siblings   LIDs of a port, which are not brought together
 *   descent    sweeps of changes
 *   bisections  the bandwidth that routes give
 *   improve_routes  sweeps until told to end, and the best so far; what it is asked and tells stands below
 *   shifts     the same for hosts that send in an order
 *   weigh      a few sweeps for jobs, beside routes that are in use, or for all hosts
 *
 * A new kind of change fills a Change, or is a row of them, and passes the gate; another aim is another change_price().
 */
#ifndef SSSP_CORE_OPTIMIZE_OPTIMIZE_H
#define SSSP_CORE_OPTIMIZE_OPTIMIZE_H

#include <glib.h>

#define OPTIMIZE_NO_JOB G_MAXUINT32

/* One host sends to another in a round; by base LID. */
typedef struct {
	guint32 round;
	guint16 source, target;
} OptimizeSend;

typedef struct {
	guint64 steps;  /* destinations looked at so far */
	guint64 sweeps; /* over all of them, finished */
	double before,
		best; /* mean bandwidth of what sends (bisections.h), with the routes handed in and the best so far */
	guint64 efi_before, efi;
	gboolean begun; /* FALSE: it was told to end while it prepared; bandwidths are not known then */
} OptimizeState;

typedef struct {
	guint64 seed;
	guint64 steps; /* most destinations to look at; 0: no bound */
	/*
	 * job_of_lid[n_lids] the job of each host's LID, OPTIMIZE_NO_JOB: none; NULL: every host sends to every other
	 */
	const guint32 *job_of_lid;
	guint32 n_lids, n_jobs;
	/* send[n_sends] rounds ascending, all of a round at a time; NULL: as above. Without jobs only. */
	const OptimizeSend *send;
	gsize n_sends;
	gboolean relative; /* their bandwidth is told relative to what their ends allow */
	/*
	 * asked many times a second whether it is to go on; NULL: yes. The answer decides when it ends, nothing else.
	 */
	gboolean (*go_on)(const OptimizeState *state, gpointer user);
	gpointer user;
} OptimizeOptions;

#endif
