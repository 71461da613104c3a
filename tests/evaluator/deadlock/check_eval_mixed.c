/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Old and new tables in force together. The walk over mixtures sees exactly what a packet can do that takes either
 * table at every hop, and at least what packets do under every fixed mixture of switches, each by old or by new tables.
 */
#include "evaluator/deadlock/deadlock.h"
#include "tests/asserts.h"
#include "tests/evaluator/deadlock/mixed_plain.h"
#include "tests/evaluator/eval_fixture.h"

#include <string.h>

/* What is judged, joined. */
typedef struct {
	Paths *paths[2];
	Lanes *lanes[2];
} Joined;

static Joined joined_new(const Fabric *fabric, const MixedSet *old, const MixedSet *new)
{
	const MixedSet *set[] = {old, new};
	Joined j;
	for (guint i = 0; i < 2; i++) {
		j.paths[i] = paths_new(fabric, set[i]->lft, NULL);
		j.lanes[i] = lanes_new(j.paths[i], set[i]->sl, set[i]->sl2vl, NULL);
		ck_assert_ptr_nonnull(j.lanes[i]);
	}
	ck_assert(lanes_join(j.lanes[0], j.lanes[1], NULL));
	return j;
}

static void joined_clear(Joined *j)
{
	for (guint i = 0; i < 2; i++) {
		lanes_free(j->lanes[i]);
		paths_free(j->paths[i]);
	}
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Joined, joined_clear)

/* The edges of a walk, in the numbers of the plain matrix. */
typedef struct {
	const MixedPlain *plain;
	const Lanes *lanes;
	guint8 *edge;
} Seen;

static guint32 plain_number(const Seen *s, guint32 node)
{
	const Paths *p = s->lanes->paths;
	guint32 channel = node / s->lanes->n_lanes;
	guint32 port = fabric_port_index(p->fabric, p->fabric->switches[p->from[channel]], p->out_port[channel]);
	return s->plain->number[port] * MIXED_VLS + s->lanes->vl[node % s->lanes->n_lanes];
}

static gboolean see(gpointer user, guint32 from, guint32 to, const LaneRoute *route)
{
	Seen *s = user;
	(void)route;
	if (from != LANES_NONE)
		s->edge[plain_number(s, from) * s->plain->n + plain_number(s, to)] = 1;
	return TRUE;
}

static guint loops_seen, free_seen, lost_seen, mixed_loops_seen;

/* Whether every step of the cycle is explained by what it says. */
static void check_cycle(const DeadlockFacts *facts, gboolean mixed_only)
{
	guint mixed = 0, old = 0, new = 0;
	for (guint32 i = 0; i < facts->n_cycle; i++) {
		mixed += facts->cycle[i].by == DEADLOCK_BY_MIXTURE;
		old += facts->cycle[i].by == DEADLOCK_BY_OLD;
		new += facts->cycle[i].by == DEADLOCK_BY_NEW;
	}
	ck_assert_uint_eq(mixed + old + new, facts->n_cycle);
	if (mixed_only && facts->n_cycle) /* no set has the cycle by itself */
		ck_assert(mixed || (old && new));
}

START_TEST(test_equals_a_choice_at_every_hop)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(Fabric) fabric = fixture_random(rand);
	g_auto(MixedSet) old = mixed_set_draw(fabric, rand);
	g_auto(MixedSet) new = mixed_set_draw(fabric, rand);
	fixture_damage(new.lft, rand, _i % 4 == 3 ? 10 : 0);
	g_auto(MixedPlain) plain = mixed_plain_new(fabric, &old, &new);
	plain.mask = 1;
	guint lost = mixed_plain_all(&plain, _i % 2);
	g_autoptr(Paths) paths = paths_new(fabric, old.lft, NULL);
	g_autoptr(Paths) new_paths = paths_new(fabric, new.lft, NULL);
	g_autoptr(Lanes) old_lanes = lanes_new(paths, old.sl, old.sl2vl, NULL);
	g_autoptr(Lanes) new_lanes = lanes_new(new_paths, new.sl, new.sl2vl, NULL);
	g_autoptr(DeadlockFacts) old_facts = deadlock_facts_new(old_lanes, _i % 2, NULL, 0, NULL);
	g_autoptr(DeadlockFacts) new_facts = deadlock_facts_new(new_lanes, _i % 2, NULL, 0, NULL);
	g_auto(Joined) joined = joined_new(fabric, &old, &new);
	Seen seen = {&plain, joined.lanes[0], g_new0(guint8, (gsize)plain.n * plain.n + 1)};
	LaneCounts counts;
	ck_assert(lanes_walk(joined.lanes[0], _i % 2, see, &seen, &counts, NULL));
	ck_assert_mem_eq(seen.edge, plain.edge, (gsize)plain.n * plain.n + 1);
	ck_assert_uint_eq(counts.lids_lost, lost);
	g_autoptr(DeadlockFacts) facts = deadlock_facts_new(joined.lanes[0], _i % 2, NULL, 0, NULL);
	ck_assert_int_eq(facts->free, mixed_plain_is_free(&plain));
	check_cycle(facts, old_facts->free && new_facts->free);
	g_free(seen.edge);
	loops_seen += !facts->free;
	free_seen += facts->free;
	lost_seen += lost > 0;
	mixed_loops_seen += !facts->free && old_facts->free && new_facts->free;
}
END_TEST

