/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Texts that are read through a window: the same lines as from memory, whatever lies across its edges. */
#include "formats/input.h"
#include "formats/text/rows.h"
#include "formats/text/source.h"
#include "tests/formats/formats_common.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <unistd.h>

/* Writes a text to a file without a name. */
static int scratch(const char *text, gsize length)
{
	g_autofree char *path = NULL;
	int fd = g_file_open_tmp("check_source_XXXXXX", &path, NULL);
	ck_assert_int_ge(fd, 0);
	g_unlink(path);
	while (length) {
		gssize done = write(fd, text, length);
		ck_assert_int_gt(done, 0);
		text += done;
		length -= (gsize)done;
	}
	return fd;
}

/* Lines of many lengths, some longer than any window, with zeros and all ends of line. */
static GString *text_of_lines(guint longest)
{
	GString *text = g_string_new("\xef\xbb\xbf");
	for (guint i = 0; text->len < 3000000; i++) {
		guint length = i % 977 == 5 ? longest : i * 7919 % 211;
		for (guint k = 0; k < length; k++)
			g_string_append_c(text, (char)((i + k * 31) % 97 == 10 ? 0 : (i + k * 31) % 97 + 32));
		g_string_append(text, i % 3 ? "\n" : "\r\n");
	}
	return text;
}

static const guint longest[] = {0, 262143, 262144, 1000000};

START_TEST(same_lines)
{
	GString *text = text_of_lines(longest[_i]);
	if (_i % 2)
		g_string_append(text, "no end");
	int fd = scratch(text->str, text->len);
	Source source = source_file(fd, text->len, "f");
	for (guint round = 0; round < 2; round++) {
		Scan memory, file;
		Text a, b;
		guint n = 0;
		scan_init(&memory, text->str, text->len, "f");
		scan_open(&file, &source);
		for (; scan_line(&memory, &a); n++) {
			ck_assert(scan_line(&file, &b));
			ck_assert_uint_eq(file.line, memory.line);
			ck_assert_uint_eq(text_length(b), text_length(a));
			ck_assert(text_empty(a) || memcmp(a.at, b.at, text_length(a)) == 0);
		}
		ck_assert(!scan_line(&file, &b) && !scan_line(&file, &b));
		ck_assert(source_finish(&source, TRUE, NULL) && !source_finish(&source, FALSE, NULL));
		ck_assert_uint_gt(n, 10);
	}
	ck_assert_uint_lt(source.room, 4 * 1000000);
	source_clear(&source);
	close(fd);
	g_string_free(text, TRUE);
}
END_TEST

START_TEST(cut_off)
{
	GString *text = text_of_lines(100);
	int fd = scratch(text->str, text->len);
	Source source = source_file(fd, text->len + 1, "f");
	g_autoptr(GError) error = NULL;
	Scan scan;
	Text line;
	scan_open(&scan, &source);
	while (scan_line(&scan, &line))
		;
	g_set_error(&error, SSSP_ERROR, SSSP_ERROR_INPUT, "what a reader makes of it");
	ck_assert(!source_finish(&source, FALSE, &error));
	ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_IO));
	ck_assert_str_eq(error->message, "f: cut off while it was read");
	source_clear(&source);
	close(fd);
	g_string_free(text, TRUE);
}
END_TEST

START_TEST(unreadable)
{
	g_autoptr(GError) error = NULL;
	int fd = open("/", O_RDONLY);
	Source source = source_file(fd, 100, "f");
	Scan scan;
	Text line;
	scan_open(&scan, &source);
	ck_assert(!scan_line(&scan, &line));
	ck_assert(!source_finish(&source, TRUE, &error));
	ck_assert_str_eq(error->message, "f: Is a directory");
	source_clear(&source);
	close(fd);
}
END_TEST

/* A hole is one line; memory for all of it would be memory for what a file only claims. */
START_TEST(hole)
{
	g_autofree char *path = NULL;
	int fd = g_file_open_tmp("check_source_XXXXXX", &path, NULL);
	g_autoptr(GError) error = NULL;
	Scan scan;
	Text line;
	ck_assert_int_eq(ftruncate(fd, (off_t)1 << 36), 0);
	Source source = source_file(fd, (gsize)1 << 36, "f");
	scan_open(&scan, &source);
	ck_assert(scan_line(&scan, &line));
	ck_assert_uint_le(text_length(line), 4 * SOURCE_LINE_MOST);
	ck_assert_uint_le(source.room, 4 * SOURCE_LINE_MOST);
	ck_assert(!scan_line(&scan, &line));
	ck_assert(!source_finish(&source, TRUE, &error));
	assert_input_error(&error, "f: a line of more than 1048576 bytes");
	source_clear(&source);
	close(fd);
	g_unlink(path);
}
END_TEST

