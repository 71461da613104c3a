/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Multicast: planted loops and gaps are found, alone and together with routes. */
#include "core/tables/sl.h"
#include "evaluator/deadlock/deadlock.h"
#include "evaluator/deadlock/multicast.h"
#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"

#include <string.h>

/* A ring of five (port 1 to the next, 2 to the one before, 3 to its host) whose routes never pass from 4 to 0. */
#define RING 5
#define NEXT 1
#define BEFORE 2
#define HOST 3

typedef struct {
	Fabric *fabric;
	Lft *lft;
	Paths *paths;
	Sl2vl *sl2vl;
	MftEntry entry[32];
	guint n;
	Mft *mft;
	Multicast *multicast;
	DeadlockFacts *facts;
} Ring;

static guint32 place_of(const Fabric *fabric, guint32 port)
{
	const FabricPort *at = &fabric->ports[port];
	return at->num == 0 ? at->node : fabric->ports[at->peer].node;
}

static Ring ring_new(void)
{
	guint8 ports[RING];
	Ring ring = {.fabric = fixture_ring(RING, 1)};
	ring.lft = fixture_clockwise(ring.fabric);
	for (guint32 s = 0; s < RING; s++)
		for (guint32 lid = 1; lid < ring.fabric->n_lids; lid++)
			if (place_of(ring.fabric, ring.fabric->lid_port[lid]) < s)
				fixture_row(ring.lft, ring.fabric, s)[lid] = BEFORE;
	ring.paths = paths_new(ring.fabric, ring.lft, NULL);
	memset(ports, 3, sizeof ports);
	ring.sl2vl = sl2vl_new(RING, ring.lft->guid, ports, NULL);
	return ring;
}

static void ring_free(Ring *ring)
{
	deadlock_facts_free(ring->facts);
	multicast_free(ring->multicast);
	mft_free(ring->mft);
	sl2vl_free(ring->sl2vl);
	paths_free(ring->paths);
	lft_free(ring->lft);
	fabric_free(ring->fabric);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Ring, ring_free)

/* Puts ports, "13" for 1 and 3, into the set of a switch. */
static void put(Ring *ring, guint16 mlid, guint sw, const char *ports)
{
	MftEntry *entry = &ring->entry[ring->n++];
	*entry = (MftEntry){.guid = 100 + sw, .mlid = mlid};
	for (; *ports; ports++)
		mft_set(&entry->ports, (guint)(*ports - '0'));
}

static void judge_on(Ring *ring, guint sl)
{
	mft_free(ring->mft);
	multicast_free(ring->multicast);
	deadlock_facts_free(ring->facts);
	ring->mft = mft_new(ring->entry, ring->n, NULL);
	ring->multicast = multicast_new(ring->paths, ring->mft, NULL);
	g_autoptr(Lanes) lanes = lanes_new_with(ring->paths, NULL, ring->sl2vl, sl, NULL);
	ring->facts = deadlock_facts_new(lanes, FALSE, ring->multicast, sl, NULL);
	ck_assert_ptr_nonnull(ring->facts);
}

/* The hosts of 3, 4, 0 and 1, over the cable that no route uses. */
static void put_over_the_seam(Ring *ring, guint16 mlid)
{
	put(ring, mlid, 3, "13");
	put(ring, mlid, 4, "123");
	put(ring, mlid, 0, "123");
	put(ring, mlid, 1, "23");
}

START_TEST(test_a_tree_is_right)
{
	g_auto(Ring) ring = ring_new();
	put(&ring, 0xC000, 0, "13");
	put(&ring, 0xC000, 1, "12"); /* passes it on only */
	put(&ring, 0xC000, 2, "1230");
	put(&ring, 0xC000, 3, "23");
	judge_on(&ring, 0);
	const MulticastGroup *group = &ring.multicast->group[0];
	ck_assert_uint_eq(group->mlid, 0xC000);
	ck_assert_uint_eq(group->switches, 4);
	ck_assert_uint_eq(group->members, 4);
	ck_assert_uint_eq(group->cables, 3);
	ck_assert_uint_eq(group->one_sided + group->surplus + group->astray, 0);
	ck_assert_uint_eq(group->parts, 1);
	ck_assert(ring.facts->free && ring.facts->multicast.free);
	/* two switches pass packets on, both ways */
	ck_assert_uint_eq(ring.facts->multicast.dependencies, 4);
	ck_assert_uint_eq(ring.facts->multicast.dropped, 0);
}
END_TEST

