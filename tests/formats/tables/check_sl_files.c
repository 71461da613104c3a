/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Service levels: psl, slvl and sssp.sl. */
#include "formats/net/ibnetdiscover.h"
#include "formats/tables/psl.h"
#include "formats/tables/slvl.h"
#include "formats/tables/sssp_sl.h"
#include "tests/formats/formats_common.h"

/* Two switches (LIDs 1, 2), a CA of two ports on both (3, 4), a CA on the second (6 and 7). */
static const char net[] = "Switch 4 \"S-0000000000000010\" # \"a\" base port 0 lid 1 lmc 0\n"
			  "[1]\t\"S-0000000000000020\"[1]\t# \"b\" lid 2 4xQDR\n"
			  "[3]\t\"H-0000000000000030\"[1](31)\t# \"h\" lid 3 4xQDR\n\n"
			  "Switch 4 \"S-0000000000000020\" # \"b\" base port 0 lid 2 lmc 0\n"
			  "[1]\t\"S-0000000000000010\"[1]\t# \"a\" lid 1 4xQDR\n"
			  "[2]\t\"H-0000000000000030\"[2](32)\t# \"h\" lid 4 4xQDR\n"
			  "[4]\t\"H-0000000000000040\"[1](41)\t# \"i\" lid 6 4xQDR\n\n"
			  "Ca 2 \"H-0000000000000030\" # \"h\"\n"
			  "[1](31)\t\"S-0000000000000010\"[3]\t# lid 3 lmc 0 \"a\" lid 1 4xQDR\n"
			  "[2](32)\t\"S-0000000000000020\"[2]\t# lid 4 lmc 0 \"b\" lid 2 4xQDR\n\n"
			  "Ca 1 \"H-0000000000000040\" # \"i\"\n"
			  "[1](41)\t\"S-0000000000000020\"[4]\t# lid 6 lmc 1 \"b\" lid 2 4xQDR\n";

static Fabric *make_fabric(void)
{
	g_autoptr(GError) error = NULL;
	Fabric *fabric = ibnetdiscover_parse(net, sizeof net - 1, "net", NULL, &error);
	ck_assert_msg(fabric != NULL, "%s", error ? error->message : "");
	return fabric;
}

static guint sl_of(const PathSl *sl, guint64 guid, guint lid)
{
	const guint8 *row = path_sl_row(sl, guid);
	ck_assert_msg(row != NULL, "no source 0x%" G_GINT64_MODIFIER "x", guid);
	ck_assert_uint_lt(lid, sl->n_lids);
	return row[lid];
}

/* ---- psl */

START_TEST(psl_both_forms)
{
	static const char text[] = "# comment\n0x0000000000000040 3 2\n0x30 7 15\n0x40 2 1\n\n"
				   "Channel Adapter 0x0000000000000032, base LID 4, \"h\"\n#LID : SL\n0x0001 : 3\n"
				   "0x0A : 0\nSwitch 0x10, base LID 1, \"a\"\n0x2\t:\t4\n";
	g_autoptr(Fabric) fabric = make_fabric();
	ParseLog *log = parse_log_new();
	g_autoptr(GError) error = NULL;
	g_autoptr(PathSl) sl = psl_parse(text, sizeof text - 1, "p", fabric, log, &error);
	ck_assert_msg(sl != NULL, "%s", error ? error->message : "");
	assert_logged(log, "");
	ck_assert_uint_eq(sl->n_sources, 3);
	ck_assert_uint_eq(sl->n_lids, 11);
	ck_assert_uint_eq(sl_of(sl, 0x40, 3), 2);
	ck_assert_uint_eq(sl_of(sl, 0x40, 2), 1);
	ck_assert_uint_eq(sl_of(sl, 0x40, 1), SL_NONE);
	ck_assert_uint_eq(sl_of(sl, 0x30, 7), 15);
	ck_assert_uint_eq(sl_of(sl, 0x30, 1), 3);
	ck_assert_uint_eq(sl_of(sl, 0x30, 10), 0);
	ck_assert_uint_eq(sl_of(sl, 0x10, 2), 4);
	/* without a fabric a port GUID stays one */
	g_autoptr(PathSl) alone = psl_parse(text, sizeof text - 1, "p", NULL, NULL, &error);
	ck_assert_uint_eq(alone->n_sources, 4);
	ck_assert_uint_eq(sl_of(alone, 0x32, 1), 3);
}
END_TEST

