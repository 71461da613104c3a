/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Credit loops: planted ones are found and explained, and known remedies are accepted. */
#include "tests/asserts.h"
#include "tests/evaluator/deadlock/loop_case.h"
#include "tests/evaluator/eval_fixture.h"

#include <string.h>

/* A ring whose routes take the shorter path; with an odd number of switches there is no choice. */
typedef struct {
	Fabric *fabric;
	Lft *lft;
	PathSl *sl;
	Sl2vl *sl2vl;
	guint n;
} Ring;

static Ring ring_new(guint n)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(1);
	g_autofree guint8 *ports = g_new(guint8, n);
	Ring ring = {.fabric = fixture_ring(n, 1), .n = n};
	ring.lft = fixture_minimal(ring.fabric, rand);
	ring.sl = path_sl_new(n, ring.fabric->n_lids, NULL);
	memcpy(ring.sl->guid, ring.lft->guid, n * sizeof(guint64));
	memset(ports, 3, n);
	ring.sl2vl = sl2vl_new(n, ring.lft->guid, ports, NULL);
	return ring;
}

static void ring_free(Ring *ring)
{
	fabric_free(ring->fabric);
	lft_free(ring->lft);
	path_sl_free(ring->sl);
	sl2vl_free(ring->sl2vl);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Ring, ring_free)

/* SL of the path from switch s to the port at switch t: one when clockwise ones pass the seam, `back` likewise. */
static void ring_set_sls(Ring *ring, guint8 over, guint8 not_over, guint8 back_over, guint8 back_not_over)
{
	for (guint32 s = 0; s < ring->n; s++)
		for (guint32 lid = 1; lid < ring->fabric->n_lids; lid++) {
			guint32 t = loop_case_place(ring->fabric, ring->fabric->lid_port[lid]);
			gboolean clockwise = (t + ring->n - s) % ring->n <= ring->n / 2;
			gboolean passes = clockwise ? t < s : t > s;
			ring->sl->sl[s * ring->sl->n_lids + lid] =
				clockwise ? (passes ? over : not_over) : (passes ? back_over : back_not_over);
		}
}

static void map_all(Ring *ring, guint sl, guint vl)
{
	SlMap map;
	for (guint32 sw = 0; sw < ring->n; sw++)
		for (guint in = 0; in <= 3; in++)
			for (guint out = 0; out <= 3; out++) {
				map = *sl2vl_get(ring->sl2vl, sw, in, out);
				map.vl[sl] = (guint8)vl;
				ck_assert(sl2vl_set(ring->sl2vl, sw, in, out, &map, NULL));
			}
}

START_TEST(test_a_ring_in_one_direction_has_a_loop)
{
	g_autoptr(Fabric) ring = fixture_ring(4, 1);
	g_autoptr(Lft) lft = fixture_clockwise(ring);
	g_autoptr(DeadlockFacts) facts = loop_case_facts(ring, lft, NULL, NULL, FALSE);
	ck_assert(!facts->free);
	ck_assert_uint_eq(facts->n_layers, 1);
	ck_assert_uint_eq(facts->layers[0].channels, 4);
	ck_assert_uint_eq(facts->layers[0].dependencies, 4);
	ck_assert(facts->layers[0].cyclic);
	ck_assert_uint_eq(facts->n_cycle, 4);
	/* 4 x 3 pairs of endpoints, 4 x 4 of an endpoint and a switch both ways */
	ck_assert_uint_eq(facts->counts.routes, 4 * 3 + 2 * 16);
	ck_assert_uint_eq(facts->counts.unreachable, 0);
	loop_case_witnesses(ring, lft, facts);
}
END_TEST

START_TEST(test_a_ring_of_three_by_shortest_paths_is_free)
{
	g_auto(Ring) ring = ring_new(3);
	g_autoptr(DeadlockFacts) facts = loop_case_facts(ring.fabric, ring.lft, NULL, NULL, TRUE);
	ck_assert(facts->free);
	ck_assert_uint_eq(facts->n_cycle, 0);
	ck_assert_uint_eq(facts->layers[0].channels, 6);
	ck_assert_uint_eq(facts->layers[0].dependencies, 0);
}
END_TEST

