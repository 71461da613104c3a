/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Forwarding tables: lfts and fdbs. */
#include "core/tables/lft.h"
#include "formats/tables/fdbs.h"
#include "formats/net/ibnetdiscover.h"
#include "formats/input.h"
#include "formats/tables/lfts.h"
#include "tests/formats/formats_common.h"

#define HEAD_2 "Unicast lids [0-7] of switch Lid 3 guid 0x0000000000000002 ('b guid 0x77'):\n"
#define HEAD_1 "Unicast lids [0x0-0x7] of switch Lid 4 guid 0x1 (a):\n  Lid  Out   Destination\n       Port     Info \n"

static guint port(const Lft *lft, guint64 guid, guint lid)
{
	const guint8 *row = lft_row(lft, guid);
	ck_assert_msg(row != NULL, "no switch 0x%" G_GINT64_MODIFIER "x", guid);
	return lft_port(lft, row, lid);
}

/* Both forms, out of order, with everything that the tools print around the entries. */
START_TEST(lfts_all_forms)
{
	static const char text[] =
		"# dump\nwarning: something\n" HEAD_2 "0x0001 005 # Channel Adapter portguid 0x9: 'x'\n"
		"0x0003 000 # Switch portguid 0x2: 'b'\n0x0007 254 # unknown node and type\n"
		"7 lids dumped\n\n" HEAD_1 "0x0001 001 : (Channel Adapter portguid 0x9: 'x')\r\n"
		"0x0004 000 : (Switch portguid 0x1: 'a')\n0x0005 255 : ()\n0x0006 3\n"
		"3 valid lids dumped \n/usr/sbin/ibroute: iberror: failed: dump tables";
	ParseLog *log = parse_log_new();
	g_autoptr(GError) error = NULL;
	g_autoptr(Lft) lft = lfts_parse(text, sizeof text - 1, "t", log, &error);
	ck_assert_msg(lft != NULL, "%s", error ? error->message : "");
	ck_assert_uint_eq(lft->n_switches, 2);
	ck_assert_uint_eq(lft->n_lids, 8);
	ck_assert_uint_eq(lft->guid[0], 1);
	ck_assert_uint_eq(lft->guid[1], 2);
	static const guint8 a[] = {255, 1, 255, 255, 0, 255, 3, 255}, b[] = {255, 5, 255, 0, 255, 255, 255, 254};
	ck_assert_mem_eq(lft_row(lft, 1), a, 8);
	ck_assert_mem_eq(lft_row(lft, 2), b, 8);
	assert_logged(log, "");
}
END_TEST

START_TEST(lfts_repeated_lids)
{
	static const char text[] = HEAD_1 "0x0001 001\n0x0002 002\n0x0001 001\n0x0001 004\n" HEAD_2
					  "0x0001 009\n" HEAD_1 "0x0002 005\n0x0003 006\n";
	ParseLog *log = parse_log_new();
	g_autoptr(Lft) lft = lfts_parse(text, sizeof text - 1, "t", log, NULL);
	ck_assert_ptr_nonnull(lft);
	ck_assert_uint_eq(port(lft, 1, 1), 1);
	ck_assert_uint_eq(port(lft, 1, 2), 2);
	ck_assert_uint_eq(port(lft, 1, 3), 6);
	ck_assert_uint_eq(port(lft, 2, 1), 9);
	assert_logged(log,
		      "t:7: warning: LID 1 of 0x0000000000000001 is 1 and then 4: the first is kept (and 1 more LIDs "
		      "with two ports in one table)");
}
END_TEST

/* Heads of dump_lfts up to a multiple of 64 and no entry for it; the other forms leave nothing out. */
START_TEST(lfts_left_out)
{
	static const struct {
		const char *text;
		guint unsaid;
	} cases[] = {
		{"Unicast lids [0x0-0x40] of switch Lid 3 guid 0x1 (a):\n0x0001 001\n0x003f 001\n", 64},
		{"Unicast lids [0x0-0x40] of switch Lid 3 guid 0x1 (a):\n0x0001 001\n0x0040 001\n", 0},
		{"Unicast lids [0x0-0x41] of switch Lid 3 guid 0x1 (a):\n0x0001 001\n", 0},
		{"Unicast lids [0-64] of switch Lid 3 guid 0x1 (a):\n0x0001 001\n", 0},
		{"Unicast lids [0x0-0x40] of switch Lid 3 guid 0x1 (a):\n0x0001 001\n"
		 "Unicast lids [0x0-0x40] of switch Lid 4 guid 0x2 (b):\n0x0040 001\n",
		 0},
		{"Unicast lids [0x0-0x0] of switch Lid 3 guid 0x1 (a):\n0x0001 001\n", 0},
	};
	g_autoptr(Lft) lft = lfts_parse(cases[_i].text, strlen(cases[_i].text), "t", NULL, NULL);
	ck_assert_ptr_nonnull(lft);
	ck_assert_uint_eq(lft->unsaid, cases[_i].unsaid);
}
END_TEST

