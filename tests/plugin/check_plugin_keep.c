/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What a routing starts from, and what is kept for the next process: the whole plugin beside a stand-in for OpenSM,
 * with a state file in a folder of its own.
 */
#include "formats/tables/table_names.h"
#include "formats/state.h"
#include "plugin/engine_state.h"
#include "tests/core/fixture.h"
#include "tests/plugin/osm_double.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define SPEC "torus:5x4,hosts=1"

static char *folder, *state_path, *asked_path;

static void make_folder(void)
{
	g_autofree char *here = g_dir_make_tmp("check-keep.XXXXXX", NULL);
	ck_assert(here != NULL);
	folder = g_steal_pointer(&here);
	state_path = g_build_filename(folder, STATE_FILE, NULL);
	asked_path = g_build_filename(folder, "opensm-sssp.rebalance", NULL);
	g_setenv("OSM_CACHE_DIR", folder, TRUE);
}

static void remove_folder(void)
{
	g_autofree char *left = g_build_filename(folder, "." STATE_FILE ".new", NULL);
	g_autofree char *status = g_build_filename(folder, TABLES_STATUS, NULL);
	g_chmod(folder, 0700);
	g_unlink(status);
	g_unlink(state_path);
	g_rmdir(state_path);
	g_unlink(asked_path);
	g_rmdir(asked_path);
	ck_assert_msg(!g_file_test(left, G_FILE_TEST_EXISTS), "%s is left", left);
	ck_assert_int_eq(g_rmdir(folder), 0);
	g_free(folder);
	g_free(state_path);
	g_free(asked_path);
}

/* The plugin with its state in the folder, and what else is said. */
static OsmDouble *start(const char *spec, const char *more)
{
	g_autofree char *options =
		g_strdup_printf("threads=1 %s state=%s %s", strstr(more, "sl=") ? "" : "sl=path", state_path, more);
	OsmDouble *twin = osm_double_new(spec, options);
	ck_assert_msg(twin->entry.context != NULL, "%s", twin->log->str);
	return twin;
}

static void sweep(OsmDouble *twin)
{
	g_string_truncate(twin->log, 0);
	ck_assert_int_eq(osm_double_sweep(twin), 0);
	osm_double_done(twin);
}

/* A file that another process finds. */
static void keep_one(const char *spec, const char *more)
{
	OsmDouble *twin = start(spec, more);
	sweep(twin);
	ck_assert_uint_eq(twin->n_errors, 0);
	osm_double_free(twin);
	ck_assert(g_file_test(state_path, G_FILE_TEST_IS_REGULAR));
}

static void assert_logged(const OsmDouble *twin, const char *text)
{
	ck_assert_msg(strstr(twin->log->str, text) != NULL, "not in the log: %s\n%s", text, twin->log->str);
}

static void assert_not_logged(const OsmDouble *twin, const char *text)
{
	ck_assert_msg(strstr(twin->log->str, text) == NULL, "in the log: %s\n%s", text, twin->log->str);
}

/* What became of the file is told in the sweep that has it written, if that is quick, or in the next. */
static void sweep_until_told(OsmDouble *twin, const char *text)
{
	sweep(twin);
	if (strstr(twin->log->str, text))
		return;
	state_file_wait(((Engine *)twin->entry.context)->state_file);
	sweep(twin);
	assert_logged(twin, text);
}

static void assert_state_is(const Engine *engine)
{
	g_autoptr(GError) error = NULL;
	g_auto(State) state = {0};
	const Routing *routing = engine->published->routing;
	state_file_wait(engine->state_file);
	ck_assert_msg(state_file_read(state_path, engine->published->fabric, &state, &error), "%s",
		      error ? error->message : "no file");
	ck_assert_uint_eq(state.lft->n_lids, routing->lft->n_lids);
	ck_assert_mem_eq(state.lft->port, routing->lft->port, (gsize)routing->lft->n_switches * routing->lft->n_lids);
	ck_assert((state.path_sl != NULL) == (routing->path_sl != NULL));
	if (state.path_sl)
		ck_assert_mem_eq(state.path_sl->sl, routing->path_sl->sl,
				 (gsize)routing->path_sl->n_sources * routing->path_sl->n_lids);
	ck_assert_uint_eq(state.fresh_efi, routing->fresh_efi);
	ck_assert_uint_eq(state.vls_needed, routing->vls_needed);
}

/* ---- from one process to the next */

START_TEST(the_state_is_what_was_published)
{
	make_folder();
	OsmDouble *twin = start(SPEC, "");
	sweep(twin);
	assert_logged(twin, "routing from scratch, as no previous routing is known\n");
	assert_state_is(twin->entry.context);
	osm_double_cut(twin, twin->model->nodes[twin->model->switches[0]].first_port + 2, TRUE);
	sweep(twin);
	assert_not_logged(twin, "no previous routing");
	assert_state_is(twin->entry.context);
	osm_double_free(twin);
	remove_folder();
}
END_TEST