START_TEST(test_a_circle_is_a_loop)
{
	g_auto(Ring) ring = ring_new();
	put_over_the_seam(&ring, 0xC000);
	for (guint sw = 0; sw < RING; sw++)
		put(&ring, 0xC005, sw, "123");
	judge_on(&ring, 1);
	ck_assert_uint_eq(ring.multicast->loops, 1);
	ck_assert_uint_eq(ring.multicast->group[0].surplus, 0);
	ck_assert_uint_eq(ring.multicast->group[1].surplus, 1);
	ck_assert_uint_eq(ring.multicast->group[1].cables, RING);
	ck_assert_uint_eq(ring.multicast->split, 0);
	ck_assert(!ring.facts->free && !ring.facts->multicast.free);
	ck_assert_uint_eq(ring.facts->multicast.dependencies, 2 * RING);
	ck_assert_uint_eq(ring.facts->n_cycle, RING);
	ck_assert_uint_eq(ring.facts->n_layers, 2);
	ck_assert(!ring.facts->layers[0].cyclic && ring.facts->layers[1].cyclic);
	for (guint i = 0; i < RING; i++) {
		ck_assert_uint_eq(ring.facts->cycle[i].vl, 1);
		ck_assert_uint_ne(ring.facts->cycle[i].mlid, 0);
	}
}
END_TEST

/* The last cable is in one set only: packets go round one way. */
START_TEST(test_a_circle_one_way_is_a_loop)
{
	g_auto(Ring) ring = ring_new();
	put(&ring, 0xC000, 0, "13");
	for (guint sw = 1; sw < RING; sw++)
		put(&ring, 0xC000, sw, "123");
	judge_on(&ring, 0);
	const MulticastGroup *group = &ring.multicast->group[0];
	ck_assert_uint_eq(group->cables, RING - 1);
	ck_assert_uint_eq(group->one_sided, 1);
	ck_assert_uint_eq(group->surplus, 1);
	ck_assert_uint_eq(group->parts, 1);
	ck_assert(!ring.facts->multicast.free);
}
END_TEST

START_TEST(test_members_apart_are_told)
{
	g_auto(Ring) ring = ring_new();
	put(&ring, 0xC000, 0, "3"); /* hears 1, but does not send to it */
	put(&ring, 0xC000, 1, "23");
	put(&ring, 0xC001, 0, "3");
	put(&ring, 0xC001, 2, "3");
	put(&ring, 0xC002, 0, "1"); /* no member at all */
	put(&ring, 0xC002, 1, "2");
	judge_on(&ring, 0);
	ck_assert_uint_eq(ring.multicast->split, 2);
	ck_assert_uint_eq(ring.multicast->loops, 0);
	ck_assert_uint_eq(ring.multicast->group[0].one_sided, 1);
	ck_assert_uint_eq(ring.multicast->group[0].parts, 2);
	ck_assert_uint_eq(ring.multicast->group[1].parts, 2);
	ck_assert_uint_eq(ring.multicast->group[2].parts, 0);
	ck_assert_uint_eq(ring.multicast->members, 4);
	ck_assert(ring.facts->free);
}
END_TEST

START_TEST(test_what_leads_nowhere_is_counted)
{
	g_auto(Ring) ring = ring_new();
	put(&ring, 0xC000, 0, "139"); /* 1: that switch knows nothing; 9: no such port */
	put(&ring, 0xC000, 3, "");
	ring.entry[ring.n++] = (MftEntry){.guid = 77, .mlid = 0xC000, .ports = {{2}}};
	ring.entry[ring.n++] = (MftEntry){.guid = 1000 + RING, .mlid = 0xC000, .ports = {{2}}}; /* a host */
	mft_set(&ring.entry[1].ports, 254);
	judge_on(&ring, 0);
	ck_assert_uint_eq(ring.multicast->astray, 3);
	ck_assert_uint_eq(ring.multicast->n_foreign, 2);
	ck_assert_uint_eq(ring.multicast->group[0].switches, 2);
	ck_assert_uint_eq(ring.multicast->group[0].members, 1);
	ck_assert(ring.facts->free);
}
END_TEST

