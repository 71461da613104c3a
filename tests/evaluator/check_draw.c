/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Pictures of fabrics of every family: each switch, host and cable is in them once, no box and no word overlaps
 * another, all is on the page, and inks and numbers say what the loads are.
 */
#include "evaluator/draw/compose.h"
#include "evaluator/draw/bundle_look.h"
#include "tests/asserts.h"
#include "tests/evaluator/draw/draw_case.h"

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
	ck_assert(s->levelled || s->grid || s->n_parts <= SKETCH_FIELD);
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
	g_autoptr(Fabric) fabric = draw_case_fabric(spec);
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
	g_autoptr(Fabric) fabric = draw_case_fabric(specs[_i]);
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
	g_autoptr(Fabric) fabric = draw_case_fabric("clos:leaves=2,hosts=2,spines=1,links=3");
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

/* ---- words and widths */

/* A name stands in its box from the first letter to the last, and no line ends within a word. */
START_TEST(names_are_whole)
{
	g_autoptr(Fabric) fabric = draw_case_fabric(specs[_i]);
	SketchLoads none = {0};
	GError *error = NULL;
	g_autoptr(Sketch) s = sketch_new(fabric, &none, &error);
	g_autoptr(Places) places = places_new(s);
	for (guint32 p = 0; p < s->n_parts; p++) {
		g_auto(GStrv) lines = place_lines(&s->part[p], places->place[p].width);
		const char *name = s->part[p].short_name;
		for (guint i = 0; lines[i] && *name; i++) {
			ck_assert_msg(g_str_has_prefix(name, lines[i]), "%s in place of %s", lines[i], name);
			name += strlen(lines[i]);
			ck_assert_msg(!*name || *name == ' ' || !g_ascii_isalnum(name[-1]), "%s breaks before %s",
				      s->part[p].short_name, name);
			name += *name == ' ';
		}
		ck_assert_str_eq(name, "");
	}
}
END_TEST

START_TEST(three_cables_are_not_four)
{
	for (guint32 lines = 10; lines <= 100; lines += 90) {
		Sketch s = {.n_lines = lines};
		for (guint32 cables = 1; cables < 6; cables++) {
			SketchBundle one = {.cables = cables}, more = {.cables = cables + 1};
			ck_assert_double_ge(look_width(&s, &more), look_width(&s, &one) + 0.44);
		}
	}
}
END_TEST

/* Gaps are runs of others between. */
START_TEST(groups_say_their_gaps)
{
	g_autoptr(Fabric) fabric = draw_case_fabric("fattree:ports=12,levels=3,hosts=100");
	SketchLoads none = {0};
	GError *error = NULL;
	g_autoptr(Sketch) s = sketch_new(fabric, &none, &error);
	g_autofree guint32 *runs = g_new0(guint32, s->n_parts);
	for (guint32 i = 0; i < fabric->n_switches; i++)
		if (!i || s->part_of[s->order[i]] != s->part_of[s->order[i - 1]])
			runs[s->part_of[s->order[i]]]++;
	guint32 gaps = 0;
	for (guint32 p = 0; p < s->n_parts; p++) {
		g_auto(GStrv) lines = place_lines(&s->part[p], 200);
		ck_assert_uint_eq(s->part[p].gaps, runs[p] - 1);
		ck_assert(s->part[p].gaps != 1 || g_strv_contains((const char *const *)lines, "1 gap"));
		gaps += s->part[p].gaps;
	}
	ck_assert_uint_gt(gaps, 0);
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
	tcase_add_loop_test(tests, names_are_whole, 0, (int)G_N_ELEMENTS(specs));
	tcase_add_test(tests, three_cables_are_not_four);
	tcase_add_test(tests, groups_say_their_gaps);
	tcase_add_loop_test(tests, pictures_need_no_graphviz, 0, (int)G_N_ELEMENTS(specs));
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