/* The form that is read without a loop, and all that is almost like it. */
START_TEST(lfts_entries_of_any_form)
{
	static const struct {
		const char *line;
		guint lid, port;
		const char *error;
	} cases[] = {
		{"0x0003 007 # x", 3, 7, NULL},   {"0xbFfF 254 :", 49151, 254, NULL},
		{"0x0003 007", 3, 7, NULL},       {"0x0003 007\t", 3, 7, NULL},
		{"0x3 7 #", 3, 7, NULL},          {"0x00003 07 #", 3, 7, NULL},
		{"0x0003  07 # x", 3, 7, NULL},   {"0x0003\t007 # x", 3, 7, NULL},
		{"  0x000A 001 #", 10, 1, NULL},  {"0x0003 007: x", 3, 7, NULL},
		{"0x0003 7   # x", 3, 7, NULL},   {"0x0003 0007 # ", 3, 7, NULL},
		{"0xc000 001 # x", 0, 0, "LID"},  {"0x0003 256 # x", 0, 0, "LID 0x0003: not a port number"},
		{"0x0003 0x7 # x", 0, 0, "port"}, {"0x000g 007 # x", 0, 0, "port"},
		{"0x00/3 007 # x", 0, 0, "port"}, {"0x0003 00: # x", 3, 0, NULL},
		{"0x0003 007x # ", 0, 0, "port"},
	};
	g_autoptr(GError) error = NULL;
	g_autofree char *text = g_strconcat(HEAD_1, cases[_i].line, "\n", NULL);
	g_autoptr(Lft) lft = lfts_parse(text, strlen(text), "t", NULL, &error);
	if (cases[_i].error) {
		ck_assert_ptr_null(lft);
		ck_assert_msg(strstr(error->message, cases[_i].error) != NULL, "%s: %s", cases[_i].line,
			      error->message);
		return;
	}
	ck_assert_msg(lft != NULL, "%s: %s", cases[_i].line, error ? error->message : "");
	ck_assert_uint_eq(lft->n_lids, cases[_i].lid + 1);
	ck_assert_uint_eq(lft->port[cases[_i].lid], cases[_i].port);
}
END_TEST

/* One digest whichever program wrote the tables down, another for other tables. */
START_TEST(digest_of_all_forms)
{
	static const char *const text[] = {
		"Unicast lids [0-64] of switch Lid 3 guid 0x1 (a):\n0x0001 001\n0x003f 001\n0x0040 002\n",
		"Unicast lids [0x0-0x40] of switch Lid 3 guid 0x1 (a):\n0x0001 001\n0x003f 001\n",
		"Unicast lids [0-90] of switch Lid 3 guid 0x1 (a):\n0x003f 001 # x\n0x0001 1\n0x0040 2\n0x0041 255\n",
		"Unicast lids [0-64] of switch Lid 3 guid 0x1 (a):\n0x0001 001\n0x003f 002\n0x0040 002\n",
		"Unicast lids [0-64] of switch Lid 3 guid 0x2 (a):\n0x0001 001\n0x003f 001\n0x0040 002\n",
		"Unicast lids [0-64] of switch Lid 3 guid 0x1 (a):\n0x0001 001\n0x003f 001\n0x0041 002\n",
	};
	char first[LFT_DIGEST_LENGTH + 1], digest[LFT_DIGEST_LENGTH + 1];
	for (guint i = 0; i < G_N_ELEMENTS(text); i++) {
		g_autoptr(Lft) lft = lfts_parse(text[i], strlen(text[i]), "t", NULL, NULL);
		lft_digest(lft, i ? digest : first);
		ck_assert_uint_eq(strlen(first), LFT_DIGEST_LENGTH);
		ck_assert_msg(i == 0 || (strcmp(first, digest) == 0) == (i < 3), "%u", i);
	}
}
END_TEST

START_TEST(lfts_multicast_is_skipped)
{
	static const char text[] = HEAD_1 "0x0001 001\nMulticast mlids [0xc000-0xc3ff] of switch Lid 4 guid 0x1 (a):\n"
					  "0xc000 x x\n" HEAD_2 "0x0001 002\n";
	g_autoptr(Lft) lft = lfts_parse(text, sizeof text - 1, "t", NULL, NULL);
	ck_assert_ptr_nonnull(lft);
	ck_assert_uint_eq(lft->n_lids, 2);
	ck_assert_uint_eq(port(lft, 2, 1), 2);
}
END_TEST

