/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Which hosts make a job, by groups and by files of all kinds, and which jobs run already from one sweep to the next.
 */
#include "core/base/error.h"
#include "formats/state.h"
#include "plugin/values/job_file.h"
#include "tests/core/fixture.h"
#include "tests/core/routing_case.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HOSTS 12

/* ---- groups */

static Fabric *fabric_of_hosts(void)
{
	return routing_case_fabric("clos:leaves=4,hosts=3,spines=2,links=1", 1);
}

static guint64 port_guid(const Fabric *fabric, guint host)
{
	return fabric->ports[fabric->endpoints[host]].guid;
}

/* Hosts first .. first + n - 1. */
static JobGroup group_of(const Fabric *fabric, guint32 rank, guint first, guint n)
{
	JobGroup group = {rank, g_array_new(FALSE, FALSE, sizeof(guint64))};
	for (guint i = first; i < first + n; i++) {
		guint64 guid = port_guid(fabric, i);
		g_array_append_val(group.guids, guid);
	}
	return group;
}

static Jobs *jobs_of(const Fabric *fabric, JobGroup *groups, guint n)
{
	g_autoptr(GError) error = NULL;
	Jobs *jobs = jobs_of_groups(fabric, groups, n, &error);
	ck_assert_msg(jobs != NULL, "%s", error ? error->message : "");
	for (guint i = 0; i < n; i++)
		g_array_unref(groups[i].guids);
	return jobs;
}

static guint32 job_of(const Fabric *fabric, const Jobs *jobs, guint host)
{
	const FabricPort *port = &fabric->ports[fabric->endpoints[host]];
	for (guint i = 1; i < 1u << port->lmc; i++)
		ck_assert_uint_eq(jobs->job_of_lid[port->lid + i], jobs->job_of_lid[port->lid]);
	return jobs->job_of_lid[port->lid];
}

START_TEST(small_groups_come_first)
{
	g_autoptr(Fabric) fabric = fabric_of_hosts();
	guint64 nobody = 7;
	ck_assert_uint_eq(fabric->n_endpoints, HOSTS);
	JobGroup groups[] = {group_of(fabric, 5, 0, 3), group_of(fabric, 4, 0, 6),     group_of(fabric, 3, 2, 4),
			     group_of(fabric, 2, 4, 4), group_of(fabric, 1, 0, HOSTS), group_of(fabric, 6, 9, 1)};
	g_array_append_val(groups[0].guids, nobody);
	g_autoptr(Jobs) jobs = jobs_of(fabric, groups, G_N_ELEMENTS(groups));
	ck_assert_uint_eq(jobs->n_jobs, 4);
	/* sizes 3, 6, 4 and 4, of which the second has the lower rank; all and one are none */
	guint32 smallest = job_of(fabric, jobs, 0), lower = job_of(fabric, jobs, 4), higher = job_of(fabric, jobs, 3);
	ck_assert_uint_eq(job_of(fabric, jobs, 2), smallest);
	ck_assert_uint_eq(job_of(fabric, jobs, 5), lower);
	ck_assert_uint_eq(job_of(fabric, jobs, 7), lower);
	ck_assert(smallest != lower && lower != higher && smallest != higher);
	for (guint host = 8; host < HOSTS; host++)
		ck_assert_uint_eq(job_of(fabric, jobs, host), ROUTING_NO_JOB);
	ck_assert_uint_eq(jobs->members->len, 8);
}
END_TEST

START_TEST(no_groups_no_jobs)
{
	g_autoptr(Fabric) fabric = fabric_of_hosts();
	g_autoptr(Jobs) jobs = jobs_of(fabric, NULL, 0);
	ck_assert_uint_eq(jobs->n_jobs, 0);
	for (guint host = 0; host < HOSTS; host++)
		ck_assert_uint_eq(job_of(fabric, jobs, host), ROUTING_NO_JOB);
}
END_TEST

/* ---- from one sweep to the next */

static Jobs *two_jobs(const Fabric *fabric, guint n_first, guint n_second)
{
	JobGroup groups[] = {group_of(fabric, 1, 0, n_first), group_of(fabric, 2, 6, n_second)};
	return jobs_of(fabric, groups, 2);
}