START_TEST(test_two_lanes_with_a_seam_free_the_ring)
{
	g_auto(Ring) ring = ring_new(5);
	g_autoptr(DeadlockFacts) one_lane = loop_case_facts(ring.fabric, ring.lft, NULL, NULL, FALSE);
	ck_assert(!one_lane->free);
	ck_assert_uint_eq(one_lane->n_cycle, 5);
	loop_case_witnesses(ring.fabric, ring.lft, one_lane);
	ring_set_sls(&ring, 1, 0, 1, 0);
	g_autoptr(DeadlockFacts) two_lanes = loop_case_facts(ring.fabric, ring.lft, ring.sl, NULL, TRUE);
	ck_assert(two_lanes->free);
	ck_assert_uint_eq(two_lanes->n_layers, 2);
	ck_assert_uint_eq(two_lanes->layers[1].vl, 1);
	ck_assert(!two_lanes->layers[0].cyclic && !two_lanes->layers[1].cyclic);
	/* each way 5 pairs of channels follow one another, split over the lanes */
	ck_assert_uint_eq(two_lanes->layers[0].dependencies + two_lanes->layers[1].dependencies, 10);
	/* without the SLs the same tables have their loop back: what UCX does that ignores them */
	map_all(&ring, 1, 0);
	g_autoptr(DeadlockFacts) merged = loop_case_facts(ring.fabric, ring.lft, ring.sl, ring.sl2vl, FALSE);
	ck_assert(!merged->free);
}
END_TEST

START_TEST(test_sl2vl_maps_sls_to_other_lanes)
{
	g_auto(Ring) ring = ring_new(5);
	ring_set_sls(&ring, 9, 2, 9, 2);
	map_all(&ring, 9, 4);
	map_all(&ring, 2, 1);
	g_autoptr(DeadlockFacts) facts = loop_case_facts(ring.fabric, ring.lft, ring.sl, ring.sl2vl, FALSE);
	ck_assert(facts->free);
	ck_assert_uint_eq(facts->n_layers, 2);
	ck_assert_uint_eq(facts->layers[0].vl, 1);
	ck_assert_uint_eq(facts->layers[1].vl, 4);
}
END_TEST

START_TEST(test_vl_15_drops)
{
	g_auto(Ring) ring = ring_new(5);
	ring_set_sls(&ring, 1, 0, 1, 0);
	map_all(&ring, 1, 15);
	g_autoptr(DeadlockFacts) facts = loop_case_facts(ring.fabric, ring.lft, ring.sl, ring.sl2vl, FALSE);
	/* over the seam: 1 + 2 pairs of places each way; host to host, host to switch, switch to host */
	ck_assert_uint_eq(facts->counts.dropped, 6 * 3);
	ck_assert_uint_eq(facts->counts.unreachable, 0);
	ck_assert(facts->free);
}
END_TEST

/* A lane for the first channel, another for the rest: one hop more and the second lane closes its cycle. */
START_TEST(test_lanes_may_change_along_a_path)
{
	for (guint n = 5; n <= 7; n += 2) {
		g_auto(Ring) ring = ring_new(n);
		SlMap second = *sl2vl_get(ring.sl2vl, 0, 0, 0);
		second.vl[0] = 1;
		for (guint32 sw = 0; sw < n; sw++)
			for (guint in = 1; in <= 2; in++)
				for (guint out = 1; out <= 2; out++)
					ck_assert(sl2vl_set(ring.sl2vl, sw, in, out, &second, NULL));
		g_autoptr(DeadlockFacts) facts = loop_case_facts(ring.fabric, ring.lft, NULL, ring.sl2vl, FALSE);
		ck_assert_int_eq(facts->free, n == 5);
		ck_assert(!facts->layers[0].cyclic);
		ck_assert_uint_eq(facts->layers[0].dependencies, 2 * n);
		ck_assert_int_eq(facts->layers[1].cyclic, n == 7);
		ck_assert_uint_eq(facts->layers[1].dependencies, n == 7 ? 2 * n : 0);
	}
}
END_TEST

