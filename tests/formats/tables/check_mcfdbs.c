/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Multicast forwarding tables: the value and OpenSM's dump. */
#include "core/tables/mft.h"
#include "formats/input.h"
#include "formats/tables/mcfdbs.h"
#include "tests/formats/formats_common.h"

/* The ports of a set as text, "0 1 254". */
static char *ports_of(const Mft *mft, guint16 mlid, guint64 guid)
{
	GString *text = g_string_new(NULL);
	for (guint32 i = 0; i < mft->n_entries; i++) {
		if (mft->entry[i].mlid != mlid || mft->entry[i].guid != guid)
			continue;
		const MftPorts *ports = &mft->entry[i].ports;
		for (gint port = mft_next(ports, 0); port >= 0; port = mft_next(ports, (guint)port + 1))
			g_string_append_printf(text, "%s%d", text->len ? " " : "", port);
	}
	return g_string_free(text, FALSE);
}

static void assert_ports(const Mft *mft, guint16 mlid, guint64 guid, const char *wanted)
{
	g_autofree char *ports = ports_of(mft, mlid, guid);
	ck_assert_str_eq(ports, wanted);
}

/* As OpenSM writes it, and what other hands make of it. */
START_TEST(all_forms)
{
	static const char text[] = "\xef\xbb\xbf# dump\n\nSwitch 0x0000000000000009\r\nLID    : Out Port(s)\r\n"
				   "0xC000 : 0x001  0x00A \r\n0xC007 :\r\n0xFFFE : 0x000  0x03F  0x040  0x0FE \r\n\n"
				   "  Switch 0x3\nLID    : Out Port(s)\n  0xc000:0x002\n0xC003 :\t0x07f 0x080";
	ParseLog *log = parse_log_new();
	g_autoptr(GError) error = NULL;
	g_autoptr(Mft) mft = mcfdbs_parse(text, sizeof text - 1, "t", log, &error);
	ck_assert_msg(mft != NULL, "%s", error ? error->message : "");
	ck_assert_uint_eq(mft->n_groups, 3);
	ck_assert_uint_eq(mft->n_entries, 4);
	ck_assert_uint_eq(mft->first[1], 2);
	ck_assert_uint_eq(mft->first[3], 4);
	ck_assert_uint_eq(mft->entry[0].guid, 3);
	assert_ports(mft, 0xC000, 9, "1 10");
	assert_ports(mft, 0xC000, 3, "2");
	assert_ports(mft, 0xC003, 3, "127 128");
	assert_ports(mft, 0xFFFE, 9, "0 63 64 254");
	assert_logged(log, "");
}
END_TEST

/* Said twice alike is fine; said otherwise is told, and judged with all ports. */
START_TEST(repeated)
{
	static const char text[] = "Switch 0x1\n0xC000 : 0x001\n0xC001 : 0x002\nSwitch 0x2\n0xC000 : 0x001\n"
				   "Switch 0x1\n0xC000 : 0x001\n0xC001 : 0x003\n";
	ParseLog *log = parse_log_new();
	g_autoptr(Mft) mft = mcfdbs_parse(text, sizeof text - 1, "t", log, NULL);
	ck_assert_ptr_nonnull(mft);
	ck_assert_uint_eq(mft->n_entries, 3);
	assert_ports(mft, 0xC000, 1, "1");
	assert_ports(mft, 0xC001, 1, "2 3");
	assert_logged(log, "t:8: warning: MLID 0xC001 of 0x0000000000000001 has other ports in line 3: both are taken");
}
END_TEST

/* OpenSM leaves an empty file where nobody joined a group. */
START_TEST(no_groups)
{
	g_autoptr(Mft) mft = mcfdbs_parse("\n", 1, "t", NULL, NULL);
	ck_assert_ptr_nonnull(mft);
	ck_assert_uint_eq(mft->n_groups, 0);
	ck_assert_uint_eq(mft->n_entries, 0);
	ck_assert_uint_eq(mft->first[0], 0);
}
END_TEST

static const struct {
	const char *text, *message;
} broken[] = {
	{"0xC000 : 0x001\n", "t:1: an entry outside a multicast table"},
	{"Switch 12\n", "t:1: a multicast table without the GUID of its switch"},
	{"Switch 0x11112222333344445\n", "t:1: a multicast table without the GUID of its switch"},
	{"Switch 0x1\nLID    : Out Port(s)\n0xBFFF : 0x001\n", "t:3: not a multicast LID"},
	{"Switch 0x1\n0xFFFF : 0x001\n", "t:2: not a multicast LID"},
	{"Switch 0x1\n0x : 0x001\n", "t:2: not a multicast LID"},
	{"Switch 0x1\n0xC000  0x001\n", "t:2: MLID 0xC000: no colon and ports"},
	{"Switch 0x1\n0xC000 : 0x001 2\n", "t:2: MLID 0xC000: not a port number"},
	{"Switch 0x1\n0xC000 : 0x0FF\n", "t:2: MLID 0xC000: not a port number"},
	{"Switch 0x1\n0xC000 : 0x001,0x002\n", "t:2: MLID 0xC000: not a port number"},
	{"Unicast lids [0-7] of switch Lid 3 guid 0x2 (b):\n", "t:1: not a line of multicast tables"},
};

START_TEST(refused)
{
	GError *error = NULL;
	Mft *mft = mcfdbs_parse(broken[_i].text, strlen(broken[_i].text), "t", NULL, &error);
	ck_assert_ptr_null(mft);
	assert_input_error(&error, broken[_i].message);
}
END_TEST

/* A dump that OpenSM made, of a torus with ten groups, found by the reader of files. */
START_TEST(made_by_opensm)
{
	const char *folder = g_getenv("srcdir");
	g_autofree char *path = g_build_filename(folder ? folder : ".", "tests/fuzz/corpus/mcfdbs/opensm.mcfdbs", NULL);
	ParseLog *log = parse_log_new();
	g_autoptr(GError) error = NULL;
	g_autoptr(Mft) mft = input_mcast(path, log, &error);
	ck_assert_msg(mft != NULL, "%s", error ? error->message : "");
	assert_ports(mft, 0xC000, 0x0002c90200400000, "2 3 4 5 6");
	assert_ports(mft, 0xC006, 0x0002c90200400000, "3 4");
	assert_logged(log, "");
	ck_assert_ptr_null(input_mcast("/nonexistent/file", NULL, &error));
	ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_IO));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("mcfdbs");
	TCase *tcase = tcase_create("mcfdbs");
	tcase_add_test(tcase, all_forms);
	tcase_add_test(tcase, repeated);
	tcase_add_test(tcase, no_groups);
	tcase_add_loop_test(tcase, refused, 0, G_N_ELEMENTS(broken));
	tcase_add_test(tcase, made_by_opensm);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
