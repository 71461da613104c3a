/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the counters of ports from the output of several tools (perfquery, ibqueryerrors, ibdiagnet), line by line.
 * Lines inside the section PM_INFO are read as a table (counters_table.c), all others by their form (counters_lines.c).
 */
#include "formats/counters/counters.h"

#include "formats/counters/counters_lines.h"
#include "formats/counters/counters_table.h"

static gboolean read_line(CountersReader *r, Text line, GError **error)
{
	counters_trim(&line);
	if (text_equals(line, "START_PM_INFO")) {
		r->table = TRUE;
		r->n_columns = 0;
		return TRUE;
	}
	if (r->table) {
		r->table = !text_equals(line, "END_PM_INFO");
		return !r->table || text_empty(line) || counters_read_row(r, line, error);
	}
	return counters_read_line(r, line, error);
}

static gboolean read_all(CountersReader *r, ParseLog *log, GError **error)
{
	Text line;
	while (scan_line(&r->scan, &line))
		if (!read_line(r, line, error))
			return FALSE;
	if (r->table)
		parse_log_alarm(log, r->scan.file, r->scan.line, "sections that do not end",
				"section PM_INFO does not end: is a part missing?");
	return r->rows->len || scan_error_at(r->scan.file, 0, error, "there are no counters of ports in it");
}

GArray *counters_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error)
{
	g_autofree CountersReader *r = g_new0(CountersReader, 1);
	r->rows = g_array_new(FALSE, FALSE, sizeof(CounterRow));
	scan_init(&r->scan, buffer, length, file);
	if (read_all(r, log, error))
		return r->rows;
	g_array_unref(r->rows);
	return NULL;
}
