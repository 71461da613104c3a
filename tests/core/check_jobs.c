/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Checks routes that are rebalanced for jobs as they are made: judged like all routings, on fabrics of many kinds,
 * afresh and from previous ones, row after row; a tenth of the blocks at most, and only routes to hosts of jobs that
 * begin; the same with any number of threads and however jobs are numbered.
 */
#include "core/previous/stand.h"
#include "core/routing.h"
#include "tests/core/fixture.h"
#include "tests/core/routing_case.h"
#include "tests/core/routing_judge.h"

#include <string.h>

#define JOBS 3

typedef struct {
	guint32 *job_of_lid;
	guint8 settled[JOBS];
	RoutingJobs jobs;
} Wish;

static void wish_clear(Wish *wish)
{
	g_free(wish->job_of_lid);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Wish, wish_clear)

/* Every LID in one of the jobs or none, the first `n` of these. */
static void wish(Wish *w, const Fabric *fabric, guint32 n, guint32 salt)
{
	w->job_of_lid = g_new(guint32, fabric->n_lids);
	for (guint32 lid = 0; lid < fabric->n_lids; lid++) {
		guint32 job = (lid * 2654435761u + salt) >> 16 & 3;
		w->job_of_lid[lid] = job < n ? job : ROUTING_NO_JOB;
	}
	w->jobs = (RoutingJobs){w->job_of_lid, fabric->n_lids, n, NULL};
}

static void assert_sound(const char *name, const Fabric *fabric, const RoutingOptions *options, const Routing *routing)
{
	Verdict verdict;
	JudgeRules rules = {.max_vls = routing->vls_mapped, .symmetric = !options->asymmetric};
	ck_assert_msg(routing_judge(fabric, routing, &rules, &verdict), "%s: %s", name, verdict.failure);
	ck_assert_msg(verdict.nonminimal == routing->nonminimal_pairs, "%s: longer pairs are miscounted", name);
	for (guint lane = 0; !routing_port_vls(routing) && lane < routing->stand->layers->n_layers; lane++)
		ck_assert_msg(cdg_is_acyclic(routing->stand->turns, routing->stand->used[lane], NULL),
			      "%s: what is in use has a cycle", name);
}

static Routing *route(const char *name, const Fabric *fabric, RoutingOptions *options)
{
	g_autoptr(GError) error = NULL;
	options->stand = TRUE;
	Routing *routing = routing_compute(fabric, options, &error);
	ck_assert_msg(routing != NULL, "%s: %s", name, error ? error->message : "");
	assert_sound(name, fabric, options, routing);
	return routing;
}

static const char *const specs[] = {"single:hosts=5",
				    "torus:4x4,hosts=3",
				    "torus:3x3x3,hosts=1,an=all",
				    "mesh:4x3,hosts=2",
				    "hypercube:4,hosts=2",
				    "random:switches=12,ports=10,hosts=5,seed=3",
				    "random:switches=16,ports=16,hosts=8,seed=1",
				    "dragonfly:a=4,p=2,h=2",
				    "clos:leaves=6,hosts=3,spines=3,links=2",
				    "karytree:3,3",
				    "fattree:ports=8,levels=3,fail=links:10%,seed=3",
				    "fattree:ports=8,levels=3,an=leaf,fail=switches:2,seed=5",
				    "torus:5x4,hosts=1,fail=links:3,seed=4"};

START_TEST(afresh)
{
	const guint lanes[] = {0, 1, 2};
	guint changed = 0;
	for (guint i = 0; i < G_N_ELEMENTS(specs) * G_N_ELEMENTS(lanes); i++) {
		const char *spec = specs[i / G_N_ELEMENTS(lanes)];
		g_autofree char *name = g_strdup_printf("%s, lanes %u", spec, lanes[i % G_N_ELEMENTS(lanes)]);
		g_autoptr(Fabric) fabric = routing_case_fabric(spec, i % 4 == 3);
		g_auto(Wish) w = {0};
		RoutingOptions options = {.max_vls = lanes[i % G_N_ELEMENTS(lanes)], .asymmetric = i % 5 == 4};
		g_autoptr(Routing) plain = route(name, fabric, &options);
		wish(&w, fabric, JOBS, i);
		options.jobs = &w.jobs;
		g_autoptr(Routing) weighed = route(name, fabric, &options);
		ck_assert_ptr_null(weighed->jobs.lack);
		ck_assert_uint_eq(weighed->jobs.n_weighed, weighed->jobs.n_jobs);
		ck_assert_msg(weighed->efi <= plain->efi, "%s: the fullest channel is fuller", name);
		ck_assert_msg(weighed->nonminimal_pairs <= plain->nonminimal_pairs, "%s: longer routes", name);
		ck_assert_msg(weighed->vls_used == plain->vls_used, "%s: other lanes", name);
		ck_assert_msg(!plain->mcast == !weighed->mcast, "%s: multicast lost its tree", name);
		changed += weighed->jobs.blocks > 0;
	}
	ck_assert_uint_gt(changed, 12);
}
END_TEST

/* Entries that are other, of LIDs in this job; none may be of others. */
static void assert_only(const char *name, const Routing *a, const Routing *b, const Wish *w, guint32 job)
{
	guint64 blocks = 0, all = 0;
	guint32 n = a->lft->n_lids;
	ck_assert_uint_eq(n, b->lft->n_lids);
	for (guint32 v = 0; v < a->lft->n_switches; v++)
		for (guint32 first = 0; first < n; first += 64) {
			gboolean other = FALSE;
			for (guint32 lid = first; lid < MIN(first + 64, n); lid++) {
				if (a->lft->port[v * n + lid] == b->lft->port[v * n + lid])
					continue;
				other = TRUE;
				ck_assert_msg(w->job_of_lid[lid] == job, "%s: a route to LID %u changes", name, lid);
			}
			blocks += other;
			all++;
		}
	ck_assert_msg(blocks <= b->jobs.blocks && b->jobs.blocks <= all / 10, "%s: %u of %u blocks change, said are %u",
		      name, (guint)blocks, (guint)all, (guint)b->jobs.blocks);
}