START_TEST(psl_repeated)
{
	static const char text[] = "0x1 3 2\n0x2 3 1\n0x1 3 4\n0x1 3 2\n";
	ParseLog *log = parse_log_new();
	g_autoptr(PathSl) sl = psl_parse(text, sizeof text - 1, "p", NULL, log, NULL);
	ck_assert_uint_eq(sl_of(sl, 1, 3), 2);
	assert_logged(log, "p:3: warning: LID 3 of 0x0000000000000001 is 2 and then 4: the first is kept");
}
END_TEST

START_TEST(psl_comment_only)
{
	static const char text[] = "# one virtual lane\n";
	g_autoptr(PathSl) sl = psl_parse(text, sizeof text - 1, "p", NULL, NULL, NULL);
	ck_assert_ptr_nonnull(sl);
	ck_assert_uint_eq(sl->n_sources, 0);
	ck_assert_ptr_null(path_sl_row(sl, 1));
}
END_TEST

START_TEST(psl_malformed)
{
	static const struct {
		const char *text, *error;
	} cases[] = {
		{"0x1 3\n", "p:1: not a source GUID, a LID and an SL"},
		{"\n0x1 3 1 1\n", "p:2: not a source GUID, a LID and an SL"},
		{"0x12345678123456781 3 1\n", "p:1: not a source GUID, a LID and an SL"},
		{"0x1 3 16\n", "p:1: SL 16 is not 0..15"},
		{"0x1 49152 1\n", "p:1: 49152 is no unicast LID"},
		{"0x1 0 1\n", "p:1: 0 is no unicast LID"},
		{"0x1 99999999999 1\n", "p:1: not a source GUID, a LID and an SL"},
		{"0x1 : 1\n", "p:1: the SL of a path without a source"},
		{"0x1 3 1\n0x1 : 1\n", "p:2: the SL of a path without a source"},
	};
	g_autoptr(GError) error = NULL;
	ck_assert_ptr_null(psl_parse(cases[_i].text, strlen(cases[_i].text), "p", NULL, NULL, &error));
	assert_input_error(&error, cases[_i].error);
}
END_TEST

/* A row a switch, and one of a CA's own. */
static PathSl *make_sl(void)
{
	static const guint8 rows[3][9] = {{255, 0, 1, 2, 3, 255, 4, 5, 6}, /* LID 8 is nobody's */
					  {255, 7, 0, 1, 0, 9, 255, 2, 0},
					  {255, 1, 1, 1, 1, 1, 1, 1, 1}};
	PathSl *sl = path_sl_new(3, 9, NULL);
	sl->guid[0] = 0x10;
	sl->guid[1] = 0x20;
	sl->guid[2] = 0x40;
	memcpy(sl->sl, rows, sizeof rows);
	return sl;
}

START_TEST(psl_written)
{
	g_autoptr(Fabric) fabric = make_fabric();
	g_autoptr(PathSl) sl = make_sl();
	GString *text = psl_write(sl, fabric);
	/* the CA without a row has that of the switch behind its first port; LIDs 5 and 8 are nobody's */
	ck_assert_str_eq(text->str, "0x0000000000000010 1 0\n0x0000000000000010 2 1\n0x0000000000000010 3 2\n"
				    "0x0000000000000010 4 3\n0x0000000000000010 6 4\n0x0000000000000010 7 5\n"
				    "0x0000000000000020 1 7\n0x0000000000000020 2 0\n0x0000000000000020 3 1\n"
				    "0x0000000000000020 4 0\n0x0000000000000020 7 2\n"
				    "0x0000000000000030 1 0\n0x0000000000000030 2 1\n0x0000000000000030 3 2\n"
				    "0x0000000000000030 4 3\n0x0000000000000030 6 4\n0x0000000000000030 7 5\n"
				    "0x0000000000000040 1 1\n0x0000000000000040 2 1\n0x0000000000000040 3 1\n"
				    "0x0000000000000040 4 1\n0x0000000000000040 6 1\n0x0000000000000040 7 1\n");
	g_autoptr(PathSl) again = psl_parse(text->str, text->len, "p", NULL, NULL, NULL);
	ck_assert_uint_eq(again->n_sources, 4);
	for (guint lid = 1; lid < again->n_lids; lid++)
		if (lid != 5)
			ck_assert_uint_eq(sl_of(again, 0x20, lid), sl_of(sl, 0x20, lid));
	g_string_free(text, TRUE);
	text = psl_write(NULL, fabric);
	ck_assert_str_eq(text->str, "# one virtual lane: every path has SL 0\n");
	g_string_free(text, TRUE);
}
END_TEST

