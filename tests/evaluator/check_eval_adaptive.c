/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Compares max-min shares with their definition, and spreading with cases by hand and with any shortest routes. */
#include "evaluator/measures/bandwidth/ebb.h"
#include "evaluator/measures/bandwidth/ebb_streams.h"
#include "evaluator/measures/bandwidth/maxmin.h"
#include "evaluator/measures/bandwidth/spread.h"
#include "generator/synth/synth.h"
#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"

#include <math.h>
#include <stdlib.h>

#define EXACT 1e-9

START_TEST(test_shares_by_hand)
{
	/* Three flows on place 0, one of them on place 1 too, where a fourth lays half of what it sends. */
	g_autoptr(MaxMin) m = maxmin_new(3, NULL);
	gdouble rate[5];
	for (guint again = 0; again < 2; again++) {
		maxmin_begin(m);
		maxmin_lay(m, 0, 1), maxmin_end_flow(m);
		maxmin_lay(m, 0, 1), maxmin_end_flow(m);
		maxmin_lay(m, 0, 1), maxmin_lay(m, 1, 1), maxmin_end_flow(m);
		maxmin_lay(m, 1, 0.5), maxmin_lay(m, 2, 0.5), maxmin_end_flow(m);
		maxmin_end_flow(m);
		maxmin_shares(m, NULL, NULL, rate);
		for (guint i = 0; i < 3; i++)
			ck_assert_double_eq_tol(rate[i], 1.0 / 3, EXACT);
		ck_assert_double_eq_tol(rate[3], 4.0 / 3, EXACT);
		ck_assert_double_eq_tol(rate[4], 0, EXACT);
	}
}
END_TEST

/* No place is overfull, and each flow crosses a full one on which nobody has more: so nobody can have more. */
START_TEST(test_shares_are_max_min)
{
	enum { PLACES = 12, FLOWS = 20 };
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(MaxMin) m = maxmin_new(PLACES, NULL);
	gdouble part[FLOWS][PLACES] = {{0}}, rate[FLOWS], full[PLACES] = {0};
	maxmin_begin(m);
	for (guint f = 0; f < FLOWS; f++) {
		for (guint n = (guint)g_rand_int_range(rand, 1, 5); n--;) {
			guint32 p = (guint32)g_rand_int_range(rand, 0, PLACES);
			gdouble x = 1.0 / g_rand_int_range(rand, 1, 5);
			part[f][p] += x;
			maxmin_lay(m, p, x);
		}
		maxmin_end_flow(m);
	}
	maxmin_shares(m, NULL, NULL, rate);
	for (guint f = 0; f < FLOWS; f++)
		for (guint p = 0; p < PLACES; p++)
			full[p] += rate[f] * part[f][p];
	for (guint f = 0; f < FLOWS; f++) {
		gboolean held = FALSE;
		for (guint p = 0; p < PLACES; p++) {
			gboolean most = part[f][p] > 0 && full[p] > 1 - EXACT;
			for (guint o = 0; o < FLOWS; o++)
				most = most && !(part[o][p] > 0 && rate[o] > rate[f] + EXACT);
			held = held || most;
			ck_assert_double_le(full[p], 1 + EXACT);
		}
		ck_assert_msg(held, "flow %u could have more than %g", f, rate[f]);
	}
}
END_TEST

/* Paths of flows that may go over any of some places, evenly over those that are not full. */
static gboolean elsewhere(gpointer user, const guint8 *full, MaxMinLay *lay, guint32 n)
{
	guint32 open = 0;
	(void)user;
	for (guint32 i = 0; i < n; i++)
		open += !full[lay[i].place];
	for (guint32 i = 0; i < n; i++)
		lay[i].part = full[lay[i].place] ? 0 : 1.0 / open;
	return open > 0;
}

