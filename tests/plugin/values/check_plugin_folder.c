/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Folders of finished tables: loaded where they fit, refused with the reason where they do not or are damaged. */
#include "plugin/values/folder.h"

#include "core/base/error.h"
#include "core/fabric/fabric_digest.h"
#include "formats/tables/fabric_id.h"
#include "formats/tables/lfts.h"
#include "formats/tables/slvl.h"
#include "formats/tables/sssp_sl.h"
#include "formats/tables/table_names.h"
#include "tests/core/fixture.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHAIN "A-B B-C A:2 B:1 C:2"
#define RING "A-B B-C C-D D-E E-A A:1 B:1 C:1 D:1 E:1"

static char *folder;
static Fabric *fabric;
static Routing *routing;
static RoutingOptions options;

static char *path_of(const char *name)
{
	return g_build_filename(folder, name, NULL);
}

static void put(const char *name, GString *text)
{
	g_autofree char *path = path_of(name);
	ck_assert(g_file_set_contents(path, text->str, (gssize)text->len, NULL));
	g_string_free(text, TRUE);
}

static void put_text(const char *name, const char *text)
{
	put(name, g_string_new(text));
}

/* A folder of the tables of a fabric as sssp-route writes it. */
static void make_folder_with(const char *picture, RoutingOptions wanted)
{
	g_autoptr(GError) error = NULL;
	options = wanted;
	folder = g_dir_make_tmp("check_plugin_folder.XXXXXX", NULL);
	fabric = fixture_fabric(picture);
	routing = routing_compute(fabric, &options, &error);
	assert_no_error(error);
	FabricId id = {.fabric = fabric_digest(fabric), .engine = "psssp", .lanes = routing->vls_used};
	put(TABLES_LFTS, lfts_write(routing->lft, fabric));
	put(TABLES_SL, sssp_sl_write(routing->path_sl));
	put(TABLES_SLVL, slvl_write(routing->sl2vl, fabric));
	put(TABLES_ID, fabric_id_write(&id));
}

static void make_folder(const char *picture)
{
	make_folder_with(picture, (RoutingOptions){.max_vls = 8, .by_sl = TRUE});
}

static void remove_folder(void)
{
	const char *const names[] = {TABLES_LFTS, TABLES_SL, TABLES_SLVL, TABLES_ID, "elsewhere"};
	for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autofree char *path = path_of(names[i]);
		if (g_unlink(path) != 0)
			g_rmdir(path);
	}
	if (g_rmdir(folder) != 0)
		g_error("%s: something else was left", folder);
	g_clear_pointer(&folder, g_free);
	g_clear_pointer(&fabric, fabric_free);
	g_clear_pointer(&routing, routing_free);
}

/* Replaces the first `old` in a file. */
static void edit(const char *name, const char *old, const char *new)
{
	g_autofree char *path = path_of(name), *text = NULL;
	ck_assert(g_file_get_contents(path, &text, NULL, NULL));
	char *at = strstr(text, old);
	ck_assert_msg(at != NULL, "no '%s' in %s", old, name);
	GString *edited = g_string_new_len(text, at - text);
	g_string_append(edited, new);
	g_string_append(edited, at + strlen(old));
	put(name, edited);
}

static void assert_refused_with(int code, const char *words)
{
	GError *error = NULL;
	ck_assert_ptr_null(folder_load(folder, fabric, &options, &error));
	ck_assert_msg(error && strstr(error->message, words), "'%s' lacks '%s'", error ? error->message : "", words);
	assert_error(error, code);
}

static void assert_refused(const char *words)
{
	assert_refused_with(SSSP_ERROR_INPUT, words);
}

/* ---- what fits */

static void assert_loaded(void)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Routing) loaded = folder_load(folder, fabric, &options, &error);
	assert_no_error(error);
	gsize entries = (gsize)routing->lft->n_switches * routing->lft->n_lids;
	ck_assert_mem_eq(loaded->lft->port, routing->lft->port, entries);
	ck_assert_uint_eq(loaded->vls_used, routing->vls_used);
	if (routing->path_sl)
		ck_assert_mem_eq(loaded->path_sl->sl, routing->path_sl->sl, entries);
	else
		ck_assert_ptr_null(loaded->path_sl);
}

