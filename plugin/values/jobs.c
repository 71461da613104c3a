/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes jobs (groups of hosts that send to each other), of groups of port GUIDs or of the number of each LID's job, and
 * finds which of them ran before. Jobs of two sweeps are compared by the GUIDs of ports, as LIDs and the order of jobs
 * may change.
 */
#include "plugin/values/jobs.h"

#include "core/base/error.h"
#include "formats/state.h"

#include <string.h>

static guint64 guid_of(const Fabric *fabric, const FabricPort *port)
{
	return port->guid ? port->guid : fabric->nodes[port->node].guid;
}

static int compare_members(gconstpointer a, gconstpointer b)
{
	const JobMember *x = a, *y = b;
	return x->guid < y->guid ? -1 : x->guid > y->guid;
}

/* Lists the ports whose LID is in a job, by GUID. */
static void list_members(Jobs *jobs, const Fabric *fabric)
{
	for (guint32 e = 0; e < fabric->n_endpoints; e++) {
		const FabricPort *port = &fabric->ports[fabric->endpoints[e]];
		guint32 job = port->lid < jobs->n_lids ? jobs->job_of_lid[port->lid] : ROUTING_NO_JOB;
		JobMember member = {guid_of(fabric, port), job};
		if (job != ROUTING_NO_JOB)
			g_array_append_val(jobs->members, member);
	}
	g_array_sort(jobs->members, compare_members);
}

/* The job of a GUID, ROUTING_NO_JOB: it is in none. */
static guint32 find(const Jobs *jobs, guint64 guid)
{
	guint low = 0, high = jobs->members->len;
	while (low < high) {
		guint middle = low + (high - low) / 2;
		if (g_array_index(jobs->members, JobMember, middle).guid < guid)
			low = middle + 1;
		else
			high = middle;
	}
	const JobMember *member = &g_array_index(jobs->members, JobMember, low);
	return low < jobs->members->len && member->guid == guid ? member->job : ROUTING_NO_JOB;
}

Jobs *jobs_new(const Fabric *fabric, guint32 *job_of_lid, guint32 n_jobs, GError **error)
{
	g_autoptr(Jobs) jobs = g_new0(Jobs, 1);
	jobs->job_of_lid = job_of_lid;
	jobs->n_lids = fabric->n_lids;
	jobs->n_jobs = n_jobs;
	jobs->members = g_array_new(FALSE, FALSE, sizeof(JobMember));
	if (!(jobs->settled = g_try_malloc0(n_jobs + 1)))
		return sssp_error_memory_null(error, "jobs", n_jobs);
	list_members(jobs, fabric);
	jobs->routing = (RoutingJobs){
		.job_of_lid = job_of_lid, .n_lids = jobs->n_lids, .n_jobs = n_jobs, .settled = jobs->settled};
	return g_steal_pointer(&jobs);
}

void jobs_free(Jobs *jobs)
{
	if (!jobs)
		return;
	g_free(jobs->job_of_lid);
	g_free(jobs->settled);
	g_array_unref(jobs->members);
	g_free(jobs);
}

/* ---- by GUID */

static guint32 *no_jobs(const Fabric *fabric, GError **error)
{
	guint32 *job_of_lid = g_try_new(guint32, fabric->n_lids + 1);
	if (job_of_lid)
		memset(job_of_lid, 0xff, (fabric->n_lids + 1) * sizeof *job_of_lid);
	else
		sssp_error_memory(error, "jobs", fabric->n_lids * sizeof *job_of_lid);
	return job_of_lid;
}

static void put(const Fabric *fabric, const FabricPort *port, guint32 job, guint32 *job_of_lid)
{
	for (guint32 lid = port->lid; lid < port->lid + (1u << port->lmc) && lid < fabric->n_lids; lid++)
		job_of_lid[lid] = job;
}

Jobs *jobs_on_fabric(const Jobs *jobs, const Fabric *fabric, GError **error)
{
	guint32 *job_of_lid = no_jobs(fabric, error);
	for (guint32 e = 0; job_of_lid && e < fabric->n_endpoints; e++) {
		const FabricPort *port = &fabric->ports[fabric->endpoints[e]];
		put(fabric, port, find(jobs, guid_of(fabric, port)), job_of_lid);
	}
	Jobs *again = job_of_lid ? jobs_new(fabric, job_of_lid, jobs->n_jobs, error) : NULL;
	if (again)
		jobs_find_running(again, fabric, jobs);
	return again;
}

typedef struct {
	const JobGroup *group;
	guint32 n; /* hosts of it that are there */
} Sized;

/* The largest first. */
static int compare_sizes(gconstpointer a, gconstpointer b)
{
	const Sized *x = a, *y = b;
	if (x->n != y->n)
		return x->n < y->n ? 1 : -1;
	return x->group->rank < y->group->rank ? 1 : x->group->rank > y->group->rank ? -1 : 0;
}

/* Ports by GUID. */
static GHashTable *ports_by_guid(const Fabric *fabric)
{
	GHashTable *ports = g_hash_table_new(g_int64_hash, g_int64_equal);
	for (guint32 e = 0; e < fabric->n_endpoints; e++) {
		FabricPort *port = &fabric->ports[fabric->endpoints[e]];
		if (port->guid)
			g_hash_table_insert(ports, &port->guid, port);
	}
	return ports;
}

