/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What sssp-status takes for a number in the plugin's file: what it prints as one in JSON. */
#include "plugin/check/status_text.h"

#include "core/base/error.h"
#include "tests/core/fixture.h"

static gboolean parsed(const char *value, double *number, GError **error)
{
	StatusRow *rows = status_new();
	g_autofree char *text = g_strdup_printf("sssp-status 1\nstate routing\nroute_seconds %s\n", value);
	gboolean taken = status_parse(text, "file", rows, error);
	*number = status_number(rows, "route_seconds");
	status_clear(rows);
	return taken;
}

START_TEST(numbers_that_the_plugin_writes)
{
	static const struct {
		const char *text;
		double number;
	} values[] = {{"0", 0},        {"0.000", 0}, {"0.125", 0.125}, {"10", 10}, {"1796136687", 1796136687},
		      {"207.5", 207.5}};
	for (guint i = 0; i < G_N_ELEMENTS(values); i++) {
		g_autoptr(GError) error = NULL;
		double number;
		ck_assert(parsed(values[i].text, &number, &error));
		assert_no_error(error);
		ck_assert_double_eq(number, values[i].number);
	}
}
END_TEST

START_TEST(what_is_no_number)
{
	static const char *const values[] = {"",   "-",  "x",    "-1",  "+1",  "1e5",      "1E5",   "0x1f",
					     "01", "00", "00.5", ".5",  "1.",  "1.x",      "1.5e3", "1.2.3",
					     "1 ", " 1", "1,5",  "nan", "inf", "infinity", "1\r"};
	for (guint i = 0; i < G_N_ELEMENTS(values); i++) {
		g_autoptr(GError) error = NULL;
		double number;
		ck_assert_msg(!parsed(values[i], &number, &error), "'%s' is taken", values[i]);
		ck_assert_str_eq(error->message, "file:3: route_seconds is not a number");
		assert_error(error, SSSP_ERROR_INPUT);
	}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {numbers_that_the_plugin_writes, what_is_no_number, NULL};
	return fixture_run("status text", tests);
}
