/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Where ranks run: orders of endpoints, and what people call them; the two lists that files can be. */
#include "core/base/error.h"
#include "evaluator/paths/endpoint_names.h"
#include "evaluator/patterns/mapping.h"
#include "formats/lists/rank_pairs.h"
#include "tests/asserts.h"
#include "tests/evaluator/eval_fixture.h"

#include <string.h>

/* Four endpoints: two hosts of one port, one of two. GUIDs fall while LIDs rise. */
static Fabric *small(void)
{
	const char *name[] = {"red HCA-1", "blue HCA-1", "red HCA-2"};
	Fabric *f = fabric_new();
	guint32 sw = fabric_add_node(f, FABRIC_SWITCH, 0x100, 8, "sw", NULL), port = 1;
	for (guint i = 0; i < 3; i++) {
		guint32 ca = fabric_add_node(f, FABRIC_CA, 0x900 - 0x10 * i, 2, name[i], NULL);
		for (guint num = 1; num <= (i == 2 ? 2 : 1); num++) {
			guint32 at = fabric_port_index(f, ca, num);
			ck_assert(fabric_cable(f, at, fabric_port_index(f, sw, port++), NULL));
			f->ports[at].guid = f->nodes[ca].guid + num;
			f->ports[at].lid = (guint16)(8 + 4 * port);
			f->ports[at].lmc = 1;
		}
	}
	ck_assert(fabric_seal(f, NULL));
	ck_assert_uint_eq(f->n_endpoints, 4);
	return f;
}

START_TEST(test_names)
{
	const struct {
		const char *name;
		guint32 endpoint;
	} k[] = {
		{"16", 0},
		{"17", 0},
		{"20", 1},
		{"24", 2},
		{"29", 3},
		{"18", ENDPOINT_UNKNOWN},
		{"0", ENDPOINT_UNKNOWN},
		{"99999", ENDPOINT_UNKNOWN},
		{"0x900", 0},
		{"0x0901", 0},
		{"0X8F1", 1},
		{"0x8e2", 3},
		{"0x8e0", ENDPOINT_AMBIGUOUS},
		{"0x100", ENDPOINT_UNKNOWN},
		{"red HCA-1", 0},
		{"blue", 1},
		{"red", ENDPOINT_AMBIGUOUS},
		{"red HCA-2", ENDPOINT_AMBIGUOUS},
		{"HCA-1", ENDPOINT_UNKNOWN},
		{"sw", ENDPOINT_UNKNOWN},
		{"", ENDPOINT_UNKNOWN},
		{"blu", ENDPOINT_UNKNOWN},
	};
	g_autoptr(Fabric) f = small();
	g_autoptr(EndpointNames) names = endpoint_names_new(f);
	for (guint i = 0; i < G_N_ELEMENTS(k); i++)
		ck_assert_msg(endpoint_names_find(names, k[i].name) == k[i].endpoint, "%s: %u", k[i].name,
			      endpoint_names_find(names, k[i].name));
}
END_TEST

static Mapping *from_text(const Fabric *f, MappingKind kind, const char *text, GError **error)
{
	g_autoptr(NameList) list = name_list_parse(text, strlen(text), "hosts", error);
	return list ? mapping_new(f, kind, list, 1, error) : NULL;
}

START_TEST(test_orders)
{
	const char *subset = "28\n# a comment\n\n\"blue HCA-1\"\n  0x900\r\n";
	const struct {
		MappingKind kind;
		const char *text;
		guint n;
		guint32 endpoint[4];
	} k[] = {
		{MAPPING_LINEAR, NULL, 4, {0, 1, 2, 3}},     {MAPPING_GUID, NULL, 4, {2, 3, 1, 0}},
		{MAPPING_LINEAR, subset, 3, {0, 1, 3}},      {MAPPING_GUID, subset, 3, {3, 1, 0}},
		{MAPPING_FILE, subset, 3, {3, 1, 0}},        {MAPPING_FILE, "blue\n28\nblue", 3, {1, 3, 1}},
		{MAPPING_LINEAR, "red", 3, {0, 2, 3}},       {MAPPING_LINEAR, "red HCA-2,blue", 3, {1, 2, 3}},
		{MAPPING_FILE, "[28,20]\n16", 3, {3, 1, 0}}, {MAPPING_FILE, "2[8,4]\n0x[900-901]", 4, {3, 2, 0, 0}},
	};
	g_autoptr(Fabric) f = small();
	g_autoptr(GRand) twister = g_rand_new_with_seed(1);
	for (guint i = 0; i < G_N_ELEMENTS(k); i++) {
		guint32 order[4];
		g_autoptr(Mapping) m =
			k[i].text ? from_text(f, k[i].kind, k[i].text, NULL) : mapping_new(f, k[i].kind, NULL, 1, NULL);
		ck_assert_ptr_nonnull(m);
		ck_assert_uint_eq(m->n, k[i].n);
		mapping_draw(m, twister, 1, i, order);
		ck_assert_mem_eq(order, k[i].endpoint, k[i].n * sizeof(guint32));
	}
	g_autoptr(Mapping) twice = mapping_new(f, MAPPING_LINEAR, NULL, 16, NULL);
	ck_assert_uint_eq(mapping_room(twice), 64);
}
END_TEST

