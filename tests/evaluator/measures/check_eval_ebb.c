/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Effective bisection bandwidth: what can be worked out by hand, and a plain simulation of the same patterns. */
#include "core/base/error.h"
#include "evaluator/measures/bandwidth/ebb.h"
#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"

#include <math.h>
#include <string.h>

static EbbFacts *measure(const Paths *paths, guint32 patterns, guint64 seed, guint threads)
{
	EbbOptions options = {.patterns = patterns, .seed = seed, .threads = threads};
	EbbFacts *facts = ebb_facts_new(paths, &options, NULL);
	ck_assert_ptr_nonnull(facts);
	return facts;
}

/* The streams of a pattern over all ports, terminal ones included. */
static gdouble simulate(const Fabric *fabric, const Lft *lft, const guint32 *order)
{
	guint32 half = fabric->n_endpoints / 2;
	g_autofree guint32 *congestion = g_new0(guint32, fabric->n_ports);
	g_autofree guint32 *out = g_new(guint32, fabric->n_switches + 2);
	gdouble sum = 0;
	for (guint pass = 0; pass < 2; pass++)
		for (guint32 i = 0; i < half; i++) {
			guint32 source = fabric->endpoints[order[i]], worst = 0;
			guint n, lid = fabric->ports[fabric->endpoints[order[half + i]]].lid;
			if (fixture_walk(fabric, lft, source, lid, out, &n) != WALK_ARRIVES)
				continue;
			for (guint hop = 0; hop < n; hop++) {
				congestion[out[hop]] += pass == 0;
				worst = MAX(worst, congestion[out[hop]]);
			}
			sum += pass ? 1.0 / worst : 0;
		}
	return sum / half;
}

static guint64 count_unreachable(const Fabric *fabric, const Lft *lft)
{
	g_autofree guint32 *out = g_new(guint32, fabric->n_switches + 2);
	guint64 lost = 0;
	guint n;
	for (guint32 s = 0; s < fabric->n_endpoints; s++)
		for (guint32 t = 0; t < fabric->n_endpoints; t++)
			lost += s != t &&
				fixture_walk(fabric, lft, fabric->endpoints[s], fabric->ports[fabric->endpoints[t]].lid,
					     out, &n) != WALK_ARRIVES;
	return lost;
}

START_TEST(test_equals_a_plain_simulation)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(Fabric) fabric = fixture_random(rand);
	g_autoptr(Lft) lft = fixture_minimal(fabric, rand);
	fixture_damage(lft, rand, _i % 3 ? 25 : 0);
	g_autoptr(Paths) paths = paths_new(fabric, lft, NULL);
	if (fabric->n_endpoints < 2)
		return;
	g_autoptr(EbbFacts) facts = measure(paths, 20, (guint64)_i, 1);
	g_autofree guint32 *order = g_new(guint32, fabric->n_endpoints);
	gdouble sum = 0;
	for (guint32 i = 0; i < facts->patterns; i++) {
		ebb_draw(rand, (guint64)_i, i, order, fabric->n_endpoints);
		gdouble expected = simulate(fabric, lft, order);
		ck_assert_double_eq_tol(facts->result[i], expected, 1e-12);
		sum += expected;
	}
	gdouble mean = sum / facts->patterns, squares = 0;
	for (guint32 i = 0; i < facts->patterns; i++)
		squares += (facts->result[i] - mean) * (facts->result[i] - mean);
	ck_assert_double_eq_tol(facts->mean, mean, 1e-12);
	ck_assert_double_eq_tol(facts->stddev, sqrt(squares / (facts->patterns - 1)), 1e-12);
	ck_assert_uint_eq(facts->unreachable, count_unreachable(fabric, lft));
}
END_TEST

