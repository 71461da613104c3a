/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Credit loops: planted ones are found and explained, known remedies are accepted, and small cases equal a plain
 * search.
 */
#include "core/tables/sl.h"
#include "evaluator/deadlock/deadlock.h"
#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"

#include <string.h>

static DeadlockFacts *loops_of(const Fabric *fabric, const Lft *lft, const PathSl *sl, const Sl2vl *sl2vl,
			       gboolean reverse)
{
	g_autoptr(Paths) paths = paths_new(fabric, lft, NULL);
	g_autoptr(Lanes) lanes = lanes_new(paths, sl, sl2vl, NULL);
	DeadlockFacts *facts = deadlock_facts_new(lanes, reverse, NULL, 0, NULL);
	ck_assert_ptr_nonnull(facts);
	return facts;
}

/* A ring whose routes take the shorter path; with an odd number of switches there is no choice. */
typedef struct {
	Fabric *fabric;
	Lft *lft;
	PathSl *sl;
	Sl2vl *sl2vl;
	guint n;
} Ring;

static guint32 ring_place(const Fabric *ring, guint32 port)
{
	const FabricPort *at = &ring->ports[port];
	return at->num == 0 ? at->node : ring->ports[at->peer].node;
}

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
			guint32 t = ring_place(ring->fabric, ring->fabric->lid_port[lid]);
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

/* The named route really takes `channel` and then the next one of the cycle. */
static void check_witness(const Fabric *fabric, const Lft *lft, const Paths *paths, const DeadlockFacts *facts, guint i)
{
	const DeadlockStep *step = &facts->cycle[i], *after = &facts->cycle[(i + 1) % facts->n_cycle];
	g_autofree guint32 *out = g_new(guint32, fabric->n_switches + 2);
	guint n, found = 0;
	guint32 here =
		fabric_port_index(fabric, fabric->switches[paths->from[step->channel]], paths->out_port[step->channel]);
	guint32 there = fabric_port_index(fabric, fabric->switches[paths->from[after->channel]],
					  paths->out_port[after->channel]);
	fixture_walk(fabric, lft, step->route.source, step->route.lid, out, &n);
	for (guint hop = 0; hop + 1 < n; hop++)
		found += out[hop] == here && out[hop + 1] == there;
	ck_assert_uint_ge(found, 1);
}

static void check_witnesses(const Fabric *fabric, const Lft *lft, const DeadlockFacts *facts)
{
	g_autoptr(Paths) paths = paths_new(fabric, lft, NULL);
	for (guint i = 0; i < facts->n_cycle; i++)
		check_witness(fabric, lft, paths, facts, i);
}

START_TEST(test_a_ring_in_one_direction_has_a_loop)
{
	g_autoptr(Fabric) ring = fixture_ring(4, 1);
	g_autoptr(Lft) lft = fixture_clockwise(ring);
	g_autoptr(DeadlockFacts) facts = loops_of(ring, lft, NULL, NULL, FALSE);
	ck_assert(!facts->free);
	ck_assert_uint_eq(facts->n_layers, 1);
	ck_assert_uint_eq(facts->layers[0].channels, 4);
	ck_assert_uint_eq(facts->layers[0].dependencies, 4);
	ck_assert(facts->layers[0].cyclic);
	ck_assert_uint_eq(facts->n_cycle, 4);
	/* 4 x 3 pairs of endpoints, 4 x 4 of an endpoint and a switch both ways */
	ck_assert_uint_eq(facts->counts.routes, 4 * 3 + 2 * 16);
	ck_assert_uint_eq(facts->counts.unreachable, 0);
	check_witnesses(ring, lft, facts);
}
END_TEST

START_TEST(test_a_ring_of_three_by_shortest_paths_is_free)
{
	g_auto(Ring) ring = ring_new(3);
	g_autoptr(DeadlockFacts) facts = loops_of(ring.fabric, ring.lft, NULL, NULL, TRUE);
	ck_assert(facts->free);
	ck_assert_uint_eq(facts->n_cycle, 0);
	ck_assert_uint_eq(facts->layers[0].channels, 6);
	ck_assert_uint_eq(facts->layers[0].dependencies, 0);
}
END_TEST

