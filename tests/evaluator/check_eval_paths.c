/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Compares the evaluator's reachability and load counts with following every pair by itself. */
#include "core/base/error.h"
#include "evaluator/measures/efi.h"
#include "evaluator/paths/paths.h"
#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"

#include <math.h>

#define N_FABRICS 150

START_TEST(test_tree_of_routes_is_what_packets_do)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(Fabric) fabric = fixture_random(rand);
	g_autoptr(Lft) lft = fixture_minimal(fabric, rand);
	fixture_damage(lft, rand, _i % 3 ? 40 : 0);
	g_autoptr(Paths) paths = paths_new(fabric, lft, NULL);
	g_autoptr(PathTree) tree = path_tree_new(paths, NULL);
	g_autofree guint32 *out = g_new(guint32, fabric->n_switches + 2);
	for (guint32 lid = 1; lid < fabric->n_lids; lid++) {
		if (fabric->lid_port[lid] == FABRIC_NONE)
			continue;
		guint n, arriving = 0, to_host = fabric->ports[fabric->lid_port[lid]].num != 0;
		path_tree_fill(tree, paths, lid);
		for (guint32 row = 0; row < paths->n_rows; row++) {
			guint32 port0 = fabric->nodes[fabric->switches[row]].first_port;
			WalkEnd end = fixture_walk(fabric, lft, port0, lid, out, &n);
			guint32 expected = end == WALK_ARRIVES ? n - to_host
					   : end == WALK_LOST  ? PATHS_LOST
							       : PATHS_LOOP;
			ck_assert_uint_eq(tree->hops[row], expected);
			arriving += end == WALK_ARRIVES;
		}
		ck_assert_uint_eq(tree->n_arriving, arriving);
	}
}
END_TEST

/* Everything that `routes` counts, pair by pair. */
typedef struct {
	guint64 pairs, unreachable, loops, nonminimal, switch_pairs, switch_unreachable, hops, max_hops;
	guint64 *load; /* by port index */
} Naive;

static void count_pair(Naive *naive, const Fabric *fabric, const Lft *lft, const guint32 *far, guint32 source,
		       guint32 lid)
{
	g_autofree guint32 *out = g_new(guint32, fabric->n_switches + 2);
	guint n;
	WalkEnd end = fixture_walk(fabric, lft, source, lid, out, &n);
	guint32 owner = fabric->lid_port[lid];
	if (fabric->ports[source].num == 0) {
		naive->switch_pairs++;
		naive->switch_unreachable += end != WALK_ARRIVES;
		return;
	}
	guint32 from = fabric->ports[fabric->ports[source].peer].node,
		to = fabric->ports[fabric->ports[owner].peer].node;
	naive->pairs++;
	naive->unreachable += end != WALK_ARRIVES;
	naive->loops += end == WALK_LOOP;
	if (end != WALK_ARRIVES)
		return;
	naive->nonminimal += n - 1 > far[from * fabric->n_nodes + to];
	naive->hops += n - 1;
	naive->max_hops = MAX(naive->max_hops, n - 1);
	for (guint i = 0; i < n; i++)
		naive->load[out[i]]++;
}

static void count_naively(Naive *naive, const Fabric *fabric, const Lft *lft)
{
	g_autofree guint32 *far = fixture_distances(fabric);
	for (guint32 lid = 1; lid < fabric->n_lids; lid++) {
		guint32 owner = fabric->lid_port[lid];
		if (owner == FABRIC_NONE)
			continue;
		for (guint32 e = 0; e < fabric->n_endpoints; e++)
			if (fabric->ports[owner].num && fabric->endpoints[e] != owner)
				count_pair(naive, fabric, lft, far, fabric->endpoints[e], lid);
		for (guint32 i = 0; i < fabric->n_switches; i++)
			count_pair(naive, fabric, lft, far, fabric->nodes[fabric->switches[i]].first_port, lid);
	}
}