START_TEST(test_covers_every_fixed_mixture)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(Fabric) fabric = fixture_ring(3 + (guint)_i % 2, 1);
	g_auto(MixedSet) old = mixed_set_draw(fabric, rand);
	g_auto(MixedSet) new = mixed_set_draw(fabric, rand);
	g_auto(Joined) joined = joined_new(fabric, &old, &new);
	g_auto(MixedPlain) all = mixed_plain_new(fabric, &old, &new);
	Seen seen = {&all, joined.lanes[0], g_new0(guint8, (gsize)all.n * all.n + 1)};
	guint32 n = fabric->n_switches;
	ck_assert(lanes_walk(joined.lanes[0], FALSE, see, &seen, NULL, NULL));
	for (guint32 mixture = 0; mixture < 1u << 2 * n; mixture++) {
		g_auto(MixedPlain) plain = mixed_plain_new(fabric, &old, &new);
		plain.lft_by = mixture & ((1u << n) - 1);
		plain.vl_by = mixture >> n;
		mixed_plain_all(&plain, FALSE);
		for (gsize i = 0; i < (gsize)plain.n * plain.n; i++) {
			all.edge[i] |= plain.edge[i];
			ck_assert_uint_le(plain.edge[i], seen.edge[i]);
		}
	}
	/* the routes of rings of three are no longer than two switches: nothing is passed twice, and nothing is left */
	if (n == 3)
		ck_assert_mem_eq(all.edge, seen.edge, (gsize)all.n * all.n + 1);
	g_free(seen.edge);
}
END_TEST

START_TEST(test_saw_all_kinds)
{
	ck_assert_uint_gt(loops_seen, 10);
	ck_assert_uint_gt(free_seen, 10);
	ck_assert_uint_gt(lost_seen, 10);
	ck_assert_uint_gt(mixed_loops_seen, 2);
}
END_TEST

/* A set goes with itself. */
START_TEST(test_with_itself_nothing_changes)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(Fabric) fabric = fixture_random(rand);
	g_auto(MixedSet) set = mixed_set_draw(fabric, rand);
	g_autoptr(Paths) paths = paths_new(fabric, set.lft, NULL);
	g_autoptr(Lanes) lanes = lanes_new(paths, set.sl, set.sl2vl, NULL);
	g_autoptr(DeadlockFacts) alone = deadlock_facts_new(lanes, TRUE, NULL, 0, NULL);
	g_auto(Joined) joined = joined_new(fabric, &set, &set);
	g_autoptr(DeadlockFacts) facts = deadlock_facts_new(joined.lanes[0], TRUE, NULL, 0, NULL);
	ck_assert_int_eq(facts->free, alone->free);
	ck_assert_uint_eq(facts->dependencies, alone->dependencies);
	ck_assert_uint_eq(facts->n_layers, alone->n_layers);
	for (guint i = 0; i < facts->n_layers; i++)
		ck_assert_mem_eq(&facts->layers[i], &alone->layers[i], sizeof facts->layers[i]);
	for (guint32 i = 0; i < facts->n_cycle; i++)
		ck_assert_uint_eq(facts->cycle[i].by, DEADLOCK_BY_OLD);
}
END_TEST

/* Clockwise and anticlockwise for one half of the destinations each: both free, never together. */
START_TEST(test_two_seams_of_a_ring_do_not_go_together)
{
	g_autoptr(Fabric) ring = fixture_ring(4, 1);
	g_auto(MixedSet) first = {.lft = fixture_clockwise(ring)};
	g_auto(MixedSet) second = {.lft = fixture_clockwise(ring)};
	MixedSet *set[] = {&first, &second};
	for (guint s = 0; s < 2; s++) {
		const guint8 ports[] = {3, 3, 3, 3};
		set[s]->sl = path_sl_new(0, 0, NULL);
		set[s]->sl2vl = sl2vl_new(4, set[s]->lft->guid, ports, NULL);
		/* nothing crosses the cable between switch s * 2 + 3 and the one after it: a line, not a ring */
		guint32 end = (s * 2 + 3) % 4;
		for (guint32 lid = 1; lid < ring->n_lids; lid++) {
			guint32 at = mixed_switch_of(ring, ring->lid_port[lid]), to = (at + 3 - end) % 4;
			for (guint32 sw = 0; sw < 4; sw++) {
				guint8 *row = fixture_row(set[s]->lft, ring, ring->switches[sw]);
				guint32 from = (sw + 3 - end) % 4;
				if (from != to)
					row[lid] = from < to ? 1 : 2;
			}
		}
	}
	g_auto(Joined) joined = joined_new(ring, &first, &second);
	for (guint s = 0; s < 2; s++) {
		g_autoptr(Lanes) lanes = lanes_new(joined.paths[s], NULL, NULL, NULL);
		g_autoptr(DeadlockFacts) alone = deadlock_facts_new(lanes, TRUE, NULL, 0, NULL);
		ck_assert(alone->free);
		ck_assert_uint_eq(alone->counts.unreachable, 0);
	}
	g_autoptr(DeadlockFacts) facts = deadlock_facts_new(joined.lanes[0], TRUE, NULL, 0, NULL);
	ck_assert(!facts->free);
	ck_assert_uint_eq(facts->counts.lids_lost, 0);
	check_cycle(facts, TRUE);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eval_mixed");
	TCase *tcase = tcase_create("mixed");
	tcase_set_timeout(tcase, 120);
	tcase_add_loop_test(tcase, test_equals_a_choice_at_every_hop, 0, 80);
	tcase_add_test(tcase, test_saw_all_kinds);
	tcase_add_loop_test(tcase, test_covers_every_fixed_mixture, 0, 20);
	tcase_add_loop_test(tcase, test_with_itself_nothing_changes, 0, 20);
	tcase_add_test(tcase, test_two_seams_of_a_ring_do_not_go_together);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