START_TEST(a_folder_that_fits_is_loaded)
{
	make_folder(CHAIN);
	assert_loaded();
	remove_folder();
	make_folder(RING);
	ck_assert_uint_gt(routing->vls_used, 1);
	assert_loaded();
	remove_folder();
}
END_TEST

/* What sssp-route does not know: that a host has fewer lanes than the switches. */
START_TEST(lanes_of_hosts_are_those_of_the_subnet)
{
	make_folder(RING);
	for (guint32 i = 0; i < fabric->n_endpoints; i++) {
		FabricPort *port = &fabric->ports[fabric->endpoints[i]];
		port->vls = fabric->ports[port->peer].vls = 1;
	}
	g_autoptr(GError) error = NULL;
	g_autoptr(Routing) loaded = folder_load(folder, fabric, &options, &error);
	assert_no_error(error);
	const FabricPort *host = &fabric->ports[fabric->endpoints[0]], *port = &fabric->ports[host->peer];
	gssize row = sl2vl_find(loaded->sl2vl, fabric->nodes[port->node].guid);
	for (guint sl = 0; sl < SL_COUNT; sl++)
		ck_assert_uint_eq(sl2vl_get(loaded->sl2vl, (guint32)row, 0, port->num)->vl[sl], 0);
	remove_folder();
}
END_TEST

START_TEST(one_lane_needs_no_slvl)
{
	make_folder(CHAIN);
	g_autofree char *path = path_of(TABLES_SLVL);
	g_unlink(path);
	assert_loaded();
	remove_folder();
}
END_TEST

/* ---- another subnet */

static void assert_refused_for(const char *picture, const char *words)
{
	Fabric *own = fabric;
	fabric = fixture_fabric(picture);
	assert_refused(words);
	fabric_free(fabric);
	fabric = own;
}

START_TEST(what_is_different_is_told)
{
	make_folder(RING);
	assert_refused_for(RING " E:1", "other nodes (5 switches and 5 endpoints there, 5 and 6 here)");
	assert_refused_for("A-B B-C C-D D-E A:1 B:1 C:1 D:1 E:1", "other cabling");
	guint32 a = fabric->endpoints[0];
	fabric->ports[a].lid = 77;
	ck_assert(fabric_seal(fabric, NULL));
	assert_refused("other LIDs");
	remove_folder();
}
END_TEST

START_TEST(fewer_lanes_than_the_tables_need_are_told)
{
	make_folder(RING);
	options.max_vls = routing->vls_used - 1;
	assert_refused_with(SSSP_ERROR_LANES, "lanes");
	remove_folder();
}
END_TEST

/* ---- damage */

START_TEST(a_missing_file_is_named)
{
	static const char *const names[] = {TABLES_LFTS, TABLES_SL, TABLES_SLVL, TABLES_ID};
	for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
		make_folder(RING);
		g_autofree char *path = path_of(names[i]);
		g_unlink(path);
		assert_refused_with(SSSP_ERROR_IO, path);
		remove_folder();
	}
	folder = g_strdup("/nonexistent/folder");
	assert_refused_with(SSSP_ERROR_IO, folder);
	g_clear_pointer(&folder, g_free);
}
END_TEST

START_TEST(only_regular_files_are_read)
{
	static const char *const names[] = {TABLES_LFTS, TABLES_SL, TABLES_SLVL, TABLES_ID};
	for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
		make_folder(RING);
		g_autofree char *path = path_of(names[i]), *elsewhere = path_of("elsewhere");
		ck_assert_int_eq(rename(path, elsewhere), 0);
		ck_assert_int_eq(symlink("elsewhere", path), 0);
		assert_refused("not a regular file");
		g_unlink(path);
		ck_assert_int_eq(mkfifo(path, 0600), 0); /* nobody ever writes into it */
		assert_refused("not a regular file");
		g_unlink(path);
		ck_assert_int_eq(g_mkdir(path, 0700), 0);
		assert_refused("not a regular file");
		remove_folder();
	}
}
END_TEST