static gboolean is_settled(const Fabric *fabric, const Jobs *jobs, guint host)
{
	return jobs->settled[job_of(fabric, jobs, host)];
}

START_TEST(jobs_that_run_already)
{
	g_autoptr(Fabric) fabric = fabric_of_hosts();
	g_autoptr(Jobs) previous = two_jobs(fabric, 4, 4);
	g_autoptr(Jobs) same = two_jobs(fabric, 4, 4);
	ck_assert(!is_settled(fabric, same, 0) && !is_settled(fabric, same, 6));
	jobs_find_running(same, fabric, NULL);
	ck_assert(!is_settled(fabric, same, 0) && !is_settled(fabric, same, 6));
	jobs_find_running(same, fabric, previous);
	ck_assert(is_settled(fabric, same, 0) && is_settled(fabric, same, 6));
	/* one has grown, the other shrunk */
	g_autoptr(Jobs) other = two_jobs(fabric, 5, 3);
	jobs_find_running(other, fabric, previous);
	ck_assert(!is_settled(fabric, other, 0) && is_settled(fabric, other, 6));
	/* who has left while he is there and comes back begins a job */
	g_autoptr(Jobs) again = two_jobs(fabric, 5, 4);
	jobs_find_running(again, fabric, other);
	ck_assert(is_settled(fabric, again, 0) && !is_settled(fabric, again, 6));
	/* both in one is neither */
	JobGroup one = group_of(fabric, 1, 2, 6);
	g_autoptr(Jobs) joined = jobs_of(fabric, &one, 1);
	jobs_find_running(joined, fabric, previous);
	ck_assert(!is_settled(fabric, joined, 2));
}
END_TEST

/* What the state file has: the same jobs in another process. */
START_TEST(jobs_that_were_kept)
{
	g_autoptr(Fabric) fabric = fabric_of_hosts();
	g_autoptr(Jobs) previous = two_jobs(fabric, 4, 3);
	g_autoptr(GArray) kept = jobs_to_state(previous);
	ck_assert_uint_eq(kept->len, 7);
	for (guint i = 0; i < kept->len; i++) {
		const StateMember *member = &g_array_index(kept, StateMember, i);
		ck_assert(member->job < 2 && (!i || member->guid > g_array_index(kept, StateMember, i - 1).guid));
	}
	g_autoptr(Jobs) read = jobs_from_state(kept);
	g_autoptr(Jobs) same = two_jobs(fabric, 4, 4);
	jobs_find_running(same, fabric, read);
	ck_assert(is_settled(fabric, same, 0) && !is_settled(fabric, same, 6));
	g_autoptr(GError) error = NULL;
	g_autoptr(Jobs) again = jobs_on_fabric(read, fabric, &error);
	ck_assert(again && again->n_jobs == 2 && job_of(fabric, again, 0) != job_of(fabric, again, 6));
}
END_TEST

/* A host without a cable has no endpoint; when it is back its job is what it was. */
START_TEST(a_host_that_was_gone)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Fabric) whole = fabric_of_hosts();
	g_autoptr(Fabric) without =
		routing_case_fabric("clos:leaves=4,hosts=3,spines=2,links=1,fail=hosts:1,seed=2", 1);
	g_autoptr(Fabric) twice = routing_case_fabric("clos:leaves=4,hosts=3,spines=2,links=1,fail=hosts:1,seed=2", 1);
	ck_assert_uint_lt(without->n_endpoints, HOSTS);
	JobGroup groups[] = {group_of(whole, 1, 0, 6), group_of(whole, 2, 6, 6)};
	g_autoptr(Jobs) first = jobs_of(whole, groups, 2);
	g_autoptr(Jobs) second = jobs_on_fabric(first, without, &error);
	ck_assert(second && second->settled[0] && second->settled[1]);
	ck_assert_uint_eq(second->members->len, HOSTS);
	jobs_find_running(second, without, first); /* once more is no more */
	ck_assert_uint_eq(second->members->len, HOSTS);
	g_autoptr(Jobs) third = jobs_on_fabric(second, twice, &error);
	ck_assert(third && third->members->len == HOSTS);
	g_autoptr(Jobs) fourth = jobs_on_fabric(third, whole, &error);
	ck_assert(fourth && fourth->settled[0] && fourth->settled[1]);
	ck_assert(!memcmp(fourth->job_of_lid, first->job_of_lid, whole->n_lids * sizeof(guint32)));
}
END_TEST

