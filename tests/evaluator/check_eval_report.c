/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A report says the same in both forms, and lets nothing through that could steer a terminal or break a parser. */
#include "core/base/error.h"
#include "evaluator/report/report.h"
#include "tests/asserts.h"

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

/* What the text has, table after table; quoted where a comma, a quote or nothing at a line's start asks for it. */
START_TEST(test_csv_is_that_of_rfc_4180)
{
	g_autoptr(Report) report = sample("a \"big\", slow spine\n");
	g_autoptr(Report) gaps = report_new("gaps");
	g_autofree char *text = report_csv(report, NULL, NULL), *one = report_csv(report, "cycle", NULL);
	ck_assert_str_eq(text, "pairs,mean,free,efi.max,histogram\n"
			       "12345,0.25,1,9223372036854775807,1 2\n"
			       "\n"
			       "switch,dlid\n"
			       "\"a \"\"big\"\", slow spine?\",7\n"
			       "leaf,107\n");
	ck_assert_str_eq(one, strstr(text, "\n\n") + 2);
	report_open_array(gaps, "rows", "");
	for (guint i = 0; i < 2; i++) {
		report_open_object(gaps, "", "");
		report_string(gaps, "a", "", "");
		report_real(gaps, i ? "b" : "c", i ? 0.1 : 1.0 / 3, "");
		report_close(gaps);
	}
	report_close(gaps);
	report_open_array(gaps, "none", "");
	report_close(gaps);
	g_autofree char *rows = report_csv(gaps, NULL, NULL), *none = report_csv(gaps, "none", NULL);
	ck_assert_str_eq(rows, "a,c,b\n\"\",0.33333333333333331,\n\"\",,0.1\n");
	ck_assert_str_eq(none, "");
}
END_TEST

START_TEST(test_csv_of_a_table_that_is_not_there)
{
	g_autoptr(Report) report = sample("spine");
	g_autoptr(GError) error = NULL;
	ck_assert_ptr_null(report_csv(report, "efi", &error));
	ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_USAGE));
	ck_assert_str_eq(error->message, "there is no table 'efi' here; there are figures, cycle");
}
END_TEST

/* Samples of a metric stand together, below one HELP and TYPE; what is no series is left out. */
START_TEST(test_prometheus_takes_scalars_and_series)
{
	g_autoptr(Report) report = report_new("x");
	report_integer(report, "pairs", 7, "pairs\\of \"all\"");
	report_string(report, "word", "no number", "");
	report_open_array(report, "list", "");
	report_open_object(report, "", "");
	report_integer(report, "hops", 1, "");
	report_close(report);
	report_close(report);
	report_open_array(report, "lanes", "");
	report_series(report, "name vl");
	for (guint i = 0; i < 2; i++) {
		report_open_object(report, "", "");
		report_string(report, "name", i ? "b" : "a\\\"\n\x1b", "");
		report_integer(report, "vl", i, "");
		report_open_object(report, "load", "");
		report_real(report, "mean", 0.5, "");
		report_close(report);
		report_boolean(report, "free", i == 0, "");
		report_close(report);
	}
	report_close(report);
	g_autofree char *text = report_prometheus(report, "routes", "f\"x", TRUE),
			*plain = report_prometheus(report, "routes", NULL, FALSE);
	ck_assert_str_eq(text, "# HELP sssp_routes_holds The figure holds of sssp-eval routes: 1 if all that was "
			       "checked holds, else 0.\n"
			       "# TYPE sssp_routes_holds gauge\n"
			       "sssp_routes_holds{fabric=\"f\\\"x\"} 1\n"
			       "# HELP sssp_routes_pairs The figure pairs of sssp-eval routes: pairs\\\\of \"all\".\n"
			       "# TYPE sssp_routes_pairs gauge\n"
			       "sssp_routes_pairs{fabric=\"f\\\"x\"} 7\n"
			       "# HELP sssp_routes_lanes_load_mean The figure mean of sssp-eval routes.\n"
			       "# TYPE sssp_routes_lanes_load_mean gauge\n"
			       "sssp_routes_lanes_load_mean{fabric=\"f\\\"x\",name=\"a\\\\\\\"??\",vl=\"0\"} 0.5\n"
			       "sssp_routes_lanes_load_mean{fabric=\"f\\\"x\",name=\"b\",vl=\"1\"} 0.5\n"
			       "# HELP sssp_routes_lanes_free The figure free of sssp-eval routes.\n"
			       "# TYPE sssp_routes_lanes_free gauge\n"
			       "sssp_routes_lanes_free{fabric=\"f\\\"x\",name=\"a\\\\\\\"??\",vl=\"0\"} 1\n"
			       "sssp_routes_lanes_free{fabric=\"f\\\"x\",name=\"b\",vl=\"1\"} 0\n");
	ck_assert_ptr_nonnull(strstr(plain, "\nsssp_routes_holds 0\n"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eval_report");
	TCase *tcase = tcase_create("report");
	tcase_add_test(tcase, test_text_is_aligned);
	tcase_add_test(tcase, test_json_can_be_read_back);
	tcase_add_test(tcase, test_names_cannot_steer_the_terminal);
	tcase_add_test(tcase, test_csv_is_that_of_rfc_4180);
	tcase_add_test(tcase, test_csv_of_a_table_that_is_not_there);
	tcase_add_test(tcase, test_prometheus_takes_scalars_and_series);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