static void check_loads(const RouteFacts *facts, const Paths *paths, const Naive *naive)
{
	guint64 max = 0, min = G_MAXUINT64, sum = 0, squares = 0;
	for (guint32 c = 0; c < paths->n_channels; c++) {
		guint32 node = paths->fabric->switches[paths->from[c]];
		guint64 load = naive->load[fabric_port_index(paths->fabric, node, paths->out_port[c])];
		ck_assert_uint_eq(facts->load[c], load);
		max = MAX(max, load);
		min = MIN(min, load);
		sum += load;
		squares += load * load;
	}
	gdouble mean = (gdouble)sum / paths->n_channels;
	ck_assert_uint_eq(facts->efi_max, max);
	ck_assert_uint_eq(facts->efi_min, min);
	ck_assert_double_eq_tol(facts->efi_mean, mean, 1e-9);
	ck_assert_double_eq_tol(facts->efi_stddev, sqrt(fabs((gdouble)squares / paths->n_channels - mean * mean)),
				1e-6);
}

START_TEST(test_counts_equal_those_of_every_pair)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i + 1000);
	g_autoptr(Fabric) fabric = fixture_random(rand);
	g_autoptr(Lft) lft = fixture_minimal(fabric, rand);
	fixture_damage(lft, rand, _i % 3 ? 30 : 0);
	g_autofree guint64 *load = g_new0(guint64, fabric->n_ports);
	Naive naive = {.load = load};
	count_naively(&naive, fabric, lft);
	g_autoptr(Paths) paths = paths_new(fabric, lft, NULL);
	g_autoptr(RouteFacts) facts = route_facts_new(paths, NULL);
	ck_assert_uint_eq(facts->pairs, naive.pairs);
	ck_assert_uint_eq(facts->unreachable, naive.unreachable);
	ck_assert_uint_eq(facts->loops, naive.loops);
	ck_assert_uint_eq(facts->nonminimal, naive.nonminimal);
	ck_assert_uint_eq(facts->switch_pairs, naive.switch_pairs);
	ck_assert_uint_eq(facts->switch_unreachable, naive.switch_unreachable);
	ck_assert_uint_eq(facts->max_hops, naive.max_hops);
	guint64 arrived = naive.pairs - naive.unreachable;
	ck_assert_double_eq_tol(facts->mean_hops, arrived ? (gdouble)naive.hops / (gdouble)arrived : 0, 1e-9);
	if (_i % 3 == 0)
		ck_assert_uint_eq(naive.unreachable + naive.switch_unreachable + naive.nonminimal, 0);
	check_loads(facts, paths, &naive);
}
END_TEST

/* Two leaves, one spine, two hosts each: 2 x 2 routes over each of the four channels. */
START_TEST(test_known_loads)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(1);
	g_autoptr(Fabric) fabric = fixture_tree(2, 1, 2);
	g_autoptr(Lft) lft = fixture_minimal(fabric, rand);
	g_autoptr(Paths) paths = paths_new(fabric, lft, NULL);
	g_autoptr(RouteFacts) facts = route_facts_new(paths, NULL);
	ck_assert_uint_eq(facts->n_links, 4);
	ck_assert_uint_eq(facts->pairs, 12);
	ck_assert_uint_eq(facts->efi_max, 4);
	ck_assert_uint_eq(facts->efi_min, 4);
	ck_assert_double_eq(facts->efi_stddev, 0);
	ck_assert_uint_eq(facts->hop_pairs[0], 4);
	ck_assert_uint_eq(facts->hop_pairs[1], 0);
	ck_assert_uint_eq(facts->hop_pairs[2], 8);
	ck_assert_uint_eq(facts->switch_pairs, 3 * 7);
}
END_TEST

/* Going round a ring of 5 on the longer path is 4 hops where 1 would do. */
START_TEST(test_detours_are_counted)
{
	g_autoptr(Fabric) ring = fixture_ring(5, 1);
	g_autoptr(Lft) lft = fixture_clockwise(ring);
	g_autoptr(Paths) paths = paths_new(ring, lft, NULL);
	g_autoptr(RouteFacts) facts = route_facts_new(paths, NULL);
	ck_assert_uint_eq(facts->unreachable, 0);
	ck_assert_uint_eq(facts->nonminimal, 10);
	ck_assert_uint_eq(facts->max_hops, 4);
	ck_assert_uint_eq(facts->efi_max, 10);
	ck_assert_uint_eq(facts->efi_min, 0);
}
END_TEST