START_TEST(test_elsewhere_by_hand)
{
	/*
	 * Place 0 is full at 2/3, of which the first flow has 1/3; it goes on in place 1, where 1/3 is taken: 2/3 more.
	 */
	g_autoptr(MaxMin) m = maxmin_new(2, NULL);
	gdouble rate[2];
	maxmin_begin(m);
	maxmin_lay(m, 0, 0.5), maxmin_lay(m, 1, 0.5), maxmin_end_flow(m);
	maxmin_lay(m, 0, 1), maxmin_end_flow(m);
	maxmin_shares(m, elsewhere, NULL, rate);
	ck_assert_double_eq_tol(rate[0], 4.0 / 3, EXACT);
	ck_assert_double_eq_tol(rate[1], 2.0 / 3, EXACT);
}
END_TEST

/*
 * Who goes on until all places are full fills them to the brim, no more; and has no less than who stops at the first.
 */
START_TEST(test_elsewhere_fills_all)
{
	enum { PLACES = 9, FLOWS = 14 };
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(MaxMin) m = maxmin_new(PLACES, NULL);
	gboolean used[PLACES] = {FALSE};
	guint32 kind[FLOWS];
	gdouble rate[FLOWS], before[FLOWS], sum = 0, room = 0, least = G_MAXDOUBLE, least_before = G_MAXDOUBLE;
	for (guint f = 0; f < FLOWS; f++)
		kind[f] = (guint32)g_rand_int_range(rand, 1, 1 << PLACES);
	for (guint again = 0; again < 2; again++) {
		maxmin_begin(m);
		for (guint f = 0; f < FLOWS; f++) {
			for (guint32 p = 0; p < PLACES; p++)
				if (kind[f] >> p & 1) {
					maxmin_lay(m, p, 1.0 / __builtin_popcount(kind[f]));
					used[p] = TRUE;
				}
			maxmin_end_flow(m);
		}
		maxmin_shares(m, again ? elsewhere : NULL, NULL, again ? rate : before);
	}
	for (guint f = 0; f < FLOWS; f++) {
		sum += rate[f];
		least = MIN(least, rate[f]);
		least_before = MIN(least_before, before[f]);
	}
	for (guint p = 0; p < PLACES; p++)
		room += used[p] ? 1 : 0;
	ck_assert_double_eq_tol(sum, room, EXACT * PLACES);
	ck_assert_double_ge(least, least_before - EXACT);
}
END_TEST

/* On a ring of four switches what goes to the opposite one is halved, and what goes to the next is not. */
START_TEST(test_a_ring_by_hand)
{
	g_autoptr(Fabric) ring = fixture_ring(4, 1);
	g_autoptr(Lft) lft = fixture_clockwise(ring);
	g_autoptr(Paths) paths = paths_new(ring, lft, NULL);
	g_autoptr(Spread) spread = spread_new(paths, NULL);
	g_autofree gdouble *load = g_new(gdouble, paths->n_channels);
	/* each channel: one neighbour's flow, and halves of the two paths that cross it */
	ck_assert(spread_loads(spread, load, NULL));
	for (guint32 c = 0; c < paths->n_channels; c++)
		ck_assert_double_eq_tol(load[c], 2, EXACT);
	/* all to the opposite one: each channel has two halves of flows: they get all */
	EbbOptions how = {.patterns = 1, .seed = 1, .threads = 1, .shares = TRUE, .spread = spread};
	gdouble best = 0;
	for (how.seed = 0; how.seed < 20; how.seed++) {
		g_autoptr(EbbFacts) facts = ebb_facts_new(paths, &how, NULL);
		best = MAX(best, facts->mean);
		ck_assert_double_ge(facts->mean, 1 - EXACT); /* two flows never fill a ring that is split */
	}
	ck_assert_double_le(best, 1 + EXACT);
}
END_TEST

static Paths *paths_of(Fabric *fabric, Lft **lft, guint32 seed)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	*lft = fixture_minimal(fabric, rand);
	return paths_new(fabric, *lft, NULL);
}

