/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Checks answers of smpquery and saquery, whole, cut and odd; programs that are missing, fail, or answer. */
#include "evaluator/live/live_sl2vl.h"
#include "evaluator/live/live_sls.h"

#include "core/base/error.h"
#include "core/tables/sl.h"
#include "generator/synth/synth.h"
#include "tests/asserts.h"

#include <stdlib.h>
#include <string.h>

static Fabric *fabric_of(const char *spec)
{
	g_autoptr(GError) error = NULL;
	Fabric *fabric = synth_fabric(spec, &error);
	ck_assert_ptr_null(error);
	ck_assert(fabric_assign_lids(fabric, 0, NULL, &error));
	return fabric;
}

/* ---- smpquery sl2vl */

#define VLS "| 0| 1| 2| 3| 4| 5| 6| 7| 0| 1| 2| 3| 4| 5| 6|15|"

static const struct {
	const char *line;
	guint rows;
} maps[] = {
	{"ports: in  0, out  1: " VLS, 1},
	{"ports: in  2, out  1: " VLS, 1},
	{"ports: in  2, out  2: " VLS, 0},       /* of another port than was asked for */
	{"ports: in 36, out  1: " VLS, 0},       /* without a cable */
	{"ports: in 99, out  1: " VLS, 0},       /* of no switch */
	{"ports: in  2, out  1: | 0| 1| 2|", 0}, /* cut */
	{"ports: in  2, out  1: |16" VLS, 0},    /* no VL */
	{"ports: in  2, out  1: ", 0},
	{"#                 SL: " VLS, 0},
	{"ports: in  0, out  1: " VLS "\nports: in  1, out  1: " VLS "\n", 2},
	{"", 0},
};

START_TEST(maps_are_taken)
{
	g_autoptr(Fabric) fabric = fabric_of("torus:3x3,hosts=1");
	g_autoptr(GString) text = g_string_new(NULL);
	guint32 node = fabric->switches[0];
	ck_assert_uint_eq(live_sl2vl_take(maps[_i].line, fabric, node, 1, text), maps[_i].rows);
	ck_assert_uint_eq(text->len > 0, maps[_i].rows > 0);
	if (maps[_i].rows)
		ck_assert_ptr_nonnull(strstr(text->str, " 1 0x01 0x23 0x45 0x67 0x01 0x23 0x45 0x6f\n"));
}
END_TEST

/* ---- saquery -p */

static char *record(guint slid, guint dlid, const char *sl)
{
	return g_strdup_printf("PathRecord dump:\n\t\tservice_id..............0x0\n\t\tdlid....................%u\n"
			       "\t\tslid....................%u\n\t\ttclass..................0x0\n"
			       "\t\tsl......................%s\n\t\tpkt_life................0x92\n",
			       dlid, slid, sl);
}

START_TEST(sls_are_taken)
{
	guint8 sl[8];
	g_autofree char *one = record(5, 2, "0x3"), *of_other = record(6, 3, "0x1"), *beyond = record(5, 8, "0x1"),
			*no_sl = record(5, 4, "0x10"), *decimal = record(5, 7, "12"), *none = record(5, 0, "0x0");
	g_autofree char *all = g_strconcat(one, of_other, beyond, no_sl, decimal, none, one, NULL);
	const guint8 expected[8] = {SL_NONE, SL_NONE, 3, SL_NONE, SL_NONE, SL_NONE, SL_NONE, 12};
	memset(sl, SL_NONE, sizeof sl);
	ck_assert_uint_eq(live_sls_take(all, 5, 8, sl), 2);
	ck_assert_int_eq(memcmp(sl, expected, sizeof sl), 0);
	memset(sl, SL_NONE, sizeof sl);
	*strstr(one, "\t\tsl") = 0;
	ck_assert_uint_eq(live_sls_take(one, 5, 8, sl), 0);
}
END_TEST

/* ---- programs */

static char *ask(const char *program, const char *instead, const char *argument, GError **error)
{
	const LiveHow how = {0};
	const char *const programs[2] = {program, instead}, *const arguments[] = {argument, NULL};
	return live_ask(&how, programs, arguments, error);
}

START_TEST(programs_are_asked)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *answer = ask("no-such-program", "echo", "hello", &error);
	ck_assert_str_eq(answer, "hello\n");
	ck_assert_ptr_null(ask("no-such-program", NULL, "hello", &error));
	ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_IO));
	ck_assert_str_eq(error->message, "there is no program no-such-program: the package infiniband-diags has it");
	g_clear_error(&error);
	ck_assert_ptr_null(ask("cat", NULL, "/no/such/file", &error));
	ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_INPUT));
	ck_assert(g_str_has_prefix(error->message, "cat: ") && strstr(error->message, "/no/such/file"));
	g_clear_error(&error);
	ck_assert_ptr_null(ask("false", NULL, "x", &error));
	ck_assert_str_eq(error->message, "false: it ended without a word");
}
END_TEST

/* A question without an answer is counted; a program that is not there is an error. */
START_TEST(rows_are_counted)
{
	const LiveHow how = {0};
	g_auto(LiveRow) row = {.how = &how};
	g_autoptr(GError) error = NULL;
	const char *const arguments[] = {"x", NULL};
	g_free(live_row_ask(&row, "true", arguments, "first", &error));
	ck_assert_ptr_null(live_row_ask(&row, "false", arguments, "second", &error));
	ck_assert_ptr_null(live_row_ask(&row, "false", arguments, "third", &error));
	ck_assert_ptr_null(error);
	ck_assert_uint_eq(row.asked, 3);
	ck_assert_uint_eq(row.unanswered, 2);
	ck_assert_str_eq(row.first, "second: false: it ended without a word");
	ck_assert_ptr_null(live_row_ask(&row, "no-such-program", arguments, "fourth", &error));
	ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_IO));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("live");
	TCase *tests = tcase_create("live");
	tcase_add_loop_test(tests, maps_are_taken, 0, (int)G_N_ELEMENTS(maps));
	tcase_add_test(tests, sls_are_taken);
	tcase_add_test(tests, programs_are_asked);
	tcase_add_test(tests, rows_are_counted);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