START_TEST(test_one_switch_has_full_bandwidth)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(1);
	g_autoptr(Fabric) fabric = fixture_tree(1, 1, 8);
	g_autoptr(Lft) lft = fixture_minimal(fabric, rand);
	g_autoptr(Paths) paths = paths_new(fabric, lft, NULL);
	g_autoptr(EbbFacts) facts = measure(paths, 50, 1, 1);
	ck_assert_double_eq(facts->mean, 1);
	ck_assert_double_eq(facts->stddev, 0);
	ck_assert_double_eq(facts->ci95_low, 1);
	ck_assert_double_eq(facts->ci95_high, 1);
	ck_assert_uint_eq(facts->histogram[EBB_BINS - 1], 50);
	ck_assert_uint_eq(facts->unreachable, 0);
}
END_TEST

/*
 * Two leaves of two hosts on one spine. Of the three ways to pair a, b | c, d, each as likely, one keeps both streams
 * on their leaves (bandwidth 1 each). In the others both streams cross: the same way (half each) when their sources
 * share a leaf, which is so for half the draws, else in opposite directions (1 each). Mean: 1/3 + 2/3 (1/2 1/2 + 1/2)
 * = 5/6.
 */
START_TEST(test_the_mean_is_the_one_worked_out_by_hand)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(1);
	g_autoptr(Fabric) fabric = fixture_tree(2, 1, 2);
	g_autoptr(Lft) lft = fixture_minimal(fabric, rand);
	g_autoptr(Paths) paths = paths_new(fabric, lft, NULL);
	g_autoptr(EbbFacts) facts = measure(paths, 20000, 7, 2);
	ck_assert_double_eq_tol(facts->mean, 5.0 / 6, 0.01);
	ck_assert_double_eq(facts->min, 0.5);
	ck_assert_double_eq(facts->max, 1);
	ck_assert_double_lt(facts->ci95_low, facts->mean);
	ck_assert_double_gt(facts->ci95_high, facts->mean);
	/* a third of the results is 1/2, the others are 1: standard deviation sqrt(2)/6 */
	ck_assert_double_eq_tol(facts->stddev, 0.2357, 0.005);
	ck_assert_double_eq_tol(facts->ci95_high - facts->mean, 1.96 * facts->stddev / 141.42, 1e-5);
	ck_assert_uint_eq(facts->histogram[50] + facts->histogram[EBB_BINS - 1], 20000);
}
END_TEST

START_TEST(test_threads_change_nothing)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(3);
	g_autoptr(Fabric) fabric = fixture_tree(6, 3, 4);
	g_autoptr(Lft) lft = fixture_minimal(fabric, rand);
	g_autoptr(Paths) paths = paths_new(fabric, lft, NULL);
	g_autoptr(EbbFacts) one = measure(paths, 1003, 5, 1);
	g_autoptr(EbbFacts) four = measure(paths, 1003, 5, 4);
	g_autoptr(EbbFacts) other = measure(paths, 1003, 6, 1);
	ck_assert_mem_eq(one->result, four->result, 1003 * sizeof(gdouble));
	ck_assert_mem_eq(&one->mean, &four->mean, sizeof(gdouble));
	ck_assert_mem_eq(&one->stddev, &four->stddev, sizeof(gdouble));
	ck_assert(memcmp(one->result, other->result, 1003 * sizeof(gdouble)) != 0);
}
END_TEST

START_TEST(test_precision_stops_where_more_patterns_would_agree)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(3);
	g_autoptr(Fabric) fabric = fixture_tree(6, 3, 4);
	g_autoptr(Lft) lft = fixture_minimal(fabric, rand);
	g_autoptr(Paths) paths = paths_new(fabric, lft, NULL);
	EbbOptions options = {.patterns = 100000, .seed = 5, .threads = 1, .precision = 0.002};
	g_autoptr(EbbFacts) one = ebb_facts_new(paths, &options, NULL);
	options.threads = 4;
	g_autoptr(EbbFacts) four = ebb_facts_new(paths, &options, NULL);
	ck_assert_double_le(one->ci95_high - one->mean, 0.002);
	ck_assert_uint_lt(one->patterns, 100000);
	ck_assert_uint_eq(one->patterns % EBB_BLOCK, 0);
	ck_assert_uint_eq(one->patterns, four->patterns);
	/* the same as if that number had been asked for, and one block less would not have done */
	g_autoptr(EbbFacts) asked = measure(paths, one->patterns, 5, 2);
	ck_assert_mem_eq(&asked->mean, &one->mean, sizeof(gdouble));
	g_autoptr(EbbFacts) less = measure(paths, one->patterns - EBB_BLOCK, 5, 2);
	ck_assert_double_gt(less->ci95_high - less->mean, 0.002);
}
END_TEST