/* As many spines as a leaf has hosts: whoever sends to whom, all get all. */
START_TEST(test_a_clos_does_not_block)
{
	g_autoptr(Fabric) fabric = fixture_tree(4 + (guint)_i, 3 + (guint)_i, 3 + (guint)_i);
	Lft *lft;
	g_autoptr(Paths) paths = paths_of(fabric, &lft, 1);
	g_autoptr(Spread) spread = spread_new(paths, NULL);
	EbbOptions how = {.patterns = 100, .seed = 1, .shares = TRUE, .spread = spread};
	g_autoptr(EbbFacts) facts = ebb_facts_new(paths, &how, NULL);
	ck_assert_double_eq_tol(facts->min, 1, EXACT);
	ck_assert_double_eq_tol(facts->mean, 1, EXACT);
	lft_free(lft);
}
END_TEST

/*
 * Two leaves on both spines, one on the first alone. What goes there has one path; what goes between the two others is
 * halved, until the uplink to the first spine is full with 2/3 of both: then all of it goes over the second, to 1.
 */
START_TEST(test_a_full_cable_is_left)
{
	g_autoptr(Fabric) fabric = synth_fabric("clos:leaves=3,hosts=2,spines=2,links=1", NULL);
	Lft *lft;
	guint32 cut = FABRIC_NONE, leaf[3] = {0}, n = 0;
	for (guint32 i = 0; i < fabric->n_switches; i++)
		if (g_str_has_prefix(fabric_name(fabric, fabric->switches[i]), "leaf-"))
			leaf[n++] = fabric->switches[i];
	for (guint p = 1; p <= fabric->nodes[leaf[2]].n_ports; p++) {
		guint32 x = fabric_port_index(fabric, leaf[2], p), peer = fabric->ports[x].peer;
		if (peer != FABRIC_NONE && g_str_equal(fabric_name_at(fabric, peer), "spine-2"))
			cut = x;
	}
	ck_assert_uint_eq(n, 3);
	ck_assert_uint_ne(cut, FABRIC_NONE);
	fabric->ports[fabric->ports[cut].peer].peer = FABRIC_NONE;
	fabric->ports[cut].peer = FABRIC_NONE;
	ck_assert(fabric_assign_lids(fabric, 0, NULL, NULL));
	g_autoptr(Paths) p = paths_of(fabric, &lft, 1);
	g_autoptr(Spread) spread = spread_new(p, NULL);
	g_autoptr(StreamTable) table = stream_table_new(p, NULL);
	stream_table_choose(table, TRUE, spread, NULL);
	g_autoptr(StreamScratch) scratch = stream_scratch_new(table, 2, NULL);
	/* endpoints are numbered leaf by leaf, two each */
	const guint32 source[] = {0, 1}, target[] = {2, 4};
	gdouble rate[2];
	stream_shares(table, scratch, source, target, 2, rate);
	ck_assert_double_eq_tol(rate[0], 1, EXACT);
	ck_assert_double_eq_tol(rate[1], 2.0 / 3, EXACT);
	lft_free(lft);
}
END_TEST

static const char *const families[] = {
	"karytree:4,2",
	"karytree:3,3",
	"fattree:ports=8,levels=2,oversubscription=3",
	"torus:4x4,hosts=3",
	"mesh:4x4,hosts=2",
	"hypercube:4,hosts=2",
	"hyperx:4x4,hosts=3",
	"dragonfly:a=4,p=2,h=2",
	"random:switches=14,ports=10,hosts=4",
	"kautz:2,3,hosts=3",
	"clos:leaves=6,hosts=6,spines=4,links=1,fail=links:3",
};