/* All orders of a subset come up about as often, and no other endpoint does. */
START_TEST(test_random_mappings_are_fair)
{
	guint seen[4][4] = {{0}};
	g_autoptr(Fabric) f = small();
	g_autoptr(Mapping) m = from_text(f, MAPPING_RANDOM, "28\n16\n20\n", NULL);
	g_autoptr(GRand) twister = g_rand_new_with_seed(1);
	for (guint32 i = 0; i < 6000; i++) {
		guint32 order[4];
		mapping_draw(m, twister, 3, i, order);
		for (guint place = 0; place < 3; place++)
			seen[place][order[place]]++;
	}
	for (guint place = 0; place < 3; place++)
		for (guint e = 0; e < 4; e++)
			ck_assert_int_le(ABS((gint)seen[place][e] - (e == 2 ? 0 : 2000)), e == 2 ? 0 : 180);
}
END_TEST

START_TEST(test_lists_that_make_no_sense)
{
	const struct {
		MappingKind kind;
		const char *text, *message;
	} k[] = {
		{MAPPING_LINEAR, "", "hosts: there is no name in it"},
		{MAPPING_FILE, "# nothing\n \n", "hosts: there is no name in it"},
		{MAPPING_LINEAR, "\n16\ngreen\n", "hosts:3: 'green' is no endpoint of the fabric"},
		{MAPPING_FILE, "red", "hosts:1: 'red' are several endpoints (LIDs 16, 24, 28): give the LID"},
		{MAPPING_LINEAR, "blue\nred,blue", "hosts:2: 'blue' is listed before already"},
		{MAPPING_LINEAR, "blu[1-3]",
		 "hosts:1: 'blu1' is no endpoint of the fabric, one of 3 such names; like it are 'blue'"},
		{MAPPING_FILE, "blue\nred[", "hosts:2: 'red[' is no list of hosts: a bracket is not closed"},
		{MAPPING_RANDOM, "16\nblue\n0x901\n", "hosts:3: '0x901' is listed before already"},
	};
	g_autoptr(Fabric) f = small();
	for (guint i = 0; i < G_N_ELEMENTS(k); i++) {
		g_autoptr(GError) error = NULL;
		ck_assert_ptr_null(from_text(f, k[i].kind, k[i].text, &error));
		ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_INPUT));
		ck_assert_str_eq(error->message, k[i].message);
	}
}
END_TEST

START_TEST(test_kinds)
{
	MappingKind kind;
	for (guint i = MAPPING_RANDOM; i <= MAPPING_FILE; i++)
		ck_assert(mapping_kind_find(mapping_kind_name((MappingKind)i), &kind) && kind == i);
	ck_assert(!mapping_kind_find("rand", &kind) && !mapping_kind_find("", &kind));
}
END_TEST

START_TEST(test_rank_pairs)
{
	const char *text = "# a pattern\n\n7 0 1\n 2\t3 4 # earlier\r\n7 1 0#\n2 9 2";
	const RankPair expected[] = {{2, 3, 4, 4}, {2, 9, 2, 6}, {7, 0, 1, 3}, {7, 1, 0, 5}};
	/* a '#' that touches a number is none */
	g_autoptr(GError) error = NULL;
	ck_assert_ptr_null(rank_pairs_parse(text, strlen(text), "p", &error));
	ck_assert_str_eq(error->message, "p:5: destination '0#' is not a number from 0 to 2147483647");
	g_autofree char *fine = g_strdup(text);
	*strstr(fine, "0#") = '0', *(strstr(fine, "0#") + 1) = ' ';
	g_autoptr(RankPairs) pairs = rank_pairs_parse(fine, strlen(fine), "p", NULL);
	ck_assert_ptr_nonnull(pairs);
	ck_assert_uint_eq(pairs->n, G_N_ELEMENTS(expected));
	ck_assert_mem_eq(pairs->pair, expected, sizeof(expected));
	ck_assert_uint_eq(pairs->most, 9);
	ck_assert_uint_eq(pairs->most_line, 6);
}
END_TEST

START_TEST(test_rank_pairs_that_make_no_sense)
{
	static const struct {
		const char *text, *message;
	} k[] = {
		{"", "p: there is no pair in it"},
		{"# 0 1 2\n", "p: there is no pair in it"},
		{"0 1\n", "p:1: there is no destination: a line is 'round source destination'"},
		{"0 1 # 2\n", "p:1: there is no destination: a line is 'round source destination'"},
		{"\n0\n", "p:2: there is no source: a line is 'round source destination'"},
		{"0 1 2 3\n", "p:1: something follows the destination"},
		{"0 1 2\n0 5 5\n", "p:2: rank 5 sends to itself"},
		{"0 -1 2\n", "p:1: source '-1' is not a number from 0 to 2147483647"},
		{"0 1 99999999999999999999\n",
		 "p:1: destination '99999999999999999999' is not a number from 0 to 2147483647"},
		{"x 1 2\n", "p:1: round 'x' is not a number from 0 to 2147483647"},
	};
	for (guint i = 0; i < G_N_ELEMENTS(k); i++) {
		g_autoptr(GError) error = NULL;
		ck_assert_ptr_null(rank_pairs_parse(k[i].text, strlen(k[i].text), "p", &error));
		ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_INPUT));
		ck_assert_str_eq(error->message, k[i].message);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eval_mapping");
	TCase *tcase = tcase_create("mapping");
	tcase_add_test(tcase, test_names);
	tcase_add_test(tcase, test_orders);
	tcase_add_test(tcase, test_random_mappings_are_fair);
	tcase_add_test(tcase, test_lists_that_make_no_sense);
	tcase_add_test(tcase, test_kinds);
	tcase_add_test(tcase, test_rank_pairs);
	tcase_add_test(tcase, test_rank_pairs_that_make_no_sense);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
