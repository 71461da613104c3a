/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads forwarding tables as OpenSM and ibdiagnet dump them for ibdmchk. A line "dump_ucast_routes: Switch GUID" begins
 * a table; a line that begins with 0x is an entry of it.
 */
#include "formats/tables/fdbs.h"

#include "formats/tables/table.h"

static gboolean read_header(Rows *rows, Scan *scan, Text rest, GError **error)
{
	guint64 guid;
	if (!text_0x(&rest, G_MAXUINT64, &guid))
		return scan_error(scan, error, "a forwarding table without the GUID of its switch");
	return rows_select(rows, guid, error);
}

/* `0x0001 : 005  : 01   : yes`; what follows the port is of no interest. */
static gboolean read_entry(Rows *rows, Scan *scan, Text line, GError **error)
{
	guint64 lid, port;
	if (!text_0x(&line, TABLE_MAX_LID, &lid))
		return scan_error(scan, error, "not a unicast LID");
	text_blanks(&line);
	if (!text_char(&line, ':'))
		return scan_error(scan, error, "LID 0x%04x: no colon and port", (guint)lid);
	text_blanks(&line);
	if (text_starts(line, "UNREACHABLE"))
		return TRUE;
	if (!text_decimal(&line, LFT_NO_PATH, &port) || !table_ends_word(line))
		return scan_error(scan, error, "LID 0x%04x: not a port number", (guint)lid);
	rows_set(rows, scan, (guint32)lid, (guint8)port);
	return TRUE;
}

static gboolean read_tables(Rows *rows, Scan *scan, gpointer user, GError **error)
{
	gboolean inside = FALSE;
	Text line;
	(void)user;
	while (scan_line(scan, &line)) {
		Text rest = line;
		text_blanks(&line);
		if (text_starts(line, "0x")) {
			if (!inside)
				return scan_error(scan, error, "an entry outside a forwarding table");
			if (!read_entry(rows, scan, line, error))
				return FALSE;
		} else if (text_after(&rest, "dump_ucast_routes: Switch ")) {
			if (!read_header(rows, scan, rest, error))
				return FALSE;
			inside = TRUE;
		}
	}
	return TRUE;
}

Lft *fdbs_read(Source *source, ParseLog *log, GError **error)
{
	return table_parse(read_tables, source, NULL, log, error);
}

Lft *fdbs_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error)
{
	Source source = source_text(buffer, length, file);
	return fdbs_read(&source, log, error);
}
