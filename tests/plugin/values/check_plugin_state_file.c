/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * State files that are of no use, whoever has damaged or planted them, and folders where none can be written.
 */
#include "tests/asserts.h"
#include "tests/plugin/values/keep_case.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static void damage(const char *how)
{
	g_autofree char *text = NULL;
	gsize length;
	ck_assert(g_file_get_contents(keep_state_path, &text, &length, NULL));
	if (!strcmp(how, "cut"))
		length /= 2;
	else if (!strcmp(how, "empty"))
		length = 0;
	else if (!strcmp(how, "byte"))
		text[length / 2] ^= 1;
	else if (!strcmp(how, "newer"))
		text[8] = 2;
	ck_assert(g_file_set_contents(keep_state_path, text, (gssize)length, NULL));
	if (!strcmp(how, "link")) {
		g_autofree char *other = g_strconcat(keep_state_path, ".real", NULL);
		ck_assert_int_eq(g_rename(keep_state_path, other), 0);
		ck_assert_int_eq(symlink(other, keep_state_path), 0);
	}
	if (!strcmp(how, "everybody"))
		ck_assert_int_eq(g_chmod(keep_state_path, 0602), 0);
	if (!strcmp(how, "group"))
		ck_assert_int_eq(g_chmod(keep_state_path, 0664), 0);
	if (!strcmp(how, "folder"))
		ck_assert(g_unlink(keep_state_path) == 0 && g_mkdir(keep_state_path, 0700) == 0);
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
	keep_make_folder();
	keep_one(KEEP_SPEC, "");
	damage(damages[_i].how);
	OsmDouble *twin = keep_start(KEEP_SPEC, "");
	keep_sweep(twin);
	keep_logged(twin, "ERR SSSP11: the previous routing was not read, so routes and SLs may change, and ");
	keep_logged(twin, damages[_i].said);
	keep_logged(twin, "routing from scratch, as no previous routing is known\n");
	keep_sweep(twin);
	keep_not_logged(twin, "is ignored");
	if (strcmp(damages[_i].how, "folder"))
		keep_is_saved(twin->entry.context);
	osm_double_free(twin);
	g_autofree char *other = g_strconcat(keep_state_path, ".real", NULL);
	g_unlink(other);
	keep_remove_folder();
}
END_TEST

/*
 * What lies under the temporary name is not written to: a link of either kind, a pipe, a file that others can change.
 */
START_TEST(what_others_have_planted_is_not_written_to)
{
	keep_make_folder();
	g_autofree char *base = g_path_get_basename(keep_state_path), *place = g_path_get_dirname(keep_state_path);
	g_autofree char *hidden = g_strdup_printf("%s/.%s.new", place, base);
	g_autofree char *precious = g_build_filename(place, "precious", NULL), *text = NULL;
	struct stat status;
	for (guint kind = 0; kind < 4; kind++) {
		g_unlink(keep_state_path);
		ck_assert(g_file_set_contents(precious, "mine", -1, NULL));
		ck_assert_int_eq(g_chmod(precious, kind == 1 ? 0666 : 0644), 0);
		ck_assert_int_eq(kind == 0   ? link(precious, hidden)
				 : kind == 1 ? rename(precious, hidden)
				 : kind == 2 ? mkfifo(hidden, 0600)
					     : symlink(precious, hidden),
				 0);
		keep_one(KEEP_SPEC, "");
		ck_assert(g_stat(keep_state_path, &status) == 0 && status.st_nlink == 1 && !(status.st_mode & 022));
		if (kind != 1)
			ck_assert(g_file_get_contents(precious, &text, NULL, NULL) && g_str_equal(text, "mine"));
		g_clear_pointer(&text, g_free);
	}
	g_unlink(precious);
	keep_remove_folder();
}
END_TEST

/* ---- folders that cannot be written */

/* What became of the file is told in the sweep that has it written, if that is quick, or in the next. */
static void sweep_until_told(OsmDouble *twin, const char *text)
{
	keep_sweep(twin);
	if (strstr(twin->log->str, text))
		return;
	state_file_wait(((Engine *)twin->entry.context)->state_file);
	keep_sweep(twin);
	keep_logged(twin, text);
}

/* Said once, also when it is so at the next sweep; and when it is no longer. */
START_TEST(a_folder_that_cannot_be_written_is_told_once)
{
	keep_make_folder();
	ck_assert_int_eq(g_mkdir(keep_state_path, 0700), 0);
	OsmDouble *twin = keep_start(KEEP_SPEC, "reroute=fresh");
	Engine *engine = twin->entry.context;
	keep_sweep(twin);
	guint errors = twin->n_errors;
	state_file_wait(engine->state_file);
	keep_sweep(twin);
	state_file_wait(engine->state_file);
	keep_sweep(twin);
	ck_assert_uint_le(twin->n_errors, errors + 1);
	ck_assert_uint_ge(twin->n_errors, 1);
	ck_assert_int_eq(g_rmdir(keep_state_path), 0);
	sweep_until_told(twin, "the routing can be saved again for a restart, in ");
	keep_is_saved(engine);
	osm_double_free(twin);
	keep_remove_folder();
}
END_TEST

/* A full disk, by way of a limit on files: the old one stays. */
START_TEST(what_cannot_be_written_leaves_the_old_file)
{
	struct rlimit limit, small;
	g_autofree char *before = NULL, *after = NULL;
	gsize n_before, n_after;
	keep_make_folder();
	OsmDouble *twin = keep_start(KEEP_SPEC, "reroute=fresh");
	Engine *engine = twin->entry.context;
	keep_sweep(twin);
	keep_is_saved(engine);
	ck_assert(g_file_get_contents(keep_state_path, &before, &n_before, NULL));
	ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
	small = limit;
	small.rlim_cur = n_before / 2;
	signal(SIGXFSZ, SIG_IGN);
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
	osm_double_cut(twin, twin->model->nodes[twin->model->switches[0]].first_port + 2, TRUE);
	sweep_until_told(twin, ": File too large\n");
	state_file_wait(engine->state_file);
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	ck_assert(g_file_get_contents(keep_state_path, &after, &n_after, NULL));
	ck_assert(n_before == n_after && !memcmp(before, after, n_before));
	keep_sweep(twin);
	keep_is_saved(engine);
	osm_double_free(twin);
	keep_remove_folder();
}
END_TEST

START_TEST(without_a_state_there_is_no_file)
{
	keep_make_folder();
	OsmDouble *twin = osm_double_new(KEEP_SPEC, "threads=1 state=none");
	keep_sweep(twin);
	keep_sweep(twin);
	ck_assert(!g_file_test(keep_state_path, G_FILE_TEST_EXISTS));
	osm_double_free(twin);
	twin = osm_double_new(KEEP_SPEC, "threads=1 rebalance_file=/x state=/nonexistent/folder/file");
	sweep_until_told(
		twin,
		"ERR SSSP11: the routing was not saved, so a restart may change routes and SLs: /nonexistent/folder/");
	osm_double_free(twin);
	keep_remove_folder();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("plugin state file");
	TCase *tests = tcase_create("state file");
	tcase_add_loop_test(tests, what_is_no_state_is_left_aside_and_replaced, 0, G_N_ELEMENTS(damages));
	tcase_add_test(tests, what_others_have_planted_is_not_written_to);
	tcase_add_test(tests, a_folder_that_cannot_be_written_is_told_once);
	tcase_add_test(tests, what_cannot_be_written_leaves_the_old_file);
	tcase_add_test(tests, without_a_state_there_is_no_file);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