/* ---- files */

static char *file_of(const char *text, gssize length)
{
	char *path = g_strdup_printf("check_plugin_jobs.%d", (int)getpid());
	ck_assert(g_file_set_contents(path, text, length, NULL));
	return path;
}

/* A file that must be refused, and what is said then. */
static void refuses(const Fabric *fabric, const char *path, const char *why)
{
	g_autoptr(GError) error = NULL;
	JobListUnknown unknown;
	Jobs *jobs = job_file_read(path, fabric, &unknown, &error);
	ck_assert_msg(!jobs && error && strstr(error->message, why), "%s: not '%s' but '%s'", path, why,
		      error ? error->message : "taken");
}

static void refuses_text(const Fabric *fabric, const char *text, const char *why)
{
	g_autofree char *path = file_of(text, -1);
	refuses(fabric, path, why);
	g_unlink(path);
}

static Jobs *takes(const Fabric *fabric, const char *text, JobListUnknown *unknown)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *path = file_of(text, -1);
	Jobs *jobs = job_file_read(path, fabric, unknown, &error);
	ck_assert_msg(jobs != NULL, "'%s': %s", text, error ? error->message : "");
	g_unlink(path);
	return jobs;
}

START_TEST(files_of_jobs)
{
	g_autoptr(Fabric) fabric = fabric_of_hosts();
	JobListUnknown unknown;
	const char *const empty[] = {"", "\n", "# nothing\n\n  # at all", "   \n\t\n"};
	for (guint i = 0; i < G_N_ELEMENTS(empty); i++) {
		g_autoptr(Jobs) none = takes(fabric, empty[i], &unknown);
		ck_assert_uint_eq(none->n_jobs, 0);
		ck_assert_uint_eq(none->members->len, 0);
	}
	g_autofree char *guid = g_strdup_printf("a: 0x%" G_GINT64_MODIFIER "x\n", port_guid(fabric, 3));
	g_autoptr(Jobs) by_guid = takes(fabric, guid, &unknown);
	ck_assert_uint_eq(job_of(fabric, by_guid, 3), 0);
	ck_assert_uint_eq(unknown.n, 0);
	g_autofree char *some =
		g_strdup_printf("# two\n\nnone: x[1-3],y\nb: z,0x%" G_GINT64_MODIFIER "x\n", port_guid(fabric, 5));
	g_autoptr(Jobs) jobs = takes(fabric, some, &unknown);
	ck_assert_uint_eq(unknown.n, 5);
	ck_assert_str_eq(unknown.first, "x1");
	ck_assert_uint_eq(unknown.line, 3);
	ck_assert_uint_eq(jobs->n_jobs, 2);
	ck_assert_uint_eq(job_of(fabric, jobs, 5), 1);
}
END_TEST

START_TEST(files_of_no_use)
{
	g_autoptr(Fabric) fabric = fabric_of_hosts();
	g_autofree char *twice = g_strdup_printf("a: 0x%" G_GINT64_MODIFIER "x\nb: 0x%" G_GINT64_MODIFIER "x\n",
						 port_guid(fabric, 1), port_guid(fabric, 1));
	refuses_text(fabric, "host1 host2\n", ":1: a line is 'NAME: HOSTS'");
	refuses_text(fabric, "a: x\na: y\n", ":2: there is a job 'a' already");
	refuses_text(fabric, "# one\na: x[1-\n", ":2: ");
	refuses_text(fabric, twice, ":2: ");
	refuses(fabric, "no-such-file", "No such file");
	refuses(fabric, ".", "not a regular file");
	g_autofree char *path = file_of("", 0);
	ck_assert(truncate(path, JOB_FILE_MOST + 1) == 0);
	refuses(fabric, path, "larger than a list of jobs can be");
	g_unlink(path);
	ck_assert(mkfifo(path, 0600) == 0);
	refuses(fabric, path, "not a regular file");
	g_unlink(path);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		jobs_that_were_kept,  small_groups_come_first, no_groups_no_jobs, jobs_that_run_already,
		a_host_that_was_gone, files_of_jobs,           files_of_no_use,   NULL};
	return fixture_run("plugin jobs", tests);
}
