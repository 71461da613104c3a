/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Compares worst permutations with brute force on small random fabrics, and follows each answer through the tables. */
#include "evaluator/measures/bandwidth/worst.h"
#include "evaluator/measures/bandwidth/worst_match.h"
#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"

#include <string.h>

#define MOST_ENDPOINTS 14 /* brute force goes through all sets of receivers */

/* crosses[port][s][t]: the route from endpoint s to endpoint t leaves by a port (index in the fabric). */
typedef struct {
	const Fabric *fabric;
	guint32 n;
	guint8 *crosses;
} Crossings;

static guint8 *cell(const Crossings *x, guint32 port, guint32 s, guint32 t)
{
	return &x->crosses[((gsize)port * x->n + s) * x->n + t];
}

static Crossings crossings_new(const Fabric *fabric, const Lft *lft)
{
	guint32 n = fabric->n_endpoints;
	Crossings x = {fabric, n, g_new0(guint8, (gsize)fabric->n_ports * n * n + 1)};
	g_autofree guint32 *out = g_new(guint32, fabric->n_switches + 2);
	guint hops;
	for (guint32 s = 0; s < n; s++)
		for (guint32 t = 0; t < n; t++) {
			guint32 lid = fabric->ports[fabric->endpoints[t]].lid;
			if (fixture_walk(fabric, lft, fabric->endpoints[s], lid, out, &hops) == WALK_ARRIVES)
				for (guint hop = 0; s != t && hop < hops; hop++)
					*cell(&x, out[hop], s, t) = 1;
		}
	return x;
}

/* The largest matching, by going through all receivers for one sender after the other; each set of receivers once. */
static guint32 brute_force(const Crossings *x, guint32 port)
{
	gsize sets = (gsize)1 << x->n;
	g_autofree guint8 *size = g_malloc(sets); /* most pairs among senders so far that use just these receivers */
	guint32 best = 0;
	memset(size, 0xff, sets);
	size[0] = 0;
	for (guint32 s = 0; s < x->n; s++)
		for (gsize set = sets; set-- > 0;)
			for (guint32 t = 0; size[set] != 0xff && t < x->n; t++)
				if (!(set >> t & 1) && *cell(x, port, s, t))
					size[set | (gsize)1 << t] = size[set] + 1;
	for (gsize set = 0; set < sets; set++)
		if (size[set] != 0xff)
			best = MAX(best, size[set]);
	return best;
}

static guint32 port_of(const Paths *p, guint32 channel)
{
	return fabric_port_index(p->fabric, p->fabric->switches[p->from[channel]], p->out_port[channel]);
}

/* Each endpoint sends and receives at most once, and all the routes cross the channel. */
static void check_permutation(const WorstFacts *facts, const Paths *p, const Crossings *x)
{
	g_autofree guint8 *sends = g_new0(guint8, x->n), *receives = g_new0(guint8, x->n);
	for (guint32 i = 0; i < facts->congestion; i++) {
		guint32 s = facts->source[i], t = facts->target[i];
		ck_assert(!sends[s] && !receives[t]);
		sends[s] = receives[t] = 1;
		ck_assert(*cell(x, port_of(p, facts->channel), s, t));
		ck_assert(i == 0 || facts->source[i - 1] < s);
	}
}

START_TEST(test_equals_brute_force)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(Fabric) fabric = fixture_random(rand);
	g_autoptr(Lft) lft = fixture_minimal(fabric, rand);
	fixture_damage(lft, rand, _i % 3 ? 0 : 25);
	g_autoptr(Paths) paths = paths_new(fabric, lft, NULL);
	if (fabric->n_endpoints > MOST_ENDPOINTS)
		return;
	Crossings x = crossings_new(fabric, lft);
	guint32 worst = 0;
	for (guint32 c = 0; c < paths->n_channels; c++) {
		g_autoptr(WorstFacts) facts = worst_facts_new(paths, c, NULL);
		ck_assert_uint_eq(facts->congestion, brute_force(&x, port_of(paths, c)));
		ck_assert(facts->channel == (facts->congestion ? c : PATHS_NONE));
		check_permutation(facts, paths, &x);
		worst = MAX(worst, facts->congestion);
	}
	g_autoptr(WorstFacts) facts = worst_facts_new(paths, PATHS_NONE, NULL);
	ck_assert_uint_eq(facts->congestion, worst);
	check_permutation(facts, paths, &x);
	g_free(x.crosses);
}
END_TEST