START_TEST(sizes_are_bounded)
{
	static const char *const names[] = {TABLES_LFTS, TABLES_SL, TABLES_SLVL, TABLES_ID};
	for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
		make_folder(RING);
		g_autofree char *path = path_of(names[i]);
		ck_assert_int_eq(truncate(path, (off_t)1 << 40), 0); /* a hole, no disk is filled */
		assert_refused("larger than");
		remove_folder();
	}
}
END_TEST

/* A line is enough to ask for gigabytes; they must be refused before anything is allocated for them. */
START_TEST(claims_are_bounded_by_the_subnet)
{
	make_folder(RING);
	GString *many = g_string_new("sssp-sl 1\nlids 11\n");
	for (guint i = 1; i <= 6; i++)
		g_string_append_printf(many, "0x%x 1-10:0\n", i);
	edit(TABLES_LFTS, "0x0003 ", "0xbfff ");
	assert_refused("an entry for LID 49151, which no port has");
	put_text(TABLES_LFTS, "Unicast lids of switch guid 0x1\nUnicast lids of switch guid 0x2\n"
			      "Unicast lids of switch guid 0x1\nUnicast lids of switch guid 0x2\n"
			      "Unicast lids of switch guid 0x1\nUnicast lids of switch guid 0x2\n");
	assert_refused("more than 5 tables");
	put(TABLES_LFTS, lfts_write(routing->lft, fabric));
	put_text(TABLES_SL, "sssp-sl 1\nlids 49152\n");
	assert_refused(TABLES_SL ":2: SLs for 49152 LIDs, more than the 11 of the subnet");
	put(TABLES_SL, many);
	assert_refused("more than 5 tables");
	remove_folder();
}
END_TEST

START_TEST(damaged_files_are_refused)
{
	static const struct {
		const char *name, *old, *new, *words;
	} damages[] = {
		{TABLES_ID, "sssp-fabric 1", "sssp-fabric 2", TABLES_ID ":1"},
		{TABLES_ID, "nodes", "codes", TABLES_ID},
		{TABLES_ID, "lanes", "lanes 1\n# ", "lanes"},
		{TABLES_LFTS, "0x0003 ", "0x0003 x", TABLES_LFTS ":"},
		{TABLES_LFTS, "0x0003 ", "0x0004 ", TABLES_LFTS ":"},
		{TABLES_LFTS, "0x0003 ", "0x0033 ", "which no port has"},
		{TABLES_LFTS, "0x0003 ", "#x0003 ", "no entry for LID 3"},
		{TABLES_SL, "0x0000000000000041 ", "0x0000000000000049 ", "no SL"},
		{TABLES_SL, ":", ";", TABLES_SL ":3"},
		{TABLES_SL, "sssp-sl 1", "sssp-sl 9", TABLES_SL ":1"},
		{TABLES_SLVL, " 0x01", " 0x0g", TABLES_SLVL ":"},
	};
	for (gsize i = 0; i < G_N_ELEMENTS(damages); i++) {
		make_folder(RING);
		edit(damages[i].name, damages[i].old, damages[i].new);
		assert_refused(damages[i].words);
		remove_folder();
	}
}
END_TEST

/* Without its end, or without anything, a file of SL to VL tables says what any other would. */
START_TEST(tables_of_lanes_are_whole)
{
	make_folder(RING);
	put_text(TABLES_SLVL, "");
	assert_refused("the file is not whole");
	g_autoptr(GString) text = slvl_write(routing->sl2vl, fabric);
	for (gsize kept = text->len - 1; kept > 0; kept = kept * 2 / 3) {
		while (text->str[kept - 1] != '\n' && kept > 1)
			kept--;
		g_autofree char *first = g_strndup(text->str, kept);
		put_text(TABLES_SLVL, first);
		assert_refused(TABLES_SLVL ":");
	}
	put(TABLES_SLVL, slvl_write(routing->sl2vl, fabric));
	assert_loaded();
	remove_folder();
}
END_TEST

