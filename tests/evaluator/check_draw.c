/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Pictures of fabrics of every family: each switch, host and cable is in them once, no box and no word overlaps
 * another, all is on the page, and inks and numbers say what the loads are.
 */
#include "evaluator/draw/compose.h"
#include "evaluator/draw/sketch_names.h"

#include "generator/synth/synth.h"
#include "tests/evaluator/eval_fixture.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const specs[] = {"single:hosts=36",
				    "karytree:4,3",
				    "karytree:18,2",
				    "clos:leaves=18,hosts=18,spines=9,links=2",
				    "deimos",
				    "odin",
				    "torus:6x6",
				    "torus:12x12",
				    "mesh:4x4",
				    "hypercube:6",
				    "dragonfly:a=4,p=2,h=2",
				    "random:switches=43,ports=24,hosts=12,seed=1",
				    "xgft:3;6,6,6;1,3,3",
				    "kautz:3,3",
				    "fastree:switches=12,hosts=24",
				    "thunderbird",
				    "torus:5x5,fail=links:5%,seed=3",
				    "karytree:6,3,fail=switches:4,seed=2"};

static Fabric *make(const char *spec)
{
	GError *error = NULL;
	Fabric *fabric = synth_fabric(spec, &error);
	ck_assert_msg(fabric, "%s: %s", spec, error ? error->message : "");
	ck_assert(fabric_assign_lids(fabric, 0, NULL, &error));
	return fabric;
}

/* A load for each port that differs from port to port. */
static guint64 *some_loads(const Fabric *fabric, guint seed)
{
	guint64 *load = g_new0(guint64, fabric->n_ports + 1);
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	for (guint32 i = 0; i < fabric->n_ports; i++)
		load[i] = g_rand_int_range(rand, 0, 1000);
	return load;
}

static void expect_all(const Sketch *s)
{
	guint32 switches = 0, cables = 0, there = 0;
	guint64 hosts = 0;
	for (guint32 p = 0; p < s->n_parts; p++) {
		ck_assert_uint_ge(s->part[p].n_switches, 1);
		switches += s->part[p].n_switches;
		hosts += s->part[p].hosts;
	}
	for (guint32 i = 0; i < s->n_bundles; i++)
		cables += s->bundle[i].cables;
	for (guint32 i = 0; i < s->fabric->n_ports; i++) {
		const FabricPort *port = &s->fabric->ports[i];
		there += port->peer != FABRIC_NONE && port->peer > i && fabric_is_switch(s->fabric, port->node) &&
			 fabric_is_switch(s->fabric, s->fabric->ports[port->peer].node);
	}
	ck_assert_uint_eq(switches, s->fabric->n_switches);
	ck_assert_uint_eq(hosts, s->fabric->n_endpoints);
	ck_assert_uint_eq(cables, there);
}

static void expect_short(const Sketch *s)
{
	g_autofree guint32 *n = g_new0(guint32, s->n_levels + 1);
	for (guint32 p = 0; p < s->n_parts; p++)
		n[s->part[p].level]++;
	for (guint32 level = 0; s->levelled && level <= s->n_levels; level++)
		ck_assert_uint_le(n[level], SKETCH_ROW);
	ck_assert(s->levelled || s->n_parts <= SKETCH_FIELD);
}

typedef struct {
	gdouble left, top, right, bottom;
} Area;

static Area area_of(const Shape *s)
{
	if (s->kind == SHAPE_BOX)
		return (Area){s->x, s->y, s->x + s->x2, s->y + s->y2};
	gdouble width = (gdouble)g_utf8_strlen(s->words, -1) * s->width * 0.58;
	gdouble left = s->anchor == SHAPE_START ? s->x : s->x - width / 2;
	return (Area){left, s->y - 0.8 * s->width, left + width, s->y + 0.2 * s->width};
}

/* Words do not overlap words, nor framed boxes each other; all is on the page. */
static void expect_readable(const Shapes *shapes, const char *spec)
{
	for (guint i = 0; i < shapes->shapes->len; i++) {
		const Shape *one = &g_array_index(shapes->shapes, Shape, i);
		if (one->kind != SHAPE_WORDS && !(one->kind == SHAPE_BOX && one->line != INK_NONE))
			continue;
		Area a = area_of(one);
		ck_assert_msg(a.left >= 0 && a.top >= 0 && a.right <= shapes->width && a.bottom <= shapes->height,
			      "%s: %s leaves the page", spec, one->words ? one->words : "a box");
		for (guint j = i + 1; j < shapes->shapes->len; j++) {
			const Shape *other = &g_array_index(shapes->shapes, Shape, j);
			if (other->kind != one->kind || (other->kind == SHAPE_BOX && other->line == INK_NONE))
				continue;
			Area b = area_of(other);
			ck_assert_msg(a.left >= b.right || b.left >= a.right || a.top >= b.bottom || b.top >= a.bottom,
				      "%s: %s overlaps %s", spec, one->words ? one->words : "a box",
				      other->words ? other->words : "a box");
		}
	}
}