/* One job, two, three begin; then nothing does. */
START_TEST(one_after_the_other)
{
	guint changed = 0;
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++) {
		g_autoptr(Fabric) fabric = routing_case_fabric(specs[i], 0);
		RoutingOptions options = {.asymmetric = i % 5 == 4, .balance = REROUTE_STAY};
		g_autoptr(Routing) last = route(specs[i], fabric, &options);
		for (guint n = 1; n <= JOBS + 1; n++) {
			g_auto(Wish) w = {0};
			PreviousTables previous = routing_as_previous(fabric, last);
			guint settled = MIN(n - 1, JOBS);
			wish(&w, fabric, MIN(n, JOBS), i);
			memset(w.settled, 1, settled);
			w.jobs.settled = w.settled;
			options.previous = &previous;
			options.jobs = &w.jobs;
			g_autoptr(Routing) next = route(specs[i], fabric, &options);
			if (!next->rerouted)
				break;
			ck_assert_ptr_null(next->jobs.lack);
			assert_only(specs[i], last, next, &w, n - 1);
			ck_assert_uint_le(next->efi, last->efi);
			ck_assert(n <= JOBS || !next->jobs.n_weighed);
			changed += next->jobs.blocks > 0;
			Routing *old = g_steal_pointer(&last);
			last = g_steal_pointer(&next);
			routing_free(old);
		}
	}
	ck_assert_uint_gt(changed, 8);
}
END_TEST

START_TEST(threads_and_numbers_change_nothing)
{
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++) {
		g_autoptr(Fabric) fabric = routing_case_fabric(specs[i], 0);
		g_auto(Wish) one = {0}, other = {0};
		wish(&one, fabric, JOBS, 5);
		wish(&other, fabric, JOBS, 5);
		for (guint32 lid = 0; lid < fabric->n_lids; lid++)
			if (other.job_of_lid[lid] != ROUTING_NO_JOB)
				other.job_of_lid[lid] = JOBS - 1 - other.job_of_lid[lid];
		RoutingOptions options = {.threads = 1, .jobs = &one.jobs};
		g_autoptr(Routing) a = route(specs[i], fabric, &options);
		options.threads = 3;
		options.jobs = &other.jobs;
		g_autoptr(Routing) b = route(specs[i], fabric, &options);
		routing_case_same(specs[i], a, b);
		ck_assert(a->jobs.after == b->jobs.after && a->jobs.work == b->jobs.work);
	}
}
END_TEST

/* What the search was seen to get out of these; that it gets something is certain enough to fail without it. */
START_TEST(there_is_a_gain)
{
	const struct {
		const char *spec;
		double gain;
	} rows[] = {{"fattree:ports=8,levels=3,fail=links:10%,seed=3", 1.02}};
	for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
		g_autoptr(Fabric) fabric = routing_case_fabric(rows[i].spec, 0);
		g_auto(Wish) w = {0};
		wish(&w, fabric, 2, 1);
		RoutingOptions options = {.jobs = &w.jobs};
		g_autoptr(Routing) routing = route(rows[i].spec, fabric, &options);
		ck_assert_msg(routing->jobs.after >= rows[i].gain * routing->jobs.before, "%s: %.4f, was %.4f",
			      rows[i].spec, routing->jobs.after, routing->jobs.before);
	}
}
END_TEST

/* What is weighed is what is handed out, also where base LIDs are routed first. */
START_TEST(several_lids)
{
	const char *spec = "dragonfly:a=6,p=3,h=3,shuffle=7";
	guint changed = 0;
	g_autoptr(Fabric) fabric = routing_case_fabric(spec, 2);
	RoutingOptions options = {0};
	g_autoptr(Routing) plain = route(spec, fabric, &options);
	gsize entries = (gsize)plain->n_switches * plain->n_lids;
	for (guint salt = 1; salt <= 2; salt++) {
		g_auto(Wish) w = {0};
		wish(&w, fabric, 2, salt);
		options.jobs = &w.jobs;
		g_autoptr(Routing) weighed = route(spec, fabric, &options);
		ck_assert(routing_port_vls(plain) && routing_port_vls(weighed));
		ck_assert(!memcmp(plain->lft->port, weighed->lft->port, entries) == !weighed->jobs.blocks);
		changed += weighed->jobs.blocks > 0;
	}
	ck_assert_uint_gt(changed, 0);
}
END_TEST

START_TEST(jobs_of_nobody)
{
	g_autoptr(Fabric) fabric = routing_case_fabric("torus:4x4,hosts=3", 0);
	g_auto(Wish) w = {0};
	RoutingOptions options = {0};
	g_autoptr(Routing) plain = route("plain", fabric, &options);
	wish(&w, fabric, 0, 1);
	w.jobs.n_lids = 1;
	options.jobs = &w.jobs;
	g_autoptr(Routing) none = route("none", fabric, &options);
	routing_case_same("no jobs", plain, none);
	ck_assert_uint_eq(none->jobs.n_jobs, 0);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {afresh,
				      one_after_the_other,
				      threads_and_numbers_change_nothing,
				      there_is_a_gain,
				      several_lids,
				      jobs_of_nobody,
				      NULL};
	return fixture_run("jobs", tests);
}
