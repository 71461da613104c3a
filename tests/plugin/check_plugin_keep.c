/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What a routing starts from: what the process before has kept, or nothing, as it is asked for or has to be.
 */
#include "tests/asserts.h"
#include "tests/core/fixture.h"
#include "tests/plugin/values/keep_case.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <sys/stat.h>

/* ---- from one process to the next */

START_TEST(the_state_is_what_was_published)
{
	keep_make_folder();
	OsmDouble *twin = keep_start(KEEP_SPEC, "");
	keep_sweep(twin);
	keep_logged(twin, "routing from scratch, as no previous routing is known\n");
	keep_is_saved(twin->entry.context);
	osm_double_cut(twin, twin->model->nodes[twin->model->switches[0]].first_port + 2, TRUE);
	keep_sweep(twin);
	keep_not_logged(twin, "no previous routing");
	keep_is_saved(twin->entry.context);
	osm_double_free(twin);
	keep_remove_folder();
}
END_TEST

START_TEST(a_new_process_starts_from_it)
{
	keep_make_folder();
	OsmDouble *twin = keep_start(KEEP_SPEC, "");
	keep_sweep(twin);
	guint64 answers = osm_double_answers(twin);
	osm_double_free(twin);
	twin = keep_start(KEEP_SPEC, "");
	keep_sweep(twin);
	keep_logged(twin, "the previous routing was read from ");
	keep_not_logged(twin, "no previous routing");
	ck_assert(osm_double_answers(twin) == answers);
	ck_assert_uint_eq(twin->n_errors, 0);
	g_string_truncate(twin->log, 0);
	keep_sweep(twin);
	keep_not_logged(twin, "the previous routing was read from ");
	ck_assert(osm_double_answers(twin) == answers);
	osm_double_free(twin);
	keep_remove_folder();
}
END_TEST

START_TEST(the_same_state_gives_the_same_tables)
{
	guint64 answers[2];
	for (guint i = 0; i < 2; i++) {
		keep_make_folder();
		keep_one(KEEP_SPEC ",fail=links:2", "");
		OsmDouble *twin = keep_start(KEEP_SPEC, "");
		keep_sweep(twin);
		keep_logged(twin, "the previous routing was read from ");
		answers[i] = osm_double_answers(twin);
		osm_double_free(twin);
		keep_remove_folder();
	}
	ck_assert(answers[0] == answers[1]);
}
END_TEST

/* The file is written anew when it is gone, and not touched when it says what is so. */
START_TEST(it_is_written_when_it_says_something_else)
{
	struct stat before, after;
	keep_make_folder();
	OsmDouble *twin = keep_start(KEEP_SPEC, "reroute=fresh");
	keep_sweep(twin);
	keep_is_saved(twin->entry.context);
	ck_assert_int_eq(stat(keep_state_path, &before), 0);
	keep_sweep(twin);
	keep_is_saved(twin->entry.context);
	ck_assert_int_eq(stat(keep_state_path, &after), 0);
	ck_assert(before.st_ino == after.st_ino);
	g_unlink(keep_state_path);
	keep_sweep(twin);
	keep_is_saved(twin->entry.context);
	osm_double_free(twin);
	keep_remove_folder();
}
END_TEST

START_TEST(sls_of_another_kind_are_ignored)
{
	keep_make_folder();
	keep_one(KEEP_SPEC, "sl=asymmetric");
	OsmDouble *twin = keep_start(KEEP_SPEC, "");
	keep_sweep(twin);
	keep_logged(twin, " is ignored, as it was made with sl=asymmetric: routes and SLs may change, and");
	osm_double_free(twin);
	keep_one(KEEP_SPEC, "");
	twin = keep_start(KEEP_SPEC, "sl=asymmetric");
	keep_sweep(twin);
	keep_logged(twin, "the previous routing was read from ");
	osm_double_free(twin);
	keep_remove_folder();
}
END_TEST

START_TEST(a_foreign_state_is_left_aside)
{
	keep_make_folder();
	keep_one("karytree:2,2", "");
	Fabric *model = fixture_fabric("A-B B-C C-A A:1 B:1 C:1");
	g_autofree char *options = g_strdup_printf("threads=1 state=%s", keep_state_path);
	OsmDouble *twin = osm_double_new_of(model, options);
	keep_sweep(twin);
	keep_logged(twin, ": of another subnet: 0 of its 4 switches are in this one\n");
	keep_logged(twin, "routing from scratch, as no previous routing is known\n");
	keep_is_saved(twin->entry.context);
	osm_double_free(twin);
	keep_remove_folder();
}
END_TEST

