/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What is written is read back as it was: topologies of every family of fabrics, with LIDs, LMCs, odd names, widths and
 * speeds; and the tables that routing makes for them.
 */
#include "core/routing.h"
#include "generator/synth/synth.h"
#include "formats/net/db_csv.h"
#include "formats/tables/guid2lid.h"
#include "formats/net/ibnetdiscover.h"
#include "formats/tables/lfts.h"
#include "formats/tables/psl.h"
#include "formats/tables/slvl.h"
#include "formats/tables/sssp_sl.h"
#include "formats/net/subnet_lst.h"
#include "tests/formats/formats_common.h"
#include "tests/formats/topology_texts.h"

static const struct {
	const char *spec;
	guint lmc;
} cases[] = {
	{"single:hosts=5", 0},
	{"fattree:ports=8,levels=3,oversubscription=2", 0},
	{"torus:4x4,hosts=2,links=2", 2},
	{"dragonfly:a=4,p=2,h=2", 0},
	{"hyperx:3x4,hosts=2,fail=links:3,seed=5", 1},
	{"random:switches=20,ports=12,hosts=4,seed=3,fail=switches:2", 7},
	{"odin", 0},
	{"tara", 3},
};

/* Things that no family of fabrics has: other names, rates and kinds of nodes, enhanced ports 0, ports without hosts.
 */
static void make_odd(Fabric *fabric)
{
	static const char *const names[] = {"", "a # b", "with } LID:0 {", "x \"y\" z", "trailing   "};
	static const guint8 widths[] = {1, 2, 4, 8, 12};
	for (guint32 i = 0; i < fabric->n_nodes; i++) {
		if (i % 7 == 0)
			ck_assert(fabric_set_name(fabric, i, names[i / 7 % G_N_ELEMENTS(names)], NULL));
		fabric->nodes[i].enhanced = fabric_is_switch(fabric, i) && i % 3 == 0;
		fabric->nodes[i].system_guid = fabric->nodes[i].guid + 9;
		if (i % 11 == 5 && !fabric_is_switch(fabric, i))
			fabric->nodes[i].type = FABRIC_ROUTER;
	}
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		FabricPort *port = &fabric->ports[i];
		if (port->peer == FABRIC_NONE || port->peer < i)
			continue;
		port->width = fabric->ports[port->peer].width = widths[i % G_N_ELEMENTS(widths)];
		port->speed = fabric->ports[port->peer].speed = (guint8)(FABRIC_SDR + i % (FABRIC_N_SPEEDS - 1));
		port->vls = fabric->ports[port->peer].vls = i % 5 == 4 ? 15 : (guint8)(1u << i % 5);
	}
}

static Fabric *make(guint i, gboolean odd)
{
	g_autoptr(GError) error = NULL;
	Fabric *fabric = synth_fabric(cases[i].spec, &error);
	ck_assert_msg(fabric != NULL, "%s", error ? error->message : "");
	if (odd)
		make_odd(fabric);
	ck_assert(fabric_assign_lids(fabric, cases[i].lmc, NULL, &error));
	return fabric;
}

/* ---- topologies */

typedef Fabric *(*Parser)(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error);

static void assert_read_back(const Fabric *fabric, GString *text, Parser parser)
{
	g_autoptr(GError) error = NULL;
	ParseLog *log = parse_log_new();
	g_autoptr(Fabric) again = parser(text->str, text->len, "again", log, &error);
	ck_assert_msg(again != NULL, "%s", error ? error->message : "");
	assert_logged(log, "");
	ck_assert(fabric_check(again, NULL));
	assert_same_fabric(fabric, again);
	g_string_free(text, TRUE);
}

static GString *write_net(const Fabric *fabric)
{
	return ibnetdiscover_write(fabric, "made by a test");
}

START_TEST(net)
{
	g_autoptr(Fabric) fabric = make(_i, TRUE);
	for (guint32 i = 0; i < fabric->n_nodes; i++) /* the format has no " in names */
		if (strchr(fabric_name(fabric, i), '"'))
			ck_assert(fabric_set_name(fabric, i, "x 'y' z", NULL));
	assert_read_back(fabric, write_net(fabric), ibnetdiscover_parse);
}
END_TEST