/* ---- slvl */

static const SlMap plain = {.vl = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}};
static const SlMap odd = {.vl = {15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}};

static void assert_map(const Sl2vl *sl2vl, guint64 guid, guint in, guint out, const SlMap *map)
{
	gssize sw = sl2vl_find(sl2vl, guid);
	ck_assert_int_ge(sw, 0);
	ck_assert_mem_eq(sl2vl_get(sl2vl, (guint32)sw, in, out)->vl, map->vl, SL_COUNT);
}

START_TEST(slvl_both_forms)
{
	static const char text[] = "# comment\n0x0000000000000010 0 4 0xf0 0x12 0x34 0x56 0x78 0x9a 0xbc 0xde\n"
				   "0x30 0 0 0xf0 0x12 0x34 0x56 0x78 0x9a 0xbc 0xde\n"
				   "Switch 0x0000000000000020, base LID 2, \"b\"\n"
				   "#in out : 0  1  2  3  4  5  6  7  8  9  10 11 12 13 14 15\n#-----\n"
				   "1   3   : 15 0  1  2  3  4  5  6  7  8  9  10 11 12 13 14 \n#-----\n\n"
				   "Channel Adapter 0x31, base LID 3, \"h\"\n"
				   "0   0   : 1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1\n";
	g_autoptr(Fabric) fabric = make_fabric();
	ParseLog *log = parse_log_new();
	g_autoptr(GError) error = NULL;
	g_autoptr(Sl2vl) sl2vl = slvl_parse(text, sizeof text - 1, "v", fabric, log, &error);
	ck_assert_msg(sl2vl != NULL, "%s", error ? error->message : "");
	assert_logged(log, "");
	ck_assert_uint_eq(sl2vl->n_switches, 2);
	assert_map(sl2vl, 0x10, 0, 4, &odd);
	assert_map(sl2vl, 0x10, 4, 0, &plain);
	assert_map(sl2vl, 0x20, 1, 3, &odd);
	assert_map(sl2vl, 0x20, 0, 0, &plain);
}
END_TEST

START_TEST(slvl_of_another_fabric)
{
	static const char text[] = "0x99 0 4 0xf0 0x12 0x34 0x56 0x78 0x9a 0xbc 0xde\n"
				   "Switch 0x98, base LID 2, \"b\"\n99 3 : 15 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14\n";
	static const char some[] = "0x99 0 4 0xf0 0x12 0x34 0x56 0x78 0x9a 0xbc 0xde\n"
				   "0x10 0 4 0x01 0x23 0x45 0x67 0x89 0xab 0xcd 0xef\n";
	g_autoptr(Fabric) fabric = make_fabric();
	ParseLog *log = parse_log_new();
	g_autoptr(GError) error = NULL;
	ck_assert_ptr_null(slvl_parse(text, sizeof text - 1, "v", fabric, NULL, &error));
	assert_input_error(&error, "v: no SL to VL table of a switch of this fabric");
	g_autoptr(Sl2vl) sl2vl = slvl_parse(some, sizeof some - 1, "v", fabric, log, NULL);
	ck_assert_ptr_nonnull(sl2vl);
	ck_assert_uint_eq(sl2vl->n_maps, 1);
	assert_logged(log, "v:1: warning: the fabric has no node 0x0000000000000099");
}
END_TEST

/* What is of neither form only is no such file; comments say on purpose that there is nothing, and of which tables. */
START_TEST(texts_of_something_else)
{
	static const char
		other[] = "# tables 0123456789abcdef0123456789abcdef\nSwitch 8 \"S-1\"\nhello\n",
		none[] = "# tables 0123456789abcdef0123456789abcdef\n# one lane\n",
		odd[] = "# tables 0123456789abcdef0123456789abcdef \n# tables 0123456789ABCDEF0123456789abcdef\n"
			"# tables 0123\n";
	g_autoptr(Fabric) fabric = make_fabric();
	g_autoptr(GError) error = NULL;
	ck_assert_ptr_null(psl_parse(other, sizeof other - 1, "v", fabric, NULL, &error));
	assert_input_error(&error, "v:2: no SLs of paths: the file has none at all");
	ck_assert_ptr_null(slvl_parse(other, sizeof other - 1, "v", fabric, NULL, &error));
	assert_input_error(&error, "v:2: no SL to VL tables: the file has none at all");
	g_autoptr(PathSl) sl = psl_parse(none, sizeof none - 1, "v", fabric, NULL, NULL);
	g_autoptr(Sl2vl) sl2vl = slvl_parse(none, sizeof none - 1, "v", fabric, NULL, NULL);
	g_autoptr(PathSl) plain = psl_parse(odd, sizeof odd - 1, "v", fabric, NULL, NULL);
	g_autoptr(PathSl) empty = psl_parse("", 0, "v", fabric, NULL, NULL);
	ck_assert(sl && sl2vl && plain && empty);
	ck_assert_str_eq(sl->of, "0123456789abcdef0123456789abcdef");
	ck_assert_str_eq(sl2vl->of, sl->of);
	ck_assert(sl->none_on_purpose && !empty->none_on_purpose);
	ck_assert_str_eq(plain->of, "");
}
END_TEST