START_TEST(a_new_process_starts_from_it)
{
	make_folder();
	OsmDouble *twin = start(SPEC, "");
	sweep(twin);
	guint64 answers = osm_double_answers(twin);
	osm_double_free(twin);
	twin = start(SPEC, "");
	sweep(twin);
	assert_logged(twin, "the previous routing was read from ");
	assert_not_logged(twin, "no previous routing");
	ck_assert(osm_double_answers(twin) == answers);
	ck_assert_uint_eq(twin->n_errors, 0);
	g_string_truncate(twin->log, 0);
	sweep(twin);
	assert_not_logged(twin, "the previous routing was read from ");
	ck_assert(osm_double_answers(twin) == answers);
	osm_double_free(twin);
	remove_folder();
}
END_TEST

START_TEST(the_same_state_gives_the_same_tables)
{
	guint64 answers[2];
	for (guint i = 0; i < 2; i++) {
		make_folder();
		keep_one(SPEC ",fail=links:2", "");
		OsmDouble *twin = start(SPEC, "");
		sweep(twin);
		assert_logged(twin, "the previous routing was read from ");
		answers[i] = osm_double_answers(twin);
		osm_double_free(twin);
		remove_folder();
	}
	ck_assert(answers[0] == answers[1]);
}
END_TEST

/* The file is written anew when it is gone, and not touched when it says what is so. */
START_TEST(it_is_written_when_it_says_something_else)
{
	struct stat before, after;
	make_folder();
	OsmDouble *twin = start(SPEC, "reroute=fresh");
	sweep(twin);
	assert_state_is(twin->entry.context);
	ck_assert_int_eq(stat(state_path, &before), 0);
	sweep(twin);
	assert_state_is(twin->entry.context);
	ck_assert_int_eq(stat(state_path, &after), 0);
	ck_assert(before.st_ino == after.st_ino);
	g_unlink(state_path);
	sweep(twin);
	assert_state_is(twin->entry.context);
	osm_double_free(twin);
	remove_folder();
}
END_TEST

/* ---- files that are of no use */

static void damage(const char *how)
{
	g_autofree char *text = NULL;
	gsize length;
	ck_assert(g_file_get_contents(state_path, &text, &length, NULL));
	if (!strcmp(how, "cut"))
		length /= 2;
	else if (!strcmp(how, "empty"))
		length = 0;
	else if (!strcmp(how, "byte"))
		text[length / 2] ^= 1;
	else if (!strcmp(how, "newer"))
		text[8] = 2;
	ck_assert(g_file_set_contents(state_path, text, (gssize)length, NULL));
	if (!strcmp(how, "link")) {
		g_autofree char *other = g_strconcat(state_path, ".real", NULL);
		ck_assert_int_eq(g_rename(state_path, other), 0);
		ck_assert_int_eq(symlink(other, state_path), 0);
	}
	if (!strcmp(how, "everybody"))
		ck_assert_int_eq(g_chmod(state_path, 0602), 0);
	if (!strcmp(how, "group"))
		ck_assert_int_eq(g_chmod(state_path, 0664), 0);
	if (!strcmp(how, "folder"))
		ck_assert(g_unlink(state_path) == 0 && g_mkdir(state_path, 0700) == 0);
}

static const struct {
	const char *how, *said;
} damages[] = {
	{"cut", ": cut off: "},
	{"empty", ": not a file of the state of a routing\n"},
	{"byte", ": damaged: its checksum is that of other content\n"},
	{"newer", ": version 2 of the format, only 1 is known\n"},
	{"link", ": a symbolic link, not a regular file\n"},
	{"folder", ": not a regular file\n"},
	{"everybody", ": others may have written it\n"},
	{"group", ": others may have written it\n"},
};

START_TEST(what_is_no_state_is_left_aside_and_replaced)
{
	make_folder();
	keep_one(SPEC, "");
	damage(damages[_i].how);
	OsmDouble *twin = start(SPEC, "");
	sweep(twin);
	assert_logged(twin, "ERR SSSP11: the previous routing was not read, so routes and SLs may change, and ");
	assert_logged(twin, damages[_i].said);
	assert_logged(twin, "routing from scratch, as no previous routing is known\n");
	sweep(twin);
	assert_not_logged(twin, "is ignored");
	if (strcmp(damages[_i].how, "folder"))
		assert_state_is(twin->entry.context);
	osm_double_free(twin);
	g_autofree char *other = g_strconcat(state_path, ".real", NULL);
	g_unlink(other);
	remove_folder();
}
END_TEST

