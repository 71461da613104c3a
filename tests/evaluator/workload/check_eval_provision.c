/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What a fabric costs, which ones are worth it, and which one to take. */
#include "evaluator/workload/provision.h"
#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"

#include <stdlib.h>

static Provision fabric(guint32 switches, guint32 cables, guint32 cores, gdouble efficiency)
{
	return (Provision){.switches = switches,
			   .cables = cables,
			   .cores = cores,
			   .efficiency = efficiency,
			   .speedup = efficiency * cores};
}

/* Six leaves with four hosts each and two spines: 12 cables between switches, 24 to hosts. */
START_TEST(test_counts)
{
	WorkloadFacts facts = {
		.seconds = 2, .efficiency = 0.5, .speedup = 12, .messages = 30, .inside = 10, .blocked = 5};
	g_autoptr(GRand) rand = g_rand_new_with_seed(1);
	g_autoptr(Fabric) tree = fixture_tree(6, 2, 4);
	g_autoptr(Lft) lft = fixture_minimal(tree, rand);
	g_autoptr(Paths) paths = paths_new(tree, lft, NULL);
	Provision p = provision_of("tree", paths, 24, &facts);
	ck_assert_str_eq(p.spec, "tree");
	ck_assert_uint_eq(p.switches, 8);
	ck_assert_uint_eq(p.hosts, 24);
	ck_assert_uint_eq(p.links, 12);
	ck_assert_uint_eq(p.cables, 36);
	ck_assert_double_eq_tol(p.waiting, 0.25, 1e-12);
	facts.inside = facts.messages;
	facts.blocked = 0;
	ck_assert_double_eq_tol(provision_of("tree", paths, 24, &facts).waiting, 0, 1e-12);
}
END_TEST

START_TEST(test_worth)
{
	Provision f[] = {
		fabric(3, 90, 100, 0.80),  /* cheapest */
		fabric(6, 144, 100, 0.90), /* better */
		fabric(6, 150, 100, 0.90), /* the same for more cables */
		fabric(9, 160, 100, 0.85), /* worse for more */
		fabric(3, 90, 100, 0.80),  /* a second time */
		fabric(2, 50, 50, 0.99),   /* smaller, and cheaper than all */
		fabric(9, 160, 200, 0.44), /* more cores, but less speed-up than the second */
	};
	const gboolean worth[] = {TRUE, TRUE, FALSE, FALSE, FALSE, TRUE, TRUE};
	provision_compare(f, G_N_ELEMENTS(f));
	for (guint i = 0; i < G_N_ELEMENTS(f); i++)
		ck_assert_msg(f[i].worth == worth[i], "fabric %u", i);
}
END_TEST

START_TEST(test_choice)
{
	Provision f[] = {fabric(9, 160, 100, 0.900), fabric(3, 90, 100, 0.8905), fabric(3, 80, 100, 0.880),
			 fabric(3, 90, 100, 0.8995), fabric(1, 10, 50, 0.99)};
	ck_assert_uint_eq(provision_choose(f, 1), 0);
	ck_assert_uint_eq(provision_choose(f, 3), 1); /* the third is two points below the best */
	ck_assert_uint_eq(provision_choose(f, 5), 3); /* as cheap as the second and better; the last has fewer cores */
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("provision");
	TCase *tests = tcase_create("fabrics");
	tcase_add_test(tests, test_counts);
	tcase_add_test(tests, test_worth);
	tcase_add_test(tests, test_choice);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
