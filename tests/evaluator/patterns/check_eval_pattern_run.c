/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The bandwidth of patterns: the paper's example, and what can be worked out by hand. */
#include "evaluator/measures/bandwidth/ebb.h"
#include "evaluator/patterns/pattern_kinds.h"
#include "evaluator/patterns/pattern_round.h"
#include "formats/input.h"
#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"
#include "tests/evaluator/patterns/pattern_net.h"

#include <math.h>
#include <string.h>

/* Figure 1 of the paper: 16 hosts, 8-port crossbars, each leaf sends to host d over its uplink d mod 4. */
static PatternNet figure1(void)
{
	g_autofree char *net = g_build_filename(g_getenv("srcdir"), "tests", "golden", "input", "fig1.net", NULL);
	g_autofree char *lfts = g_build_filename(g_getenv("srcdir"), "tests", "golden", "input", "fig1.lfts", NULL);
	Fabric *fabric = input_topology(net, NULL, NULL);
	ck_assert_ptr_nonnull(fabric);
	ck_assert_uint_eq(fabric->n_endpoints, 16);
	Lft *tables = input_tables(lfts, NULL, NULL);
	ck_assert_ptr_nonnull(tables);
	return pattern_net_new(fabric, tables);
}

/* That the tables are those of the figure. */
START_TEST(test_figure_1_routes)
{
	PatternNet net = figure1();
	guint32 out[8];
	guint n;
	for (guint s = 1; s <= 16; s++)
		for (guint d = 1; d <= 16; d++) {
			if ((s - 1) / 4 == (d - 1) / 4)
				continue;
			guint lid = net.fabric->ports[net.fabric->endpoints[d - 1]].lid;
			ck_assert(fixture_walk(net.fabric, net.lft, net.fabric->endpoints[s - 1], lid, out, &n) ==
				  WALK_ARRIVES);
			ck_assert_uint_eq(n, 3);
			ck_assert_uint_eq(net.fabric->ports[out[0]].num, 5 + d % 4);
		}
	pattern_net_clear(&net);
}
END_TEST

static void expect_congestion(const PatternNet *net, guint (*pair)[2], const guint *expected)
{
	g_autoptr(StreamTable) table = stream_table_new(net->paths, NULL);
	Pattern eight = {.room = 8};
	RoundScratch *scratch = round_scratch_new(table, &eight, 1, NULL);
	guint32 source[8], target[8], worst[8];
	for (guint i = 0; i < 8; i++) {
		source[i] = pair[i][0] - 1;
		target[i] = pair[i][1] - 1;
	}
	ck_assert_uint_eq(round_congestion(scratch, source, target, 8, worst), 8);
	for (guint i = 0; i < 8; i++)
		ck_assert_uint_eq(worst[i], expected[i]);
	round_scratch_free(scratch);
}

START_TEST(test_the_paper_s_congestions)
{
	PatternNet net = figure1();
	guint hot[8][2] = {{1, 5}, {2, 9}, {3, 13}, {4, 6}, {7, 8}, {10, 11}, {12, 14}, {15, 16}};
	guint full[8][2] = {{1, 5}, {2, 6}, {3, 7}, {4, 8}, {9, 13}, {10, 14}, {11, 15}, {12, 16}};
	expect_congestion(&net, hot, (guint[]){3, 3, 3, 1, 1, 1, 1, 1});
	expect_congestion(&net, full, (guint[]){1, 1, 1, 1, 1, 1, 1, 1});
	pattern_net_clear(&net);
}
END_TEST

static PatternFacts *measure_named(const PatternNet *net, const char *name, MappingKind kind, guint32 ppn,
				   guint32 mappings)
{
	g_autoptr(Pattern) pattern = pattern_new(name, NULL);
	g_autoptr(Mapping) mapping = mapping_new(net->fabric, kind, NULL, ppn, NULL);
	ck_assert(pattern && mapping);
	ck_assert(pattern_fit(pattern, (guint32)mapping_room(mapping), NULL));
	return pattern_net_measure(net, pattern, mapping, mappings, 1);
}

