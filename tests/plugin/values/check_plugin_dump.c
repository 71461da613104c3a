/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the plugin answers and writes from a finished routing. */
#include "core/tables/lft.h"
#include "core/base/error.h"
#include "formats/tables/table_names.h"
#include "plugin/values/dump.h"
#include "plugin/values/snapshot.h"
#include "tests/core/fixture.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static Snapshot *routed(const char *picture)
{
	g_autoptr(GError) error = NULL;
	RoutingOptions options = {.max_vls = 8, .by_sl = TRUE, .passes = 1, .threads = 1};
	Fabric *fabric = fixture_fabric(picture);
	Routing *routing = routing_compute(fabric, &options, &error);
	assert_no_error(error);
	Snapshot *snapshot = snapshot_new(fabric, routing, &error);
	assert_no_error(error);
	return snapshot;
}

#define CHAIN "A-B A:2 B:1"
#define RING "A-B B-C C-D D-E E-A A:1 B:1 C:1 D:1 E:1"

static char *folder;

static void make_folder(void)
{
	folder = g_dir_make_tmp("check_plugin_dump.XXXXXX", NULL);
	g_assert_nonnull(folder);
}

static char *path_of(const char *name)
{
	return g_build_filename(folder, name, NULL);
}

static void remove_folder(void)
{
	const char *const names[] = {TABLES_PSL, TABLES_SLVL, "victim"};
	for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
		dump_remove(folder, names[i]);
	if (rmdir(folder))
		g_error("%s: something else was left", folder);
	g_clear_pointer(&folder, g_free);
}

static char *content(const char *name)
{
	g_autofree char *path = path_of(name);
	char *text = NULL;
	ck_assert(g_file_get_contents(path, &text, NULL, NULL));
	return text;
}

START_TEST(one_lane_answers_what_was_asked_for)
{
	g_autoptr(Snapshot) snapshot = routed(CHAIN);
	ck_assert(!snapshot_has_lanes(snapshot));
	for (guint hint = 0; hint < 16; hint++)
		for (guint lid = 0; lid <= snapshot->n_lids; lid++)
			ck_assert_uint_eq(snapshot_sl(snapshot, (guint8)hint, lid, 1), hint);
}
END_TEST

START_TEST(lanes_answer_the_sl_of_the_path)
{
	g_autoptr(Snapshot) snapshot = routed(RING);
	const Routing *routing = snapshot->routing;
	gboolean seen[16] = {FALSE};
	ck_assert(snapshot_has_lanes(snapshot));
	for (guint from = 1; from < snapshot->n_lids; from++) {
		for (guint to = 1; to < snapshot->n_lids; to++) {
			guint8 sl = snapshot_sl(snapshot, 9, from, to);
			ck_assert_uint_lt(sl, routing->vls_used);
			ck_assert_uint_eq(sl, routing_sl(routing, snapshot->lid_row[from], to));
			seen[sl] = TRUE;
		}
	}
	ck_assert(seen[0] && seen[1]);
}
END_TEST

START_TEST(every_lid_has_an_answer)
{
	g_autoptr(Snapshot) snapshot = routed(RING);
	for (guint lid = 0; lid <= G_MAXUINT16; lid++) {
		ck_assert_uint_lt(snapshot_sl(snapshot, 9, lid, 1), 8);
		ck_assert_uint_lt(snapshot_sl(snapshot, 9, 1, lid), 8);
	}
	ck_assert_uint_eq(snapshot_sl(snapshot, 9, 0, 0), 0);
}
END_TEST

START_TEST(a_host_is_at_the_row_of_its_switch)
{
	g_autoptr(Snapshot) snapshot = routed(CHAIN);
	const Fabric *fabric = snapshot->fabric;
	for (guint32 i = 0; i < fabric->n_endpoints; i++) {
		const FabricPort *port = &fabric->ports[fabric->endpoints[i]];
		guint32 sw = fabric->ports[port->peer].node;
		ck_assert_uint_eq(fabric->switches[snapshot_row(snapshot, port->lid)], sw);
	}
	ck_assert_uint_eq(snapshot_row(snapshot, 0), FABRIC_NONE);
	ck_assert_uint_eq(snapshot_row(snapshot, snapshot->n_lids), FABRIC_NONE);
}
END_TEST

