/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Mixtures of two sets of tables, tried one by one on small fabrics: every choice of an entry at every switch. What the
 * judge says of circles, dead ends and pairs must be exactly that.
 */
#include "evaluator/transition/mixture.h"
#include "tests/asserts.h"
#include "tests/evaluator/transition/two_tables.h"

#define CASES 200
#define MAX_SWITCHES 6 /* 64 mixtures of forwarding tables */

/* By the old entry where the switch's bit is clear, by the new one where it is set. */
static Fate follow(const Fabric *f, const TableSet *sets, guint32 mixture, guint32 source, guint32 lid)
{
	Place at = two_tables_start(f, source);
	for (guint hops = 0; hops <= f->n_switches; hops++) {
		const TableSet *set = &sets[mixture >> two_tables_number(f, at.node) & 1];
		Fate fate = two_tables_leave(f, &at, table_set_entry(f, set, at.node, lid), lid);
		if (fate != GOES_ON)
			return fate;
	}
	return GOES_ROUND;
}

/* The counts of MixtureFacts, by trying. */
typedef struct {
	const Fabric *fabric;
	const TableSet *sets;
	MixtureFacts facts;
	guint32 loop_lid, dead_lid; /* the last ones counted */
} Tried;

static void begin_tried(gpointer user, guint32 lid)
{
	Tried *t = user;
	(void)lid;
	t->facts.lids++;
}

static void try_pair(gpointer user, guint32 source, guint32 lid)
{
	Tried *t = user;
	MixtureFacts *m = &t->facts;
	guint32 all = (1u << t->fabric->n_switches) - 1;
	gboolean round = FALSE, lost = FALSE;
	for (guint32 mixture = 0; mixture <= all; mixture++) {
		Fate fate = follow(t->fabric, t->sets, mixture, source, lid);
		round |= fate == GOES_ROUND;
		lost |= fate == IS_LOST;
	}
	gboolean old = follow(t->fabric, t->sets, 0, source, lid) == ARRIVES;
	gboolean new = follow(t->fabric, t->sets, all, source, lid) == ARRIVES;
	gboolean could = table_set_entry(t->fabric, &t->sets[0], two_tables_start(t->fabric, source).node, lid) != 255;
	m->loops += round && t->loop_lid != lid;
	t->loop_lid = round ? lid : t->loop_lid;
	m->dead_ends += old && new &&lost && t->dead_lid != lid;
	t->dead_lid = old && new &&lost ? lid : t->dead_lid;
	m->pairs += old && new;
	m->loop_pairs += old && new &&round;
	m->dead_end_pairs += old && new &&lost;
	m->pairs_cut += new && !old &&could;
	m->pairs_added += new && !could;
	m->pairs_gone += !new &&could;
}

static guint loops_seen, ends_seen, safe_seen;

/* Every step of a cycle or path must be an entry, and lead to the next. */
static void check_path(const Fabric *f, const TableSet *sets, const MixturePath *path)
{
	ck_assert_uint_gt(path->n, 0);
	for (guint32 i = 0; i < path->n; i++) {
		const MixtureStep *step = &path->step[i];
		Place at = {step->node, 0};
		gboolean old = table_set_entry(f, &sets[0], step->node, path->lid) == step->port;
		gboolean new = table_set_entry(f, &sets[1], step->node, path->lid) == step->port;
		ck_assert_int_eq(old, step->by != MIXTURE_BY_NEW);
		ck_assert_int_eq(new, step->by != MIXTURE_BY_OLD);
		Fate fate = two_tables_leave(f, &at, step->port, path->lid);
		if (i + 1 == path->n && path->end != ROUTE_LOOP) {
			ck_assert_int_eq(fate, IS_LOST);
			continue;
		}
		ck_assert_int_eq(fate, GOES_ON);
		ck_assert_uint_eq(at.node, path->step[(i + 1) % path->n].node);
	}
	if (path->end != ROUTE_LOOP)
		ck_assert_uint_eq(path->step[0].node, two_tables_start(f, path->source).node);
}

START_TEST(test_circles_and_ends_are_those_of_all_mixtures)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(Fabric) fabric = two_tables_fabric(rand, MAX_SWITCHES);
	g_auto(TableSet) old = table_set_draw(fabric, rand, _i % 3 == 1 ? 12 : 0);
	g_auto(TableSet) new = table_set_draw(fabric, rand, _i % 3 ? 6 : 0);
	const TableSet sets[] = {old, new};
	g_autoptr(Paths) old_paths = paths_new(fabric, old.lft, NULL);
	g_autoptr(Paths) new_paths = paths_new(fabric, new.lft, NULL);
	g_autoptr(Talk) talk = talk_new(NULL, old_paths, NULL);
	g_autoptr(MixtureFacts) facts = mixture_facts_new(old_paths, new_paths, talk, NULL);
	Tried tried = {fabric, sets, {0}, 0, 0};
	two_tables_pairs(fabric, begin_tried, try_pair, &tried);
	ck_assert_uint_eq(facts->lids, tried.facts.lids);
	ck_assert_uint_eq(facts->pairs, tried.facts.pairs);
	ck_assert_uint_eq(facts->pairs_cut, tried.facts.pairs_cut);
	ck_assert_uint_eq(facts->pairs_added, tried.facts.pairs_added);
	ck_assert_uint_eq(facts->pairs_gone, tried.facts.pairs_gone);
	ck_assert_uint_eq(facts->loops, tried.facts.loops);
	ck_assert_uint_eq(facts->loop_pairs, tried.facts.loop_pairs);
	ck_assert_uint_eq(facts->dead_ends, tried.facts.dead_ends);
	ck_assert_uint_eq(facts->dead_end_pairs, tried.facts.dead_end_pairs);
	ck_assert_int_eq(facts->cycles.n > 0, facts->loops > 0);
	ck_assert_int_eq(facts->ends.n > 0, facts->dead_ends > 0);
	for (guint32 i = 0; i < facts->cycles.n; i++)
		check_path(fabric, sets, &facts->cycles.path[i]);
	for (guint32 i = 0; i < facts->ends.n; i++)
		check_path(fabric, sets, &facts->ends.path[i]);
	loops_seen += facts->loops > 0;
	ends_seen += facts->dead_ends > 0;
	safe_seen += !facts->loops && !facts->dead_ends;
}
END_TEST

START_TEST(test_saw_all_kinds)
{
	ck_assert_uint_gt(loops_seen, 20);
	ck_assert_uint_gt(ends_seen, 15);
	ck_assert_uint_gt(safe_seen, 20);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eval_transition");
	TCase *tcase = tcase_create("transition");
	tcase_set_timeout(tcase, 120);
	tcase_add_loop_test(tcase, test_circles_and_ends_are_those_of_all_mixtures, 0, CASES);
	tcase_add_test(tcase, test_saw_all_kinds);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
