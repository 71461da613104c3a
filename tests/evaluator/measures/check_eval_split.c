/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Flows over the LIDs of a port against cases by hand and what must hold anywhere; disjoint routes against all choices.
 */
#include "evaluator/measures/bandwidth/disjoint.h"
#include "evaluator/measures/bandwidth/ebb.h"
#include "evaluator/measures/bandwidth/ebb_streams.h"
#include "evaluator/measures/bandwidth/split.h"
#include "generator/synth/synth.h"
#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"

#include <stdlib.h>
#include <string.h>

#define EXACT 1e-9

static const PathUse kinds[] = {SPLIT_BASE, SPLIT_EQUAL, SPLIT_EACH, SPLIT_ALL};

/* All hosts get LIDs anew, with an LMC. */
static void give_lids(Fabric *fabric, guint lmc)
{
	for (guint32 i = 0; i < fabric->n_ports; i++)
		fabric->ports[i].lid = fabric->ports[i].lmc = 0;
	ck_assert(fabric_assign_lids(fabric, lmc, NULL, NULL));
}

/* ---- a ring of four, a host each: base LIDs go by port 1, the others by port 2 */

static guint32 base(const Fabric *f, guint32 endpoint)
{
	return f->ports[f->endpoints[endpoint]].lid;
}

static Lft *both_ways_round(const Fabric *ring)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(1);
	Lft *lft = fixture_minimal(ring, rand);
	for (guint32 e = 0; e < ring->n_endpoints; e++)
		for (guint32 i = 0; i < ring->n_switches; i++) {
			guint8 *row = fixture_row(lft, ring, ring->switches[i]) + base(ring, e);
			if (row[0] > 2) /* the host's port */
				continue;
			row[0] = 1;
			row[1] = 2;
		}
	return lft;
}

typedef struct {
	Fabric *ring;
	Lft *lft;
	Paths *paths;
} Ring;

static Ring ring_new(void)
{
	Ring r = {.ring = fixture_ring(4, 1)};
	give_lids(r.ring, 1);
	r.lft = both_ways_round(r.ring);
	r.paths = paths_new(r.ring, r.lft, NULL);
	ck_assert_ptr_nonnull(r.paths);
	return r;
}

static void ring_clear(Ring *r)
{
	paths_free(r->paths);
	lft_free(r->lft);
	fabric_free(r->ring);
}

/* The endpoint on the ring's switch of a number: that is the order of LIDs, too. Returns (pairs) that do not arrive. */
static guint64 shares(const Ring *r, PathUse kind, gdouble rate[2])
{
	static const guint32 source[] = {0, 1}, target[] = {2, 3};
	g_autoptr(Split) split = split_new(r->paths, kind, NULL);
	g_autoptr(StreamTable) table = stream_table_new(r->paths, NULL);
	stream_table_choose(table, TRUE, NULL, split);
	g_autoptr(StreamScratch) scratch = stream_scratch_new(table, 2, NULL);
	stream_shares(table, scratch, source, target, 2, rate);
	ck_assert_uint_eq(table->unreachable, split->unreachable);
	return split->unreachable;
}

START_TEST(test_a_ring_by_hand)
{
	Ring r = ring_new();
	gdouble rate[2];
	/* both cross the channel from the second switch to the third */
	ck_assert_uint_eq(shares(&r, SPLIT_BASE, rate), 0);
	ck_assert_double_eq_tol(rate[0], 0.5, EXACT);
	ck_assert_double_eq_tol(rate[1], 0.5, EXACT);
	/* half of each goes the other way */
	for (guint i = 1; i < G_N_ELEMENTS(kinds); i++) {
		ck_assert_uint_eq(shares(&r, kinds[i], rate), 0);
		ck_assert_double_eq_tol(rate[0], 1, EXACT);
		ck_assert_double_eq_tol(rate[1], 1, EXACT);
	}
	/* a source that has no second LID: all of one and half of the other on that channel */
	r.ring->ports[r.ring->endpoints[0]].lmc = 0;
	ck_assert_uint_eq(shares(&r, SPLIT_EQUAL, rate), 0);
	ck_assert_double_eq_tol(rate[0], 2.0 / 3, EXACT);
	ck_assert_double_eq_tol(rate[1], 2.0 / 3, EXACT);
	shares(&r, SPLIT_ALL, rate);
	ck_assert_double_eq_tol(rate[0], 1, EXACT);
	/* half of that channel for each flow there, and what the second host's other flow can take beside its own */
	shares(&r, SPLIT_EACH, rate);
	ck_assert_double_eq_tol(rate[0], 0.5, EXACT);
	ck_assert_double_eq_tol(rate[1], 1, EXACT);
	ring_clear(&r);
}
END_TEST

