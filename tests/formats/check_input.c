/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The scanner, how files are read and recognised, and the lists of GUIDs. */
#include "formats/tables/guid2lid.h"
#include "formats/lists/guid_list.h"
#include "formats/input.h"
#include "formats/text/scan.h"
#include "tests/formats/formats_common.h"

#include <glib/gstdio.h>
#include <unistd.h>

/* ---- scan */

static Text text_of(const char *literal)
{
	return (Text){literal, literal + strlen(literal)};
}

START_TEST(lines)
{
	static const struct {
		const char *line;
		gsize length;
	} wanted[] = {{"a", 1}, {"", 0}, {"b\0c", 3}, {"d\r e", 4}, {"last", 4}};
	static const char buffer[] = "\xef\xbb\xbf"
				     "a\n\r\nb\0c\nd\r e\r\nlast";
	Scan scan;
	Text line;
	guint n = 0;
	scan_init(&scan, buffer, sizeof buffer - 1, "f");
	while (scan_line(&scan, &line)) {
		ck_assert_uint_lt(n, G_N_ELEMENTS(wanted));
		ck_assert_uint_eq(text_length(line), wanted[n].length);
		ck_assert_mem_eq(line.at, wanted[n].line, wanted[n].length);
		ck_assert_uint_eq(scan.line, ++n);
	}
	ck_assert_uint_eq(n, G_N_ELEMENTS(wanted));
	scan_init(&scan, NULL, 0, "f");
	ck_assert(!scan_line(&scan, &line));
}
END_TEST

START_TEST(numbers)
{
	static const struct {
		const char *text;
		gboolean hex;
		guint64 max, value;
		gboolean ok;
		gsize eaten;
	} cases[] = {
		{"0", FALSE, 10, 0, TRUE, 1},
		{"10x", FALSE, 10, 10, TRUE, 2},
		{"11", FALSE, 10, 0, FALSE, 0},
		{"9", FALSE, 5, 0, FALSE, 0},
		{"1", FALSE, 0, 0, FALSE, 0},
		{"0", FALSE, 0, 0, TRUE, 1},
		{"", FALSE, 10, 0, FALSE, 0},
		{"-1", FALSE, 10, 0, FALSE, 0},
		{" 1", FALSE, 10, 0, FALSE, 0},
		{"18446744073709551615", FALSE, G_MAXUINT64, G_MAXUINT64, TRUE, 20},
		{"18446744073709551616", FALSE, G_MAXUINT64, 0, FALSE, 0},
		{"99999999999999999999999999", FALSE, G_MAXUINT64, 0, FALSE, 0},
		{"ffffFFFFffffFFFFg", TRUE, G_MAXUINT64, G_MAXUINT64, TRUE, 16},
		{"10000000000000000", TRUE, G_MAXUINT64, 0, FALSE, 0},
		{"00000000000000000001", TRUE, G_MAXUINT64, 1, TRUE, 20},
		{"a", FALSE, 10, 0, FALSE, 0},
	};
	Text text = text_of(cases[_i].text);
	guint64 value = 0;
	gboolean ok =
		cases[_i].hex ? text_hex(&text, cases[_i].max, &value) : text_decimal(&text, cases[_i].max, &value);
	ck_assert_int_eq(ok, cases[_i].ok);
	ck_assert_uint_eq(value, cases[_i].value);
	ck_assert_uint_eq((gsize)(text.at - cases[_i].text), cases[_i].eaten);
}
END_TEST

START_TEST(pieces)
{
	Text text = text_of("  one\ttwo 0x1F,rest"), word;
	guint64 value;
	ck_assert(text_word(&text, &word) && text_equals(word, "one"));
	ck_assert(!text_literal(&text, "two"));
	text_blanks(&text);
	ck_assert(text_literal(&text, "tw") && text_char(&text, 'o'));
	ck_assert(!text_0x(&text, 100, &value));
	text_blanks(&text);
	ck_assert(!text_0x(&text, 30, &value));
	ck_assert(text_number(&text, 31, &value) && value == 31);
	ck_assert(text_until(&text, ',', &word) && text_empty(word));
	ck_assert(!text_after(&text, "rests"));
	ck_assert(text_after(&text, "es") && text_equals(text, "t"));
	ck_assert(text_char(&text, 't') && text_empty(text));
	ck_assert(!text_word(&text, &word) && !text_char(&text, 't') && !text_after(&text, "t"));
}
END_TEST

/* ---- files */

static char *scratch_file(const char *contents, gssize length)
{
	GError *error = NULL;
	char *path;
	int fd = g_file_open_tmp("check_input_XXXXXX", &path, &error);
	ck_assert_msg(fd >= 0, "%s", error ? error->message : "");
	close(fd);
	ck_assert(g_file_set_contents(path, contents, length, &error));
	return path;
}

