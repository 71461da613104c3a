/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* All-to-all on tara: predictions within 4 % of what was measured (at worst 2.96 %), and what holds for any routes. */
#include "core/engines/engine.h"
#include "core/base/error.h"
#include "generator/synth/synth.h"
#include "evaluator/workload/tara.h"
#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"

#include <math.h>
#include <stdlib.h>

static Fabric *fabric;
static Lft *lft;
static Paths *paths;
static StreamTable *routes;

static void build(const RouteEngine *engine)
{
	fabric = synth_fabric("tara", NULL);
	ck_assert(fabric && fabric_assign_lids(fabric, 0, NULL, NULL));
	g_autoptr(Graph) graph = graph_new(fabric, NULL);
	graph->threads = 1;
	g_autoptr(Routes) trees = routes_new(graph, NULL);
	ck_assert(engine->compute(graph, 3, trees, NULL));
	lft = lft_from_routes(graph, trees, NULL);
	paths = paths_new(fabric, lft, NULL);
	routes = stream_table_new(paths, NULL);
	ck_assert_ptr_nonnull(routes);
}

static void tear_down(void)
{
	stream_table_free(routes);
	paths_free(paths);
	lft_free(lft);
	fabric_free(fabric);
}

static const RouteEngine *const engines[] = {&engine_psssp, &engine_minhop};
static const WorkloadBlocking blockings[] = {BLOCKING_PARTIAL, BLOCKING_FULL};

/* What the report says of the machine's run: N, the vectors' length, and seconds. Kept apart from the module's own. */
static const struct {
	guint hosts;
	gdouble m, seconds;
} paper[TARA_ROWS] = {{1, 512, 0.60}, {3, 1536, 1.64}, {9, 4608, 2.09}, {18, 9216, 2.28}, {36, 18432, 2.30}};

START_TEST(test_within_tolerance)
{
	TaraRow row[TARA_ROWS];
	WorkloadSpeeds speeds = tara_speeds(blockings[_i / 2]);
	build(engines[_i % 2]);
	ck_assert(tara_predict(routes, &speeds, row, NULL));
	for (guint i = 0; i < TARA_ROWS; i++) {
		gdouble p = 8.0 * paper[i].hosts;
		ck_assert_uint_eq(row[i].hosts, paper[i].hosts);
		ck_assert_double_eq_tol(row[i].block, 1492992 / p / p * paper[i].m * 8, 1e-3);
		ck_assert_double_eq_tol(row[i].measured, paper[i].seconds, 1e-12);
		ck_assert_msg(fabs(row[i].predicted - paper[i].seconds) <= 0.04 * paper[i].seconds,
			      "%u hosts: %.3f s, measured %.2f s", paper[i].hosts, row[i].predicted, paper[i].seconds);
	}
	ck_assert(tara_agrees(row));
	tear_down();
}
END_TEST

/* By hand: 64 blocks through one memory; else nothing is quicker than all that leaves a host on its link. */
START_TEST(test_bounds)
{
	TaraRow row[TARA_ROWS];
	WorkloadSpeeds speeds = tara_speeds(BLOCKING_PARTIAL);
	build(&engine_psssp);
	ck_assert(tara_predict(routes, &speeds, row, NULL));
	ck_assert_double_eq_tol(row[0].predicted, 64 * 95551488.0 / 10e9, 1e-9);
	ck_assert_double_eq_tol(row[0].host_link, 0, 1e-12);
	for (guint i = 1; i < TARA_ROWS; i++) {
		gdouble link = 8.0 * (row[i].processes - 8) * row[i].block * (1 / 3.15e9 + 2 / 30e9);
		ck_assert_double_ge(row[i].predicted, link);
		ck_assert_double_eq_tol(row[i].host_link, link / row[i].predicted, 1e-9);
		ck_assert_double_gt(row[i].predicted, row[i - 1].predicted);
		ck_assert(i < 4 ? row[i].busiest <= 0 : row[i].busiest > 0.4); /* one leaf module up to 18 hosts */
	}
	tear_down();
}
END_TEST

/* Six times slower cables between the leaf modules make the last row the cables', and so too long. */
START_TEST(test_notices_slow_cables)
{
	TaraRow row[TARA_ROWS];
	WorkloadSpeeds speeds = tara_speeds(BLOCKING_PARTIAL);
	speeds.link /= 6;
	build(&engine_psssp);
	ck_assert(tara_predict(routes, &speeds, row, NULL));
	ck_assert_double_gt(row[4].predicted, 1.04 * paper[4].seconds);
	ck_assert_double_lt(row[3].predicted, 1.04 * paper[3].seconds);
	ck_assert(!tara_agrees(row));
	tear_down();
}
END_TEST

START_TEST(test_refuses)
{
	TaraRow row[TARA_ROWS];
	WorkloadSpeeds speeds = tara_speeds(BLOCKING_PARTIAL);
	g_autoptr(GError) error = NULL;
	g_autoptr(Fabric) ring = fixture_ring(5, 7);
	g_autoptr(Lft) clockwise = fixture_clockwise(ring);
	g_autoptr(Paths) few = paths_new(ring, clockwise, NULL);
	g_autoptr(StreamTable) table = stream_table_new(few, NULL);
	ck_assert(!tara_predict(table, &speeds, row, &error));
	ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_USAGE));
	g_clear_error(&error);
	build(&engine_psssp);
	for (guint32 i = 0; i < fabric->n_endpoints * paths->n_rows; i++)
		routes->next[i] = STREAM_LOST;
	ck_assert(!tara_predict(routes, &speeds, row, &error));
	ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_INPUT));
	tear_down();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("tara");
	TCase *tests = tcase_create("all-to-all");
	tcase_add_loop_test(tests, test_within_tolerance, 0, 4);
	tcase_add_test(tests, test_bounds);
	tcase_add_test(tests, test_notices_slow_cables);
	tcase_add_test(tests, test_refuses);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
