/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Levels against distances computed in another way; every channel between two switches, and every cable, is in one
 * class.
 */
#include "evaluator/measures/cable_classes.h"
#include "evaluator/measures/levels.h"

#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"

#include <stdlib.h>

static void expect_levels(const Fabric *fabric, const Paths *p, const Levels *levels)
{
	g_autofree guint32 *distance = fixture_distances(fabric);
	guint32 most = 0;
	for (guint32 row = 0; row < p->n_rows; row++) {
		guint32 nearest = G_MAXUINT32;
		for (guint32 other = 0; other < p->n_rows; other++)
			if (p->hosts[other])
				nearest = MIN(nearest, distance[(gsize)fabric->switches[other] * fabric->n_nodes +
								fabric->switches[row]]);
		ck_assert_uint_eq(levels->level[row], nearest == G_MAXUINT32 ? LEVELS_NONE : nearest + 1);
		most = MAX(most, levels->level[row]);
	}
	ck_assert_uint_eq(levels->n_levels, most);
}

static int direction(const LevelClass *class)
{
	return class->from < class->to ? 0 : class->from == class->to ? 1 : 2;
}

static void expect_classes(const Paths *p, const Levels *levels)
{
	g_autofree guint *seen = g_new0(guint, p->n_channels + 1);
	for (guint32 k = 0; k < levels->n_classes; k++) {
		const LevelClass *class = &levels->classes[k];
		ck_assert_uint_gt(class->n_channels, 0);
		ck_assert(k == 0 || direction(class - 1) <= direction(class));
		for (guint32 i = 0; i < class->n_channels; i++) {
			guint32 c = class->channel[i];
			ck_assert(i == 0 || class->channel[i - 1] < c);
			ck_assert_uint_eq(levels->level[p->from[c]], class->from);
			ck_assert_uint_eq(levels->level[p->to[c]], class->to);
			seen[c]++;
		}
		for (guint32 other = 0; other < k; other++)
			ck_assert(levels->classes[other].from != class->from || levels->classes[other].to != class->to);
	}
	for (guint32 c = 0; c < p->n_channels; c++)
		ck_assert_uint_eq(seen[c], p->from[c] != p->to[c]);
}

static guint32 level_at(const Fabric *fabric, const Levels *levels, guint32 port)
{
	for (guint32 row = 0; row < fabric->n_switches; row++)
		if (fabric->switches[row] == fabric->ports[port].node)
			return levels->level[row] == LEVELS_NONE ? levels->n_levels + 1 : levels->level[row];
	return 0;
}

/* Each cable that a switch has is in the class of its levels. */
static void expect_joined(const Fabric *fabric, const Levels *levels, const CableClasses *classes)
{
	g_autofree guint *seen = g_new0(guint, fabric->n_ports);
	for (guint32 k = 0; k < classes->n; k++) {
		const CableClass *class = &classes->class[k];
		ck_assert_uint_gt(class->n, 0);
		for (guint32 i = 0; i < class->n; i++) {
			guint32 port = class->port[i], peer = fabric->ports[port].peer;
			ck_assert(class->adapters == !fabric_is_switch(fabric, fabric->ports[peer].node));
			ck_assert(class->adapters || (level_at(fabric, levels, port) == class->low &&
						      level_at(fabric, levels, peer) == class->high));
			seen[MIN(port, peer)]++;
		}
	}
	for (guint32 port = 0; port < fabric->n_ports; port++) {
		guint32 peer = fabric->ports[port].peer;
		gboolean cable =
			peer != FABRIC_NONE && peer > port && fabric->ports[peer].node != fabric->ports[port].node;
		ck_assert_uint_eq(seen[port], cable);
	}
}

static guint32 slow_cables(const Fabric *fabric, const CableClass *class)
{
	guint32 n = 0;
	for (guint32 i = 0; i < class->n; i++)
		n += cable_is_slow(fabric, class, class->port[i]);
	return n;
}

static CableClasses *classes_at(Fabric *fabric, const Levels *levels, guint32 slow, guint8 width, guint8 speed)
{
	GError *error = NULL;
	for (guint32 port = 0; port < fabric->n_ports; port++) {
		fabric->ports[port].width = 4;
		fabric->ports[port].speed = FABRIC_EDR;
	}
	fabric->ports[slow].width = width;
	fabric->ports[slow].speed = speed;
	CableClasses *classes = cable_classes_new(fabric, levels, &error);
	ck_assert_ptr_null(error);
	return classes;
}

/* One end of one cable says that it is narrower or slower; one of unknown rate is not. */
static void expect_cables(Fabric *fabric, const Levels *levels)
{
	static const guint8 rates[][3] = {
		{1, FABRIC_EDR, TRUE}, {4, FABRIC_QDR, TRUE}, {0, 0, FALSE}, {4, FABRIC_EDR, FALSE}};
	guint32 slow = fabric->ports[fabric->endpoints[0]].peer;
	for (guint r = 0; r < G_N_ELEMENTS(rates); r++) {
		g_autoptr(CableClasses) classes = classes_at(fabric, levels, slow, rates[r][0], rates[r][1]);
		expect_joined(fabric, levels, classes);
		for (guint32 k = 0; k < classes->n; k++) {
			const CableClass *class = &classes->class[k];
			gboolean has_it = class->adapters && class->n > 2 && rates[r][2];
			if (class->n <= 2) /* most of them may be the slow one */
				continue;
			ck_assert_uint_eq(slow_cables(fabric, class), has_it);
			ck_assert_uint_eq(class->width, 4);
			ck_assert_uint_eq(class->speed, FABRIC_EDR);
		}
	}
}

static Levels *levels_of(const Fabric *fabric, Lft **lft, Paths **paths)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(1);
	GError *error = NULL;
	*lft = fixture_minimal(fabric, rand);
	*paths = paths_new(fabric, *lft, &error);
	ck_assert_ptr_null(error);
	Levels *levels = levels_new(*paths, &error);
	ck_assert_ptr_null(error);
	return levels;
}

START_TEST(test_tree)
{
	g_autoptr(Fabric) fabric = fixture_tree(4, 3, 2);
	Lft *lft;
	Paths *paths;
	g_autoptr(Levels) levels = levels_of(fabric, &lft, &paths);
	ck_assert_uint_eq(levels->n_levels, 2);
	ck_assert_uint_eq(levels->n_classes, 2);
	ck_assert_uint_eq(levels->classes[0].from, 1);
	ck_assert_uint_eq(levels->classes[0].to, 2);
	ck_assert_uint_eq(levels->classes[0].n_channels, 12);
	ck_assert_uint_eq(levels->classes[1].from, 2);
	ck_assert_uint_eq(levels->classes[1].n_channels, 12);
	paths_free(paths);
	lft_free(lft);
}
END_TEST

START_TEST(test_random)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(2);
	for (guint i = 0; i < 200; i++) {
		g_autoptr(Fabric) fabric = i % 10 ? fixture_random(rand) : fixture_ring(3 + i % 7, 1);
		Lft *lft;
		Paths *paths;
		g_autoptr(Levels) levels = levels_of(fabric, &lft, &paths);
		expect_levels(fabric, paths, levels);
		expect_classes(paths, levels);
		expect_cables(fabric, levels);
		paths_free(paths);
		lft_free(lft);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("levels");
	TCase *tcase = tcase_create("levels");
	tcase_add_test(tcase, test_tree);
	tcase_add_test(tcase, test_random);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