/* A list of links has no LMCs, no enhanced ports, and tells CAs from switches by their number of ports. */
static void forget(Fabric *fabric)
{
	g_autoptr(GError) error = NULL;
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		fabric->nodes[i].enhanced = 0;
	for (guint32 i = 0; i < fabric->n_ports; i++)
		fabric->ports[i].lmc = 0;
	ck_assert(fabric_seal(fabric, &error));
}

START_TEST(lists)
{
	g_autoptr(Fabric) fabric = make(_i, TRUE);
	forget(fabric);
	assert_read_back(fabric, text_subnet_lst(fabric), subnet_lst_parse);
	assert_read_back(fabric, text_ibdiagnet_lst(fabric), subnet_lst_parse);
}
END_TEST

START_TEST(database)
{
	g_autoptr(Fabric) fabric = make(_i, TRUE);
	g_autoptr(GError) error = NULL;
	assert_read_back(fabric, text_db_csv(fabric), db_csv_parse);
	GString *text = text_db_csv(fabric);
	g_autoptr(Fabric) again = db_csv_parse(text->str, text->len, "again", NULL, &error);
	ck_assert_msg(again != NULL, "%s", error ? error->message : "");
	for (guint32 i = 0; i < fabric->n_ports; i++)
		ck_assert_uint_eq(again->ports[i].vls, fabric->ports[i].vls);
	g_string_free(text, TRUE);
}
END_TEST

/* ---- tables */

static Routing *route(const Fabric *fabric)
{
	g_autoptr(GError) error = NULL;
	const RoutingOptions options = {.max_vls = 8, .passes = 2};
	Routing *routing = routing_compute(fabric, &options, &error);
	ck_assert_msg(routing != NULL, "%s", error ? error->message : "");
	return routing;
}

START_TEST(forwarding)
{
	g_autoptr(Fabric) fabric = make(_i, FALSE);
	g_autoptr(Routing) routing = route(fabric);
	g_autoptr(GError) error = NULL;
	const Lft *lft = routing->lft;
	GString *text = lfts_write(lft, fabric);
	g_autoptr(Lft) again = lfts_parse(text->str, text->len, "again", NULL, &error);
	ck_assert_msg(again != NULL, "%s", error ? error->message : "");
	ck_assert_uint_eq(again->n_switches, lft->n_switches);
	ck_assert_uint_eq(again->n_lids, lft->n_lids);
	ck_assert_mem_eq(again->guid, lft->guid, lft->n_switches * sizeof *lft->guid);
	ck_assert_mem_eq(again->port, lft->port, (gsize)lft->n_switches * lft->n_lids);
	g_string_free(text, TRUE);
}
END_TEST

/* The SL that a table gives for a node's path: its own row, else that of its switch. */
static guint8 level(const PathSl *sl, const Fabric *fabric, guint32 node, guint32 lid)
{
	const guint8 *row = path_sl_row(sl, fabric->nodes[node].guid);
	for (guint num = 1; !row && num <= fabric->nodes[node].n_ports; num++) {
		guint32 peer = fabric->ports[fabric_port_index(fabric, node, num)].peer;
		if (peer != FABRIC_NONE)
			row = path_sl_row(sl, fabric->nodes[fabric->ports[peer].node].guid);
	}
	return row && lid < sl->n_lids ? row[lid] : SL_NONE;
}

static void assert_same_levels(const PathSl *a, const PathSl *b, const Fabric *fabric)
{
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		for (guint32 lid = 1; lid < fabric->n_lids; lid++)
			if (fabric->lid_port[lid] != FABRIC_NONE)
				ck_assert_uint_eq(level(a, fabric, i, lid), level(b, fabric, i, lid));
}

