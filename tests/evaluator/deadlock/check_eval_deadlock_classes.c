/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Which classes of endpoints a credit loop needs, and that those of a class that nobody tells an SL go together. */
#include "evaluator/deadlock/deadlock.h"
#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"
#include "tests/evaluator/measures/class_case.h"

#include <string.h>

/* All that a walk sees, in order. */
static gboolean see_step(gpointer user, guint32 from, guint32 to, const LaneRoute *route)
{
	guint64 *seen = user;
	const guint32 values[] = {from, to, route->source, route->lid, route->sl, route->reply};
	for (guint i = 0; i < G_N_ELEMENTS(values); i++)
		*seen = *seen * G_GUINT64_CONSTANT(6364136223846793005) + values[i] + 1;
	return TRUE;
}

static LaneCounts walk(Lanes *lanes, guint32 ends, gboolean reverse, guint64 *seen)
{
	LaneCounts counts = {0};
	lanes->ends = ends;
	*seen = 0;
	ck_assert(lanes_walk(lanes, reverse, see_step, seen, &counts, NULL));
	return counts;
}

/* Endpoints that nobody tells an SL go together; told SL 0 each goes by itself, and nothing else differs. */
START_TEST(endpoints_of_a_class_are_one_source)
{
	static const guint32 sets[] = {CLASS_ALL, CLASS_HOSTS, CLASS_AGGREGATION, CLASS_HOSTS | CLASS_MANAGEMENT};
	Fabric *fabric = class_case_fabric((guint)_i);
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(Lft) lft = fixture_minimal(fabric, rand);
	g_autoptr(PathSl) drawn = NULL;
	g_autoptr(Sl2vl) sl2vl = NULL;
	fixture_lanes(fabric, rand, &drawn, &sl2vl);
	fixture_damage(lft, rand, _i % 4 ? 3 : 0);
	class_case_mark(fabric);
	g_autoptr(PathSl) zero = path_sl_new(lft->n_switches, fabric->n_lids, NULL);
	memcpy(zero->guid, lft->guid, lft->n_switches * sizeof *zero->guid);
	memset(zero->sl, 0, (gsize)zero->n_sources * zero->n_lids);
	ClassSide side = class_side_new(fabric, lft);
	g_autoptr(Lanes) together = lanes_new(side.paths, NULL, _i % 3 ? sl2vl : NULL, NULL);
	g_autoptr(Lanes) each = lanes_new(side.paths, zero, _i % 3 ? sl2vl : NULL, NULL);
	for (guint i = 0; i < 2 * G_N_ELEMENTS(sets); i++) {
		guint64 seen[2];
		LaneCounts a = walk(together, sets[i / 2], i % 2, &seen[0]),
			   b = walk(each, sets[i / 2], i % 2, &seen[1]);
		ck_assert_uint_eq(a.routes, b.routes);
		ck_assert_uint_eq(a.unreachable, b.unreachable);
		ck_assert_uint_eq(a.dropped, b.dropped);
		ck_assert_uint_eq(a.pairs_lost, b.pairs_lost);
		ck_assert(seen[0] == seen[1]);
	}
	class_side_clear(&side);
}
END_TEST

static DeadlockFacts *loops_of(const Paths *paths, const PathSl *sl, const Sl2vl *sl2vl, gboolean reverse)
{
	g_autoptr(Lanes) lanes = lanes_new(paths, sl, sl2vl, NULL);
	DeadlockFacts *facts = deadlock_facts_new(lanes, reverse, NULL, 0, NULL);
	ck_assert_ptr_nonnull(facts);
	return facts;
}

/* Whether a fabric where only ports of these classes have LIDs has a loop. */
static gboolean loops_alone(guint seed, guint32 classes, const Lft *lft, const PathSl *sl, const Sl2vl *sl2vl)
{
	Fabric *fabric = class_case_fabric(seed);
	class_case_mark(fabric);
	class_case_strip(fabric, classes);
	ClassSide side = class_side_new(fabric, lft);
	g_autoptr(DeadlockFacts) facts = loops_of(side.paths, sl, sl2vl, seed % 2);
	gboolean loops = !facts->free;
	class_side_clear(&side);
	return loops;
}