START_TEST(test_a_lost_path_by_hand)
{
	Ring r = ring_new();
	gdouble rate[2];
	fixture_row(r.lft, r.ring, r.ring->switches[0])[base(r.ring, 2) + 1] = LFT_NO_PATH;
	ck_assert_uint_eq(shares(&r, SPLIT_BASE, rate), 0);
	ck_assert_double_gt(rate[0], 0);
	/* from the first host, and from the second, whose other path leads over the first switch */
	for (guint i = 1; i < G_N_ELEMENTS(kinds); i++) {
		ck_assert_uint_eq(shares(&r, kinds[i], rate), 2);
		ck_assert_double_eq_tol(rate[0], kinds[i] == SPLIT_EACH ? 0.5 : 0, EXACT);
		ck_assert_double_eq_tol(rate[1], 1, EXACT);
	}
	r.ring->ports[r.ring->endpoints[0]].lmc = 0;
	ck_assert_uint_eq(shares(&r, SPLIT_EQUAL, rate), 1);
	ck_assert_uint_eq(shares(&r, SPLIT_ALL, rate), 2);
	ring_clear(&r);
}
END_TEST

START_TEST(test_disjoint_by_hand)
{
	Ring r = ring_new();
	g_autoptr(DisjointFacts) both = disjoint_facts_new(r.paths, NULL);
	ck_assert_uint_eq(both->lids, 2);
	ck_assert_uint_eq(both->pairs, 12);
	ck_assert_uint_eq(both->count[2], 12);
	ck_assert_double_eq_tol(both->mean_disjoint, 2, EXACT);
	ck_assert_uint_eq(both->least, 2);
	/* from the first to the third both LIDs go one way, from the second to it one is lost */
	fixture_row(r.lft, r.ring, r.ring->switches[0])[base(r.ring, 2) + 1] = 1;
	g_autoptr(DisjointFacts) one = disjoint_facts_new(r.paths, NULL);
	ck_assert_uint_eq(one->count[1], 2); /* from the second switch it is a loop now */
	ck_assert_uint_eq(one->count[2], 10);
	ck_assert_double_eq_tol(one->mean_distinct, 22.0 / 12, EXACT);
	ring_clear(&r);
}
END_TEST

/* ---- any fabric */

static const char *const families[] = {
	"karytree:3,3",
	"torus:4x4,hosts=2",
	"hyperx:4x4,hosts=2",
	"dragonfly:a=4,p=2,h=2",
	"random:switches=12,ports=10,hosts=3",
	"slimfly:3,hosts=2",
	"clos:leaves=6,hosts=4,spines=4,links=2,fail=links:5",
};

typedef struct {
	Fabric *fabric;
	Lft *lft;
	Paths *paths;
} Drawn;

/* Shortest paths for each LID, drawn. */
static Drawn drawn_new(const char *spec, guint lmc, guint32 seed)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	Drawn d = {.fabric = synth_fabric(spec, NULL)};
	ck_assert_ptr_nonnull(d.fabric);
	give_lids(d.fabric, lmc);
	d.lft = fixture_minimal(d.fabric, rand);
	d.paths = paths_new(d.fabric, d.lft, NULL);
	return d;
}

static void drawn_clear(Drawn *d)
{
	paths_free(d->paths);
	lft_free(d->lft);
	fabric_free(d->fabric);
}

static EbbFacts *measure(const Paths *paths, const Split *split)
{
	EbbOptions how = {.patterns = 20, .seed = 3, .threads = 2, .shares = TRUE, .split = split};
	return ebb_facts_new(paths, &how, NULL);
}

static void same_as_base(const Drawn *d, PathUse kind)
{
	g_autoptr(Split) split = split_new(d->paths, kind, NULL);
	g_autoptr(EbbFacts) base_lids = measure(d->paths, NULL);
	g_autoptr(EbbFacts) facts = measure(d->paths, split);
	ck_assert_uint_eq(facts->unreachable, base_lids->unreachable);
	for (guint32 i = 0; i < facts->patterns; i++)
		ck_assert_double_eq_tol(facts->result[i], base_lids->result[i], EXACT);
}

/* One LID, or several whose routes are those of the first: as if nothing were split. */
START_TEST(test_nothing_to_split)
{
	Drawn one = drawn_new(families[_i], 0, (guint32)_i), four = drawn_new(families[_i], 2, (guint32)_i);
	for (guint k = 0; k < G_N_ELEMENTS(kinds); k++)
		same_as_base(&one, kinds[k]);
	same_as_base(&four, SPLIT_BASE);
	for (guint32 e = 0; e < four.fabric->n_endpoints; e++)
		for (guint32 i = 0; i < four.fabric->n_switches; i++) {
			guint8 *row = fixture_row(four.lft, four.fabric, four.fabric->switches[i]);
			memset(row + base(four.fabric, e) + 1, row[base(four.fabric, e)], 3);
		}
	same_as_base(&four, SPLIT_ALL);
	g_autoptr(DisjointFacts) alike = disjoint_facts_new(four.paths, NULL);
	ck_assert_uint_eq(alike->most, 1);
	ck_assert_double_eq_tol(alike->mean_distinct, 1, EXACT);
	drawn_clear(&one);
	drawn_clear(&four);
}
END_TEST