static void expect_good_pictures(const char *spec)
{
	g_autoptr(Fabric) fabric = make(spec);
	g_autofree guint64 *now = some_loads(fabric, 1), *then = some_loads(fabric, 2);
	for (guint how = 0; how < 3; how++) {
		GError *error = NULL;
		DrawingOptions options = {
			.title = spec, .loads = {how ? now : NULL, how == 2 ? then : NULL, FALSE}, .top = 5};
		g_autoptr(Sketch) s = sketch_new(fabric, &options.loads, &error);
		ck_assert_ptr_null(error);
		g_autoptr(Places) places = places_new(s);
		g_autoptr(Shapes) shapes = compose(s, places, &options);
		expect_all(s);
		expect_short(s);
		expect_readable(shapes, spec);
	}
}

START_TEST(pictures_are_complete_and_readable)
{
	expect_good_pictures(specs[_i]);
}
END_TEST

/* Also where one part alone has a line more. */
START_TEST(words_fit_into_boxes)
{
	g_autoptr(Fabric) fabric = make(specs[_i]);
	GError *error = NULL;
	SketchLoads none = {0};
	g_autoptr(Sketch) s = sketch_new(fabric, &none, &error);
	ck_assert_ptr_nonnull(s);
	for (guint32 only = 0; only < s->n_parts; only += MAX(1, s->n_parts - 1)) {
		for (guint32 p = 0; p < s->n_parts; p++)
			s->part[p].hosts = p == only ? 7 : 0;
		g_autoptr(Places) places = places_new(s);
		for (guint32 p = 0; p < s->n_parts; p++)
			ck_assert_double_ge(places->place[p].height + 1e-9,
					    place_height(&s->part[p], places->place[p].width));
	}
}
END_TEST

/* What has no levels is on a circle then. */
START_TEST(pictures_need_no_graphviz)
{
	g_setenv("PATH", "/nowhere", TRUE);
	expect_good_pictures(specs[_i]);
}
END_TEST

/* Two switches: the bundle says its fullest channel, or the mean, or what changes. */
START_TEST(bundles_say_their_loads)
{
	g_autoptr(Fabric) fabric = make("clos:leaves=2,hosts=2,spines=1,links=3");
	g_autofree guint64 *now = g_new0(guint64, fabric->n_ports), *then = g_new0(guint64, fabric->n_ports);
	guint32 leaf = fabric->ports[fabric->ports[fabric->endpoints[0]].peer].node, up[3], n = 0;
	GError *error = NULL;
	for (guint port = 1; port <= fabric->nodes[leaf].n_ports && n < 3; port++) {
		guint32 index = fabric_port_index(fabric, leaf, port), peer = fabric->ports[index].peer;
		if (peer != FABRIC_NONE && fabric_is_switch(fabric, fabric->ports[peer].node))
			up[n++] = index;
	}
	ck_assert_uint_eq(n, 3);
	now[up[0]] = 6, now[up[1]] = 12;
	then[up[1]] = 1;
	const struct {
		SketchLoads loads;
		gdouble value;
		guint32 port;
	} cases[] = {{{now, NULL, FALSE}, 12, up[1]}, {{now, NULL, TRUE}, 3, up[1]}, {{now, then, FALSE}, -11, up[1]}};
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autoptr(Sketch) s = sketch_new(fabric, &cases[i].loads, &error);
		guint32 b = 0;
		ck_assert_uint_eq(s->n_bundles, 2);
		if (!s->bundle[0].used)
			b = 1;
		ck_assert_uint_eq(s->bundle[b].cables, 3);
		ck_assert_uint_eq(s->bundle[b].port, cases[i].port);
		ck_assert(fabs(s->bundle[b].value - cases[i].value) < 1e-9);
		ck_assert(!s->bundle[1 - b].used);
	}
}
END_TEST

/* Switches of one name are told apart by GUIDs; what all names begin with is left out of boxes. */
START_TEST(names_tell_switches_apart)
{
	static const char *const names[][2] = {{"MT48436", "MT48436"},
					       {"vendor 12800-180 GUID=0x1 L101", "vendor 12800-180 GUID=0x1 L102"},
					       {"MF0;ib-leaf-1:MQM8700/U1", "MF0;ib-leaf-2:MQM8700/U1"}};
	static const char *const shown[] = {"0x", "L101", "ib-leaf-1"};
	for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autoptr(Fabric) fabric = make("mesh:2,hosts=1");
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

/* What is merged are directors and twins: those of deimos, and leaves of one pod. */
START_TEST(directors_are_boxes)
{
	g_autoptr(Fabric) fabric = make("deimos");
	SketchLoads none = {0};
	GError *error = NULL;
	g_autoptr(Sketch) s = sketch_new(fabric, &none, &error);
	ck_assert_uint_eq(s->n_parts, 3);
	for (guint32 p = 0; p < 3; p++) {
		ck_assert(s->part[p].director);
		ck_assert(g_str_has_prefix(s->part[p].name, "director-"));
		ck_assert_uint_eq(s->part[p].n_switches, 36);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("draw");
	TCase *tests = tcase_create("pictures");
	tcase_set_timeout(tests, 60);
	tcase_add_loop_test(tests, pictures_are_complete_and_readable, 0, (int)G_N_ELEMENTS(specs));
	tcase_add_loop_test(tests, words_fit_into_boxes, 0, (int)G_N_ELEMENTS(specs));
	tcase_add_test(tests, bundles_say_their_loads);
	tcase_add_test(tests, names_tell_switches_apart);
	tcase_add_test(tests, names_are_in_their_order);
	tcase_add_test(tests, directors_are_boxes);
	tcase_add_loop_test(tests, pictures_need_no_graphviz, 0, (int)G_N_ELEMENTS(specs));
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