/*
 * A tree over eight ranks, four a leaf: congestions are 1; 1, 1; 4, 4, 4, 4. Each pair counting alike, the last round
 * has most weight.
 */
START_TEST(test_tree_by_hand)
{
	PatternNet net = pattern_net_tree(2, 1, 4);
	g_autoptr(PatternFacts) facts = measure_named(&net, "tree", MAPPING_LINEAR, 1, 1);
	ck_assert_uint_eq(facts->pairs, 7);
	ck_assert_double_eq_tol(facts->optimistic.mean, 3.0 / 6, 1e-12);
	ck_assert_double_eq_tol(facts->average.mean, 2.25 / 3, 1e-12);
	ck_assert_double_eq_tol(facts->by_pairs.mean, 4.0 / 7, 1e-12);
	pattern_net_clear(&net);
}
END_TEST

/*
 * Two leaves of two hosts on one spine. Shifts by one and three cross once each way; a shift by two crosses twice each
 * way. Highest and mean congestion are 1, 2, 1: merged 4/3 both ways, so 3/4; the mean of the bandwidths is 5/6.
 */
START_TEST(test_alltoall_by_hand)
{
	PatternNet net = pattern_net_tree(2, 1, 2);
	g_autoptr(PatternFacts) facts = measure_named(&net, "alltoall", MAPPING_LINEAR, 1, 1);
	ck_assert_uint_eq(facts->rounds, 3);
	ck_assert_uint_eq(facts->pairs, 12);
	ck_assert_double_eq_tol(facts->sum_max, 4.0 / 3, 1e-12);
	ck_assert_double_eq_tol(facts->sum_avg, 4.0 / 3, 1e-12);
	ck_assert_double_eq_tol(facts->pessimistic.mean, 0.75, 1e-12);
	ck_assert_double_eq_tol(facts->optimistic.mean, 0.75, 1e-12);
	ck_assert_double_eq_tol(facts->average.mean, 5.0 / 6, 1e-12);
	ck_assert_double_eq_tol(facts->by_pairs.mean, 5.0 / 6, 1e-12);
	ck_assert_uint_eq(facts->n_congestion, 3);
	ck_assert_uint_eq(facts->congestion[1], 8);
	ck_assert_uint_eq(facts->congestion[2], 4);
	ck_assert_uint_eq(facts->pessimistic.histogram[75], 1);
	pattern_net_clear(&net);
}
END_TEST

/*
 * Three hosts a leaf, linear: the dissemination's shift by one crosses once each way, by two twice, by four (of six)
 * twice: highest congestion 1, 2, 2; mean congestion 1, (4 x 2 + 2) / 6, the same.
 */
START_TEST(test_both_merges_differ)
{
	PatternNet net = pattern_net_tree(2, 1, 3);
	g_autoptr(PatternFacts) facts = measure_named(&net, "dissemination", MAPPING_LINEAR, 1, 1);
	ck_assert_double_eq_tol(facts->sum_max, 5.0 / 3, 1e-12);
	ck_assert_double_eq_tol(facts->sum_avg, (1 + 2 * 10.0 / 6) / 3, 1e-12);
	ck_assert_double_eq_tol(facts->pessimistic.mean, 3.0 / 5, 1e-12);
	ck_assert_double_eq_tol(facts->optimistic.mean, 3 / (1 + 2 * 10.0 / 6), 1e-12);
	pattern_net_clear(&net);
}
END_TEST