START_TEST(test_replies_on_the_forward_sl)
{
	g_auto(Ring) ring = ring_new(5);
	ring_set_sls(&ring, 1, 0, 0, 1);
	g_autoptr(DeadlockFacts) forward = loop_case_facts(ring.fabric, ring.lft, ring.sl, NULL, FALSE);
	ck_assert(forward->free);
	g_autoptr(DeadlockFacts) both = loop_case_facts(ring.fabric, ring.lft, ring.sl, NULL, TRUE);
	ck_assert(!both->free);
	ck_assert_uint_eq(both->counts.routes, 2 * forward->counts.routes);
	guint replies = 0;
	for (guint i = 0; i < both->n_cycle; i++)
		replies += both->cycle[i].route.reply;
	ck_assert_uint_ge(replies, 1);
	loop_case_witnesses(ring.fabric, ring.lft, both);
}
END_TEST

START_TEST(test_a_forwarding_loop_is_a_credit_loop)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(1);
	g_autoptr(Fabric) tree = fixture_tree(2, 1, 2);
	g_autoptr(Lft) lft = fixture_minimal(tree, rand);
	guint16 lid = tree->ports[tree->endpoints[0]].lid;
	g_autoptr(DeadlockFacts) good = loop_case_facts(tree, lft, NULL, NULL, FALSE);
	ck_assert(good->free);
	fixture_row(lft, tree, loop_case_place(tree, tree->endpoints[0]))[lid] = 1; /* back up to the spine */
	g_autoptr(DeadlockFacts) bad = loop_case_facts(tree, lft, NULL, NULL, FALSE);
	ck_assert(!bad->free);
	ck_assert_uint_eq(bad->n_cycle, 2);
	ck_assert_uint_eq(bad->counts.unreachable, 3 + 3);
}
END_TEST

/* A cable from a switch to itself: a packet sent into it waits for itself. */
START_TEST(test_a_channel_can_wait_for_itself)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(1);
	g_autoptr(Fabric) tree = fixture_tree(4, 1, 1);
	guint32 spine = 4;
	fabric_uncable(tree, fabric_port_index(tree, spine, 3));
	fabric_uncable(tree, fabric_port_index(tree, spine, 4));
	ck_assert(fabric_cable(tree, fabric_port_index(tree, spine, 3), fabric_port_index(tree, spine, 4), NULL));
	ck_assert(fabric_seal(tree, NULL));
	g_autoptr(Lft) lft = fixture_minimal(tree, rand);
	g_autoptr(DeadlockFacts) good = loop_case_facts(tree, lft, NULL, NULL, FALSE);
	ck_assert(good->free);
	fixture_row(lft, tree, spine)[tree->ports[tree->endpoints[0]].lid] = 3;
	g_autoptr(DeadlockFacts) bad = loop_case_facts(tree, lft, NULL, NULL, FALSE);
	ck_assert(!bad->free);
	ck_assert_uint_eq(bad->n_cycle, 1);
	loop_case_witnesses(tree, lft, bad);
}
END_TEST

START_TEST(test_fat_trees_are_free)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(Fabric) tree = fixture_tree(4, 3, 3);
	g_autoptr(Lft) lft = fixture_minimal(tree, rand);
	g_autoptr(DeadlockFacts) facts = loop_case_facts(tree, lft, NULL, NULL, TRUE);
	ck_assert(facts->free);
	ck_assert_uint_eq(facts->n_layers, 1);
	ck_assert_uint_gt(facts->layers[0].dependencies, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eval_deadlock");
	TCase *tcase = tcase_create("deadlock");
	tcase_set_timeout(tcase, 120);
	tcase_add_test(tcase, test_a_ring_in_one_direction_has_a_loop);
	tcase_add_test(tcase, test_a_ring_of_three_by_shortest_paths_is_free);
	tcase_add_test(tcase, test_two_lanes_with_a_seam_free_the_ring);
	tcase_add_test(tcase, test_sl2vl_maps_sls_to_other_lanes);
	tcase_add_test(tcase, test_vl_15_drops);
	tcase_add_test(tcase, test_lanes_may_change_along_a_path);
	tcase_add_test(tcase, test_replies_on_the_forward_sl);
	tcase_add_test(tcase, test_a_forwarding_loop_is_a_credit_loop);
	tcase_add_test(tcase, test_a_channel_can_wait_for_itself);
	tcase_add_loop_test(tcase, test_fat_trees_are_free, 0, 10);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