START_TEST(levels)
{
	g_autoptr(Fabric) fabric = make(_i, FALSE);
	g_autoptr(Routing) routing = route(fabric);
	g_autoptr(GError) error = NULL;
	if (!routing->path_sl)
		return;
	GString *text = psl_write(routing->path_sl, fabric), *compact = sssp_sl_write(routing->path_sl);
	g_autoptr(PathSl) a = psl_parse(text->str, text->len, "again", fabric, NULL, &error);
	ck_assert_msg(a != NULL, "%s", error ? error->message : "");
	g_autoptr(PathSl) b = sssp_sl_parse(compact->str, compact->len, "again", NULL, &error);
	ck_assert_msg(b != NULL, "%s", error ? error->message : "");
	assert_same_levels(routing->path_sl, a, fabric);
	assert_same_levels(routing->path_sl, b, fabric);
	ck_assert_uint_eq(a->n_sources, fabric->n_nodes);
	g_string_free(text, TRUE);
	g_string_free(compact, TRUE);
}
END_TEST

START_TEST(lanes)
{
	g_autoptr(Fabric) fabric = make(_i, FALSE);
	g_autoptr(Routing) routing = route(fabric);
	g_autoptr(GError) error = NULL;
	if (!routing->sl2vl)
		return;
	GString *text = slvl_write(routing->sl2vl, fabric);
	g_autoptr(Sl2vl) again = slvl_parse(text->str, text->len, "again", fabric, NULL, &error);
	ck_assert_msg(again != NULL, "%s", error ? error->message : "");
	for (guint32 sw = 0; sw < again->n_switches; sw++) {
		guint32 node = fabric->switches[sw];
		for (guint in = 0; in <= again->n_ports[sw]; in++)
			for (guint out = 0; out <= again->n_ports[sw]; out++)
				if ((!in || fabric->ports[fabric_port_index(fabric, node, in)].peer != FABRIC_NONE) &&
				    (!out || fabric->ports[fabric_port_index(fabric, node, out)].peer != FABRIC_NONE))
					ck_assert_mem_eq(sl2vl_get(again, sw, in, out)->vl,
							 sl2vl_get(routing->sl2vl, sw, in, out)->vl, SL_COUNT);
	}
	g_string_free(text, TRUE);
}
END_TEST

/* Every LID of the fabric in one range of the file, and nothing else. */
START_TEST(lids)
{
	g_autoptr(Fabric) fabric = make(_i, TRUE);
	g_autoptr(GError) error = NULL;
	GString *text = guid2lid_write(fabric);
	GArray *entries = guid2lid_parse(text->str, text->len, "again", NULL, &error);
	ck_assert_msg(entries != NULL, "%s", error ? error->message : "");
	guint32 told = 0, there = 0;
	for (guint i = 0; i < entries->len; i++) {
		const GuidLids *entry = &g_array_index(entries, GuidLids, i);
		for (guint32 lid = entry->first; lid <= entry->last; lid++, told++)
			ck_assert_uint_eq(fabric->ports[fabric->lid_port[lid]].guid, entry->guid);
	}
	for (guint32 lid = 0; lid < fabric->n_lids; lid++)
		there += fabric->lid_port[lid] != FABRIC_NONE;
	ck_assert_uint_eq(told, there);
	g_array_free(entries, TRUE);
	g_string_free(text, TRUE);
}
END_TEST

int main(void)
{
	const int n = G_N_ELEMENTS(cases);
	Suite *suite = suite_create("round trip");
	TCase *topologies = tcase_create("topologies"), *tables = tcase_create("tables");
	tcase_add_loop_test(topologies, net, 0, n);
	tcase_add_loop_test(topologies, lists, 0, n);
	tcase_add_loop_test(topologies, database, 0, n);
	tcase_add_loop_test(topologies, lids, 0, n);
	tcase_set_timeout(tables, 60);
	tcase_add_loop_test(tables, forwarding, 0, n);
	tcase_add_loop_test(tables, levels, 0, n);
	tcase_add_loop_test(tables, lanes, 0, n);
	suite_add_tcase(suite, topologies);
	suite_add_tcase(suite, tables);
	return run_suite(suite);
}