START_TEST(slvl_malformed)
{
	static const struct {
		const char *text, *error;
	} cases[] = {
		{"0x10 0 4 0xf0 0x12 0x34\n", "v:1: not a GUID, two ports and eight bytes"},
		{"0x10 0 4 0xf0 0x12 0x34 0x56 0x78 0x9a 0xbc 0x100\n", "v:1: not a GUID, two ports and eight bytes"},
		{"\n0x10 0 5 0xf0 0x12 0x34 0x56 0x78 0x9a 0xbc 0xde\n", "v:2: port 5 of a switch of 4 ports"},
		{"0x10 5 0 0xf0 0x12 0x34 0x56 0x78 0x9a 0xbc 0xde\n", "v:1: port 5 of a switch of 4 ports"},
		{"0x10 256 0 0xf0 0x12 0x34 0x56 0x78 0x9a 0xbc 0xde\n", "v:1: not a GUID, two ports and eight bytes"},
		{"1 3 : 15 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14\n", "v:1: an SL to VL table without a node"},
		{"Switch 0x10, x\n1 3 : 16 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14\n", "v:2: not a colon and 16 VLs"},
		{"Switch 0x10, x\n1 3 : 15 0 1\n", "v:2: not a colon and 16 VLs"},
		{"Switch 0x10, x\n1\n", "v:2: not two ports"},
	};
	g_autoptr(Fabric) fabric = make_fabric();
	g_autoptr(GError) error = NULL;
	ck_assert_ptr_null(slvl_parse(cases[_i].text, strlen(cases[_i].text), "v", fabric, NULL, &error));
	assert_input_error(&error, cases[_i].error);
}
END_TEST

START_TEST(slvl_written)
{
	static const char first[] = "0x0000000000000010 0 0 0x01 0x23 0x45 0x67 0x89 0xab 0xcd 0xef\n"
				    "0x0000000000000010 0 1 0x01 0x23 0x45 0x67 0x89 0xab 0xcd 0xef\n"
				    "0x0000000000000010 0 3 0x01 0x23 0x45 0x67 0x89 0xab 0xcd 0xef\n"
				    "0x0000000000000010 1 0 0x01 0x23 0x45 0x67 0x89 0xab 0xcd 0xef\n"
				    "0x0000000000000010 1 1 0x01 0x23 0x45 0x67 0x89 0xab 0xcd 0xef\n"
				    "0x0000000000000010 1 3 0xf0 0x12 0x34 0x56 0x78 0x9a 0xbc 0xde\n";
	g_autoptr(Fabric) fabric = make_fabric();
	g_autoptr(GError) error = NULL;
	g_autoptr(Sl2vl) sl2vl = slvl_parse("", 0, "v", fabric, NULL, &error);
	ck_assert_msg(sl2vl != NULL, "%s", error ? error->message : "");
	ck_assert(sl2vl_set(sl2vl, 0, 1, 3, &odd, NULL));
	ck_assert(sl2vl_set(sl2vl, 1, 4, 0, &odd, NULL));
	GString *text = slvl_write(sl2vl, fabric);
	ck_assert(g_str_has_prefix(text->str, first));
	g_autoptr(Sl2vl) again = slvl_parse(text->str, text->len, "v", fabric, NULL, &error);
	ck_assert_msg(again != NULL, "%s", error ? error->message : "");
	for (guint sw = 0; sw < 2; sw++)
		for (guint in = 0; in <= 4; in++)
			for (guint out = 0; out <= 4; out++)
				assert_map(again, sl2vl->guid[sw], in, out, sl2vl_get(sl2vl, sw, in, out));
	g_string_free(text, TRUE);
	text = slvl_write(NULL, fabric);
	ck_assert_str_eq(text->str, "# one virtual lane: every SL goes by VL 0\n");
	g_string_free(text, TRUE);
}
END_TEST