START_TEST(recognised)
{
	static const char net[] = "# x\n\nSwitch 8 \"a\"\n";
	static const char list[] =
		"{ SW Ports:08 SystemGUID:1 NodeGUID:1 PortGUID:1 VenID:1 DevID:1 Rev:1 {a} LID:0001 PN:01 } "
		"{ SW Ports:08 SystemGUID:2 NodeGUID:2 PortGUID:2 VenID:1 DevID:1 Rev:1 {b} LID:0002 PN:01 } PHY=4x\n";
	g_autofree char *net_file = scratch_file(net, -1), *list_file = scratch_file(list, -1);
	g_autoptr(GError) error = NULL;
	g_autoptr(Fabric) a = input_topology(net_file, NULL, &error);
	g_autoptr(Fabric) b = input_topology(list_file, NULL, &error);
	ck_assert_msg(a && b, "%s", error ? error->message : "");
	ck_assert_uint_eq(a->n_switches, 1);
	ck_assert_uint_eq(b->n_switches, 2);
	g_autofree char *fdbs = scratch_file("x\ndump_ucast_routes: Switch 0x1\n0x0001 : 006  : 01   : yes\n", -1);
	g_autofree char *lfts = scratch_file("Unicast lids [0-1] of switch Lid 1 guid 0x2 (a):\n0x0001 7\n", -1);
	g_autoptr(Lft) c = input_tables(fdbs, NULL, &error);
	g_autoptr(Lft) d = input_tables(lfts, NULL, &error);
	ck_assert_msg(c && d, "%s", error ? error->message : "");
	ck_assert_uint_eq(lft_row(c, 1)[1], 6);
	ck_assert_uint_eq(lft_row(d, 2)[1], 7);
	g_autofree char *psl = scratch_file("0x1 1 3\n", -1),
			*compact = scratch_file("sssp-sl 1\nlids 2\n0x1 1:4\n", -1);
	g_autoptr(PathSl) e = input_psl(psl, NULL, &error);
	g_autoptr(PathSl) f = input_psl(compact, NULL, &error);
	ck_assert_msg(e && f, "%s", error ? error->message : "");
	ck_assert_uint_eq(path_sl_row(e, 1)[1], 3);
	ck_assert_uint_eq(path_sl_row(f, 1)[1], 4);
	g_autofree char *slvl = scratch_file("0x200000 0 1 0x00 0x00 0x00 0x00 0x00 0x00 0x00 0x00\n", -1);
	g_autoptr(Sl2vl) h = input_slvl(slvl, a, NULL, &error);
	ck_assert_msg(h != NULL, "%s", error ? error->message : "");
	ck_assert_uint_eq(sl2vl_get(h, 0, 0, 1)->vl[9], 0);
	const char *files[] = {net_file, list_file, fdbs, lfts, psl, compact, slvl};
	for (guint i = 0; i < G_N_ELEMENTS(files); i++)
		g_unlink(files[i]);
}
END_TEST

START_TEST(unreadable)
{
	g_autoptr(GError) error = NULL;
	ck_assert_ptr_null(input_topology("/nonexistent/net", NULL, &error));
	ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_IO));
	ck_assert_str_eq(error->message, "/nonexistent/net: No such file or directory");
	g_clear_error(&error);
	ck_assert_ptr_null(input_tables("/", NULL, &error));
	ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_IO));
	ck_assert_str_eq(error->message, "/: Is a directory");
	g_clear_error(&error);
	ck_assert_ptr_null(input_topology("/dev/null", NULL, &error));
	assert_input_error(&error, "/dev/null: no node: not an ibnetdiscover or ibsim text");
	ck_assert_ptr_null(input_tables("/dev/null", NULL, &error));
	assert_input_error(&error, "/dev/null: no forwarding table");
}
END_TEST

/* Tables of the largest subnets have tens of gigabytes; the hole behind this one is what is wrong with it. */
START_TEST(longer_than_memory)
{
	static const char text[] = "Unicast lids [0-1] of switch Lid 1 guid 0x1 (a):\n0x0001 001 # x\n";
	g_autofree char *path = NULL;
	int fd = g_file_open_tmp("check_input_XXXXXX", &path, NULL);
	g_autoptr(GError) error = NULL;
	ck_assert_int_eq(write(fd, text, sizeof text - 1), sizeof text - 1);
	ck_assert_int_eq(ftruncate(fd, (off_t)1 << 36), 0);
	close(fd);
	ck_assert_ptr_null(input_tables(path, NULL, &error));
	ck_assert_msg(g_str_has_suffix(error->message, ": a line of more than 1048576 bytes"), "%s", error->message);
	g_unlink(path);
}
END_TEST