START_TEST(loops_need_the_classes_that_are_named)
{
	static const guint32 sets[] = {CLASS_HOSTS,
				       CLASS_AGGREGATION,
				       CLASS_HOSTS | CLASS_AGGREGATION,
				       CLASS_HOSTS | CLASS_MANAGEMENT,
				       CLASS_AGGREGATION | CLASS_MANAGEMENT,
				       CLASS_ALL};
	Fabric *fabric = class_case_fabric((guint)_i);
	g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)_i);
	g_autoptr(Lft) lft = fixture_minimal(fabric, rand);
	g_autoptr(PathSl) sl = NULL;
	g_autoptr(Sl2vl) sl2vl = NULL;
	fixture_lanes(fabric, rand, &sl, &sl2vl);
	fixture_damage(lft, rand, _i % 4 ? 3 : 0);
	class_case_mark(fabric);
	ClassSide side = class_side_new(fabric, lft);
	g_autoptr(DeadlockFacts) facts = loops_of(side.paths, sl, sl2vl, _i % 2);
	guint i = 0;
	while (!facts->free && !loops_alone((guint)_i, sets[i], lft, sl, sl2vl))
		i++;
	ck_assert_uint_eq(facts->cycle_classes, facts->free ? 0 : sets[i]);
	class_side_clear(&side);
}
END_TEST

/* A ring of four switches with one adapter each, all routes in the same direction; "H", "A" or "-" for each adapter. */
static guint32 ring_classes(const char *adapters)
{
	Fabric *fabric = fixture_ring(4, 1);
	g_autoptr(Lft) lft = fixture_clockwise(fabric);
	for (guint i = 0; i < 4; i++) {
		FabricPort *port = &fabric->ports[fabric_port_index(fabric, 4 + i, 1)];
		if (adapters[i] == 'A')
			fabric_mark_aggregation(fabric, &fabric->nodes[4 + i].guid, 1);
		if (adapters[i] == '-')
			port->lid = 0;
	}
	ck_assert(fabric_seal(fabric, NULL));
	ClassSide side = class_side_new(fabric, lft);
	g_autoptr(DeadlockFacts) facts = loops_of(side.paths, NULL, NULL, FALSE);
	guint32 classes = facts->cycle_classes;
	ck_assert_int_eq(facts->free, classes == 0);
	class_side_clear(&side);
	return classes;
}

START_TEST(loops_by_hand)
{
	ck_assert_uint_eq(ring_classes("HHHH"), CLASS_HOSTS);
	ck_assert_uint_eq(ring_classes("HHH-"), CLASS_HOSTS);
	ck_assert_uint_eq(ring_classes("AAAH"), CLASS_AGGREGATION);
	ck_assert_uint_eq(ring_classes("HAHA"), CLASS_HOSTS | CLASS_AGGREGATION);
	ck_assert_uint_eq(ring_classes("H-H-"), CLASS_HOSTS | CLASS_MANAGEMENT);
	ck_assert_uint_eq(ring_classes("A-A-"), CLASS_AGGREGATION | CLASS_MANAGEMENT);
	ck_assert_uint_eq(ring_classes("H-A-"), CLASS_ALL);
	ck_assert_uint_eq(ring_classes("H---"), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eval_deadlock_classes");
	TCase *tests = tcase_create("deadlock_classes");
	tcase_set_timeout(tests, 120);
	tcase_add_loop_test(tests, loops_need_the_classes_that_are_named, 0, 300);
	tcase_add_loop_test(tests, endpoints_of_a_class_are_one_source, 0, 60);
	tcase_add_test(tests, loops_by_hand);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? 0 : 1;
}