START_TEST(test_two_lanes_with_a_seam_free_the_ring)
{
	g_auto(Ring) ring = ring_new(5);
	g_autoptr(DeadlockFacts) one_lane = loops_of(ring.fabric, ring.lft, NULL, NULL, FALSE);
	ck_assert(!one_lane->free);
	ck_assert_uint_eq(one_lane->n_cycle, 5);
	check_witnesses(ring.fabric, ring.lft, one_lane);
	ring_set_sls(&ring, 1, 0, 1, 0);
	g_autoptr(DeadlockFacts) two_lanes = loops_of(ring.fabric, ring.lft, ring.sl, NULL, TRUE);
	ck_assert(two_lanes->free);
	ck_assert_uint_eq(two_lanes->n_layers, 2);
	ck_assert_uint_eq(two_lanes->layers[1].vl, 1);
	ck_assert(!two_lanes->layers[0].cyclic && !two_lanes->layers[1].cyclic);
	/* each way 5 pairs of channels follow one another, split over the lanes */
	ck_assert_uint_eq(two_lanes->layers[0].dependencies + two_lanes->layers[1].dependencies, 10);
	/* without the SLs the same tables have their loop back: what UCX does that ignores them */
	map_all(&ring, 1, 0);
	g_autoptr(DeadlockFacts) merged = loops_of(ring.fabric, ring.lft, ring.sl, ring.sl2vl, FALSE);
	ck_assert(!merged->free);
}
END_TEST

START_TEST(test_sl2vl_maps_sls_to_other_lanes)
{
	g_auto(Ring) ring = ring_new(5);
	ring_set_sls(&ring, 9, 2, 9, 2);
	map_all(&ring, 9, 4);
	map_all(&ring, 2, 1);
	g_autoptr(DeadlockFacts) facts = loops_of(ring.fabric, ring.lft, ring.sl, ring.sl2vl, FALSE);
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
	g_autoptr(DeadlockFacts) facts = loops_of(ring.fabric, ring.lft, ring.sl, ring.sl2vl, FALSE);
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
		g_autoptr(DeadlockFacts) facts = loops_of(ring.fabric, ring.lft, NULL, ring.sl2vl, FALSE);
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
	g_autoptr(DeadlockFacts) forward = loops_of(ring.fabric, ring.lft, ring.sl, NULL, FALSE);
	ck_assert(forward->free);
	g_autoptr(DeadlockFacts) both = loops_of(ring.fabric, ring.lft, ring.sl, NULL, TRUE);
	ck_assert(!both->free);
	ck_assert_uint_eq(both->counts.routes, 2 * forward->counts.routes);
	guint replies = 0;
	for (guint i = 0; i < both->n_cycle; i++)
		replies += both->cycle[i].route.reply;
	ck_assert_uint_ge(replies, 1);
	check_witnesses(ring.fabric, ring.lft, both);
}
END_TEST

START_TEST(test_a_forwarding_loop_is_a_credit_loop)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(1);
	g_autoptr(Fabric) tree = fixture_tree(2, 1, 2);
	g_autoptr(Lft) lft = fixture_minimal(tree, rand);
	guint16 lid = tree->ports[tree->endpoints[0]].lid;
	g_autoptr(DeadlockFacts) good = loops_of(tree, lft, NULL, NULL, FALSE);
	ck_assert(good->free);
	fixture_row(lft, tree, ring_place(tree, tree->endpoints[0]))[lid] = 1; /* back up to the spine */
	g_autoptr(DeadlockFacts) bad = loops_of(tree, lft, NULL, NULL, FALSE);
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
	g_autoptr(DeadlockFacts) good = loops_of(tree, lft, NULL, NULL, FALSE);
	ck_assert(good->free);
	fixture_row(lft, tree, spine)[tree->ports[tree->endpoints[0]].lid] = 3;
	g_autoptr(DeadlockFacts) bad = loops_of(tree, lft, NULL, NULL, FALSE);
	ck_assert(!bad->free);
	ck_assert_uint_eq(bad->n_cycle, 1);
	check_witnesses(tree, lft, bad);
}
END_TEST

