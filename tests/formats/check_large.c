/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Large inputs. A reader whose time grows with the square of its input's length takes minutes for what is read here, so
 * the limit can be generous: several seconds for what takes a tenth of one, since the machine may be busy.
 */
#include "generator/synth/synth.h"
#include "formats/net/db_csv.h"
#include "formats/tables/fdbs.h"
#include "formats/tables/guid2lid.h"
#include "formats/lists/guid_list.h"
#include "formats/net/ibnetdiscover.h"
#include "formats/tables/lfts.h"
#include "formats/tables/mcfdbs.h"
#include "formats/tables/psl.h"
#include "formats/tables/slvl.h"
#include "formats/tables/sssp_sl.h"
#include "formats/net/subnet_lst.h"
#include "tests/formats/formats_common.h"
#include "tests/formats/topology_texts.h"

#include <stdio.h>

#define SECONDS_MOST 20
#define LENGTH ((gsize)10 << 20)
#define GUID "0x%016" G_GINT64_MODIFIER "x"

static gint64 started;

static void start(void)
{
	started = g_get_monotonic_time();
}

static void stop(const char *what, gsize length)
{
	double seconds = (double)(g_get_monotonic_time() - started) / 1e6;
	printf("%-14s %6.1f MB %6.2f s\n", what, (double)length / 1e6, seconds);
	fflush(stdout);
	ck_assert_msg(seconds < SECONDS_MOST, "%s: %.1f s", what, seconds);
}

/* ---- topologies */

typedef Fabric *(*Parser)(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error);

static void read_topology(const Fabric *fabric, const char *what, GString *text, Parser parser)
{
	g_autoptr(GError) error = NULL;
	start();
	g_autoptr(Fabric) again = parser(text->str, text->len, "large", NULL, &error);
	stop(what, text->len);
	ck_assert_msg(again != NULL, "%s", error ? error->message : "");
	ck_assert_uint_eq(again->n_switches, fabric->n_switches);
	ck_assert_uint_eq(again->n_endpoints, fabric->n_endpoints);
	ck_assert_uint_eq(again->n_lids, fabric->n_lids);
	ck_assert_uint_eq(count_cables(again), count_cables(fabric));
	g_string_free(text, TRUE);
}

/* Nearly as many nodes as a subnet has LIDs. */
START_TEST(topologies)
{
	g_autoptr(GError) error = NULL;
	start();
	g_autoptr(Fabric) fabric = synth_fabric("fattree:ports=56,levels=3", &error);
	ck_assert_msg(fabric != NULL, "%s", error ? error->message : "");
	ck_assert(fabric_assign_lids(fabric, 0, NULL, &error));
	GString *text = ibnetdiscover_write(fabric, "fattree:ports=56,levels=3");
	stop("fattree", text->len);
	ck_assert_uint_eq(fabric->n_endpoints, 43904);
	read_topology(fabric, "ibnetdiscover", text, ibnetdiscover_parse);
	read_topology(fabric, "subnet_lst", text_subnet_lst(fabric), subnet_lst_parse);
	read_topology(fabric, "db_csv", text_db_csv(fabric), db_csv_parse);
}
END_TEST

/* Everything that can be odd, at every node: no records of their own, one GUID, one LID, one name. */
START_TEST(odd_topology)
{
	GString *text = g_string_new(NULL);
	g_autoptr(GError) error = NULL;
	g_autoptr(ParseLog) log = parse_log_new();
	for (guint i = 0; text->len < LENGTH; i++)
		g_string_append_printf(
			text,
			"Switch 4 \"s%u\" # \"same\" base port 0 lid 7 lmc 0\n[1]\t\"H-%016x\"[1] # \"h\" "
			"lid 9 3xABC\n[2]\t\"s%u\"[2]\n[2]\t\"s0\"[1]\nCa 1 \"S-%016x\"\n",
			i, 0x200000 + i, i, 0x200000 + i);
	start();
	g_autoptr(Fabric) fabric = ibnetdiscover_parse(text->str, text->len, "large", log, &error);
	stop("odd", text->len);
	ck_assert_msg(fabric != NULL, "%s", error ? error->message : "");
	ck_assert(fabric_check(fabric, NULL));
	ck_assert_uint_gt(parse_log_count(log), 100000);
	g_string_free(text, TRUE);
}
END_TEST

/* ---- tables */

static GString *table(const char *head, const char *row, guint rows)
{
	GString *text = g_string_new(NULL);
	for (guint64 i = 1; text->len < LENGTH; i++) {
		g_string_append_printf(text, head, i);
		for (guint lid = 1; lid <= rows; lid++)
			g_string_append_printf(text, row, lid, lid % 36 + 1);
	}
	return text;
}

static void read_table(const char *what, GString *text,
		       Lft *(*parser)(const char *, gsize, const char *, ParseLog *, GError **))
{
	g_autoptr(GError) error = NULL;
	start();
	g_autoptr(Lft) lft = parser(text->str, text->len, "large", NULL, &error);
	stop(what, text->len);
	ck_assert_msg(lft != NULL, "%s", error ? error->message : "");
	ck_assert_uint_eq(lft_port(lft, lft_row(lft, 1), 99), 99 % 36 + 1);
	g_string_free(text, TRUE);
}

