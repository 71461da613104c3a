/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Checks what holds of every simulation, whatever the fabric and the tables. */
#include "tests/evaluator/simulate/sim_bed.h"

#include "evaluator/deadlock/deadlock.h"
#include "evaluator/simulate/sim_confirm.h"
#include "tests/evaluator/eval_fixture.h"

static const char *const traffics[] = {"uniform", "shift",       "hotspot:1,50", "incast:2",
				       "bisect",  "permutation", "alltoall"};

/* A fabric that no SPEC describes with tables and lanes that may be anything. */
typedef struct {
	Fabric *fabric;
	Lft *lft;
	PathSl *path_sl;
	Sl2vl *sl2vl;
	Paths *paths;
	Lanes *lanes;
} Any;

static gboolean any_start(Any *any, GRand *rand, gboolean damaged)
{
	*any = (Any){.fabric = fixture_random(rand)};
	any->lft = fixture_minimal(any->fabric, rand);
	fixture_damage(any->lft, rand, damaged ? 25 : 0);
	if (g_rand_boolean(rand))
		fixture_lanes(any->fabric, rand, &any->path_sl, &any->sl2vl);
	any->paths = paths_new(any->fabric, any->lft, NULL);
	any->lanes = lanes_new(any->paths, any->path_sl, any->sl2vl, NULL);
	return any->paths->n_part >= 4;
}

static void any_end(Any *any)
{
	lanes_free(any->lanes);
	paths_free(any->paths);
	path_sl_free(any->path_sl);
	sl2vl_free(any->sl2vl);
	lft_free(any->lft);
	fabric_free(any->fabric);
}

static SimOptions draw_options(GRand *rand, const SimTraffic *traffic, const gdouble *loads)
{
	SimOptions o = sim_bed_options(traffic, loads);
	o.n_loads = 2;
	o.runs = (guint32)g_rand_int_range(rand, 1, 4);
	o.slots = 600;
	o.warmup = 200;
	o.buffer = (guint32)g_rand_int_range(rand, 1, 7);
	o.backlog = (guint32)g_rand_int_range(rand, 1, 20);
	o.delay = g_rand_boolean(rand) ? (guint32)g_rand_int_range(rand, 0, 6) : 0;
	o.queue = g_rand_boolean(rand) ? SIM_VOQ : SIM_FIFO;
	o.weight[0] = (guint8)g_rand_int_range(rand, 1, 9);
	o.equal = g_rand_boolean(rand);
	o.seed = g_rand_int(rand);
	return o;
}

static void same(const SimFacts *a, const SimFacts *b)
{
	for (guint32 i = 0; i < a->n_loads; i++) {
		const SimTally *x = &a->load[i], *y = &b->load[i];
		ck_assert(x->made == y->made && x->delivered == y->delivered && x->latency_sum == y->latency_sum);
		ck_assert(x->accepted == y->accepted && x->stddev == y->stddev && x->stopped_slot == y->stopped_slot);
		ck_assert(x->n_cycle == y->n_cycle && x->inside == y->inside && x->held_back == y->held_back);
		ck_assert(!memcmp(x->use, y->use, x->n_use * sizeof *x->use));
		ck_assert(!memcmp(x->fill, y->fill, x->n_use * sizeof *x->fill));
		ck_assert(!memcmp(x->sent, y->sent, x->n_hosts * sizeof *x->sent));
		ck_assert(!memcmp(x->latency, y->latency, SIM_BINS * sizeof *x->latency));
	}
}

/* The cables: nothing more than they can carry, and buffers hold no more than they have room for. */
static void bounded(const SimFacts *facts, const SimOptions *o)
{
	const SimNet *net = facts->net;
	for (guint32 i = 0; i < facts->n_loads; i++) {
		const SimTally *t = &facts->load[i];
		for (guint32 sender = 0; sender < net->n_ports + net->n_hosts; sender++) {
			guint64 use = 0;
			for (guint32 lane = 0; lane < 1u << net->shift; lane++) {
				use += t->use[sender << net->shift | lane];
				ck_assert_uint_le(t->fill[sender << net->shift | lane], t->looks * o->buffer);
			}
			ck_assert_uint_le(use * net->cost[sender] / SIM_UNIT, t->slots + t->runs * 100);
		}
	}
}

static void stops_rightly(const SimTally *t, const Lanes *lanes, const DeadlockFacts *deadlock)
{
	guint32 found;
	if (!t->stopped)
		return;
	ck_assert(!deadlock->free);
	ck_assert_uint_ge(t->n_cycle, 1);
	ck_assert(sim_confirm(lanes, t->cycle, t->n_cycle, &found, NULL));
	ck_assert_uint_eq(found, t->n_cycle);
}

