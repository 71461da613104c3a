/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Measures of hosts, aggregation nodes and management ports. The same fabric is made three times: with some adapters
 * marked as aggregation nodes; with all adapters hosts; and bare, where what was marked has no LID and is no endpoint.
 */
#include "evaluator/measures/bandwidth/ebb.h"
#include "evaluator/measures/efi.h"
#include "evaluator/measures/efi_spread.h"
#include "evaluator/measures/bandwidth/worst.h"
#include "evaluator/patterns/pattern_kinds.h"
#include "evaluator/patterns/pattern_run.h"
#include "evaluator/workload/provision.h"
#include "generator/synth/synth.h"
#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"
#include "tests/evaluator/measures/class_case.h"

/* Endpoints of two sides are the same port. */
static guint16 lid_at(const ClassSide *side, guint32 endpoint)
{
	return side->fabric->ports[side->fabric->endpoints[endpoint]].lid;
}

static void same_loads(const ClassSide *a, const ClassSide *b)
{
	g_autoptr(RouteFacts) x = route_facts_new(a->paths, NULL);
	g_autoptr(RouteFacts) y = route_facts_new(b->paths, NULL);
	ck_assert_uint_eq(x->nonminimal, y->nonminimal);
	ck_assert_uint_eq(x->max_hops, y->max_hops);
	ck_assert_double_eq(x->mean_hops, y->mean_hops);
	ck_assert_uint_eq(x->efi_max, y->efi_max);
	ck_assert_double_eq(x->efi_stddev, y->efi_stddev);
	ck_assert_mem_eq(x->load, y->load, a->paths->n_channels * sizeof(guint64));
	ck_assert_mem_eq(x->hop_pairs, y->hop_pairs, a->paths->n_rows * sizeof(guint64));
}

static void same_reach(const ClassSide *a, const ClassSide *b)
{
	g_autoptr(RouteFacts) x = route_facts_new(a->paths, NULL);
	g_autoptr(RouteFacts) y = route_facts_new(b->paths, NULL);
	ck_assert_uint_eq(x->pairs, y->pairs);
	ck_assert_uint_eq(x->unreachable, y->unreachable);
	ck_assert_uint_eq(x->loops, y->loops);
	ck_assert_uint_eq(x->switch_pairs, y->switch_pairs);
	ck_assert_uint_eq(x->switch_unreachable, y->switch_unreachable);
}

static void same_bandwidth(const ClassSide *a, const ClassSide *b)
{
	EbbOptions how = {.patterns = 30, .seed = 5, .threads = 1};
	GError *no_x = NULL, *no_y = NULL;
	g_autoptr(EbbFacts) x = ebb_facts_new(a->paths, &how, &no_x);
	g_autoptr(EbbFacts) y = ebb_facts_new(b->paths, &how, &no_y);
	ck_assert_int_eq(x == NULL, y == NULL);
	if (x) {
		ck_assert_uint_eq(x->endpoints, y->endpoints);
		ck_assert_uint_eq(x->unreachable, y->unreachable);
		ck_assert_mem_eq(x->result, y->result, x->patterns * sizeof(gdouble));
	}
	g_clear_error(&no_x);
	g_clear_error(&no_y);
}

static void same_worst(const ClassSide *a, const ClassSide *b)
{
	g_autoptr(WorstFacts) x = worst_facts_new(a->paths, PATHS_NONE, NULL);
	g_autoptr(WorstFacts) y = worst_facts_new(b->paths, PATHS_NONE, NULL);
	ck_assert_uint_eq(x->congestion, y->congestion);
	ck_assert_uint_eq(x->channel, y->channel);
	for (guint32 i = 0; i < x->congestion; i++) {
		ck_assert_uint_eq(lid_at(a, x->source[i]), lid_at(b, y->source[i]));
		ck_assert_uint_eq(lid_at(a, x->target[i]), lid_at(b, y->target[i]));
	}
}

static PatternFacts *alltoall(const ClassSide *side,
			      Mapping *(*map)(const Fabric *, MappingKind, const NameList *, guint32, GError **))
{
	g_autoptr(Pattern) pattern = pattern_new("alltoall", NULL);
	g_autoptr(Mapping) mapping = map(side->fabric, MAPPING_LINEAR, NULL, 1, NULL);
	if (!pattern_fit(pattern, (guint32)mapping_room(mapping), NULL))
		return NULL;
	PatternOptions how = {.pattern = pattern, .mapping = mapping, .mappings = 1, .seed = 1, .threads = 1};
	return pattern_facts_new(side->paths, &how, NULL);
}

static void same_pattern(const ClassSide *a, const ClassSide *b, gboolean all)
{
	g_autoptr(PatternFacts) x = alltoall(a, all ? mapping_new_all : mapping_new);
	g_autoptr(PatternFacts) y = alltoall(b, mapping_new);
	ck_assert_int_eq(x == NULL, y == NULL);
	if (!x)
		return;
	ck_assert_uint_eq(x->ranks, y->ranks);
	ck_assert_uint_eq(x->unreachable, y->unreachable);
	ck_assert_double_eq(x->sum_max, y->sum_max);
	ck_assert_double_eq(x->average.mean, y->average.mean);
}

static void same_levels(const ClassSide *a, const ClassSide *b)
{
	g_autoptr(Levels) x = levels_new(a->paths, NULL);
	g_autoptr(Levels) y = levels_new(b->paths, NULL);
	ck_assert_mem_eq(x->level, y->level, a->paths->n_rows * sizeof(guint32));
}

static void same_provision(const ClassSide *a, const ClassSide *b)
{
	WorkloadFacts facts = {0};
	ck_assert_uint_eq(provision_of("", a->paths, 1, &facts).hosts, provision_of("", b->paths, 1, &facts).hosts);
}