/* Tests run in processes of their own, so this one may have another standard input. */
START_TEST(standard_input)
{
	GString *text = g_string_new("Switch 8 \"a\"\n");
	for (guint i = 0; i < 20000; i++) /* more than a pipe or the first room holds */
		g_string_append_printf(text, "\nCa 1 \"host%u\"\n", i);
	g_string_append(text, "nonsense \"\n");
	g_autofree char *path = scratch_file(text->str, (gssize)text->len);
	ck_assert_ptr_nonnull(freopen(path, "rb", stdin));
	g_autoptr(GError) error = NULL;
	ck_assert_ptr_null(input_topology("-", NULL, &error));
	assert_input_error(&error, "standard input:40002: neither a node nor a port: nonsense \"");
	g_unlink(path);
	g_string_free(text, TRUE);
}
END_TEST

/* ---- lists */

START_TEST(guid_lists)
{
	static const char text[] =
		"# order\n0x0002c90300000001\n\n  2c90300000002  # second\r\n0X3\n0xffffffffffffffff";
	static const guint64 wanted[] = {G_GUINT64_CONSTANT(0x2c90300000001), G_GUINT64_CONSTANT(0x2c90300000002), 3,
					 G_MAXUINT64};
	g_autoptr(GError) error = NULL;
	GArray *guids = guid_list_parse(text, sizeof text - 1, "g", NULL, &error);
	ck_assert_msg(guids != NULL, "%s", error ? error->message : "");
	ck_assert_uint_eq(guids->len, G_N_ELEMENTS(wanted));
	ck_assert_mem_eq(guids->data, wanted, sizeof wanted);
	g_array_free(guids, TRUE);
	ck_assert_ptr_null(guid_list_parse("1\nx\n", 4, "g", NULL, &error));
	assert_input_error(&error, "g:2: not a GUID");
	ck_assert_ptr_null(guid_list_parse("1 2\n", 4, "g", NULL, &error));
	assert_input_error(&error, "g:1: something follows the GUID");
	ck_assert_ptr_null(guid_list_parse("0x10000000000000000\n", 20, "g", NULL, &error));
	assert_input_error(&error, "g:1: not a GUID");
}
END_TEST

START_TEST(guid2lid)
{
	g_autoptr(Fabric) fabric = fabric_new();
	g_autoptr(GError) error = NULL;
	guint32 sw = fabric_add_node(fabric, FABRIC_SWITCH, 0x10, 4, "s", NULL);
	guint32 ca = fabric_add_node(fabric, FABRIC_CA, 0x20, 1, "h", NULL);
	fabric_cable(fabric, fabric_port_index(fabric, sw, 1), fabric_port_index(fabric, ca, 1), NULL);
	fabric->ports[fabric_port_index(fabric, sw, 0)].guid = 0x10;
	fabric->ports[fabric_port_index(fabric, ca, 1)].guid = 0x21;
	ck_assert(fabric_assign_lids(fabric, 2, NULL, NULL));
	GString *text = guid2lid_write(fabric);
	ck_assert_str_eq(text->str, "0x0000000000000010 0x0001 0x0001\n\n0x0000000000000021 0x0004 0x0007\n\n");
	GArray *entries = guid2lid_parse(text->str, text->len, "g", NULL, &error);
	ck_assert_msg(entries != NULL, "%s", error ? error->message : "");
	ck_assert_uint_eq(entries->len, 2);
	const GuidLids *last = &g_array_index(entries, GuidLids, 1);
	ck_assert_uint_eq(last->guid, 0x21);
	ck_assert_uint_eq(last->first, 4);
	ck_assert_uint_eq(last->last, 7);
	ck_assert_uint_eq(last->line, 3);
	g_array_free(entries, TRUE);
	g_string_free(text, TRUE);
	ck_assert_ptr_null(guid2lid_parse("0x1 0x2\n", 8, "g", NULL, &error));
	assert_input_error(&error, "g:1: not a port GUID and two LIDs");
	ck_assert_ptr_null(guid2lid_parse("\n0x1 0x2 0x1\n", 13, "g", NULL, &error));
	assert_input_error(&error, "g:2: not a port GUID and two LIDs");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("input");
	TCase *scan = tcase_create("scan"), *files = tcase_create("files"), *lists = tcase_create("lists");
	tcase_add_test(scan, lines);
	tcase_add_loop_test(scan, numbers, 0, 16);
	tcase_add_test(scan, pieces);
	tcase_add_test(files, recognised);
	tcase_add_test(files, unreadable);
	tcase_add_test(files, longer_than_memory);
	tcase_add_test(files, standard_input);
	tcase_add_test(lists, guid_lists);
	tcase_add_test(lists, guid2lid);
	suite_add_tcase(suite, scan);
	suite_add_tcase(suite, files);
	suite_add_tcase(suite, lists);
	return run_suite(suite);
}