/* ---- rows that are not there when read again */

static gboolean read_triples(Rows *rows, Scan *scan, gpointer user, GError **error)
{
	Text line;
	(void)user;
	while (scan_line(scan, &line)) {
		guint64 guid, lid, value;
		ck_assert(text_0x(&line, G_MAXUINT64, &guid) && text_char(&line, ' '));
		ck_assert(text_decimal(&line, 1000, &lid) && text_char(&line, ' '));
		ck_assert(text_decimal(&line, 255, &value));
		if (!rows_select(rows, guid, error))
			return FALSE;
		rows_set(rows, scan, (guint32)lid, (guint8)value);
	}
	return TRUE;
}

static Source source_of(const char *text)
{
	return source_text(text, strlen(text), "f");
}

START_TEST(changed)
{
	static const struct {
		const char *again;
		gboolean ok;
	} cases[] = {
		{"0x1 3 7\n0x2 0 8\n", TRUE}, {"0x2 3 9\n", TRUE},           {"", TRUE},
		{"0x1 4 7\n", FALSE},         {"0x3 1 7\n", FALSE},          {"0x2 1000 7\n", FALSE},
		{"0x0 0 7\n", FALSE},         {"0x1 3 7\n0x3 3 7\n", FALSE},
	};
	g_autoptr(GError) error = NULL;
	Rows rows = {.what = "cells"};
	Source first = source_of("0x1 3 7\n0x2 0 8\n"), again = source_of(cases[_i].again);
	ck_assert(rows_collect(&rows, read_triples, NULL, &first, &error));
	ck_assert_uint_eq(rows.n, 2);
	ck_assert_uint_eq(rows.n_lids, 4);
	g_autofree guint8 *cells = g_malloc(2 * 4);
	memset(cells, ROWS_EMPTY, 2 * 4);
	ck_assert_int_eq(rows_fill(&rows, cells, read_triples, NULL, &again, &error), cases[_i].ok);
	if (!cases[_i].ok)
		assert_input_error(&error, "f: changed while it was read");
	rows_clear(&rows);
}
END_TEST

/* ---- files */

/* Tables of many switches, and what they hold. */
static GString *large_tables(guint n_switches, guint n_lids)
{
	GString *text = g_string_new(NULL);
	for (guint sw = 1; sw <= n_switches; sw++) {
		g_string_append_printf(text, "Unicast lids [0-%u] of switch Lid %u guid 0x%x ('s'):\n", n_lids, sw, sw);
		for (guint lid = 1; lid <= n_lids; lid++)
			g_string_append_printf(text, "0x%04x %03u # Channel Adapter portguid 0x1: 'a name'\n", lid,
					       (sw * 31 + lid * 7) % 250);
	}
	return text;
}

START_TEST(tables)
{
	enum { SWITCHES = 60, LIDS = 500 };
	GString *text = large_tables(SWITCHES, LIDS);
	g_autofree char *path = NULL;
	g_autoptr(GError) error = NULL;
	close(g_file_open_tmp("check_source_XXXXXX", &path, NULL));
	ck_assert_uint_gt(text->len, 1 << 20);
	ck_assert(g_file_set_contents(path, text->str, (gssize)text->len, NULL));
	g_autoptr(Lft) lft = input_tables(path, NULL, &error);
	ck_assert_msg(lft != NULL, "%s", error ? error->message : "");
	ck_assert_uint_eq(lft->n_switches, SWITCHES);
	ck_assert_uint_eq(lft->n_lids, LIDS + 1);
	for (guint sw = 1; sw <= SWITCHES; sw++)
		for (guint lid = 1; lid <= LIDS; lid++)
			ck_assert_uint_eq(lft_row(lft, sw)[lid], (sw * 31 + lid * 7) % 250);
	g_string_append(text, "0xffff 1\n");
	ck_assert(g_file_set_contents(path, text->str, (gssize)text->len, NULL));
	ck_assert_ptr_null(input_tables(path, NULL, &error));
	g_autofree char *message = g_strdup_printf("%s:%d: not a unicast LID", path, SWITCHES * (LIDS + 1) + 1);
	assert_input_error(&error, message);
	g_unlink(path);
	g_string_free(text, TRUE);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("source");
	TCase *window = tcase_create("window"), *rows = tcase_create("rows"), *files = tcase_create("files");
	tcase_add_loop_test(window, same_lines, 0, G_N_ELEMENTS(longest));
	tcase_add_test(window, cut_off);
	tcase_add_test(window, unreadable);
	tcase_add_test(window, hole);
	tcase_add_loop_test(rows, changed, 0, 8);
	tcase_add_test(files, tables);
	suite_add_tcase(suite, window);
	suite_add_tcase(suite, rows);
	suite_add_tcase(suite, files);
	return run_suite(suite);
}