START_TEST(test_any_fabric)
{
	static const gdouble loads[] = {0.3, 1};
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	Any any;
	gboolean usable = any_start(&any, rand, _i % 3 == 0);
	g_autoptr(SimTraffic) traffic = sim_traffic_new(traffics[_i % G_N_ELEMENTS(traffics)], NULL);
	SimOptions o = draw_options(rand, traffic, loads);
	o.paths = (PathUse)(_i / 3 % 3);
	if (usable) {
		ck_assert(sim_traffic_fit(traffic, any.paths->n_part, NULL));
		g_autoptr(SimFacts) facts = sim_facts_new(any.lanes, &o, NULL);
		o.threads = (guint)g_rand_int_range(rand, 2, 6);
		g_autoptr(SimFacts) again = sim_facts_new(any.lanes, &o, NULL);
		g_autoptr(DeadlockFacts) deadlock = deadlock_facts_new(any.lanes, FALSE, NULL, 0, NULL);
		same(facts, again);
		bounded(facts, &o);
		for (guint32 i = 0; i < facts->n_loads; i++) {
			sim_bed_conserves(&facts->load[i]);
			stops_rightly(&facts->load[i], any.lanes, deadlock);
			ck_assert_uint_eq(facts->load[i].lost > 0,
					  facts->load[i].lost > 0 && facts->net->pairs_lost > 0);
			ck_assert_uint_eq(facts->load[i].dropped > 0,
					  facts->load[i].dropped > 0 && deadlock->counts.dropped > 0);
		}
	}
	any_end(&any);
}
END_TEST

/* Whatever queue is shortest: nothing gets lost or out of count, with any number of threads. */
START_TEST(test_adaptive_on_any_fabric)
{
	static const gdouble loads[] = {0.3, 1};
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	Any any;
	gboolean usable = any_start(&any, rand, FALSE);
	g_autoptr(SimTraffic) traffic = sim_traffic_new(traffics[_i % G_N_ELEMENTS(traffics)], NULL);
	SimOptions o = draw_options(rand, traffic, loads);
	g_autoptr(Spread) spread = spread_new(any.paths, NULL);
	o.adaptive = spread;
	if (usable) {
		ck_assert(sim_traffic_fit(traffic, any.paths->n_part, NULL));
		g_autoptr(SimFacts) facts = sim_facts_new(any.lanes, &o, NULL);
		o.threads = (guint)g_rand_int_range(rand, 2, 6);
		g_autoptr(SimFacts) again = sim_facts_new(any.lanes, &o, NULL);
		same(facts, again);
		bounded(facts, &o);
		for (guint32 i = 0; i < facts->n_loads; i++) {
			sim_bed_conserves(&facts->load[i]);
			ck_assert_uint_eq(facts->load[i].lost, 0);
		}
	}
	any_end(&any);
}
END_TEST

/* Exchanging tables for any others: nothing gets out of count, and what stops is a cycle of some mixture. */
START_TEST(test_any_exchange)
{
	static const gdouble loads[] = {0.3, 1};
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	Any any;
	gboolean usable = any_start(&any, rand, _i % 3 == 0);
	g_autoptr(SimTraffic) traffic = sim_traffic_new(traffics[_i % 4], NULL);
	g_autoptr(Lft) lft = fixture_minimal(any.fabric, rand);
	g_autoptr(Paths) paths = paths_new(any.fabric, lft, NULL);
	g_autoptr(Lanes) after = lanes_new(paths, _i % 2 ? any.path_sl : NULL, _i % 2 ? any.sl2vl : NULL, NULL);
	SimOptions o = draw_options(rand, traffic, loads);
	ck_assert(lanes_join(any.lanes, after, NULL));
	o.exchange = after;
	if (usable) {
		ck_assert(sim_traffic_fit(traffic, any.paths->n_part, NULL));
		g_autoptr(SimFacts) facts = sim_facts_new(any.lanes, &o, NULL);
		g_autoptr(DeadlockFacts) deadlock = deadlock_facts_new(any.lanes, FALSE, NULL, 0, NULL);
		bounded(facts, &o);
		for (guint32 i = 0; i < facts->n_loads; i++) {
			sim_bed_conserves(&facts->load[i]);
			stops_rightly(&facts->load[i], any.lanes, deadlock);
		}
	}
	any_end(&any);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sim");
	TCase *tcase = tcase_create("sim");
	tcase_set_timeout(tcase, 120);
	tcase_add_loop_test(tcase, test_any_fabric, 0, 300);
	tcase_add_loop_test(tcase, test_adaptive_on_any_fabric, 0, 100);
	tcase_add_loop_test(tcase, test_adaptive_on_any_fabric, 0, 300);
	tcase_add_loop_test(tcase, test_any_exchange, 0, 120);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