START_TEST(lfts_malformed)
{
	static const struct {
		const char *text, *error;
	} cases[] = {
		{"", "t: no forwarding table"},
		{"hello\n", "t: no forwarding table"},
		{"0x0001 001\n", "t:1: an entry outside a forwarding table"},
		{"Unicast lids [0-7] of switch Lid 3 ('x'):\n",
		 "t:1: a forwarding table without the GUID of its switch"},
		{"Unicast lids of switch guid 0x12345678123456789 (x):\n",
		 "t:1: a forwarding table without the GUID of its switch"},
		{HEAD_1 "0xc000 001\n", "t:4: not a unicast LID"},
		{HEAD_1 "0x100000000000000001 001\n", "t:4: not a unicast LID"},
		{HEAD_1 "0x0001\n", "t:4: LID 0x0001: not a port number"},
		{HEAD_1 "0x0001 256\n", "t:4: LID 0x0001: not a port number"},
		{HEAD_1 "0x0001 1x\n", "t:4: LID 0x0001: not a port number"},
		{HEAD_1 "0x0001 -1\n", "t:4: LID 0x0001: not a port number"},
		{HEAD_1 "0x\n", "t:4: not a unicast LID"},
	};
	g_autoptr(GError) error = NULL;
	ck_assert_ptr_null(lfts_parse(cases[_i].text, strlen(cases[_i].text), "t", NULL, &error));
	assert_input_error(&error, cases[_i].error);
}
END_TEST

START_TEST(fdbs_all_forms)
{
	static const char text[] = "osm_ucast_mgr_dump_ucast_routes: Switch 0x0000000000000002\n"
				   "LID    : Port : Hops : Optimal\n"
				   "0x0001 : 006  : 01   : yes\n0x0002 : UNREACHABLE\n0x0003 : 000  : 00   : yes\n"
				   "0x000A : 7 : HOPS UNKNOWN\n\n"
				   "dump_ucast_routes: Switch 0x1\nLID    : Port : Hops : Optimal\n"
				   "0x0001 : 036  : 03   : No 2 hop path possible via port 5!\n";
	g_autoptr(GError) error = NULL;
	g_autoptr(Lft) lft = fdbs_parse(text, sizeof text - 1, "t", NULL, &error);
	ck_assert_msg(lft != NULL, "%s", error ? error->message : "");
	ck_assert_uint_eq(lft->n_lids, 11);
	static const guint8 row[] = {255, 6, 255, 0, 255, 255, 255, 255, 255, 255, 7};
	ck_assert_mem_eq(lft_row(lft, 2), row, 11);
	ck_assert_uint_eq(port(lft, 1, 1), 36);
}
END_TEST

START_TEST(fdbs_malformed)
{
	static const struct {
		const char *text, *error;
	} cases[] = {
		{"", "t: no forwarding table"},
		{"0x0001 : 006\n", "t:1: an entry outside a forwarding table"},
		{"dump_ucast_routes: Switch x\n", "t:1: a forwarding table without the GUID of its switch"},
		{"dump_ucast_routes: Switch 0x1\n0xffff : 1\n", "t:2: not a unicast LID"},
		{"dump_ucast_routes: Switch 0x1\n0x0001 006\n", "t:2: LID 0x0001: no colon and port"},
		{"dump_ucast_routes: Switch 0x1\n0x0001 : \n", "t:2: LID 0x0001: not a port number"},
		{"dump_ucast_routes: Switch 0x1\n0x0001 : 999\n", "t:2: LID 0x0001: not a port number"},
	};
	g_autoptr(GError) error = NULL;
	ck_assert_ptr_null(fdbs_parse(cases[_i].text, strlen(cases[_i].text), "t", NULL, &error));
	assert_input_error(&error, cases[_i].error);
}
END_TEST

/* ---- writing */

static const char net[] = "switchguid=0x2(12)\nSwitch 4 \"S-0000000000000002\" # \"leaf 'x'\" base port 0 lid 3 lmc 0\n"
			  "[1]\t\"H-0000000000000007\"[1](8)\t# \"host\" lid 4 4xQDR\n"
			  "caguid=0x7\nCa 1 \"H-0000000000000007\" # \"host\"\n"
			  "[1](8)\t\"S-0000000000000002\"[1]\t# lid 4 lmc 1 \"leaf\" lid 3 4xQDR\n";