START_TEST(test_one_crossbar)
{
	PatternNet net = pattern_net_tree(1, 1, 9);
	const struct {
		const char *name;
		gdouble bandwidth;
	} k[] = {
		{"bisect", 1},
		{"permutation", 1},
		{"tree", 1},
		{"alltoall", 1},
		{"recursive-doubling", 1},
		{"scatter", 1.0 / 8},
		{"gather", 1.0 / 8},
		{"receivers:3", 1.0 / 2},
		{"nearest-neighbour:6", 1},
		{"nearest-neighbour:3x3,open", 1},
	};
	for (guint i = 0; i < G_N_ELEMENTS(k); i++) {
		g_autoptr(PatternFacts) facts = measure_named(&net, k[i].name, MAPPING_RANDOM, 1, 30);
		ck_assert_double_eq_tol(facts->pessimistic.mean, k[i].bandwidth, 1e-12);
		ck_assert_double_eq_tol(facts->optimistic.mean, k[i].bandwidth, 1e-12);
		ck_assert_double_eq_tol(facts->average.mean, k[i].bandwidth, 1e-12);
		ck_assert_double_eq_tol(facts->pessimistic.stddev, 0, 1e-12);
	}
	g_autoptr(PatternFacts) six = measure_named(&net, "nearest-neighbour:6", MAPPING_RANDOM, 1, 1);
	ck_assert_double_eq(six->sum_max, 6);
	ck_assert_double_eq(six->sum_avg, 6);
	pattern_net_clear(&net);
}
END_TEST

START_TEST(test_pairs_on_one_endpoint_use_no_channel)
{
	PatternNet net = pattern_net_tree(2, 1, 1); /* two endpoints */
	/* four ranks each, in blocks: a ring has three pairs inside each and one each way */
	g_autoptr(PatternFacts) ring = measure_named(&net, "ring", MAPPING_LINEAR, 4, 1);
	ck_assert_uint_eq(ring->ranks, 8);
	ck_assert_uint_eq(ring->intra, 6);
	ck_assert_double_eq(ring->pessimistic.mean, 1);
	/* the four of one endpoint share its cable when they send to the other */
	g_autoptr(PatternFacts) bisect = measure_named(&net, "bisect", MAPPING_LINEAR, 4, 1);
	ck_assert_uint_eq(bisect->intra, 0);
	ck_assert_double_eq(bisect->pessimistic.mean, 0.25);
	ck_assert_double_eq(bisect->average.mean, 0.25);
	/* nobody sends anything over the fabric */
	g_autoptr(Pattern) pattern = pattern_new("nearest-neighbour:2", NULL);
	g_autoptr(Mapping) mapping = mapping_new(net.fabric, MAPPING_RANDOM, NULL, 4, NULL);
	ck_assert(pattern_fit(pattern, 4, NULL));
	g_autoptr(PatternFacts) inside = pattern_net_measure(&net, pattern, mapping, 5, 1);
	ck_assert_uint_eq(inside->intra, 5 * 8);
	ck_assert_double_eq(inside->optimistic.mean, 1);
	pattern_net_clear(&net);
}
END_TEST

START_TEST(test_a_lost_pair_never_ends)
{
	Fabric *ring = fixture_ring(3, 1);
	Lft *lft = fixture_clockwise(ring);
	fixture_row(lft, ring, 0)[ring->ports[ring->endpoints[1]].lid] = LFT_NO_PATH;
	PatternNet net = pattern_net_new(ring, lft);
	g_autoptr(PatternFacts) facts = measure_named(&net, "alltoall", MAPPING_LINEAR, 1, 1);
	ck_assert_uint_eq(facts->unreachable, 2); /* from 0 to 1, and from 2 to 1 by way of 0 */
	ck_assert_double_eq(facts->pessimistic.mean, 0);
	ck_assert_double_eq(facts->optimistic.mean, 0);
	ck_assert_double_gt(facts->average.mean, 0);
	ck_assert(isfinite(facts->sum_max) && isfinite(facts->sum_avg));
	/* nothing arrives at all */
	memset(lft->port, LFT_NO_PATH, (gsize)lft->n_switches * lft->n_lids);
	g_autoptr(PatternFacts) none = measure_named(&net, "alltoall", MAPPING_LINEAR, 1, 1);
	ck_assert_uint_eq(none->unreachable, 6);
	ck_assert_double_eq(none->average.mean, 0);
	ck_assert(isfinite(none->sum_max) && isfinite(none->sum_avg));
	pattern_net_clear(&net);
}
END_TEST

