/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Records which hosts of a subnet make up a job, and finds which jobs run already. Needs no OpenSM.
 *
 * A job runs already if all its hosts in the subnet were in one job before; that job may have lost hosts. A host that
 * is out of the subnet for a while stays a member of its job, so that the job does not count as a new one on its
 * return.
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
	guint8 *settled;     /* [n_jobs] 1: the job runs already */
	GArray *members;     /* JobMember, ascending by GUID */
	RoutingJobs routing; /* the arrays above, in the form of core/routing.h */
} Jobs;

/* A group of ports that may become a job; several groups may have the same port. */
typedef struct {
	guint32 rank;  /* of groups of the same size a host is in the one with the lowest rank */
	GArray *guids; /* guint64 */
} JobGroup;

/*
 * Makes Jobs of job_of_lid[fabric->n_lids], of n_jobs jobs, and takes ownership of this array, even if it fails. NULL
 * with SSSP_ERROR_MEMORY. O(endpoints log endpoints).
 */
Jobs *jobs_new(const Fabric *fabric, guint32 *job_of_lid, guint32 n_jobs, GError **error);

/*
 * Makes a job of each group that has at least two hosts of the fabric, but not all of them. A host of several groups is
 * in the smallest; of groups of the same size, in that with the lowest rank. NULL with SSSP_ERROR_MEMORY. O(endpoints
 * log endpoints + GUIDs log endpoints).
 */
Jobs *jobs_of_groups(const Fabric *fabric, const JobGroup *groups, guint32 n_groups, GError **error);

/* The same jobs on another state of the subnet; they count as running. NULL with SSSP_ERROR_MEMORY. */
Jobs *jobs_on_fabric(const Jobs *jobs, const Fabric *fabric, GError **error);

/*
 * jobs_to_state() lists the members for the next process: StateMember (formats/state.h), jobs numbered from 0 on, each
 * GUID once; the caller unrefs the array. jobs_from_state() makes jobs of such an array. They have no fabric, and serve
 * for jobs_find_running() and jobs_on_fabric() only.
 */
GArray *jobs_to_state(const Jobs *jobs);
Jobs *jobs_from_state(const GArray *members);

/*
 * Fills jobs->settled: jobs that ran in `previous` (NULL: none did). Their members that are out of the subnet are added
 * to jobs->members. O(members log members).
 */
void jobs_find_running(Jobs *jobs, const Fabric *fabric, const Jobs *previous);

void jobs_free(Jobs *jobs); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Jobs, jobs_free)

#endif
