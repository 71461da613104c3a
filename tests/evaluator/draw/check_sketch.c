/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Sketches of fabrics: how switches are called, which of them are merged, on which levels they are, and grids. */
#include "evaluator/draw/sketch/sketch_grid.h"
#include "evaluator/draw/sketch/sketch_names.h"
#include "tests/asserts.h"
#include "tests/evaluator/draw/draw_case.h"

#include <stdlib.h>
#include <string.h>

/* ---- names */

/* Switches of one name are told apart by GUIDs; what all names begin with is left out of boxes. */
START_TEST(names_tell_switches_apart)
{
	static const char *const names[][2] = {{"MT48436", "MT48436"},
					       {"vendor 12800-180 GUID=0x1 L101", "vendor 12800-180 GUID=0x1 L102"},
					       {"MF0;ib-leaf-1:MQM8700/U1", "MF0;ib-leaf-2:MQM8700/U1"}};
	static const char *const shown[] = {"0x", "L101", "ib-leaf-1"};
	for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autoptr(Fabric) fabric = draw_case_fabric("mesh:2,hosts=1");
		SketchLoads none = {0};
		GError *error = NULL;
		for (guint k = 0; k < 2; k++)
			ck_assert(fabric_set_name(fabric, fabric->switches[k], names[i][k], &error));
		g_autoptr(Sketch) s = sketch_new(fabric, &none, &error);
		ck_assert_uint_eq(s->n_parts, 2);
		ck_assert_msg(g_str_has_prefix(s->part[0].short_name, shown[i]), "%s", s->part[0].short_name);
		ck_assert_str_ne(s->part[0].short_name, s->part[1].short_name);
		ck_assert(i == 0 || g_str_equal(s->part[0].name, names[i][0]));
	}
}
END_TEST

START_TEST(names_are_in_their_order)
{
	ck_assert_int_lt(sketch_compare_names("leaf-2", "leaf-10"), 0);
	ck_assert_int_gt(sketch_compare_names("leaf-b", "leaf-a"), 0);
	ck_assert_int_eq(sketch_compare_names("a1", "a1"), 0);
	ck_assert_int_lt(sketch_compare_names("a", "a1"), 0);
}
END_TEST

/* ---- levels */

/* What is merged are directors and twins: those of deimos, and leaves of one pod. */
START_TEST(directors_are_boxes)
{
	g_autoptr(Fabric) fabric = draw_case_fabric("deimos");
	SketchLoads none = {0};
	GError *error = NULL;
	g_autoptr(Sketch) s = sketch_new(fabric, &none, &error);
	ck_assert_uint_eq(s->n_parts, 3);
	for (guint32 p = 0; p < 3; p++) {
		ck_assert(s->part[p].director);
		ck_assert(g_str_has_prefix(s->part[p].name, "director-"));
		ck_assert_uint_eq(s->part[p].n_switches, 36);
		ck_assert_uint_eq(s->part[p].level, 1); /* the middle one has hosts as the others do: it is no spine */
	}
}
END_TEST

/* Moves the cables of a few hosts from leaves to the first spine, which has free ports. */
static void move_hosts(Fabric *fabric, guint32 n)
{
	GError *error = NULL;
	guint32 spine = FABRIC_NONE, moved = 0;
	for (guint32 i = 0; i < fabric->n_switches; i++)
		if (g_str_equal(fabric_name(fabric, fabric->switches[i]), "spine-1"))
			spine = fabric->switches[i];
	for (guint32 e = 0; e < fabric->n_endpoints && moved < n; e += 7) {
		guint port = fabric->nodes[spine].n_ports - moved++;
		fabric_uncable(fabric, fabric->endpoints[e]);
		ck_assert(fabric_cable(fabric, fabric->endpoints[e], fabric_port_index(fabric, spine, port), &error));
	}
	ck_assert(fabric_seal(fabric, &error));
}

static const struct {
	const char *spec;
	guint32 hosts; /* of the first spine */
} hosted[] = {{"clos:leaves=6,hosts=20,spines=2,links=4", 3},  {"clos:leaves=6,hosts=10,spines=2,links=4", 9},
	      {"clos:leaves=4,hosts=8,spines=2,links=2", 2},   {"clos:leaves=27,hosts=6,spines=26,links=1", 5},
	      {"clos:leaves=30,hosts=9,spines=17,links=1", 3}, {"clos:leaves=14,hosts=12,spines=6,links=1", 4}};