/* What is below the line that says to which tables a file belongs. */
static char *content_below_digest(const char *name, const Snapshot *snapshot)
{
	char of[LFT_DIGEST_LENGTH + 1];
	lft_digest(snapshot->routing->lft, of);
	g_autofree char *text = content(name), *head = g_strdup_printf(TABLES_OF_LINE, of);
	ck_assert(g_str_has_prefix(text, head));
	return g_strdup(text + strlen(head));
}

START_TEST(psl_lines_are_the_answers)
{
	g_autoptr(Snapshot) snapshot = routed(RING);
	const Fabric *fabric = snapshot->fabric;
	ck_assert(dump_psl(snapshot, folder, NULL));
	g_autofree char *text = content_below_digest(TABLES_PSL, snapshot);
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	guint n = 0;
	for (; *lines[n]; n++) {
		guint64 guid = g_ascii_strtoull(lines[n] + 2, NULL, 16);
		guint lid, sl;
		ck_assert_int_eq(sscanf(lines[n], "0x%*16[0-9a-f] %u %u", &lid, &sl), 2);
		const FabricNode *node = &fabric->nodes[fabric_find_node(fabric, guid)];
		guint from = fabric->ports[node->first_port + (node->type != FABRIC_SWITCH)].lid;
		ck_assert_uint_eq(sl, snapshot_sl(snapshot, 9, from, lid));
	}
	ck_assert_uint_eq(n, 100); /* ten nodes, ten LIDs */
}
END_TEST

START_TEST(slvl_lines_are_the_tables)
{
	g_autoptr(Snapshot) snapshot = routed(RING);
	const Sl2vl *sl2vl = snapshot->routing->sl2vl;
	ck_assert(dump_slvl(snapshot, folder, NULL));
	g_autofree char *text = content_below_digest(TABLES_SLVL, snapshot);
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	guint n = 0;
	for (; *lines[n]; n++) {
		guint64 guid = g_ascii_strtoull(lines[n] + 2, NULL, 16);
		guint in, out, byte[8];
		ck_assert_int_eq(
			sscanf(lines[n], "0x%*16[0-9a-f] %u %u 0x%2x 0x%2x 0x%2x 0x%2x 0x%2x 0x%2x 0x%2x 0x%2x", &in,
			       &out, &byte[0], &byte[1], &byte[2], &byte[3], &byte[4], &byte[5], &byte[6], &byte[7]),
			10);
		const SlMap *map = sl2vl_get(sl2vl, (guint32)sl2vl_find(sl2vl, guid), in, out);
		for (guint sl = 0; sl < 16; sl++)
			ck_assert_uint_eq(sl % 2 ? byte[sl / 2] & 15 : byte[sl / 2] >> 4, map->vl[sl]);
	}
	ck_assert_uint_eq(n, 5 * 4 * 4); /* five switches with two neighbours, a host and themselves */
}
END_TEST

START_TEST(one_lane_leaves_a_comment)
{
	g_autoptr(Snapshot) snapshot = routed(CHAIN);
	ck_assert(dump_psl(snapshot, folder, NULL));
	ck_assert(dump_slvl(snapshot, folder, NULL));
	const char *const names[] = {TABLES_PSL, TABLES_SLVL};
	for (guint i = 0; i < 2; i++) {
		g_autofree char *text = content(names[i]);
		ck_assert_int_eq(text[0], '#');
		ck_assert_ptr_eq(strchr(text, '\n'), text + strlen(text) - 1);
	}
}
END_TEST

START_TEST(files_are_whole_plain_and_readable)
{
	g_autoptr(Snapshot) snapshot = routed(RING);
	g_autofree char *path = path_of(TABLES_PSL), *hidden = path_of(".sssp.psl.new"), *victim = path_of("victim");
	struct stat status;
	mode_t before = umask(0077);
	dump_remove(folder, TABLES_PSL);
	ck_assert(g_file_set_contents(victim, "precious", -1, NULL));
	ck_assert_int_eq(symlink(victim, path), 0);
	ck_assert_int_eq(symlink(victim, hidden), 0);
	ck_assert(dump_psl(snapshot, folder, NULL));
	umask(before);
	ck_assert_int_eq(lstat(path, &status), 0);
	ck_assert(S_ISREG(status.st_mode));
	ck_assert_uint_eq(status.st_mode & 0777, 0644);
	g_autofree char *text = content("victim");
	ck_assert_str_eq(text, "precious");
}
END_TEST

