/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Application profiles: the table of the paper from its own figures, and files that make no sense. */
#include "core/base/error.h"
#include "evaluator/workload/app.h"
#include "tests/asserts.h"

#include <math.h>
#include <string.h>

static AppProfile *shipped(const char *name)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *file = g_strconcat(name, ".profile", NULL), *text = NULL;
	g_autofree char *path = g_build_filename(g_getenv("srcdir"), "evaluator", "profiles", file, NULL);
	gsize length;
	ck_assert(g_file_get_contents(path, &text, &length, NULL));
	AppProfile *profile = app_profile_parse(text, length, path, &error);
	ck_assert_msg(profile != NULL, "%s", error ? error->message : "");
	return profile;
}

/* Bandwidths that the paper prints in section 5.1, of full, and run times that its table in 5.2 prints, in percent. */
enum { RANGER, ATLAS, TBIRD, MACHINES };
static const gdouble tree[MACHINES] = {0.699, 0.713, 0.574}, neighbour[MACHINES] = {0.624, 0.607, 0.374};

static const struct {
	const char *file, *name;
	gdouble overhead, printed[MACHINES];
} table[] = {
	{"mpqc", "MPQC", 9.2, {97.23, 97.36, 96.08}},
	{"mimd", "MIMD", 9.4, {96.87, 97.73, 94.81}},
	{"pop", "POP", 32.6, {88.32, 87.91, 80.89}},
	{"octopus", "Octopus", 10.5, {97.18, 97.23, 95.79}},
};

/*
 * The one cell that does not follow from the printed figures: MIMD on Atlas is 96.74 by them, not 97.73. The other
 * eleven cells do, so that it will be a misprint.
 */
#define ODD_APPLICATION 1
#define ODD_MACHINE ATLAS
#define ODD_RUNTIME 96.74

static gdouble runtime(const AppProfile *profile, guint machine)
{
	gdouble bandwidth[4];
	ck_assert_uint_le(profile->n_shares, G_N_ELEMENTS(bandwidth));
	for (guint s = 0; s < profile->n_shares; s++) {
		gboolean is_tree = g_str_equal(profile->shares[s].pattern, "tree");
		ck_assert(is_tree || g_str_equal(profile->shares[s].pattern, "nearest-neighbour:6"));
		bandwidth[s] = is_tree ? tree[machine] : neighbour[machine];
	}
	return 100 * app_relative_runtime(profile, bandwidth);
}

START_TEST(test_the_table_of_the_paper)
{
	for (guint a = 0; a < G_N_ELEMENTS(table); a++) {
		g_autoptr(AppProfile) profile = shipped(table[a].file);
		ck_assert_str_eq(profile->name, table[a].name);
		ck_assert_double_eq_tol(profile->overhead * 100, table[a].overhead, 1e-9);
		ck_assert(strstr(profile->source, "Multistage Switches are not Crossbars") != NULL);
		for (guint m = 0; m < MACHINES; m++) {
			gboolean odd = a == ODD_APPLICATION && m == ODD_MACHINE;
			ck_assert_double_eq_tol(runtime(profile, m), odd ? ODD_RUNTIME : table[a].printed[m], 0.02);
			ck_assert(!odd || fabs(runtime(profile, m) - table[a].printed[m]) > 0.9);
		}
	}
}
END_TEST

START_TEST(test_bounds)
{
	const char *text = "[application]\nname=X\noverhead=40\n[communication]\ntree=25\nring=75\n";
	g_autoptr(AppProfile) profile = app_profile_parse(text, strlen(text), "x", NULL);
	ck_assert_ptr_nonnull(profile);
	ck_assert_ptr_null(profile->source);
	ck_assert_double_eq_tol(app_relative_runtime(profile, (gdouble[]){1, 1}), 1, 1e-12);
	ck_assert_double_eq_tol(app_relative_runtime(profile, (gdouble[]){0, 0}), 0.6, 1e-12);
	ck_assert_double_eq_tol(app_relative_runtime(profile, (gdouble[]){0, 1}), 0.9, 1e-12);
	ck_assert_double_eq_tol(app_relative_runtime(profile, (gdouble[]){1, 0.5}), 0.85, 1e-12);
}
END_TEST

#define HEAD "[application]\nname=X\noverhead=40\n"

START_TEST(test_what_makes_no_sense)
{
	static const struct {
		const char *text, *message;
	} k[] = {
		{"", "f: there is no name in [application]"},
		{"[application]\noverhead=4\n[communication]\ntree=1\n", "f: there is no name in [application]"},
		{"[application]\nname=X\n[communication]\ntree=1\n", "f: there is no key 'overhead' in [application]"},
		{"[application]\nname=X\noverhead=140\n[communication]\ntree=1\n",
		 "f:3: overhead is '140', which is no number from 0 to 100"},
		{"[application]\nname=X\noverhead = nan\n[communication]\ntree=1\n",
		 "f:3: overhead is 'nan', which is no number from 0 to 100"},
		{HEAD, "f: there is no pattern in [communication]"},
		{HEAD "[communication]\n", "f: there is no pattern in [communication]"},
		{HEAD "[communication]\ntree=1\nring=-1\n", "f:6: ring is '-1', which is no number from 0 to 100"},
		{HEAD "[communication]\ntree=1 %\n", "f:5: tree is '1 %', which is no number from 0 to 100"},
		{HEAD "[communication]\ntree=60\nring=41\n", "f:4: the shares make more than 100 %"},
		{HEAD "colour=red\n[communication]\ntree=1\n", "f:4: unknown key 'colour'"},
		{HEAD "[communication]\ntree=1\n[more]\n", "f:6: unknown group [more]"},
	};
	for (guint i = 0; i < G_N_ELEMENTS(k); i++) {
		g_autoptr(GError) error = NULL;
		ck_assert_ptr_null(app_profile_parse(k[i].text, strlen(k[i].text), "f", &error));
		ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_INPUT));
		ck_assert_str_eq(error->message, k[i].message);
	}
}
END_TEST

START_TEST(test_other_errors_name_the_file)
{
	static const struct {
		const char *text, *part;
	} k[] = {
		{HEAD "[communication]\ntrees=10\n", "f:5: there is no pattern 'trees'; there are bisect, "},
		{"name X\n", "f: "},
		{"[application\n", "f: "},
	};
	for (guint i = 0; i < G_N_ELEMENTS(k); i++) {
		g_autoptr(GError) error = NULL;
		ck_assert_ptr_null(app_profile_parse(k[i].text, strlen(k[i].text), "f", &error));
		ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_INPUT));
		ck_assert_msg(g_str_has_prefix(error->message, k[i].part), "%s", error->message);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("eval_app");
	TCase *tcase = tcase_create("app");
	tcase_add_test(tcase, test_the_table_of_the_paper);
	tcase_add_test(tcase, test_bounds);
	tcase_add_test(tcase, test_what_makes_no_sense);
	tcase_add_test(tcase, test_other_errors_name_the_file);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_set_fork_status(runner, CK_NOFORK);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
