/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the counters of ports from section PM_INFO of ibdiagnet's .db_csv. Its first line names the columns, and says
 * which of them is the GUID, the port number, or a counter; each further line has the values of a port.
 */
#include "formats/counters/counters_table.h"

#define COLUMN_GUID (COUNTER_N + 1)
#define COLUMN_PORT (COUNTER_N + 2)

/* A field and the comma behind it; FALSE after the last. */
static gboolean next_field(Text *line, Text *field)
{
	if (!line->at)
		return FALSE;
	if (!text_until(line, ',', field)) {
		*field = *line;
		*line = (Text){NULL, NULL};
	}
	counters_trim(field);
	return TRUE;
}

static gboolean read_header(CountersReader *r, Text line, GError **error)
{
	gboolean guid = FALSE, port = FALSE;
	Text field;
	for (r->n_columns = 0; r->n_columns < COUNTERS_COLUMNS && next_field(&line, &field); r->n_columns++) {
		gboolean wide = FALSE;
		guint what = counter_named(field, &wide);
		if (text_equals(field, "NodeGUID") || text_equals(field, "NodeGuid"))
			what = COLUMN_GUID, guid = TRUE;
		else if (text_equals(field, "PortNumber") || text_equals(field, "PortNum"))
			what = COLUMN_PORT, port = TRUE;
		r->column[r->n_columns].what = what;
		r->column[r->n_columns].wide = wide;
	}
	return (guid && port) || scan_error(&r->scan, error, "section PM_INFO has no columns NodeGUID and PortNumber");
}

static gboolean read_field(CountersReader *r, CounterRow *row, guint what, gboolean wide, Text field, GError **error)
{
	guint64 number;
	Text rest = field;
	if (what == COUNTER_N || counters_is_nothing(field))
		return TRUE;
	if (!text_number(&rest, G_MAXUINT64, &number) || !text_empty(rest) ||
	    (what == COLUMN_PORT && number > COUNTERS_ALL_PORTS))
		return scan_error(&r->scan, error, "'%.*s' is not a number that may stand there", text_show(field, 30),
				  field.at);
	if (what == COLUMN_GUID)
		row->guid = number;
	else if (what == COLUMN_PORT)
		row->port = (guint)number;
	else
		counters_set(row, (Counter)what, number, wide);
	return TRUE;
}

gboolean counters_read_row(CountersReader *r, Text line, GError **error)
{
	CounterRow row = {.port = COUNTERS_ALL_PORTS, .line = r->scan.line};
	Text field;
	if (!r->n_columns)
		return read_header(r, line, error);
	for (guint i = 0; i < r->n_columns && next_field(&line, &field); i++)
		if (!read_field(r, &row, r->column[i].what, r->column[i].wide, field, error))
			return FALSE;
	if (row.guid && row.port != COUNTERS_ALL_PORTS)
		g_array_append_val(r->rows, row);
	return TRUE;
}