/* ---- sssp.sl */

START_TEST(sssp_sl_round_trip)
{
	g_autoptr(PathSl) sl = make_sl();
	g_autoptr(GError) error = NULL;
	GString *text = sssp_sl_write(sl);
	ck_assert_str_eq(text->str, "sssp-sl 1\nlids 9\n0x0000000000000010 1:0 2:1 3:2 4:3 6:4 7:5 8:6\n"
				    "0x0000000000000020 1:7 2:0 3:1 4:0 5:9 7:2 8:0\n0x0000000000000040 1-8:1\n");
	Source source = source_text(text->str, text->len, "x");
	ck_assert(sssp_sl_recognise(&source));
	g_autoptr(PathSl) again = sssp_sl_parse(text->str, text->len, "s", NULL, &error);
	ck_assert_msg(again != NULL, "%s", error ? error->message : "");
	ck_assert_uint_eq(again->n_sources, 3);
	ck_assert_uint_eq(again->n_lids, 9);
	ck_assert_mem_eq(again->guid, sl->guid, 3 * sizeof(guint64));
	ck_assert_mem_eq(again->sl, sl->sl, 27);
	g_string_free(text, TRUE);
	text = sssp_sl_write(NULL);
	g_autoptr(PathSl) none = sssp_sl_parse(text->str, text->len, "s", NULL, &error);
	ck_assert_msg(none != NULL, "%s", error ? error->message : "");
	ck_assert_uint_eq(none->n_sources, 0);
	g_string_free(text, TRUE);
}
END_TEST

START_TEST(sssp_sl_malformed)
{
	static const struct {
		const char *text, *error;
	} cases[] = {
		{"", "s:1: the first line is not `sssp-sl 1`"},
		{"# x\nsssp-sl 1\n", "s:1: the first line is not `sssp-sl 1`"},
		{"sssp-sl 2\nlids 3\n", "s:1: version 2 of the format, only 1 is known"},
		{"sssp-sl 1\n", "s:1: not `lids` and their number"},
		{"sssp-sl 1\nlids 49153\n", "s:2: not `lids` and their number"},
		{"sssp-sl 1\nlids 9\nzz 1:0\n", "s:3: not the GUID of a source"},
		{"sssp-sl 1\nlids 9\n0x1 1:16\n", "s:3: not a run of LIDs and an SL"},
		{"sssp-sl 1\nlids 9\n0x1 1-:3\n", "s:3: not a run of LIDs and an SL"},
		{"sssp-sl 1\nlids 9\n0x1 1:3 1:3\n", "s:3: LIDs 1-1 are out of place"},
		{"sssp-sl 1\nlids 9\n0x1 3-2:3\n", "s:3: LIDs 3-2 are out of place"},
		{"sssp-sl 1\nlids 9\n0x1 0:3\n", "s:3: LIDs 0-0 are out of place"},
		{"sssp-sl 1\nlids 9\n\n# x\n0x1 8-9:3\n", "s:5: LIDs 8-9 are out of place"},
		{"sssp-sl 1\nlids 9\n0x1 1:0\n0x2 1:0\n0x1 2:0\n", "s: a source has two lines"},
	};
	g_autoptr(GError) error = NULL;
	ck_assert_ptr_null(sssp_sl_parse(cases[_i].text, strlen(cases[_i].text), "s", NULL, &error));
	assert_input_error(&error, cases[_i].error);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sl files");
	TCase *psl = tcase_create("psl"), *slvl = tcase_create("slvl"), *compact = tcase_create("sssp.sl");
	tcase_add_test(psl, psl_both_forms);
	tcase_add_test(psl, psl_repeated);
	tcase_add_test(psl, psl_comment_only);
	tcase_add_loop_test(psl, psl_malformed, 0, 9);
	tcase_add_test(psl, psl_written);
	tcase_add_test(slvl, slvl_both_forms);
	tcase_add_test(slvl, texts_of_something_else);
	tcase_add_test(slvl, slvl_of_another_fabric);
	tcase_add_loop_test(slvl, slvl_malformed, 0, 9);
	tcase_add_test(slvl, slvl_written);
	tcase_add_test(compact, sssp_sl_round_trip);
	tcase_add_loop_test(compact, sssp_sl_malformed, 0, 13);
	suite_add_tcase(suite, psl);
	suite_add_tcase(suite, slvl);
	suite_add_tcase(suite, compact);
	return run_suite(suite);
}