START_TEST(tables)
{
	g_autoptr(GError) error = NULL;
	read_table("lfts", table("Unicast lids [0-9] of switch Lid 1 guid " GUID " ('s'):\n", "0x%04x %03u # x\n", 99),
		   lfts_parse);
	read_table("fdbs", table("dump_ucast_routes: Switch " GUID "\n", "0x%04X : %03u  : 00 : yes\n", 9999),
		   fdbs_parse);
	GString *text = g_string_new(NULL);
	for (guint64 i = 1; text->len < LENGTH; i++) {
		g_string_append_printf(text, "Switch " GUID "\n", i);
		for (guint mlid = 0xc000; mlid < 0xc100; mlid++)
			g_string_append_printf(text, "0x%04X : 0x001 0x01f\n", mlid);
	}
	start();
	g_autoptr(Mft) mft = mcfdbs_parse(text->str, text->len, "large", NULL, &error);
	stop("mcfdbs", text->len);
	ck_assert_msg(mft != NULL, "%s", error ? error->message : "");
	ck_assert_uint_eq(mft->n_groups, 256);
	g_string_free(text, TRUE);
}
END_TEST

/* ---- service levels */

static void assert_level(const char *what, const PathSl *sl, GError *error)
{
	ck_assert_msg(sl != NULL, "%s: %s", what, error ? error->message : "");
	ck_assert_uint_eq(path_sl_row(sl, 1)[9], 1);
}

/* The source changes from line to line, too. */
START_TEST(levels)
{
	g_autoptr(GError) error = NULL;
	GString *text = g_string_new(NULL);
	for (guint i = 0; text->len < LENGTH; i++)
		g_string_append_printf(text, "0x%x %u %u\n", i % 999 + 1, i / 999 + 1, (i / 999 + 1) / 9 % 8);
	start();
	g_autoptr(PathSl) sl = psl_parse(text->str, text->len, "large", NULL, NULL, &error);
	stop("psl", text->len);
	assert_level("psl", sl, error);
	g_string_assign(text, "sssp-sl 1\nlids 49152\n");
	for (guint64 guid = 1; text->len < LENGTH; guid++) {
		g_string_append_printf(text, GUID, guid);
		for (guint lid = 1; lid < 49152; lid++)
			g_string_append_printf(text, " %u:%u", lid, lid / 9 % 8);
		g_string_append_c(text, '\n');
	}
	start();
	g_autoptr(PathSl) compact = sssp_sl_parse(text->str, text->len, "large", NULL, &error);
	stop("sssp_sl", text->len);
	assert_level("sssp_sl", compact, error);
	g_string_free(text, TRUE);
}
END_TEST

/* Nearly every line has another map. */
START_TEST(lanes)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Fabric) fabric = fabric_new();
	GString *text = g_string_new(NULL);
	fabric_add_node(fabric, FABRIC_SWITCH, 1, 254, "s", NULL);
	ck_assert(fabric_seal(fabric, NULL));
	for (guint i = 0; text->len < LENGTH; i++) {
		guint map = i * 40503u % 65521;
		g_string_append_printf(text, "0x1 %u %u 0x%x%x 0x%x%x 0x45 0x67 0x89 0xab 0xcd 0xef\n", i / 255 % 255,
				       i % 255, map >> 12, map >> 8 & 15, map >> 4 & 15, map & 15);
	}
	start();
	g_autoptr(Sl2vl) sl2vl = slvl_parse(text->str, text->len, "large", fabric, NULL, &error);
	stop("slvl", text->len);
	ck_assert_msg(sl2vl != NULL, "%s", error ? error->message : "");
	ck_assert_uint_gt(sl2vl->n_maps, 60000);
	g_string_free(text, TRUE);
}
END_TEST

/* ---- lists */

START_TEST(lists)
{
	g_autoptr(GError) error = NULL;
	GString *text = g_string_new(NULL);
	for (guint i = 1; text->len < LENGTH; i++)
		g_string_append_printf(text, "0x%08x 0x%04x 0x%04x\n\n", i, i % 49151 + 1, i % 49151 + 1);
	start();
	GArray *lids = guid2lid_parse(text->str, text->len, "large", NULL, &error);
	stop("guid2lid", text->len);
	ck_assert_msg(lids != NULL, "%s", error ? error->message : "");
	g_array_free(lids, TRUE);
	g_string_truncate(text, 0);
	for (guint i = 1; text->len < LENGTH; i++)
		g_string_append_printf(text, "0x%08x\n", i);
	start();
	GArray *guids = guid_list_parse(text->str, text->len, "large", NULL, &error);
	stop("guid_list", text->len);
	ck_assert_msg(guids != NULL, "%s", error ? error->message : "");
	ck_assert_uint_eq(guids->len, (LENGTH + 10) / 11);
	g_array_free(guids, TRUE);
	g_string_free(text, TRUE);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("large inputs");
	TCase *all = tcase_create("all");
	tcase_set_timeout(all, 180);
	tcase_add_test(all, topologies);
	tcase_add_test(all, odd_topology);
	tcase_add_test(all, tables);
	tcase_add_test(all, levels);
	tcase_add_test(all, lanes);
	tcase_add_test(all, lists);
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