START_TEST(test_fat_trees_are_free)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(Fabric) tree = fixture_tree(4, 3, 3);
	g_autoptr(Lft) lft = fixture_minimal(tree, rand);
	g_autoptr(DeadlockFacts) facts = loops_of(tree, lft, NULL, NULL, TRUE);
	ck_assert(facts->free);
	ck_assert_uint_eq(facts->n_layers, 1);
	ck_assert_uint_gt(facts->layers[0].dependencies, 0);
}
END_TEST

/* ---- a plain search: a matrix of all (port, VL) pairs and its transitive closure */

typedef struct {
	const Fabric *fabric;
	const Lft *lft;
	const PathSl *sl;
	const Sl2vl *sl2vl;
	guint32 *number; /* by port index: number among the switch ports with a cable to a switch */
	guint32 n;       /* of (port, VL) */
	guint8 *edge;    /* [n][n] */
	guint8 *used;    /* [n] */
	guint64 routes, dropped, unreachable;
} Plain;

static guint plain_sl(const Plain *p, guint32 source, guint32 lid)
{
	const FabricPort *port = &p->fabric->ports[source];
	guint32 sw = ring_place(p->fabric, source);
	const guint8 *row = path_sl_row(p->sl, p->fabric->nodes[port->node].guid);
	row = row ? row : path_sl_row(p->sl, p->fabric->nodes[sw].guid);
	return row && lid < p->sl->n_lids && row[lid] < 16 ? row[lid] : 0;
}

static void plain_route(Plain *p, guint32 source, guint32 lid, guint sl)
{
	const Fabric *fabric = p->fabric;
	g_autofree guint32 *out = g_new(guint32, fabric->n_switches + 2);
	guint n;
	guint32 before = G_MAXUINT32;
	WalkEnd end = fixture_walk(fabric, p->lft, source, lid, out, &n);
	guint in = fabric->ports[source].num == 0 ? 0 : fabric->ports[fabric->ports[source].peer].num;
	p->routes++;
	for (guint i = 0; i < n; i++) {
		const FabricPort *port = &fabric->ports[out[i]];
		guint32 sw = (guint32)sl2vl_find(p->sl2vl, fabric->nodes[port->node].guid);
		guint vl = sl2vl_get(p->sl2vl, sw, in, port->num)->vl[sl];
		if (vl == 15) {
			p->dropped++;
			return;
		}
		if (!fabric_is_switch(fabric, fabric->ports[port->peer].node))
			break;
		guint32 node = p->number[out[i]] * 16 + vl;
		p->used[node] = 1;
		if (before != G_MAXUINT32)
			p->edge[before * p->n + node] = 1;
		before = node;
		in = fabric->ports[port->peer].num;
	}
	p->unreachable += end != WALK_ARRIVES;
}

static void plain_pair(Plain *p, guint32 source, guint32 lid, gboolean reverse)
{
	const FabricPort *port = &p->fabric->ports[source];
	plain_route(p, source, lid, plain_sl(p, source, lid));
	for (guint32 back = port->lid; reverse && back < port->lid + (1u << port->lmc); back++)
		plain_route(p, source, lid, plain_sl(p, p->fabric->lid_port[lid], back));
}

static void plain_all(Plain *p, gboolean reverse)
{
	const Fabric *fabric = p->fabric;
	for (guint32 lid = 1; lid < fabric->n_lids; lid++) {
		guint32 owner = fabric->lid_port[lid];
		if (owner == FABRIC_NONE)
			continue;
		for (guint32 e = 0; e < fabric->n_endpoints; e++)
			if (fabric->endpoints[e] != owner)
				plain_pair(p, fabric->endpoints[e], lid, reverse);
		for (guint32 i = 0; fabric->ports[owner].num && i < fabric->n_switches; i++)
			plain_pair(p, fabric->nodes[fabric->switches[i]].first_port, lid, reverse);
	}
}