/* Between two switches; what goes to a host is the subnet's to say. */
START_TEST(other_maps_between_switches_are_refused)
{
	make_folder(RING);
	guint32 node = fabric->switches[0];
	guint out = 0;
	for (guint num = 1; num <= fabric->nodes[node].n_ports && !out; num++) {
		guint32 peer = fabric->ports[fabric->nodes[node].first_port + num].peer;
		if (peer != FABRIC_NONE && fabric_is_switch(fabric, fabric->ports[peer].node))
			out = num;
	}
	ck_assert_uint_gt(out, 0);
	SlMap map = *sl2vl_get(routing->sl2vl, 0, 0, out);
	map.vl[1] = 0;
	ck_assert(sl2vl_set(routing->sl2vl, 0, 0, out, &map, NULL));
	put(TABLES_SLVL, slvl_write(routing->sl2vl, fabric));
	assert_refused("other lanes");
	remove_folder();
}
END_TEST

/* Both files are well-formed and for this subnet: only the proof can tell. */
START_TEST(tables_that_can_deadlock_are_refused)
{
	make_folder(RING);
	put_text(TABLES_SL, "sssp-sl 1\nlids 0\n");
	assert_refused_with(SSSP_ERROR_INPUT, "no path has an SL");
	g_autofree char *said = g_strdup_printf("lanes %u\n", routing->vls_used);
	edit(TABLES_ID, said, "lanes 1\n");
	assert_refused_with(SSSP_ERROR_LANES, "credit loop");
	remove_folder();
}
END_TEST

/* Lanes by ports: the tables that choose them are part of what is proven. */
START_TEST(lanes_by_ports_are_loaded_and_proven)
{
	make_folder_with(RING, (RoutingOptions){.max_vls = 8});
	ck_assert_ptr_nonnull(routing_port_vls(routing));
	g_autoptr(Routing) loaded = folder_load(folder, fabric, &options, NULL);
	ck_assert_ptr_nonnull(loaded);
	ck_assert_ptr_nonnull(routing_port_vls(loaded));
	ck_assert_uint_eq(loaded->vls_used, routing->vls_used);
	put_text(TABLES_SLVL, "");
	assert_refused_with(SSSP_ERROR_INPUT, TABLES_SLVL);
	remove_folder();
}
END_TEST

/* Where each lane has several VLs, they are the same; but never more than may be used now. */
START_TEST(copies_of_lanes_are_loaded)
{
	RoutingOptions fewer = {.max_vls = 5};
	make_folder_with(RING, (RoutingOptions){.max_vls = 8, .spread_ports = TRUE});
	ck_assert_uint_gt(routing->vls_used, routing->vls_needed);
	g_autoptr(Routing) loaded = folder_load(folder, fabric, &options, NULL);
	ck_assert_ptr_nonnull(loaded);
	ck_assert_uint_eq(loaded->vls_used, routing->vls_used);
	ck_assert_uint_eq(loaded->vls_needed, routing->vls_needed);
	g_autoptr(Routing) limited = folder_load(folder, fabric, &fewer, NULL);
	ck_assert_ptr_nonnull(limited);
	ck_assert_uint_le(limited->vls_used, 5);
	remove_folder();
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {a_folder_that_fits_is_loaded,
				      lanes_of_hosts_are_those_of_the_subnet,
				      one_lane_needs_no_slvl,
				      what_is_different_is_told,
				      fewer_lanes_than_the_tables_need_are_told,
				      a_missing_file_is_named,
				      only_regular_files_are_read,
				      sizes_are_bounded,
				      claims_are_bounded_by_the_subnet,
				      damaged_files_are_refused,
				      tables_of_lanes_are_whole,
				      other_maps_between_switches_are_refused,
				      tables_that_can_deadlock_are_refused,
				      lanes_by_ports_are_loaded_and_proven,
				      copies_of_lanes_are_loaded,
				      NULL};
	return fixture_run("plugin_folder", tests);
}