START_TEST(written_text)
{
	g_autoptr(Fabric) fabric = ibnetdiscover_parse(net, sizeof net - 1, "net", NULL, NULL);
	g_autoptr(Lft) lft = lft_new(1, 7, NULL);
	static const guint8 row[] = {255, 255, 9, 0, 1, 1, 255};
	ck_assert(fabric && lft);
	lft->guid[0] = 2;
	memcpy(lft->port, row, sizeof row);
	GString *text = lfts_write(lft, fabric);
	ck_assert_str_eq(text->str, "Unicast lids [0-6] of switch Lid 3 guid 0x0000000000000002 ('leaf 'x''):\n"
				    "0x0002 009 # unknown node and type\n"
				    "0x0003 000 # Switch portguid 0x0000000000000012: 'leaf 'x''\n"
				    "0x0004 001 # Channel Adapter portguid 0x0000000000000008: 'host'\n"
				    "0x0005 001 # Channel Adapter portguid 0x0000000000000008: 'host'\n"
				    "4 lids dumped\n");
	g_autoptr(Lft) again = lfts_parse(text->str, text->len, "t", NULL, NULL);
	ck_assert_uint_eq(again->n_lids, 6);
	ck_assert_mem_eq(again->port, row, 6);
	g_string_free(text, TRUE);
}
END_TEST

START_TEST(round_trip)
{
	g_autoptr(Fabric) fabric = ibnetdiscover_parse(net, sizeof net - 1, "net", NULL, NULL);
	g_autoptr(Lft) lft = lft_new(30, FABRIC_MAX_LID + 1, NULL);
	g_autoptr(GError) error = NULL;
	guint32 seed = 1;
	for (guint32 i = 0; i < 30; i++)
		lft->guid[i] = ((guint64)i << 59) + i + 1;
	for (gsize i = 0; i < 30 * (gsize)lft->n_lids; i++)
		lft->port[i] = (guint8)((seed = seed * 1664525 + 1013904223) >> 24);
	for (gsize i = 0; i < 30; i++)
		lft->port[(i + 1) * lft->n_lids - 1] = 1; /* the last LID counts */
	GString *text = lfts_write(lft, fabric);
	g_autoptr(Lft) again = lfts_parse(text->str, text->len, "t", NULL, &error);
	ck_assert_msg(again != NULL, "%s", error ? error->message : "");
	ck_assert_uint_eq(again->n_switches, lft->n_switches);
	ck_assert_uint_eq(again->n_lids, lft->n_lids);
	ck_assert_mem_eq(again->guid, lft->guid, 30 * sizeof(guint64));
	ck_assert_mem_eq(again->port, lft->port, 30 * (gsize)lft->n_lids);
	g_string_free(text, TRUE);
}
END_TEST

/* ---- real files */

static const struct {
	const char *file;
	guint switches, lids, entries, oddities;
} real[] = {
	{"avakas.lfts", 25, 0x133, 7650, 0},
	{"plafrim2-damaged.lfts", 7, 0x6b, 679, 20},
	{"osm-old.fdbs", 62, 66, 4030, 0},
};

START_TEST(real_files)
{
	g_autofree char *path = shared_file(real[_i].file);
	g_autoptr(ParseLog) log = parse_log_new();
	g_autoptr(GError) error = NULL;
	if (!path)
		return;
	g_autoptr(Lft) lft = input_tables(path, log, &error);
	ck_assert_msg(lft != NULL, "%s", error ? error->message : "");
	guint entries = 0;
	for (gsize i = 0; i < (gsize)lft->n_switches * lft->n_lids; i++)
		entries += lft->port[i] != LFT_NO_PATH;
	ck_assert_uint_eq(lft->n_switches, real[_i].switches);
	ck_assert_uint_eq(lft->n_lids, real[_i].lids);
	ck_assert_uint_eq(entries, real[_i].entries);
	ck_assert_uint_eq(parse_log_count(log), real[_i].oddities);
	for (guint32 i = 1; i < lft->n_switches; i++)
		ck_assert_uint_lt(lft->guid[i - 1], lft->guid[i]);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("lft files");
	TCase *reading = tcase_create("reading"), *writing = tcase_create("writing"),
	      *files = tcase_create("real files");
	tcase_add_test(reading, lfts_all_forms);
	tcase_add_test(reading, lfts_repeated_lids);
	tcase_add_test(reading, lfts_multicast_is_skipped);
	tcase_add_test(reading, digest_of_all_forms);
	tcase_add_loop_test(reading, lfts_left_out, 0, 6);
	tcase_add_loop_test(reading, lfts_entries_of_any_form, 0, 19);
	tcase_add_loop_test(reading, lfts_malformed, 0, 12);
	tcase_add_test(reading, fdbs_all_forms);
	tcase_add_loop_test(reading, fdbs_malformed, 0, 7);
	tcase_set_timeout(writing, 60);
	tcase_add_test(writing, written_text);
	tcase_add_test(writing, round_trip);
	tcase_add_loop_test(files, real_files, 0, G_N_ELEMENTS(real));
	suite_add_tcase(suite, reading);
	suite_add_tcase(suite, writing);
	suite_add_tcase(suite, files);
	return run_suite(suite);
}