static guint count_mlids(const DeadlockFacts *facts)
{
	guint n = 0;
	for (guint i = 0; i < facts->n_cycle; i++) {
		const DeadlockStep *step = &facts->cycle[i];
		n += step->mlid != 0;
		ck_assert_int_eq(step->mlid == 0, step->route.lid != 0);
	}
	return n;
}

/* Routes alone are free, the group alone is free; on one lane each waits for the other. */
START_TEST(test_routes_and_groups_close_a_loop_together)
{
	g_auto(Ring) ring = ring_new();
	g_autoptr(Lanes) lanes = lanes_new(ring.paths, NULL, NULL, NULL);
	g_autoptr(DeadlockFacts) routes = deadlock_facts_new(lanes, FALSE, NULL, 0, NULL);
	ck_assert(routes->free);
	put_over_the_seam(&ring, 0xC010);
	judge_on(&ring, 0);
	ck_assert_uint_eq(ring.multicast->loops + ring.multicast->split, 0);
	ck_assert(ring.facts->multicast.free);
	ck_assert(!ring.facts->free);
	ck_assert_uint_eq(ring.facts->n_cycle, RING);
	/* over the seam at switches 4 and 0 */
	ck_assert_uint_eq(count_mlids(ring.facts), 2);
	for (guint i = 0; i < RING; i++)
		if (ring.facts->cycle[i].mlid)
			ck_assert_uint_eq(ring.facts->cycle[i].mlid, 0xC010);
	/* 2 of the group's 4 dependencies are new */
	ck_assert_uint_eq(ring.facts->layers[0].dependencies, routes->layers[0].dependencies + 4);
}
END_TEST

START_TEST(test_a_lane_of_its_own_frees_them)
{
	g_auto(Ring) ring = ring_new();
	put_over_the_seam(&ring, 0xC010);
	judge_on(&ring, 3);
	ck_assert(ring.facts->free);
	ck_assert_uint_eq(ring.facts->n_layers, 2);
	ck_assert_uint_eq(ring.facts->layers[1].vl, 3);
	ck_assert_uint_eq(ring.facts->layers[1].dependencies, 4);
	/* and mapped to the lane of the routes it has its loop back */
	SlMap map = *sl2vl_get(ring.sl2vl, 0, 0, 0);
	map.vl[3] = 0;
	for (guint32 sw = 0; sw < RING; sw++)
		for (guint in = 0; in <= 3; in++)
			for (guint out = 0; out <= 3; out++)
				ck_assert(sl2vl_set(ring.sl2vl, sw, in, out, &map, NULL));
	judge_on(&ring, 3);
	ck_assert(!ring.facts->free);
	ck_assert_uint_eq(ring.facts->n_layers, 1);
}
END_TEST

START_TEST(test_vl_15_drops)
{
	g_auto(Ring) ring = ring_new();
	SlMap map = *sl2vl_get(ring.sl2vl, 0, 0, 0);
	put_over_the_seam(&ring, 0xC010);
	map.vl[0] = LANES_DROP;
	ck_assert(sl2vl_set(ring.sl2vl, 4, BEFORE, NEXT, &map, NULL)); /* from 3 to 0 */
	ck_assert(sl2vl_set(ring.sl2vl, 0, BEFORE, HOST, &map, NULL)); /* from 4 to the host of 0 */
	judge_on(&ring, 0);
	ck_assert_uint_eq(ring.facts->multicast.dropped, 2);
	ck_assert_uint_eq(ring.facts->multicast.dependencies, 3);
	ck_assert(ring.facts->free == FALSE);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eval_multicast");
	TCase *tcase = tcase_create("multicast");
	tcase_set_timeout(tcase, 120);
	tcase_add_test(tcase, test_a_tree_is_right);
	tcase_add_test(tcase, test_a_circle_is_a_loop);
	tcase_add_test(tcase, test_a_circle_one_way_is_a_loop);
	tcase_add_test(tcase, test_members_apart_are_told);
	tcase_add_test(tcase, test_what_leads_nowhere_is_counted);
	tcase_add_test(tcase, test_routes_and_groups_close_a_loop_together);
	tcase_add_test(tcase, test_a_lane_of_its_own_frees_them);
	tcase_add_test(tcase, test_vl_15_drops);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