/*
 * Where all have as many LIDs equal pairs are all; no flow gets less than its narrowest path leaves, and none more
 * than 1.
 */
START_TEST(test_split_anywhere)
{
	Drawn d = drawn_new(families[_i], 2, 100 + (guint32)_i);
	g_autoptr(Split) equal = split_new(d.paths, SPLIT_EQUAL, NULL);
	g_autoptr(Split) all = split_new(d.paths, SPLIT_ALL, NULL);
	g_autoptr(EbbFacts) one = measure(d.paths, equal);
	g_autoptr(EbbFacts) other = measure(d.paths, all);
	g_autoptr(Split) each = split_new(d.paths, SPLIT_EACH, NULL);
	g_autoptr(EbbFacts) free = measure(d.paths, each);
	g_autoptr(EbbFacts) base_lids = measure(d.paths, NULL);
	ck_assert_msg(free->mean >= one->mean - 0.02 && free->max <= 1 + EXACT, "%s: %g each, %g together",
		      families[_i], free->mean, one->mean);
	ck_assert_mem_eq(one->result, other->result, one->patterns * sizeof(gdouble));
	ck_assert_uint_eq(one->unreachable, 0);
	ck_assert_double_le(one->max, 1 + EXACT);
	ck_assert_msg(one->mean >= base_lids->mean - 0.02, "%s: %g split, %g not", families[_i], one->mean,
		      base_lids->mean);
	drawn_clear(&d);
}
END_TEST

/* What is laid are the hops of all paths, divided by these; a flow alone gets all. */
START_TEST(test_what_is_laid)
{
	Drawn d = drawn_new(families[_i], 1, 200 + (guint32)_i);
	const Paths *p = d.paths;
	g_autoptr(Split) split = split_new(p, SPLIT_ALL, NULL);
	g_autoptr(MaxMin) m = maxmin_new(p->n_channels, NULL);
	g_autofree guint32 *out = g_new(guint32, p->n_rows + 2);
	for (guint32 s = 0; s < p->n_part; s += 3)
		for (guint32 t = 0; t < p->n_part; t++) {
			guint hops = 0;
			gdouble rate = 0;
			for (guint32 k = 0; k < 2; k++) {
				guint n;
				ck_assert(fixture_walk(d.fabric, d.lft, d.fabric->endpoints[s], base(d.fabric, t) + k,
						       out, &n) == WALK_ARRIVES);
				hops += n - 1;
			}
			maxmin_begin(m);
			ck_assert(split_lay(split, s, t, 0, NULL, m));
			maxmin_end_flow(m);
			maxmin_shares(m, NULL, NULL, &rate);
			ck_assert_int_eq(rate > 0, hops > 0);
			ck_assert(!hops || rate >= 1 - EXACT);
		}
	drawn_clear(&d);
}
END_TEST

/* ---- the most that do not clash, of all choices */

START_TEST(test_disjoint_most)
{
	static guint8 clash[DISJOINT_MOST][DISJOINT_MOST];
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	guint32 n = (guint32)g_rand_int_range(rand, 0, 13), best = 0;
	gdouble density = g_rand_double(rand);
	memset(clash, 0, sizeof clash);
	for (guint32 i = 0; i < n; i++)
		for (guint32 k = 0; k < i; k++)
			clash[i][k] = clash[k][i] = g_rand_double(rand) < density;
	for (guint32 set = 0; set < 1u << n; set++) {
		gboolean fine = TRUE;
		guint32 size = 0;
		for (guint32 i = 0; i < n; i++)
			for (guint32 k = 0; k < i; k++)
				fine = fine && !(set >> i & 1 && set >> k & 1 && clash[i][k]);
		for (guint32 i = 0; i < n; i++)
			size += set >> i & 1;
		best = fine ? MAX(best, size) : best;
	}
	ck_assert_uint_eq(disjoint_most(clash, n), best);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("split");
	TCase *tcase = tcase_create("split");
	int n = (int)G_N_ELEMENTS(families);
	tcase_set_timeout(tcase, 120);
	tcase_add_test(tcase, test_a_ring_by_hand);
	tcase_add_test(tcase, test_a_lost_path_by_hand);
	tcase_add_test(tcase, test_disjoint_by_hand);
	tcase_add_loop_test(tcase, test_nothing_to_split, 0, n);
	tcase_add_loop_test(tcase, test_split_anywhere, 0, n);
	tcase_add_loop_test(tcase, test_what_is_laid, 0, n);
	tcase_add_loop_test(tcase, test_disjoint_most, 0, 300);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
