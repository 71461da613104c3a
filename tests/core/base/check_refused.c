/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Routing where memory is short: each allocation is refused in turn, to every engine, and where there are jobs. */
#include "core/base/error.h"
#include "core/routing.h"
#include "tests/core/base/refuse.h"
#include "tests/core/fixture.h"
#include "tests/core/routing_case.h"
#include "tests/core/routing_judge.h"

/* Every engine, on its own and with all that options add. */
static void refuse_to_engine(const Fabric *fabric, const RoutingOptions *options)
{
	guint calls = 1;
	for (guint call = 0; call <= calls; call++) {
		g_autoptr(GError) error = NULL;
		refuse_calls(call, call);
		g_autoptr(Routing) routing = routing_compute(fabric, options, &error);
		calls = call ? calls : refuse_counted();
		refuse_calls(0, 0);
		ck_assert_msg(!routing == (error != NULL), "%s: allocation %u", options->engine->name, call);
		ck_assert_msg(call || !error, "%s: %s", options->engine->name, error ? error->message : "");
		ck_assert(!error || error->code == SSSP_ERROR_MEMORY);
	}
}

START_TEST(allocations_refused_to_each_engine)
{
	g_autoptr(Fabric) fabric = fixture_fabric("A-B B-C C-D D-A A-C B-D A:2 B:1 C:2 D:1");
	const guint64 order[] = {0x1003, 0x1001}, roots[] = {'B'};
	const SwitchPort ignored[] = {{'A', 1}};
	for (const RouteEngine *const *engine = route_engines; *engine; engine++) {
		RoutingOptions options = {.engine = *engine, .threads = 1};
		refuse_to_engine(fabric, &options);
		options = (RoutingOptions){.engine = *engine,
					   .threads = 1,
					   .max_vls = 8,
					   .asymmetric = TRUE,
					   .capacities = TRUE,
					   .order = order,
					   .n_order = 2,
					   .roots = roots,
					   .n_roots = 1,
					   .ignored = ignored,
					   .n_ignored = 1};
		refuse_to_engine(fabric, &options);
	}
}
END_TEST

static const char *const job_specs[] = {"torus:4x3,hosts=3", "clos:leaves=6,hosts=3,spines=3,links=2"};

/* Without memory for jobs routes are as without jobs; they are sound in any case. */
START_TEST(allocations_refused_to_jobs)
{
	guint lacks = 0;
	for (guint i = 0; i < G_N_ELEMENTS(job_specs); i++) {
		g_autoptr(Fabric) fabric = routing_case_fabric(job_specs[i], 0);
		g_autofree guint32 *job = g_new(guint32, fabric->n_lids);
		const RoutingJobs jobs = {job, fabric->n_lids, 3, NULL};
		RoutingOptions options = {.threads = 1, .stand = TRUE};
		for (guint32 lid = 0; lid < fabric->n_lids; lid++)
			job[lid] = lid % 4 < 3 ? lid % 4 : ROUTING_NO_JOB;
		g_autoptr(Routing) plain = routing_compute(fabric, &options, NULL);
		options.jobs = &jobs;
		for (guint call = 0, calls = 1; call <= calls; call++) {
			g_autoptr(GError) error = NULL;
			Verdict verdict;
			refuse_calls(call, call);
			g_autoptr(Routing) routing = routing_compute(fabric, &options, &error);
			calls = call ? calls : refuse_counted();
			refuse_calls(0, 0);
			ck_assert(!error || error->code == SSSP_ERROR_MEMORY);
			if (!routing)
				continue;
			ck_assert_msg(routing_judge(fabric, routing, &(JudgeRules){.max_vls = 15, .symmetric = TRUE},
						    &verdict),
				      "%s, allocation %u: %s", job_specs[i], call, verdict.failure);
			lacks += routing->jobs.lack != NULL;
			if (routing->jobs.lack)
				routing_case_same(job_specs[i], plain, routing);
		}
	}
	ck_assert_uint_gt(lacks, 20);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {allocations_refused_to_each_engine, allocations_refused_to_jobs, NULL};
	return fixture_run("refused", tests);
}