/* Random bisections are those of ebb.h. */
START_TEST(test_bisect_is_the_effective_bisection_bandwidth)
{
	for (guint hosts = 3; hosts <= 4; hosts++) { /* 15 and 20 endpoints: odd and even */
		PatternNet net = pattern_net_tree(5, 2, hosts);
		EbbOptions options = {.patterns = 200, .seed = 7, .threads = 1};
		g_autoptr(EbbFacts) ebb = ebb_facts_new(net.paths, &options, NULL);
		g_autoptr(PatternFacts) facts = measure_named(&net, "bisect", MAPPING_RANDOM, 1, 200);
		ck_assert_double_eq_tol(facts->average.mean, ebb->mean, 1e-12);
		ck_assert_double_eq_tol(facts->average.stddev, ebb->stddev, 1e-12);
		ck_assert_double_eq_tol(facts->average.min, ebb->min, 1e-12);
		ck_assert_double_eq_tol(facts->average.max, ebb->max, 1e-12);
		ck_assert_mem_eq(facts->average.histogram, ebb->histogram, sizeof(ebb->histogram));
		pattern_net_clear(&net);
	}
}
END_TEST

START_TEST(test_threads_change_nothing)
{
	const char *names[] = {"alltoall", "permutation", "nearest-neighbour:4"};
	PatternNet net = pattern_net_tree(20, 3, 4); /* alltoall has 79 rounds: two pieces each */
	for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autoptr(Pattern) p = pattern_new(names[i], NULL);
		g_autoptr(Mapping) m = mapping_new(net.fabric, MAPPING_RANDOM, NULL, 1, NULL);
		ck_assert(pattern_fit(p, 80, NULL));
		g_autoptr(PatternFacts) one = pattern_net_measure(&net, p, m, 9, 1),
					four = pattern_net_measure(&net, p, m, 9, 4);
		ck_assert_mem_eq(one->congestion, four->congestion, one->n_congestion * sizeof(guint64));
		g_clear_pointer(&one->congestion, g_free);
		g_clear_pointer(&four->congestion, g_free);
		ck_assert_mem_eq(one, four, sizeof(*one));
		ck_assert_double_gt(one->pessimistic.stddev, 0);
	}
	pattern_net_clear(&net);
}
END_TEST

START_TEST(test_how_many_mappings_are_enough)
{
	PatternNet net = pattern_net_tree(4, 1, 4);
	const struct {
		const char *name;
		MappingKind kind;
		guint32 mappings;
	} k[] = {{"ring", MAPPING_RANDOM, 1000}, {"ring", MAPPING_LINEAR, 1}, {"permutation", MAPPING_GUID, 1000}};
	for (guint i = 0; i < G_N_ELEMENTS(k); i++) {
		g_autoptr(Pattern) p = pattern_new(k[i].name, NULL);
		g_autoptr(Mapping) m = mapping_new(net.fabric, k[i].kind, NULL, 1, NULL);
		ck_assert(pattern_fit(p, 16, NULL));
		ck_assert_uint_eq(pattern_default_mappings(p, m), k[i].mappings);
	}
	g_autoptr(Pattern) large = pattern_new("alltoall", NULL);
	g_autoptr(Mapping) m = mapping_new(net.fabric, MAPPING_RANDOM, NULL, 1000, NULL);
	ck_assert(pattern_fit(large, 16000, NULL));
	ck_assert_uint_eq(pattern_default_mappings(large, m), 10);
	pattern_net_clear(&net);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eval_pattern_run");
	TCase *tcase = tcase_create("pattern_run");
	tcase_add_test(tcase, test_figure_1_routes);
	tcase_add_test(tcase, test_the_paper_s_congestions);
	tcase_add_test(tcase, test_alltoall_by_hand);
	tcase_add_test(tcase, test_tree_by_hand);
	tcase_add_test(tcase, test_both_merges_differ);
	tcase_add_test(tcase, test_one_crossbar);
	tcase_add_test(tcase, test_pairs_on_one_endpoint_use_no_channel);
	tcase_add_test(tcase, test_a_lost_pair_never_ends);
	tcase_add_test(tcase, test_bisect_is_the_effective_bisection_bandwidth);
	tcase_add_test(tcase, test_threads_change_nothing);
	tcase_add_test(tcase, test_how_many_mappings_are_enough);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
