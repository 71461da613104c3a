/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The bandwidth of any pattern on any fabric, beside a plain simulation of the same mappings. */
#include "evaluator/patterns/pattern_kinds.h"
#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"
#include "tests/evaluator/patterns/pattern_net.h"

typedef struct {
	gdouble max, avg, slow_max, slow_avg, bandwidth;
	guint64 lost;
} Plain;

/* Channels of a pair: leaving the source, and all that fixture_walk() tells, the one to the endpoint included. */
static gboolean channels_of(const PatternNet *net, guint32 s, guint32 t, guint32 *channel, guint *n)
{
	const Fabric *f = net->fabric;
	if (fixture_walk(f, net->lft, f->endpoints[s], f->ports[f->endpoints[t]].lid, channel, n) != WALK_ARRIVES)
		return FALSE;
	channel[(*n)++] = f->endpoints[s]; /* the endpoint's own port */
	return TRUE;
}

static Plain simulate_round(const PatternNet *net, const Pattern *p, guint32 ppn, guint32 round, const guint32 *place,
			    const guint32 *drawn)
{
	Plain sum = {0};
	guint32 source[400], target[400], channel[64], arriving = 0, n_pairs;
	guint n;
	g_autofree guint32 *load = g_new0(guint32, net->fabric->n_ports);
	g_autofree guint32 *ends = g_new0(guint32, 2 * net->fabric->n_endpoints);
	ck_assert_uint_le(p->room, G_N_ELEMENTS(source));
	n_pairs = pattern_pairs(p, round, drawn, source, target);
	for (guint pass = 0; pass < 2; pass++)
		for (guint32 i = 0; i < n_pairs; i++) {
			guint32 s = place[source[i] / ppn], t = place[target[i] / ppn], worst = 1, crossbar = 1;
			gboolean ok = s == t || channels_of(net, s, t, channel, &n);
			if (s != t && !pass) {
				ends[2 * s]++;
				ends[2 * t + 1]++;
			}
			for (guint k = 0; s != t && k < n && ok; k++) {
				load[channel[k]] += !pass;
				worst = MAX(worst, load[channel[k]]);
			}
			if (!pass)
				continue;
			if (!ok) {
				sum.lost++;
				continue;
			}
			if (s != t)
				crossbar = MAX(ends[2 * s], ends[2 * t + 1]);
			/* a lost stream still leaves its endpoint */
			worst = MAX(worst, crossbar);
			sum.max = MAX(sum.max, worst);
			gdouble slow = p->neighbours ? (gdouble)worst / crossbar : worst;
			sum.slow_max = MAX(sum.slow_max, slow);
			sum.avg += worst;
			sum.slow_avg += slow;
			sum.bandwidth += 1 / slow;
			arriving++;
		}
	sum.avg = arriving ? sum.avg / arriving : 1;
	sum.slow_avg = arriving ? sum.slow_avg / arriving : 1;
	sum.max = MAX(sum.max, 1);
	sum.slow_max = MAX(sum.slow_max, 1);
	sum.bandwidth /= n_pairs;
	return sum;
}

static void simulate(const PatternNet *net, const Pattern *p, const Mapping *m, guint32 mappings, PatternFacts *facts)
{
	g_autoptr(GRand) twister = g_rand_new_with_seed(0);
	g_autofree guint32 *place = g_new(guint32, m->n), *drawn = g_new(guint32, p->ranks);
	for (guint32 i = 0; i < mappings; i++) {
		Plain all = {0};
		mapping_draw(m, twister, 7, i, place);
		pattern_draw(p, twister, drawn);
		for (guint32 round = 0; round < p->rounds; round++) {
			Plain one = simulate_round(net, p, m->ppn, round, place, drawn);
			all.max += one.max / p->rounds;
			all.avg += one.avg / p->rounds;
			all.slow_max += one.slow_max / p->rounds;
			all.slow_avg += one.slow_avg / p->rounds;
			all.bandwidth += one.bandwidth / p->rounds;
			all.lost += one.lost;
		}
		facts->sum_max += all.max / mappings;
		facts->sum_avg += all.avg / mappings;
		facts->unreachable += all.lost;
		facts->average.mean += all.bandwidth / mappings;
		if (all.lost)
			continue;
		facts->pessimistic.mean += 1 / all.slow_max / mappings;
		facts->optimistic.mean += 1 / all.slow_avg / mappings;
	}
}

static void compare(const PatternNet *net, const char *name, guint32 ppn)
{
	enum { MAPPINGS = 7 };
	PatternFacts plain = {0};
	g_autoptr(Pattern) p = pattern_new(name, NULL);
	g_autoptr(Mapping) m = mapping_new(net->fabric, MAPPING_RANDOM, NULL, ppn, NULL);
	guint32 ranks = p->own_ranks ? p->own_ranks : (guint32)mapping_room(m);
	if (ranks > mapping_room(m) || !pattern_fit(p, ranks, NULL))
		return;
	g_autoptr(PatternFacts) facts = pattern_net_measure(net, p, m, MAPPINGS, 1);
	simulate(net, p, m, MAPPINGS, &plain);
	ck_assert_double_eq_tol(facts->sum_max, plain.sum_max, 1e-9);
	ck_assert_double_eq_tol(facts->sum_avg, plain.sum_avg, 1e-9);
	ck_assert_double_eq_tol(facts->pessimistic.mean, plain.pessimistic.mean, 1e-9);
	ck_assert_double_eq_tol(facts->optimistic.mean, plain.optimistic.mean, 1e-9);
	ck_assert_double_eq_tol(facts->average.mean, plain.average.mean, 1e-9);
	ck_assert_uint_eq(facts->unreachable, plain.unreachable);
	ck_assert_double_le(facts->pessimistic.max, facts->optimistic.max + 1e-12);
	ck_assert_double_le(facts->optimistic.max, 1);
	ck_assert_double_le(facts->average.max, 1);
}

START_TEST(test_equals_a_plain_simulation)
{
	const char *names[] = {"bisect",
			       "permutation",
			       "dissemination",
			       "recursive-doubling",
			       "pairwise-exchange",
			       "alltoall",
			       "tree",
			       "pipeline",
			       "ring",
			       "scatter",
			       "gather",
			       "receivers:2",
			       "nearest-neighbour:2",
			       "nearest-neighbour:6",
			       "nearest-neighbour:2x3,open"};
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	Fabric *fabric = fixture_random(rand);
	Lft *lft = fixture_minimal(fabric, rand);
	fixture_damage(lft, rand, _i % 3 ? 0 : 25);
	PatternNet net = pattern_net_new(fabric, lft);
	for (guint i = 0; i < G_N_ELEMENTS(names) && fabric->n_endpoints >= 2; i++)
		compare(&net, names[i], 1 + (guint32)(i + (guint)_i) % 3);
	pattern_net_clear(&net);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eval_pattern_plain");
	TCase *tcase = tcase_create("pattern_plain");
	tcase_add_loop_test(tcase, test_equals_a_plain_simulation, 0, 60);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