/* Measures of marked fabrics are those of the bare one, and with all endpoints those of one where nothing is marked. */
START_TEST(measures_are_over_hosts)
{
	Fabric *fabric[] = {class_case_fabric((guint)_i), class_case_fabric((guint)_i), class_case_fabric((guint)_i)};
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(Lft) lft = fixture_minimal(fabric[0], rand);
	fixture_damage(lft, rand, _i % 3 ? 25 : 0);
	class_case_mark(fabric[0]);
	class_case_mark(fabric[1]);
	class_case_strip(fabric[1], CLASS_HOSTS | CLASS_MANAGEMENT);
	ClassSide marked = class_side_new(fabric[0], lft), bare = class_side_new(fabric[1], lft),
		  plain = class_side_new(fabric[2], lft);
	same_reach(&marked, &plain);
	if (bare.fabric->n_endpoints) {
		same_loads(&marked, &bare);
		same_bandwidth(&marked, &bare);
		same_worst(&marked, &bare);
		same_pattern(&marked, &bare, FALSE);
		same_levels(&marked, &bare);
		same_provision(&marked, &bare);
	}
	paths_take_all(marked.paths);
	same_reach(&marked, &plain);
	same_loads(&marked, &plain);
	same_bandwidth(&marked, &plain);
	same_worst(&marked, &plain);
	same_pattern(&marked, &plain, TRUE);
	same_provision(&marked, &plain);
	class_side_clear(&marked);
	class_side_clear(&bare);
	class_side_clear(&plain);
}
END_TEST

/* sssp-topo's own: LIDs of switches and hosts are the same with and without, so the same tables do for both. */
START_TEST(a_tree_measures_the_same_with_and_without)
{
	Fabric *with = synth_fabric("karytree:3,3,an=all", NULL), *without = synth_fabric("karytree:3,3", NULL);
	ck_assert(fabric_assign_lids(with, 0, NULL, NULL) && fabric_assign_lids(without, 0, NULL, NULL));
	g_autoptr(GRand) rand = g_rand_new_with_seed(3);
	g_autoptr(Lft) lft = fixture_minimal(with, rand);
	ClassSide a = class_side_new(with, lft), b = class_side_new(without, lft);
	ck_assert_uint_eq(a.fabric->n_endpoints, b.fabric->n_endpoints + 27);
	same_loads(&a, &b);
	same_bandwidth(&a, &b);
	same_worst(&a, &b);
	same_pattern(&a, &b, FALSE);
	same_levels(&a, &b);
	class_side_clear(&a);
	class_side_clear(&b);
}
END_TEST

/* Where there is no host, aggregation nodes are all there is to measure. */
START_TEST(fabrics_without_hosts_are_measured)
{
	Fabric *fabric = fixture_tree(3, 2, 2), *same = fixture_tree(3, 2, 2);
	g_autoptr(GRand) rand = g_rand_new_with_seed(1);
	g_autoptr(Lft) lft = fixture_minimal(fabric, rand);
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		fabric_mark_aggregation(fabric, &fabric->nodes[i].guid, 1);
	ClassSide none = class_side_new(fabric, lft), all = class_side_new(same, lft);
	ck_assert_uint_eq(none.paths->n_part, 6);
	same_loads(&none, &all);
	same_bandwidth(&none, &all);
	same_pattern(&none, &all, FALSE);
	same_levels(&none, &all);
	class_side_clear(&none);
	class_side_clear(&all);
}
END_TEST

/* The rate of a cable counts where its endpoint takes part, and only there has to be known. */
START_TEST(capacities_are_those_of_hosts)
{
	Fabric *fabric = fixture_tree(2, 1, 2);
	g_autoptr(GRand) rand = g_rand_new_with_seed(1);
	g_autoptr(Lft) lft = fixture_minimal(fabric, rand);
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		fabric->ports[i].width = 4;
		fabric->ports[i].speed = FABRIC_QDR;
	}
	guint32 fast = fabric->endpoints[1], silent = fabric->endpoints[3];
	fabric->ports[fast].speed = fabric->ports[fabric->ports[fast].peer].speed = FABRIC_HDR;
	fabric->ports[silent].speed = fabric->ports[fabric->ports[silent].peer].speed = FABRIC_SPEED_UNKNOWN;
	fabric_mark_aggregation(fabric, &fabric->nodes[fabric->ports[fast].node].guid, 1);
	fabric_mark_aggregation(fabric, &fabric->nodes[fabric->ports[silent].node].guid, 1);
	ClassSide side = class_side_new(fabric, lft);
	g_autoptr(GError) error = NULL;
	g_autoptr(Capacity) capacity = capacity_new(side.paths, &error);
	ck_assert_ptr_nonnull(capacity);
	ck_assert_uint_eq(capacity->reference_mbps, 32000);
	ck_assert_double_eq(capacity->channel[0], 1);
	ck_assert_double_eq(capacity->endpoint[1], 32000.0 / 200000);
	ck_assert_double_eq(capacity->endpoint[3], 1);
	paths_take_all(side.paths);
	ck_assert_ptr_null(capacity_new(side.paths, &error));
	ck_assert_ptr_nonnull(error);
	class_side_clear(&side);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eval_classes");
	TCase *tests = tcase_create("classes");
	tcase_set_timeout(tests, 120);
	tcase_add_loop_test(tests, measures_are_over_hosts, 0, 200);
	tcase_add_test(tests, a_tree_measures_the_same_with_and_without);
	tcase_add_test(tests, fabrics_without_hosts_are_measured);
	tcase_add_test(tests, capacities_are_those_of_hosts);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? 0 : 1;
}