/* Every endpoint in every place about equally often, whoever sits out included. */
START_TEST(test_patterns_are_fair)
{
	enum { N = 7, DRAWS = 14000 };
	guint seen[N][N] = {{0}};
	guint32 order[N];
	g_autoptr(GRand) rand = g_rand_new_with_seed(0);
	for (guint32 i = 0; i < DRAWS; i++) {
		guint present = 0;
		ebb_draw(rand, 1, i, order, N);
		for (guint place = 0; place < N; place++) {
			present |= 1u << order[place];
			seen[place][order[place]]++;
		}
		ck_assert_uint_eq(present, (1u << N) - 1);
	}
	for (guint place = 0; place < N; place++)
		for (guint who = 0; who < N; who++)
			ck_assert_int_le(ABS((gint)seen[place][who] - DRAWS / N), 200); /* 4.8 standard deviations */
}
END_TEST

START_TEST(test_lost_pairs_have_no_bandwidth)
{
	g_autoptr(Fabric) ring = fixture_ring(2, 1);
	g_autoptr(Lft) lft = fixture_clockwise(ring);
	fixture_row(lft, ring, 0)[ring->ports[ring->endpoints[1]].lid] = LFT_NO_PATH;
	g_autoptr(Paths) paths = paths_new(ring, lft, NULL);
	g_autoptr(EbbFacts) facts = measure(paths, 4000, 1, 1);
	ck_assert_uint_eq(facts->unreachable, 1);
	ck_assert_double_eq(facts->min, 0);
	ck_assert_double_eq_tol(facts->mean, 0.5, 0.05);
	ck_assert_uint_eq(facts->histogram[0] + facts->histogram[EBB_BINS - 1], 4000);
}
END_TEST

START_TEST(test_one_pattern_says_nothing_about_the_mean)
{
	g_autoptr(Fabric) ring = fixture_ring(2, 1);
	g_autoptr(Lft) lft = fixture_clockwise(ring);
	g_autoptr(Paths) paths = paths_new(ring, lft, NULL);
	g_autoptr(EbbFacts) facts = measure(paths, 1, 1, 1);
	ck_assert_double_eq(facts->stddev, 0);
	ck_assert_double_eq(facts->ci95_low, 0);
	ck_assert_double_eq(facts->ci95_high, 1);
}
END_TEST

START_TEST(test_one_endpoint_is_refused)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Fabric) fabric = fixture_tree(1, 1, 1);
	g_autoptr(Lft) lft = fixture_clockwise(fabric);
	g_autoptr(Paths) paths = paths_new(fabric, lft, NULL);
	EbbOptions options = {.patterns = 10};
	ck_assert_ptr_null(ebb_facts_new(paths, &options, &error));
	ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_INPUT));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eval_ebb");
	TCase *tcase = tcase_create("ebb");
	tcase_add_loop_test(tcase, test_equals_a_plain_simulation, 0, 100);
	tcase_add_test(tcase, test_one_switch_has_full_bandwidth);
	tcase_add_test(tcase, test_the_mean_is_the_one_worked_out_by_hand);
	tcase_add_test(tcase, test_threads_change_nothing);
	tcase_add_test(tcase, test_precision_stops_where_more_patterns_would_agree);
	tcase_add_test(tcase, test_patterns_are_fair);
	tcase_add_test(tcase, test_lost_pairs_have_no_bandwidth);
	tcase_add_test(tcase, test_one_pattern_says_nothing_about_the_mean);
	tcase_add_test(tcase, test_one_endpoint_is_refused);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