/* ---- afresh */

START_TEST(a_start_can_ask_for_fresh_routes)
{
	keep_make_folder();
	keep_one(KEEP_SPEC, "");
	OsmDouble *twin = keep_start(KEEP_SPEC, "rebalance=now");
	keep_sweep(twin);
	keep_logged(twin, "routing from scratch, requested by rebalance=now: ");
	keep_sweep(twin);
	keep_not_logged(twin, "routing from scratch");
	osm_double_free(twin);
	keep_remove_folder();
}
END_TEST

START_TEST(routes_are_made_afresh_when_asked)
{
	keep_make_folder();
	OsmDouble *twin = keep_start(KEEP_SPEC, "");
	keep_sweep(twin);
	ck_assert(g_file_set_contents(keep_asked_path, "", 0, NULL));
	keep_sweep(twin);
	keep_logged(twin, "routing from scratch, requested by opensm-sssp.rebalance: ");
	ck_assert(!g_file_test(keep_asked_path, G_FILE_TEST_EXISTS));
	keep_sweep(twin);
	keep_not_logged(twin, "as was asked for");
	/* what cannot be removed would be asked for ever */
	ck_assert_int_eq(g_mkdir(keep_asked_path, 0700), 0);
	for (guint i = 0; i < 3; i++) {
		keep_sweep(twin);
		keep_not_logged(twin, "as was asked for");
	}
	ck_assert_uint_eq(twin->n_errors, 1);
	osm_double_free(twin);
	keep_remove_folder();
}
END_TEST

START_TEST(reroute_fresh_starts_from_nothing)
{
	keep_make_folder();
	keep_one(KEEP_SPEC, "");
	OsmDouble *twin = keep_start(KEEP_SPEC, "reroute=fresh");
	keep_sweep(twin);
	keep_logged(twin, "routing from scratch, as no previous routing is known\n");
	keep_sweep(twin);
	keep_logged(twin, "routing from scratch, as reroute=fresh says: ");
	osm_double_free(twin);
	keep_remove_folder();
}
END_TEST

/* Routes as published: none stays for the sake of the one before, a cut cable included, nor of a file. */
START_TEST(published_routes_are_made_afresh)
{
	keep_make_folder();
	keep_one(KEEP_SPEC, "");
	OsmDouble *twin = keep_start(KEEP_SPEC, "algorithm=published sl=asymmetric");
	keep_sweep(twin);
	keep_logged(twin, "routing from scratch, as this algorithm keeps no routes: ");
	guint64 whole = osm_double_answers(twin);
	guint32 port = twin->model->nodes[twin->model->switches[0]].first_port + 2;
	osm_double_cut(twin, port, TRUE);
	keep_sweep(twin);
	keep_logged(twin, "routing from scratch, as this algorithm keeps no routes: ");
	ck_assert(osm_double_answers(twin) != whole);
	osm_double_cut(twin, port, FALSE);
	keep_sweep(twin);
	ck_assert(osm_double_answers(twin) == whole); /* no history */
	ck_assert_uint_eq(twin->n_errors, 0);
	osm_double_free(twin);
	keep_remove_folder();
}
END_TEST

/* More lanes than there are: nothing is handed out, and the log says why. */
START_TEST(published_routes_without_lanes_are_refused)
{
	keep_make_folder();
	OsmDouble *twin = keep_start("torus:6x6,hosts=2", "algorithm=published max_vls=4");
	ck_assert_int_lt(osm_double_sweep(twin), 0);
	keep_logged(twin, "ERR SSSP02: not routed, as it could deadlock: published: more than 4 virtual lanes would be "
			  "needed");
	osm_double_free(twin);
	keep_remove_folder();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("plugin keep");
	TCase *tests = tcase_create("keep");
	tcase_add_test(tests, the_state_is_what_was_published);
	tcase_add_test(tests, a_new_process_starts_from_it);
	tcase_add_test(tests, the_same_state_gives_the_same_tables);
	tcase_add_test(tests, it_is_written_when_it_says_something_else);
	tcase_add_test(tests, sls_of_another_kind_are_ignored);
	tcase_add_test(tests, a_foreign_state_is_left_aside);
	tcase_add_test(tests, a_start_can_ask_for_fresh_routes);
	tcase_add_test(tests, routes_are_made_afresh_when_asked);
	tcase_add_test(tests, reroute_fresh_starts_from_nothing);
	tcase_add_test(tests, published_routes_are_made_afresh);
	tcase_add_test(tests, published_routes_without_lanes_are_refused);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