static guint32 count(GHashTable *ports, const JobGroup *group)
{
	guint32 n = 0;
	for (guint i = 0; i < group->guids->len; i++)
		if (g_hash_table_contains(ports, &g_array_index(group->guids, guint64, i)))
			n++;
	return n;
}

Jobs *jobs_of_groups(const Fabric *fabric, const JobGroup *groups, guint32 n_groups, GError **error)
{
	g_autofree Sized *sized = g_new(Sized, n_groups + 1);
	g_autoptr(GHashTable) ports = ports_by_guid(fabric);
	guint32 n = 0, *job_of_lid = no_jobs(fabric, error);
	if (!job_of_lid)
		return NULL;
	for (guint32 i = 0; i < n_groups; i++) {
		Sized one = {&groups[i], count(ports, &groups[i])};
		if (one.n >= 2 && one.n < fabric->n_endpoints)
			sized[n++] = one;
	}
	if (n)
		qsort(sized, n, sizeof *sized, compare_sizes);
	/* Largest first: a host stays in the last, the smallest, of its groups. */
	for (guint32 i = 0; i < n; i++)
		for (guint k = 0; k < sized[i].group->guids->len; k++) {
			const FabricPort *port =
				g_hash_table_lookup(ports, &g_array_index(sized[i].group->guids, guint64, k));
			if (port)
				put(fabric, port, i, job_of_lid);
		}
	return jobs_new(fabric, job_of_lid, n, error);
}

/* ---- from one sweep to the next */

/*
 * previous_of[n_jobs] gets the job of `previous` that all hosts of a job were in, ROUTING_NO_JOB: not all were in
 * one.
 */
static void find_previous(const Jobs *jobs, const Jobs *previous, guint32 *previous_of)
{
	g_autofree guint8 *met = g_new0(guint8, jobs->n_jobs + 1);
	for (guint i = 0; i < jobs->members->len; i++) {
		const JobMember *member = &g_array_index(jobs->members, JobMember, i);
		guint32 was = find(previous, member->guid);
		if (!met[member->job])
			previous_of[member->job] = was;
		else if (previous_of[member->job] != was)
			previous_of[member->job] = ROUTING_NO_JOB;
		met[member->job] = 1;
	}
	for (guint32 j = 0; j < jobs->n_jobs; j++)
		if (!met[j])
			previous_of[j] = ROUTING_NO_JOB;
}

/* Adds members of jobs that go on, if they are not in the subnet now. */
static void carry_absent(Jobs *jobs, const Jobs *previous, const guint32 *previous_of, const Fabric *fabric)
{
	g_autofree guint32 *now = g_new(guint32, previous->n_jobs + 1);
	g_autoptr(GArray) absent = g_array_new(FALSE, FALSE, sizeof(JobMember));
	g_autoptr(GHashTable) here = ports_by_guid(fabric);
	for (guint32 j = 0; j < previous->n_jobs; j++)
		now[j] = ROUTING_NO_JOB;
	for (guint32 j = 0; j < jobs->n_jobs; j++)
		if (previous_of[j] != ROUTING_NO_JOB && now[previous_of[j]] == ROUTING_NO_JOB)
			now[previous_of[j]] = j;
	for (guint i = 0; i < previous->members->len; i++) {
		const JobMember *member = &g_array_index(previous->members, JobMember, i);
		JobMember stays = {member->guid, now[member->job]};
		if (stays.job != ROUTING_NO_JOB && !g_hash_table_contains(here, &member->guid) &&
		    find(jobs, member->guid) == ROUTING_NO_JOB)
			g_array_append_val(absent, stays);
	}
	if (absent->len)
		g_array_append_vals(jobs->members, absent->data, absent->len);
	g_array_sort(jobs->members, compare_members);
}

void jobs_find_running(Jobs *jobs, const Fabric *fabric, const Jobs *previous)
{
	if (!previous)
		return;
	g_autofree guint32 *previous_of = g_new(guint32, jobs->n_jobs + 1);
	find_previous(jobs, previous, previous_of);
	for (guint32 j = 0; j < jobs->n_jobs; j++)
		jobs->settled[j] = previous_of[j] != ROUTING_NO_JOB;
	carry_absent(jobs, previous, previous_of, fabric);
}

/* ---- from one process to the next */

GArray *jobs_to_state(const Jobs *jobs)
{
	GArray *kept = g_array_new(FALSE, FALSE, sizeof(StateMember));
	g_autofree guint32 *number = g_new(guint32, jobs->n_jobs + 1);
	guint32 n = 0;
	memset(number, 0xff, jobs->n_jobs * sizeof *number);
	for (guint i = 0; i < jobs->members->len; i++) {
		const JobMember *member = &g_array_index(jobs->members, JobMember, i);
		if (!member->guid || (i && member->guid == g_array_index(jobs->members, JobMember, i - 1).guid))
			continue;
		if (number[member->job] == ROUTING_NO_JOB)
			number[member->job] = n++;
		g_array_append_vals(kept, &(StateMember){member->guid, number[member->job]}, 1);
	}
	return kept;
}

Jobs *jobs_from_state(const GArray *members)
{
	Jobs *jobs = g_new0(Jobs, 1);
	jobs->members = g_array_new(FALSE, FALSE, sizeof(JobMember));
	for (guint i = 0; i < members->len; i++) {
		const StateMember *member = &g_array_index(members, StateMember, i);
		g_array_append_vals(jobs->members, &(JobMember){member->guid, member->job}, 1);
		jobs->n_jobs = MAX(jobs->n_jobs, member->job + 1);
	}
	return jobs;
}