START_TEST(spines_with_hosts_stay_above)
{
	g_autoptr(Fabric) fabric = draw_case_fabric(hosted[_i].spec);
	SketchLoads none = {0};
	GError *error = NULL;
	move_hosts(fabric, hosted[_i].hosts);
	g_autoptr(Sketch) s = sketch_new(fabric, &none, &error);
	ck_assert(s->levelled);
	for (guint32 i = 0; i < fabric->n_switches; i++) {
		const char *name = fabric_name(fabric, fabric->switches[i]);
		guint32 level = s->part[s->part_of[i]].level;
		ck_assert_msg(g_str_has_prefix(name, "leaf") == (level == 1), "%s is of level %u", name, level);
	}
}
END_TEST

/* ---- grids */

static const char *const grids[] = {"torus:5x7", "torus:4x4",   "torus:12x12", "torus:3x4x5", "torus:6x4",
				    "mesh:3x5",  "hypercube:4", "hypercube:6", "mesh:4x3x3",  "torus:3x3"};

/* Each part has a place of its own, and cables join neighbours. */
static void expect_grid(const Sketch *s, gboolean wraps)
{
	guint32 over_the_rim = 0;
	ck_assert_ptr_nonnull(s->grid);
	for (guint32 i = 0; i < s->n_bundles; i++) {
		guint dimension = SKETCH_DIMENSIONS;
		gboolean wrap = FALSE;
		ck_assert_int_ne(grid_step(s->grid, s->bundle[i].a, s->bundle[i].b, &dimension, &wrap), 0);
		ck_assert_int_eq(grid_step(s->grid, s->bundle[i].a, s->bundle[i].b, &dimension, &wrap),
				 -grid_step(s->grid, s->bundle[i].b, s->bundle[i].a, &dimension, &wrap));
		over_the_rim += wrap;
	}
	ck_assert(wraps == (over_the_rim > 0));
	for (guint32 i = 0; i < s->n_parts; i++)
		for (guint32 k = 0; k < i; k++)
			ck_assert(memcmp(s->grid->at[i], s->grid->at[k], sizeof *s->grid->at) != 0);
}

START_TEST(grids_are_found_by_names_and_by_cables)
{
	SketchLoads none = {0};
	GError *error = NULL;
	for (guint named = 0; named < 2; named++) {
		g_autoptr(Fabric) fabric = draw_case_fabric(grids[_i]);
		for (guint32 i = 0; !named && i < fabric->n_switches; i++)
			ck_assert(fabric_set_name(fabric, fabric->switches[i], "", &error));
		g_autoptr(Sketch) s = sketch_new(fabric, &none, &error);
		expect_grid(s, !g_str_has_prefix(grids[_i], "mesh"));
	}
}
END_TEST

/* Names tell where things were: rows and columns are those of the whole torus. */
START_TEST(damaged_grids_are_found_by_names)
{
	static const char *const damaged[] = {"torus:6x6,fail=switches:3,seed=1", "torus:5x5,fail=links:6,seed=2",
					      "mesh:5x4,fail=links:3,seed=3", "torus:4x4x4,fail=switches:2,seed=4"};
	for (guint i = 0; i < G_N_ELEMENTS(damaged); i++) {
		g_autoptr(Fabric) fabric = draw_case_fabric(damaged[i]);
		SketchLoads none = {0};
		GError *error = NULL;
		g_autoptr(Sketch) s = sketch_new(fabric, &none, &error);
		expect_grid(s, g_str_has_prefix(damaged[i], "torus"));
	}
}
END_TEST

START_TEST(others_are_no_grids)
{
	static const char *const others[] = {"hyperx:4x4,hosts=2", "kautz:3,3", "dragonfly:a=4,p=2,h=2",
					     "random:switches=30,ports=12,hosts=4,seed=3", "slimfly:5,hosts=2"};
	for (guint i = 0; i < G_N_ELEMENTS(others); i++) {
		g_autoptr(Fabric) fabric = draw_case_fabric(others[i]);
		SketchLoads none = {0};
		GError *error = NULL;
		g_autoptr(Sketch) s = sketch_new(fabric, &none, &error);
		ck_assert_msg(!s->grid, "%s", others[i]);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sketch");
	TCase *tests = tcase_create("sketches");
	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, names_tell_switches_apart);
	tcase_add_test(tests, names_are_in_their_order);
	tcase_add_test(tests, directors_are_boxes);
	tcase_add_loop_test(tests, spines_with_hosts_stay_above, 0, (int)G_N_ELEMENTS(hosted));
	tcase_add_loop_test(tests, grids_are_found_by_names_and_by_cables, 0, (int)G_N_ELEMENTS(grids));
	tcase_add_test(tests, damaged_grids_are_found_by_names);
	tcase_add_test(tests, others_are_no_grids);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