/*
 * What lies under the temporary name is not written to: a link of either kind, a pipe, a file that others can change.
 */
START_TEST(what_others_have_planted_is_not_written_to)
{
	make_folder();
	g_autofree char *base = g_path_get_basename(state_path), *place = g_path_get_dirname(state_path);
	g_autofree char *hidden = g_strdup_printf("%s/.%s.new", place, base);
	g_autofree char *precious = g_build_filename(place, "precious", NULL), *text = NULL;
	struct stat status;
	for (guint kind = 0; kind < 4; kind++) {
		g_unlink(state_path);
		ck_assert(g_file_set_contents(precious, "mine", -1, NULL));
		ck_assert_int_eq(g_chmod(precious, kind == 1 ? 0666 : 0644), 0);
		ck_assert_int_eq(kind == 0   ? link(precious, hidden)
				 : kind == 1 ? rename(precious, hidden)
				 : kind == 2 ? mkfifo(hidden, 0600)
					     : symlink(precious, hidden),
				 0);
		keep_one(SPEC, "");
		ck_assert(g_stat(state_path, &status) == 0 && status.st_nlink == 1 && !(status.st_mode & 022));
		if (kind != 1)
			ck_assert(g_file_get_contents(precious, &text, NULL, NULL) && g_str_equal(text, "mine"));
		g_clear_pointer(&text, g_free);
	}
	g_unlink(precious);
	remove_folder();
}
END_TEST

START_TEST(a_foreign_state_is_left_aside)
{
	make_folder();
	keep_one("karytree:2,2", "");
	Fabric *model = fixture_fabric("A-B B-C C-A A:1 B:1 C:1");
	g_autofree char *options = g_strdup_printf("threads=1 state=%s", state_path);
	OsmDouble *twin = osm_double_new_of(model, options);
	sweep(twin);
	assert_logged(twin, ": of another subnet: 0 of its 4 switches are in this one\n");
	assert_logged(twin, "routing from scratch, as no previous routing is known\n");
	assert_state_is(twin->entry.context);
	osm_double_free(twin);
	remove_folder();
}
END_TEST

START_TEST(sls_of_another_kind_are_ignored)
{
	make_folder();
	keep_one(SPEC, "sl=asymmetric");
	OsmDouble *twin = start(SPEC, "");
	sweep(twin);
	assert_logged(twin, " is ignored, as it was made with sl=asymmetric: routes and SLs may change, and");
	osm_double_free(twin);
	keep_one(SPEC, "");
	twin = start(SPEC, "sl=asymmetric");
	sweep(twin);
	assert_logged(twin, "the previous routing was read from ");
	osm_double_free(twin);
	remove_folder();
}
END_TEST

/* Said once, also when it is so at the next sweep; and when it is no longer. */
START_TEST(a_folder_that_cannot_be_written_is_told_once)
{
	make_folder();
	ck_assert_int_eq(g_mkdir(state_path, 0700), 0);
	OsmDouble *twin = start(SPEC, "reroute=fresh");
	Engine *engine = twin->entry.context;
	sweep(twin);
	guint errors = twin->n_errors;
	state_file_wait(engine->state_file);
	sweep(twin);
	state_file_wait(engine->state_file);
	sweep(twin);
	ck_assert_uint_le(twin->n_errors, errors + 1);
	ck_assert_uint_ge(twin->n_errors, 1);
	ck_assert_int_eq(g_rmdir(state_path), 0);
	sweep_until_told(twin, "the routing can be saved again for a restart, in ");
	assert_state_is(engine);
	osm_double_free(twin);
	remove_folder();
}
END_TEST

/* A full disk, by way of a limit on files: the old one stays. */
START_TEST(what_cannot_be_written_leaves_the_old_file)
{
	struct rlimit limit, small;
	g_autofree char *before = NULL, *after = NULL;
	gsize n_before, n_after;
	make_folder();
	OsmDouble *twin = start(SPEC, "reroute=fresh");
	Engine *engine = twin->entry.context;
	sweep(twin);
	assert_state_is(engine);
	ck_assert(g_file_get_contents(state_path, &before, &n_before, NULL));
	ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
	small = limit;
	small.rlim_cur = n_before / 2;
	signal(SIGXFSZ, SIG_IGN);
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
	osm_double_cut(twin, twin->model->nodes[twin->model->switches[0]].first_port + 2, TRUE);
	sweep_until_told(twin, ": File too large\n");
	state_file_wait(engine->state_file);
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	ck_assert(g_file_get_contents(state_path, &after, &n_after, NULL));
	ck_assert(n_before == n_after && !memcmp(before, after, n_before));
	sweep(twin);
	assert_state_is(engine);
	osm_double_free(twin);
	remove_folder();
}
END_TEST