static void assert_plain(const char *path)
{
	struct stat status;
	ck_assert_int_eq(lstat(path, &status), 0);
	ck_assert(S_ISREG(status.st_mode));
	ck_assert_uint_eq(status.st_mode & 07777, 0644);
	ck_assert_uint_eq(status.st_nlink, 1);
}

/* By somebody who may write into the folder too: links to what only root can write, and pipes that nobody reads. */
START_TEST(what_others_have_planted_is_not_opened)
{
	g_autoptr(Snapshot) snapshot = routed(RING);
	g_autofree char *path = path_of(TABLES_PSL), *hidden = path_of("." TABLES_PSL ".new"),
			*victim = path_of("victim");
	mode_t before = umask(0);
	alarm(20); /* a pipe would wait for ever */
	for (guint round = 0; round < 2; round++) {
		dump_remove(folder, TABLES_PSL);
		if (round == 0) {
			ck_assert(g_file_set_contents(victim, "precious", -1, NULL));
			ck_assert_int_eq(link(victim, path), 0);
			ck_assert_int_eq(link(victim, hidden), 0);
		} else {
			ck_assert_int_eq(mkfifo(path, 0666), 0);
			ck_assert_int_eq(mkfifo(hidden, 0666), 0);
		}
		ck_assert(dump_psl(snapshot, folder, NULL));
		assert_plain(path);
		ck_assert(!g_file_test(hidden, G_FILE_TEST_EXISTS));
		g_autofree char *text = content("victim");
		ck_assert_str_eq(text, "precious");
	}
	alarm(0);
	umask(before);
}
END_TEST

/* Nothing is left behind, and what was there stays. */
START_TEST(folders_of_that_name_are_an_error)
{
	static const char *const names[] = {"." TABLES_PSL ".new", TABLES_PSL};
	g_autoptr(Snapshot) snapshot = routed(RING);
	dump_remove(folder, TABLES_PSL);
	for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autoptr(GError) error = NULL;
		g_autofree char *path = path_of(names[i]), *other = path_of(names[!i]);
		ck_assert_int_eq(g_mkdir(path, 0755), 0);
		ck_assert(!dump_psl(snapshot, folder, &error));
		assert_error(error, SSSP_ERROR_IO);
		ck_assert(!g_file_test(other, G_FILE_TEST_EXISTS));
		ck_assert_int_eq(rmdir(path), 0);
	}
}
END_TEST

static void limit_files(gboolean limited)
{
	struct rlimit limit;
	getrlimit(RLIMIT_FSIZE, &limit);
	limit.rlim_cur = limited ? 32768 : limit.rlim_max;
	signal(SIGXFSZ, limited ? SIG_IGN : SIG_DFL);
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* $SSSP_SMALL_DISK: a folder on a disk that has no room for the files; else files may not become as large. */
START_TEST(a_full_disk_leaves_the_old_files)
{
	const char *disk = g_getenv("SSSP_SMALL_DISK"), *here = disk ? disk : folder;
	const int number = disk ? ENOSPC : EFBIG;
	g_autoptr(Snapshot) small = routed(RING);
	g_autoptr(Snapshot) large = routed("A-B B-C C-D D-E E-A A:30 B:30 C:30 D:30 E:30");
	struct {
		const char *name;
		gboolean (*dump)(const Snapshot *, const char *, GError **);
	} files[] = {{TABLES_PSL, dump_psl}, {TABLES_SLVL, dump_slvl}};
	for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
		g_autoptr(GError) error = NULL;
		g_autofree char *path = g_build_filename(here, files[i].name, NULL), *old = NULL, *now = NULL,
				*hidden = g_strdup_printf("%s/.%s.new", here, files[i].name);
		ck_assert(files[i].dump(small, here, NULL));
		ck_assert(g_file_get_contents(path, &old, NULL, NULL));
		limit_files(!disk);
		gboolean done = files[i].dump(large, here, &error);
		limit_files(FALSE);
		ck_assert(!done);
		ck_assert_msg(strstr(error->message, g_strerror(number)) != NULL, "%s", error->message);
		ck_assert(g_file_get_contents(path, &now, NULL, NULL));
		ck_assert_str_eq(now, old);
		ck_assert(!g_file_test(hidden, G_FILE_TEST_EXISTS));
	}
}
END_TEST

