/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The files that administrators give OpenSM: how they are read, and the order of destinations that comes of them.
 * OpenSM's log is stood in for at the end of this file; libosmcomp parses the files.
 */
#include "core/graph/graph.h"
#include "plugin/admin_files.h"
#include "plugin/values/order.h"
#include "tests/core/fixture.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char logged[1024];

/* Writes a file; its name is to be freed. */
static char *make_file(const char *text)
{
	char *name = NULL;
	int fd = g_file_open_tmp("check_plugin_admin.XXXXXX", &name, NULL);
	ck_assert_int_ge(fd, 0);
	close(fd);
	ck_assert(g_file_set_contents(name, text, -1, NULL));
	return name;
}

static void read_second(char **option, osm_opensm_t *osm, const char *text, AdminFiles *files)
{
	g_autofree char *name = make_file(text);
	*option = name;
	logged[0] = '\0';
	admin_files_read(osm, files);
	unlink(name);
	*option = NULL;
}

static guint64 guid_at(const GArray *guids, guint i)
{
	ck_assert_uint_lt(i, guids->len);
	return g_array_index(guids, guint64, i);
}

static osm_opensm_t *new_osm(void)
{
	osm_opensm_t *osm = g_new0(osm_opensm_t, 1);
	osm->log.level = OSM_LOG_ERROR;
	return osm;
}

START_TEST(each_option_has_its_list)
{
	g_autofree osm_opensm_t *osm = new_osm();
	osm_subn_opt_t *opt = &osm->subn.opt;
	struct {
		char **option;
		gsize list;
	} cases[] = {{&opt->guid_routing_order_file, G_STRUCT_OFFSET(AdminFiles, order)},
		     {&opt->cn_guid_file, G_STRUCT_OFFSET(AdminFiles, cn)},
		     {&opt->io_guid_file, G_STRUCT_OFFSET(AdminFiles, io)},
		     {&opt->root_guid_file, G_STRUCT_OFFSET(AdminFiles, roots)}};
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_auto(AdminFiles) files = {0};
		read_second(cases[i].option, osm, "# mine\n0x20 the first\n\n  0x000000000000001f#x\n32\n", &files);
		GArray *list = G_STRUCT_MEMBER(GArray *, &files, cases[i].list);
		ck_assert_uint_eq(
			files.order->len + files.cn->len + files.io->len + files.roots->len + files.ports->len, 3);
		ck_assert_uint_eq(guid_at(list, 0), 0x20);
		ck_assert_uint_eq(guid_at(list, 1), 0x1f);
		ck_assert_uint_eq(guid_at(list, 2), 0x20);
		ck_assert_str_eq(logged, "");
	}
}
END_TEST

START_TEST(ports_have_numbers)
{
	g_autofree osm_opensm_t *osm = new_osm();
	g_auto(AdminFiles) files = {0};
	read_second(&osm->subn.opt.port_prof_ignore_file, osm,
		  "0x10 1\n0x11\n0x12 0\n0x13 254 # uplink\n0x14 255\n0x15 0x11\n0x16 -1\n0x17 many\n", &files);
	ck_assert_uint_eq(files.ports->len, 3);
	const SwitchPort wanted[] = {{0x10, 1}, {0x13, 254}, {0x15, 17}};
	for (guint i = 0; i < 3; i++) {
		ck_assert_uint_eq(g_array_index(files.ports, SwitchPort, i).guid, wanted[i].guid);
		ck_assert_uint_eq(g_array_index(files.ports, SwitchPort, i).port, wanted[i].port);
	}
}
END_TEST

START_TEST(a_file_that_is_not_understood_is_left_aside)
{
	g_autofree osm_opensm_t *osm = new_osm();
	g_auto(AdminFiles) bad = {0};
	read_second(&osm->subn.opt.io_guid_file, osm, "0x10\nstorage\n0x11\n", &bad);
	ck_assert_uint_eq(bad.io->len, 0);
	ck_assert_ptr_nonnull(strstr(logged, "SSSP06"));
	ck_assert_ptr_nonnull(strstr(logged, "io_guid_file"));
	g_auto(AdminFiles) missing = {0};
	osm->subn.opt.root_guid_file = (char *)"/nowhere/roots";
	logged[0] = '\0';
	admin_files_read(osm, &missing);
	ck_assert_uint_eq(missing.roots->len, 0);
	ck_assert_ptr_nonnull(strstr(logged, "/nowhere/roots"));
	g_auto(AdminFiles) none = {0};
	osm->subn.opt.root_guid_file = NULL;
	logged[0] = '\0';
	admin_files_read(osm, &none);
	ck_assert_str_eq(logged, "");
}
END_TEST