static gboolean plain_is_free(const Plain *p)
{
	g_autofree guint8 *reach = g_new(guint8, (gsize)p->n * p->n);
	memcpy(reach, p->edge, (gsize)p->n * p->n);
	for (guint32 k = 0; k < p->n; k++)
		for (guint32 i = 0; p->used[k] && i < p->n; i++)
			for (guint32 j = 0; reach[i * p->n + k] && j < p->n; j++)
				reach[i * p->n + j] |= reach[k * p->n + j];
	for (guint32 i = 0; i < p->n; i++)
		if (reach[i * p->n + i])
			return FALSE;
	return TRUE;
}

static void check_layers(const Plain *p, const DeadlockFacts *facts)
{
	guint channels[16] = {0}, dependencies[16] = {0};
	for (guint32 i = 0; i < p->n; i++) {
		channels[i % 16] += p->used[i];
		for (guint32 j = 0; j < p->n; j++)
			dependencies[i % 16] += p->edge[i * p->n + j];
	}
	for (guint vl = 0, layer = 0; vl < 16; vl++) {
		if (!channels[vl])
			continue;
		ck_assert_uint_lt(layer, facts->n_layers);
		ck_assert_uint_eq(facts->layers[layer].vl, vl);
		ck_assert_uint_eq(facts->layers[layer].channels, channels[vl]);
		ck_assert_uint_eq(facts->layers[layer].dependencies, dependencies[vl]);
		layer++;
	}
}

static guint loops_seen, free_seen, drops_seen;

START_TEST(test_equals_a_plain_search)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(Fabric) fabric = fixture_random(rand);
	g_autoptr(Lft) lft = fixture_minimal(fabric, rand);
	g_autoptr(PathSl) sl = NULL;
	g_autoptr(Sl2vl) sl2vl = NULL;
	fixture_lanes(fabric, rand, &sl, &sl2vl);
	fixture_damage(lft, rand, _i % 4 == 3 ? 10 : 0);
	g_autofree guint32 *number = g_new0(guint32, fabric->n_ports);
	guint32 n = 0;
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		const FabricPort *port = &fabric->ports[i];
		if (port->peer != FABRIC_NONE && fabric_is_switch(fabric, port->node) &&
		    fabric_is_switch(fabric, fabric->ports[port->peer].node))
			number[i] = n++;
	}
	n *= 16;
	g_autofree guint8 *edge = g_new0(guint8, (gsize)n * n);
	g_autofree guint8 *used = g_new0(guint8, n);
	Plain plain = {fabric, lft, sl, sl2vl, number, n, edge, used, 0, 0, 0};
	plain_all(&plain, _i % 2);
	g_autoptr(DeadlockFacts) facts = loops_of(fabric, lft, sl, sl2vl, _i % 2);
	ck_assert_int_eq(facts->free, plain_is_free(&plain));
	ck_assert_uint_eq(facts->counts.routes, plain.routes);
	ck_assert_uint_eq(facts->counts.dropped, plain.dropped);
	ck_assert_uint_eq(facts->counts.unreachable, plain.unreachable);
	check_layers(&plain, facts);
	ck_assert_int_eq(facts->free, facts->n_cycle == 0);
	check_witnesses(fabric, lft, facts);
	loops_seen += !facts->free;
	free_seen += facts->free;
	drops_seen += facts->counts.dropped > 0;
}
END_TEST

START_TEST(test_the_search_saw_both_answers)
{
	ck_assert_uint_gt(loops_seen, 10);
	ck_assert_uint_gt(free_seen, 10);
	ck_assert_uint_gt(drops_seen, 10);
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
	tcase_add_loop_test(tcase, test_equals_a_plain_search, 0, 120);
	tcase_add_test(tcase, test_the_search_saw_both_answers);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