START_TEST(what_cannot_be_written_is_an_error)
{
	g_autoptr(Snapshot) snapshot = routed(RING);
	g_autoptr(GError) error = NULL;
	g_autofree char *nowhere = path_of("nowhere");
	ck_assert(!dump_psl(snapshot, nowhere, &error));
	assert_error(error, SSSP_ERROR_IO);
	ck_assert(!dump_slvl(snapshot, nowhere, &error));
	assert_error(error, SSSP_ERROR_IO);
	dump_remove(nowhere, TABLES_PSL);
}
END_TEST

START_TEST(large_fabrics_get_psl_when_asked)
{
	g_autoptr(Snapshot) snapshot = routed(RING);
	ck_assert(dump_wants_psl(snapshot, FALSE));
	snapshot->fabric->n_endpoints = DUMP_PSL_ENDPOINTS + 1;
	ck_assert(!dump_wants_psl(snapshot, FALSE));
	ck_assert(dump_wants_psl(snapshot, TRUE));
	g_autoptr(Snapshot) one_lane = routed(CHAIN);
	one_lane->fabric->n_endpoints = DUMP_PSL_ENDPOINTS + 1;
	ck_assert(dump_wants_psl(one_lane, FALSE));
}
END_TEST

/* The SLs of a first phase follow the same rule. */
START_TEST(large_fabrics_get_psl_of_a_phase_when_asked)
{
	g_autoptr(Snapshot) snapshot = routed(RING);
	g_autofree char *path = path_of(TABLES_STAGE_PSL);
	snapshot->fabric->n_endpoints += DUMP_PSL_ENDPOINTS;
	for (guint asked = 0; asked < 2; asked++) {
		ck_assert(dump_phase(snapshot, snapshot->routing->lft, NULL, asked, folder, NULL));
		ck_assert_int_eq(g_file_test(path, G_FILE_TEST_EXISTS), asked);
	}
	dump_remove(folder, TABLES_STAGE);
	dump_remove(folder, TABLES_STAGE_PSL);
}
END_TEST

START_TEST(hosts_on_two_switches_are_counted)
{
	g_autoptr(GError) error = NULL;
	guint32 first = FABRIC_NONE;
	g_autoptr(Snapshot) none = routed(RING);
	ck_assert_uint_eq(snapshot_split_hosts(none, &first), 0);

	Fabric *fabric = fixture_fabric(RING);
	guint32 a = fabric->switches[0], b = fabric->switches[1];
	for (guint i = 0; i < 3; i++) { /* the last one has both ports on one switch */
		guint32 host = fabric_add_node(fabric, FABRIC_CA, 0x3000 - i, 3, "two ports", &error);
		ck_assert(fabric_cable(fabric, fabric_port_index(fabric, host, 1),
				       fabric_port_index(fabric, a, 20 + 2 * i), &error));
		ck_assert(fabric_cable(fabric, fabric_port_index(fabric, host, 3),
				       fabric_port_index(fabric, i < 2 ? b : a, 21 + 2 * i), &error));
	}
	ck_assert(fabric_assign_lids(fabric, 0, NULL, &error));
	RoutingOptions options = {.max_vls = 8, .by_sl = TRUE};
	Routing *routing = routing_compute(fabric, &options, &error);
	assert_no_error(error);
	g_autoptr(Snapshot) snapshot = snapshot_new(fabric, routing, &error);
	ck_assert_uint_eq(snapshot_split_hosts(snapshot, &first), 2);
	ck_assert_uint_eq(fabric->nodes[first].guid, 0x2fff);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {one_lane_answers_what_was_asked_for,
				      lanes_answer_the_sl_of_the_path,
				      every_lid_has_an_answer,
				      a_host_is_at_the_row_of_its_switch,
				      psl_lines_are_the_answers,
				      slvl_lines_are_the_tables,
				      one_lane_leaves_a_comment,
				      files_are_whole_plain_and_readable,
				      what_others_have_planted_is_not_opened,
				      folders_of_that_name_are_an_error,
				      a_full_disk_leaves_the_old_files,
				      what_cannot_be_written_is_an_error,
				      large_fabrics_get_psl_when_asked,
				      large_fabrics_get_psl_of_a_phase_when_asked,
				      hosts_on_two_switches_are_counted,
				      NULL};
	make_folder();
	int status = fixture_run("plugin dump", tests);
	remove_folder();
	return status;
}
