/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A report says the same in both forms, and lets nothing through that could steer a terminal or break a parser. */
#include "evaluator/report/report.h"

#include <check.h>
#include <json-glib/json-glib.h>
#include <string.h>

static Report *sample(const char *name)
{
	Report *report = report_new("Report of %s", name);
	report_integer(report, "pairs", 12345, "all of them");
	report_real(report, "mean", 0.25, "");
	report_boolean(report, "free", TRUE, "");
	report_open_object(report, "efi", "loads");
	report_integer(report, "max", G_MAXUINT64, "");
	report_close(report);
	report_open_array(report, "histogram", "");
	report_integer(report, "", 1, "");
	report_integer(report, "", 2, "");
	report_close(report);
	report_open_array(report, "cycle", "one");
	for (guint i = 0; i < 2; i++) {
		report_open_object(report, "", "");
		report_string(report, "switch", i ? "leaf" : name, "");
		report_open_object(report, "pair", "");
		report_integer(report, "dlid", 7 + 100 * i, "");
		report_close(report);
		report_close(report);
	}
	report_close(report);
	report_verdict(report, "It is %s.", "so");
	return report;
}

START_TEST(test_text_is_aligned)
{
	g_autoptr(Report) report = sample("spine");
	g_autofree char *text = report_text(report);
	ck_assert_str_eq(text, "Report of spine\n"
			       "  pairs   12345  all of them\n"
			       "  mean   0.2500\n"
			       "  free      yes\n"
			       "  efi, loads:\n"
			       "    max  9223372036854775807\n"
			       "  histogram: 1 2\n"
			       "  cycle, one:\n"
			       "    switch  dlid\n"
			       "    spine      7\n"
			       "    leaf     107\n"
			       "It is so.\n");
}
END_TEST

START_TEST(test_json_can_be_read_back)
{
	g_autoptr(Report) report = sample("sp\"ine\n\x1b[2J\xff");
	g_autofree char *text = report_json(report);
	g_autoptr(JsonParser) parser = json_parser_new();
	ck_assert(json_parser_load_from_data(parser, text, -1, NULL));
	ck_assert_int_eq(text[strlen(text) - 1], '\n');
	JsonObject *root = json_node_get_object(json_parser_get_root(parser));
	ck_assert_int_eq(json_object_get_int_member(root, "pairs"), 12345);
	ck_assert_double_eq(json_object_get_double_member(root, "mean"), 0.25);
	ck_assert(json_object_get_boolean_member(root, "free"));
	ck_assert_int_eq(json_array_get_int_element(json_object_get_array_member(root, "histogram"), 1), 2);
	JsonArray *cycle = json_object_get_array_member(root, "cycle");
	JsonObject *first = json_array_get_object_element(cycle, 0);
	ck_assert_str_eq(json_object_get_string_member(first, "switch"), "sp\"ine\n\x1b[2J\xef\xbf\xbd");
	ck_assert_int_eq(json_object_get_int_member(json_object_get_object_member(first, "pair"), "dlid"), 7);
	ck_assert_ptr_null(strchr(text, '\x1b'));
}
END_TEST

START_TEST(test_names_cannot_steer_the_terminal)
{
	g_autoptr(Report) report = sample("a\x1b[2J\nb\xff\xc2\x9b");
	g_autofree char *text = report_text(report);
	ck_assert_ptr_null(strchr(text, '\x1b'));
	ck_assert_ptr_null(strstr(text, "\xc2\x9b"));
	ck_assert_ptr_null(strchr(text, '\xff'));
	ck_assert_ptr_nonnull(strstr(text, "a?[2J?b"));
	ck_assert(g_utf8_validate(text, -1, NULL));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eval_report");
	TCase *tcase = tcase_create("report");
	tcase_add_test(tcase, test_text_is_aligned);
	tcase_add_test(tcase, test_json_can_be_read_back);
	tcase_add_test(tcase, test_names_cannot_steer_the_terminal);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