/* A large file would take long, and a pipe or a device for ever: none of them is opened. */
START_TEST(large_and_odd_files_are_not_opened)
{
	g_autofree osm_opensm_t *osm = new_osm();
	g_autofree char *name = make_file("0x10\n"), *place = g_path_get_dirname(name);
	const struct {
		const char *file, *said;
	} cases[] = {{name, "larger than"}, {place, "not a regular file"}, {"/dev/zero", "not a regular file"}};
	for (off_t over = 0; over <= 1; over++) { /* the rest is a hole, no disk is filled */
		ck_assert_int_eq(truncate(name, ADMIN_FILE_MOST + over), 0);
		g_autoptr(GArray) guids = admin_files_guids(osm, "io_guid_file", name);
		ck_assert_uint_eq(guids->len, over ? 0 : 1);
	}
	ck_assert_int_eq(truncate(name, (off_t)1 << 40), 0);
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		logged[0] = '\0';
		g_autoptr(GArray) guids = admin_files_guids(osm, "io_guid_file", cases[i].file);
		ck_assert_uint_eq(guids->len, 0);
		ck_assert_ptr_nonnull(strstr(logged, "ERR SSSP06: cannot read io_guid_file"));
		ck_assert_ptr_nonnull(strstr(logged, cases[i].said));
	}
	unlink(name);
	ck_assert_int_eq(mkfifo(name, 0600), 0); /* nobody ever writes into it */
	g_autoptr(GArray) guids = admin_files_guids(osm, "io_guid_file", name);
	ck_assert(guids->len == 0 && strstr(logged, "not a regular file"));
	unlink(name);
}
END_TEST

/* ---- the order of destinations */

#define LIST(array) ((OrderList){(array), G_N_ELEMENTS(array)})
#define NOBODY ((OrderList){NULL, 0})

/* Fails unless hosts are routed in the order of these GUIDs, then the switches. */
static void assert_order(OrderList first, OrderList compute, OrderList io, const guint64 wanted[6])
{
	g_autoptr(Fabric) fabric = fixture_fabric("A-B A:3 B:3"); /* hosts 0x1000 .. 0x1005 */
	g_autoptr(Graph) graph = graph_new(fabric, NULL);
	gsize n;
	g_autofree guint64 *guids = order_build(fabric, first, compute, io, &n, NULL);
	ck_assert(graph_order_dests(graph, fabric, guids, n, NULL));
	for (guint32 d = 0; d < graph->n_dests; d++) {
		const FabricPort *port = &fabric->ports[fabric->lid_port[graph->dests[d].lid]];
		ck_assert_uint_eq(fabric->nodes[port->node].guid, d < 6 ? wanted[d] : d == 6 ? 'A' : 'B');
	}
}

START_TEST(compute_nodes_first_and_io_last)
{
	const guint64 c[] = {0x1004, 0x1001}, io[] = {0x1003, 0x1000}, first[] = {0x1002, 0x1000};
	assert_order(NOBODY, NOBODY, NOBODY, (guint64[]){0x1000, 0x1001, 0x1002, 0x1003, 0x1004, 0x1005});
	assert_order(NOBODY, LIST(c), NOBODY, (guint64[]){0x1004, 0x1001, 0x1000, 0x1002, 0x1003, 0x1005});
	assert_order(NOBODY, NOBODY, LIST(io), (guint64[]){0x1001, 0x1002, 0x1004, 0x1005, 0x1003, 0x1000});
	assert_order(NOBODY, LIST(c), LIST(io), (guint64[]){0x1004, 0x1001, 0x1002, 0x1005, 0x1003, 0x1000});
	/* Who is named first comes first, whatever else is said of it. */
	assert_order(LIST(first), LIST(c), LIST(io), (guint64[]){0x1002, 0x1000, 0x1004, 0x1001, 0x1005, 0x1003});
	assert_order(NOBODY, LIST(io), LIST(io), (guint64[]){0x1003, 0x1000, 0x1001, 0x1002, 0x1004, 0x1005});
}
END_TEST

START_TEST(ports_are_known_by_their_own_guid_too)
{
	g_autoptr(Fabric) fabric = fixture_fabric("A-B A:2 B:1");
	for (guint32 e = 0; e < fabric->n_endpoints; e++)
		fabric->ports[fabric->endpoints[e]].guid = 0x2000 + e;
	const guint64 io[] = {0x2001, 7};
	gsize n;
	g_autofree guint64 *guids = order_build(fabric, NOBODY, NOBODY, LIST(io), &n, NULL);
	ck_assert_uint_eq(n, 4);
	const guint64 wanted[] = {0x2000, 0x2002, 0x2001, 7};
	ck_assert_mem_eq(guids, wanted, sizeof(wanted));
}
END_TEST

/* ---- in place of opensm's */

void osm_log_v2(osm_log_t *log, const osm_log_level_t level, const int file, const char *format, ...)
{
	(void)log, (void)file;
	ck_assert_int_eq(level, OSM_LOG_ERROR);
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(logged, sizeof(logged), format, arguments);
	va_end(arguments);
}

int main(void)
{
	const TTest *const tests[] = {each_option_has_its_list,
				      ports_have_numbers,
				      a_file_that_is_not_understood_is_left_aside,
				      large_and_odd_files_are_not_opened,
				      compute_nodes_first_and_io_last,
				      ports_are_known_by_their_own_guid_too,
				      NULL};
	return fixture_run("plugin admin", tests);
}