START_TEST(test_a_loop_is_a_loop)
{
	g_autoptr(Fabric) ring = fixture_ring(4, 1);
	g_autoptr(Lft) lft = fixture_clockwise(ring);
	guint32 host = ring->endpoints[2];
	guint32 leaf = ring->ports[ring->ports[host].peer].node;
	fixture_row(lft, ring, leaf)[ring->ports[host].lid] = 1; /* passed on instead of delivered */
	g_autoptr(Paths) paths = paths_new(ring, lft, NULL);
	g_autoptr(RouteFacts) facts = route_facts_new(paths, NULL);
	ck_assert_uint_eq(facts->loops, 3);
	ck_assert_uint_eq(facts->unreachable, 3);
	ck_assert_uint_eq(facts->switch_unreachable, 4);
}
END_TEST

START_TEST(test_a_cable_to_itself_is_a_loop)
{
	g_autoptr(Fabric) fabric = fabric_new();
	fabric_add_node(fabric, FABRIC_SWITCH, 1, 4, "s", NULL);
	fabric_add_node(fabric, FABRIC_CA, 2, 1, "a", NULL);
	fabric_add_node(fabric, FABRIC_CA, 3, 1, "b", NULL);
	fabric_cable(fabric, fabric_port_index(fabric, 0, 1), fabric_port_index(fabric, 0, 2), NULL);
	fabric_cable(fabric, fabric_port_index(fabric, 0, 3), fabric_port_index(fabric, 1, 1), NULL);
	fabric_cable(fabric, fabric_port_index(fabric, 0, 4), fabric_port_index(fabric, 2, 1), NULL);
	ck_assert(fabric_assign_lids(fabric, 0, NULL, NULL));
	g_autoptr(GRand) rand = g_rand_new_with_seed(1);
	g_autoptr(Lft) lft = fixture_minimal(fabric, rand);
	lft->port[fabric->ports[fabric->endpoints[1]].lid] = 1;
	g_autoptr(Paths) paths = paths_new(fabric, lft, NULL);
	g_autoptr(RouteFacts) facts = route_facts_new(paths, NULL);
	ck_assert_uint_eq(facts->loops, 1);
	ck_assert_uint_eq(facts->unreachable, 1);
	ck_assert_uint_eq(facts->n_links, 0);
	ck_assert_uint_eq(facts->efi_max, 0);
	ck_assert_double_eq(facts->efi_mean, 0);
}
END_TEST

START_TEST(test_tables_of_another_fabric)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Fabric) ring = fixture_ring(3, 1);
	g_autoptr(Lft) lft = lft_new(2, 10, NULL);
	lft->guid[0] = 7;
	lft->guid[1] = 8;
	ck_assert_ptr_null(paths_new(ring, lft, &error));
	ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_INPUT));
}
END_TEST

START_TEST(test_a_missing_table_cuts_off)
{
	g_autoptr(Fabric) ring = fixture_ring(3, 1);
	g_autoptr(Lft) lft = fixture_clockwise(ring);
	lft->guid[2] = 9999; /* was the third switch */
	g_autoptr(Paths) paths = paths_new(ring, lft, NULL);
	g_autoptr(RouteFacts) facts = route_facts_new(paths, NULL);
	ck_assert_uint_eq(paths->n_missing, 1);
	ck_assert_uint_eq(paths->n_foreign, 1);
	/* the third sends nothing (2), nothing reaches it (2), the second reaches the first through it only (1) */
	ck_assert_uint_eq(facts->unreachable, 5);
	ck_assert_uint_eq(facts->loops, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eval_paths");
	TCase *tcase = tcase_create("paths");
	tcase_add_loop_test(tcase, test_tree_of_routes_is_what_packets_do, 0, N_FABRICS);
	tcase_add_loop_test(tcase, test_counts_equal_those_of_every_pair, 0, N_FABRICS);
	tcase_add_test(tcase, test_known_loads);
	tcase_add_test(tcase, test_detours_are_counted);
	tcase_add_test(tcase, test_a_loop_is_a_loop);
	tcase_add_test(tcase, test_a_cable_to_itself_is_a_loop);
	tcase_add_test(tcase, test_tables_of_another_fabric);
	tcase_add_test(tcase, test_a_missing_table_cuts_off);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