START_TEST(without_a_state_there_is_no_file)
{
	make_folder();
	OsmDouble *twin = osm_double_new(SPEC, "threads=1 state=none");
	sweep(twin);
	sweep(twin);
	ck_assert(!g_file_test(state_path, G_FILE_TEST_EXISTS));
	osm_double_free(twin);
	twin = osm_double_new(SPEC, "threads=1 rebalance_file=/x state=/nonexistent/folder/file");
	sweep_until_told(
		twin,
		"ERR SSSP11: the routing was not saved, so a restart may change routes and SLs: /nonexistent/folder/");
	osm_double_free(twin);
	remove_folder();
}
END_TEST

/* ---- afresh */

START_TEST(routes_are_made_afresh_when_asked)
{
	make_folder();
	OsmDouble *twin = start(SPEC, "");
	sweep(twin);
	ck_assert(g_file_set_contents(asked_path, "", 0, NULL));
	sweep(twin);
	assert_logged(twin, "routing from scratch, requested by opensm-sssp.rebalance: ");
	ck_assert(!g_file_test(asked_path, G_FILE_TEST_EXISTS));
	sweep(twin);
	assert_not_logged(twin, "as was asked for");
	/* what cannot be removed would be asked for ever */
	ck_assert_int_eq(g_mkdir(asked_path, 0700), 0);
	for (guint i = 0; i < 3; i++) {
		sweep(twin);
		assert_not_logged(twin, "as was asked for");
	}
	ck_assert_uint_eq(twin->n_errors, 1);
	osm_double_free(twin);
	remove_folder();
}
END_TEST

START_TEST(reroute_fresh_starts_from_nothing)
{
	make_folder();
	keep_one(SPEC, "");
	OsmDouble *twin = start(SPEC, "reroute=fresh");
	sweep(twin);
	assert_logged(twin, "routing from scratch, as no previous routing is known\n");
	sweep(twin);
	assert_logged(twin, "routing from scratch, as reroute=fresh says: ");
	osm_double_free(twin);
	remove_folder();
}
END_TEST

/* Routes as published: none stays for the sake of the one before, a cut cable included, nor of a file. */
START_TEST(published_routes_are_made_afresh)
{
	make_folder();
	keep_one(SPEC, "");
	OsmDouble *twin = start(SPEC, "algorithm=published sl=asymmetric");
	sweep(twin);
	assert_logged(twin, "routing from scratch, as this algorithm keeps no routes: ");
	guint64 whole = osm_double_answers(twin);
	guint32 port = twin->model->nodes[twin->model->switches[0]].first_port + 2;
	osm_double_cut(twin, port, TRUE);
	sweep(twin);
	assert_logged(twin, "routing from scratch, as this algorithm keeps no routes: ");
	ck_assert(osm_double_answers(twin) != whole);
	osm_double_cut(twin, port, FALSE);
	sweep(twin);
	ck_assert(osm_double_answers(twin) == whole); /* no history */
	ck_assert_uint_eq(twin->n_errors, 0);
	osm_double_free(twin);
	remove_folder();
}
END_TEST

/* More lanes than there are: nothing is handed out, and the log says why. */
START_TEST(published_routes_without_lanes_are_refused)
{
	make_folder();
	OsmDouble *twin = start("torus:6x6,hosts=2", "algorithm=published max_vls=4");
	ck_assert_int_lt(osm_double_sweep(twin), 0);
	assert_logged(twin,
		      "ERR SSSP02: not routed, as it could deadlock: published: more than 4 virtual lanes would be "
		      "needed");
	osm_double_free(twin);
	remove_folder();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("plugin keep");
	TCase *tests = tcase_create("keep");
	tcase_add_test(tests, the_state_is_what_was_published);
	tcase_add_test(tests, published_routes_are_made_afresh);
	tcase_add_test(tests, published_routes_without_lanes_are_refused);
	tcase_add_test(tests, a_new_process_starts_from_it);
	tcase_add_test(tests, the_same_state_gives_the_same_tables);
	tcase_add_test(tests, it_is_written_when_it_says_something_else);
	tcase_add_loop_test(tests, what_is_no_state_is_left_aside_and_replaced, 0, G_N_ELEMENTS(damages));
	tcase_add_test(tests, what_others_have_planted_is_not_written_to);
	tcase_add_test(tests, a_foreign_state_is_left_aside);
	tcase_add_test(tests, sls_of_another_kind_are_ignored);
	tcase_add_test(tests, a_folder_that_cannot_be_written_is_told_once);
	tcase_add_test(tests, what_cannot_be_written_leaves_the_old_file);
	tcase_add_test(tests, without_a_state_there_is_no_file);
	tcase_add_test(tests, routes_are_made_afresh_when_asked);
	tcase_add_test(tests, reroute_fresh_starts_from_nothing);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