/* Shares of the routes are no less than one over the congestion; spreading gives no less than any shortest routes. */
START_TEST(test_never_below_shortest_routes)
{
	g_autoptr(Fabric) fabric = synth_fabric(families[_i], NULL);
	Lft *lft;
	ck_assert_ptr_nonnull(fabric);
	ck_assert(fabric_assign_lids(fabric, 0, NULL, NULL));
	g_autoptr(Paths) paths = paths_of(fabric, &lft, (guint32)_i);
	g_autoptr(Spread) spread = spread_new(paths, NULL);
	EbbOptions how = {.patterns = 100, .seed = 7};
	g_autoptr(EbbFacts) plain = ebb_facts_new(paths, &how, NULL);
	how.shares = TRUE;
	g_autoptr(EbbFacts) routes = ebb_facts_new(paths, &how, NULL);
	how.spread = spread;
	how.threads = 1;
	g_autoptr(EbbFacts) spreading = ebb_facts_new(paths, &how, NULL);
	for (guint32 i = 0; i < 100; i++)
		ck_assert_double_ge(routes->result[i], plain->result[i] - EXACT);
	ck_assert_msg(spreading->mean >= routes->mean - EXACT, "%s: %g, not %g", families[_i], spreading->mean,
		      routes->mean);
	ck_assert_double_le(spreading->max, 1 + EXACT);
	how.threads = 3;
	g_autoptr(EbbFacts) again = ebb_facts_new(paths, &how, NULL);
	ck_assert(memcmp(again->result, spreading->result, 100 * sizeof(gdouble)) == 0);
	lft_free(lft);
}
END_TEST

/* What all flows lay is what each lays, one after the other; as many channels as there are hops. */
START_TEST(test_loads_are_sums)
{
	g_autoptr(Fabric) fabric = synth_fabric(families[_i], NULL);
	Lft *lft;
	ck_assert(fabric_assign_lids(fabric, 0, NULL, NULL));
	g_autoptr(Paths) p = paths_of(fabric, &lft, 3);
	g_autoptr(Spread) spread = spread_new(p, NULL);
	SpreadScratch *scratch = spread_scratch_new(spread, NULL);
	g_autoptr(MaxMin) m = maxmin_new(p->n_channels, NULL);
	g_autofree gdouble *load = g_new(gdouble, p->n_channels);
	gdouble hops = 0, all = 0;
	ck_assert(spread_loads(spread, load, NULL));
	for (guint32 from = 0; from < p->n_rows; from++)
		for (guint32 to = 0; to < p->n_rows; to++) {
			gdouble rate, weight = (gdouble)p->hosts[from] * p->hosts[to];
			hops += weight * spread->hops[(gsize)to * p->n_rows + from];
			maxmin_begin(m);
			ck_assert(spread_lay(spread, scratch, from, to, NULL, m));
			maxmin_end_flow(m);
			maxmin_shares(m, NULL, NULL, &rate);
			ck_assert(from == to || rate >= 1 - EXACT); /* alone no channel holds it back */
		}
	for (guint32 c = 0; c < p->n_channels; c++)
		all += load[c];
	ck_assert_double_eq_tol(all, hops, 1e-6 * MAX(hops, 1));
	spread_scratch_free(scratch);
	lft_free(lft);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("adaptive");
	TCase *tcase = tcase_create("adaptive");
	tcase_set_timeout(tcase, 120);
	tcase_add_test(tcase, test_shares_by_hand);
	tcase_add_loop_test(tcase, test_shares_are_max_min, 0, 200);
	tcase_add_test(tcase, test_elsewhere_by_hand);
	tcase_add_loop_test(tcase, test_elsewhere_fills_all, 0, 200);
	tcase_add_test(tcase, test_a_full_cable_is_left);
	tcase_add_test(tcase, test_a_ring_by_hand);
	tcase_add_loop_test(tcase, test_a_clos_does_not_block, 0, 4);
	tcase_add_loop_test(tcase, test_never_below_shortest_routes, 0, (int)G_N_ELEMENTS(families));
	tcase_add_loop_test(tcase, test_loads_are_sums, 0, (int)G_N_ELEMENTS(families));
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