/* Too large for brute force: the worst of all is the worst of each, and every permutation holds. */
START_TEST(test_all_is_the_worst_of_each)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(Fabric) fabric = _i ? fixture_tree(5, 3, 6) : fixture_ring(7, 4);
	g_autoptr(Lft) lft = fixture_minimal(fabric, rand);
	g_autoptr(Paths) paths = paths_new(fabric, lft, NULL);
	Crossings x = crossings_new(fabric, lft);
	guint32 worst = 0;
	for (guint32 c = 0; c < paths->n_channels; c++) {
		g_autoptr(WorstFacts) facts = worst_facts_new(paths, c, NULL);
		check_permutation(facts, paths, &x);
		worst = MAX(worst, facts->congestion);
	}
	g_autoptr(WorstFacts) facts = worst_facts_new(paths, PATHS_NONE, NULL);
	ck_assert_uint_eq(facts->congestion, worst);
	ck_assert_uint_gt(worst, 0);
	check_permutation(facts, paths, &x);
	g_free(x.crosses);
}
END_TEST

/*
 * On a ring routed in one direction, the channel out of a switch takes all that goes further: all but one of n hosts.
 */
START_TEST(test_a_ring_as_worked_out_by_hand)
{
	g_autoptr(Fabric) ring = fixture_ring(6, 2);
	g_autoptr(Lft) lft = fixture_clockwise(ring);
	g_autoptr(Paths) paths = paths_new(ring, lft, NULL);
	g_autoptr(WorstFacts) facts = worst_facts_new(paths, PATHS_NONE, NULL);
	/* the k-th switch back sends to any of 5 - k switches ahead: 5 switches can, with two hosts each, and are */
	ck_assert_uint_eq(facts->congestion, 10);
	ck_assert_uint_eq(facts->n_channels, 6);
}
END_TEST

START_TEST(test_no_channel_no_permutation)
{
	g_autoptr(Fabric) fabric = fixture_tree(1, 1, 4);
	g_autoptr(Lft) lft = fixture_clockwise(fabric);
	g_autoptr(Paths) paths = paths_new(fabric, lft, NULL);
	g_autoptr(WorstFacts) facts = worst_facts_new(paths, PATHS_NONE, NULL);
	ck_assert_uint_eq(facts->congestion, 0);
	ck_assert_uint_eq(facts->channel, PATHS_NONE);
	ck_assert_uint_eq(facts->n_channels, 0);
}
END_TEST

/* What plain augmenting paths, one at a time, find. */
static gboolean improve(const Match *m, const guint32 *places, guint32 r, guint8 *tried, guint32 *used, guint32 *mate)
{
	for (guint32 e = m->first[r]; e < m->first[r + 1]; e++) {
		guint32 s = m->sender[e];
		if (tried[s])
			continue;
		tried[s] = 1;
		gboolean free = used[s] < places[s];
		used[s] += free;
		for (guint32 other = 0; !free && other < m->n_receivers; other++)
			free = mate[other] == s && improve(m, places, other, tried, used, mate);
		if (free) {
			mate[r] = s;
			return TRUE;
		}
	}
	return FALSE;
}

START_TEST(test_matching_equals_one_path_at_a_time)
{
	enum { SENDERS = 12, RECEIVERS = 40 };
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	guint32 places[SENDERS], first[RECEIVERS + 1] = {0}, sender[SENDERS * RECEIVERS], expected = 0;
	for (guint s = 0; s < SENDERS; s++)
		places[s] = (guint32)g_rand_int_range(rand, 0, 6);
	for (guint r = 0; r < RECEIVERS; r++) {
		first[r + 1] = first[r];
		for (guint32 s = 0; s < SENDERS; s++)
			if (g_rand_int_range(rand, 0, 12) < 1 + _i % 4)
				sender[first[r + 1]++] = s;
	}
	g_autoptr(Match) match = match_new(SENDERS, places, RECEIVERS, NULL);
	match->n_receivers = RECEIVERS;
	match->first = first;
	match->sender = sender;
	guint32 size = match_solve(match), used[SENDERS] = {0}, mate[RECEIVERS];
	memset(mate, 0xff, sizeof mate);
	for (guint32 r = 0; r < RECEIVERS; r++) {
		guint8 tried[SENDERS] = {0};
		expected += improve(match, places, r, tried, used, mate);
	}
	ck_assert_uint_eq(size, expected);
	for (guint s = 0; s < SENDERS; s++)
		ck_assert_uint_le(match->taken[s], places[s]);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eval_worst");
	TCase *tcase = tcase_create("worst");
	tcase_add_loop_test(tcase, test_equals_brute_force, 0, 100);
	tcase_add_loop_test(tcase, test_all_is_the_worst_of_each, 0, 2);
	tcase_add_test(tcase, test_a_ring_as_worked_out_by_hand);
	tcase_add_test(tcase, test_no_channel_no_permutation);
	tcase_add_loop_test(tcase, test_matching_equals_one_path_at_a_time, 0, 200);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
