/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Which hosts of a subnet make a job, as plain values, and which jobs run already. Needs no OpenSM.
 *
 * A job runs already when all its hosts that are there were in one job before: it may have lost some. A host that is
 * gone for a while stays a member of what is left of its job, so that its return begins none.
 */
#ifndef SSSP_PLUGIN_VALUES_JOBS_H
#define SSSP_PLUGIN_VALUES_JOBS_H

#include "core/fabric/fabric.h"
#include "core/routing.h"

#include <glib.h>

typedef struct {
	guint64 guid; /* of a port, or of its node where it has none */
	guint32 job;
} JobMember;

typedef struct {
	guint32 *job_of_lid; /* [n_lids] ROUTING_NO_JOB: none */
	guint32 n_lids, n_jobs;
	guint8 *settled;     /* [n_jobs] 1: it runs already */
	GArray *members;     /* JobMember, ascending by GUID */
	RoutingJobs routing; /* all that for core/routing.h */
} Jobs;

/* One group of ports of a job; more than one may have the same port. */
typedef struct {
	guint32 rank;  /* what tells apart groups of the same size */
	GArray *guids; /* guint64 */
} JobGroup;

/* Takes job_of_lid[fabric->n_lids], of n_jobs jobs, in any case. NULL with SSSP_ERROR_MEMORY. O(endpoints log endpoints). */
Jobs *jobs_new(const Fabric *fabric, guint32 *job_of_lid, guint32 n_jobs, GError **error);

/*
 * Groups with at least two hosts of the fabric, but not with all of them, are jobs; what is in several is in the
 * smallest, then in that with the lowest rank. NULL with SSSP_ERROR_MEMORY. O(endpoints log endpoints + GUIDs log
 * endpoints).
 */
Jobs *jobs_of_groups(const Fabric *fabric, const JobGroup *groups, guint32 n_groups, GError **error);

/* The same jobs in another state of the subnet, all of which run already. NULL with SSSP_ERROR_MEMORY. */
Jobs *jobs_again(const Jobs *jobs, const Fabric *fabric, GError **error);

/*
 * What is kept of them for the next process: StateMember (formats/state.h), jobs numbered from 0 on, each GUID once;
 * and back, as jobs of no fabric, for jobs_settle() and jobs_again() only. The first is the caller's to unref.
 */
GArray *jobs_keep(const Jobs *jobs);
Jobs *jobs_kept(const GArray *members);

/* Says which of them, of this fabric, run already: of those `previous` (NULL: none did). O(members log members). */
void jobs_settle(Jobs *jobs, const Fabric *fabric, const Jobs *previous);

void jobs_free(Jobs *jobs); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Jobs, jobs_free)

#endif
