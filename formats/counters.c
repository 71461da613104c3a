/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Line by line: a line may begin a port, hold all of one, or a counter of the one begun last. Other lines are those that
 * the tools write around them.
 */
#include "formats/counters.h"

#include "core/fabric/fabric.h"
#include "formats/text/scan.h"

#define COLUMNS 256   /* of PM_INFO that are looked at */
#define ALL_PORTS 255 /* a sum over ports */
#define COLUMN_GUID (COUNTER_N + 1)
#define COLUMN_PORT (COUNTER_N + 2)

typedef struct {
	Scan scan;
	GArray *rows;
	gboolean open;  /* the last row takes counters of the lines that follow */
	gboolean wide;  /* these have 64 bits, whatever their names */
	gboolean table; /* inside of PM_INFO */
	guint n_columns;
	struct {
		guint what; /* a Counter, COLUMN_GUID, COLUMN_PORT, or COUNTER_N */
		gboolean wide;
	} column[COLUMNS];
} Reader;

static CounterRow *last_row(Reader *r)
{
	return &g_array_index(r->rows, CounterRow, r->rows->len - 1);
}

static void begin_row(Reader *r, guint64 guid, guint64 lid, guint64 port)
{
	CounterRow row = {.guid = guid, .lid = (guint32)lid, .port = (guint)port, .line = r->scan.line};
	r->open = port != ALL_PORTS;
	if (r->open)
		g_array_append_val(r->rows, row);
}

/* A wide value stays where a narrow one follows. */
static void set(CounterRow *row, Counter counter, guint64 value, gboolean wide)
{
	guint bit = 1u << counter;
	wide |= value > G_MAXUINT64 >> (64 - counter_bits(counter));
	if ((row->has & row->wide & bit) && !wide)
		return;
	row->has |= bit;
	row->wide = wide ? row->wide | bit : row->wide;
	row->value[counter] = value;
}

static void trim(Text *text)
{
	text_blanks(text);
	while (!text_empty(*text) && g_ascii_isspace(text->end[-1]))
		text->end--;
}

/* Takes what stands behind the name of a counter. FALSE with an error. */
static gboolean take(Reader *r, Text name, Text value, gboolean wide, GError **error)
{
	gboolean named_wide;
	guint64 number;
	Counter counter = counter_named(name, &named_wide);
	trim(&value);
	if (counter == COUNTER_N || text_equals(value, "NA") || text_equals(value, "N/A") || text_empty(value))
		return TRUE;
	Text rest = value;
	if (!text_number(&rest, G_MAXUINT64, &number) || !text_empty(rest))
		return scan_error(&r->scan, error, "%.*s '%.*s' is not a number", text_show(name, 40), name.at,
				  text_show(value, 30), value.at);
	set(last_row(r), counter, number, wide || named_wide);
	return TRUE;
}

/* ---- perfquery */

/* "# Port extended counters: Lid 4 port 1 (..": those of other attributes are passed over. */
static gboolean begin_perfquery(Reader *r, Text line)
{
	guint64 lid, port;
	r->open = FALSE;
	text_char(&line, '#');
	text_blanks(&line);
	r->wide = text_literal(&line, "Port extended counters:");
	if (!r->wide && !text_literal(&line, "Port counters:"))
		return FALSE;
	text_blanks(&line);
	if (!text_literal(&line, "Lid ") || !text_number(&line, FABRIC_MAX_LID, &lid) || !lid ||
	    !text_literal(&line, " port ") || !text_number(&line, ALL_PORTS, &port))
		return FALSE;
	begin_row(r, 0, lid, port);
	return TRUE;
}

/* "PortXmitData:....................43723" */
static gboolean take_dotted(Reader *r, Text line, GError **error)
{
	Text name;
	if (!text_until(&line, ':', &name))
		return TRUE;
	while (text_char(&line, '.'))
		;
	return take(r, name, line, r->wide, error);
}

/* ---- ibqueryerrors */

/* "[PortXmitData == 19892634015130 (  infPB)] [..": the rest of a line. */
static gboolean take_brackets(Reader *r, Text line, GError **error)
{
	Text inside, name, value;
	gboolean wide = FALSE;
	for (Text look = line; text_after(&look, "[");)
		wide |= text_starts(look, "PortUnicastXmitPkts");
	while (text_after(&line, "[") && text_until(&line, ']', &inside)) {
		if (!text_until(&inside, '=', &name))
			continue;
		text_char(&inside, '=');
		if (!text_word(&inside, &value))
			continue; /* no value at all */
		trim(&name);
		if (!take(r, name, value, wide && text_equals(name, "PortXmitData"), error))
			return FALSE;
	}
	return TRUE;
}

/* "GUID 0x2c90200400000 port 3: [.."; TRUE with `*ours` FALSE: it is another line. */
static gboolean take_guid_line(Reader *r, Text line, gboolean *ours, GError **error)
{
	guint64 guid, port;
	*ours = text_literal(&line, "GUID ") && text_0x(&line, G_MAXUINT64, &guid) && guid &&
		text_literal(&line, " port ");
	if (!*ours)
		return TRUE;
	r->open = FALSE;
	if (text_literal(&line, "ALL"))
		return TRUE;
	if (!text_decimal(&line, ALL_PORTS, &port) || !text_char(&line, ':'))
		return scan_error(&r->scan, error, "no port number after the GUID");
	begin_row(r, guid, 0, port);
	gboolean fine = !r->open || take_brackets(r, line, error);
	r->open = FALSE;
	return fine;
}

/* ---- ibdiagnet */

/* "Port=1 Lid=0x0004 GUID=0x0002c90200400000 Device=.. Port Name=.." */
static gboolean begin_pm(Reader *r, Text line)
{
	guint64 port, guid;
	if (!text_literal(&line, "Port=") || !text_decimal(&line, ALL_PORTS, &port) || !text_after(&line, "GUID=") ||
	    !text_0x(&line, G_MAXUINT64, &guid) || !guid)
		return FALSE;
	begin_row(r, guid, 0, port);
	r->wide = FALSE;
	return TRUE;
}

/* "port_xmit_data=0x0004" */
static gboolean take_equals(Reader *r, Text line, GError **error)
{
	Text name;
	return !text_until(&line, '=', &name) || take(r, name, line, FALSE, error);
}

/* A field and the comma behind it; FALSE after the last. */
static gboolean next_field(Text *line, Text *field)
{
	if (!line->at)
		return FALSE;
	if (!text_until(line, ',', field)) {
		*field = *line;
		*line = (Text){NULL, NULL};
	}
	trim(field);
	return TRUE;
}

static gboolean read_header(Reader *r, Text line, GError **error)
{
	gboolean guid = FALSE, port = FALSE;
	Text field;
	for (r->n_columns = 0; r->n_columns < COLUMNS && next_field(&line, &field); r->n_columns++) {
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

static gboolean read_field(Reader *r, CounterRow *row, guint what, gboolean wide, Text field, GError **error)
{
	guint64 number;
	Text rest = field;
	if (what == COUNTER_N || text_empty(field) || text_equals(field, "NA") || text_equals(field, "N/A"))
		return TRUE;
	if (!text_number(&rest, G_MAXUINT64, &number) || !text_empty(rest) ||
	    (what == COLUMN_PORT && number > ALL_PORTS))
		return scan_error(&r->scan, error, "'%.*s' is not a number that may stand there", text_show(field, 30),
				  field.at);
	if (what == COLUMN_GUID)
		row->guid = number;
	else if (what == COLUMN_PORT)
		row->port = (guint)number;
	else
		set(row, (Counter)what, number, wide);
	return TRUE;
}

static gboolean read_row(Reader *r, Text line, GError **error)
{
	CounterRow row = {.port = ALL_PORTS, .line = r->scan.line};
	Text field;
	if (!r->n_columns)
		return read_header(r, line, error);
	for (guint i = 0; i < r->n_columns && next_field(&line, &field); i++)
		if (!read_field(r, &row, r->column[i].what, r->column[i].wide, field, error))
			return FALSE;
	if (row.guid && row.port != ALL_PORTS)
		g_array_append_val(r->rows, row);
	return TRUE;
}

/* ---- */

static gboolean read_line(Reader *r, Text line, GError **error)
{
	gboolean ours;
	trim(&line);
	if (text_equals(line, "START_PM_INFO")) {
		r->table = TRUE;
		r->n_columns = 0;
		return TRUE;
	}
	if (r->table) {
		r->table = !text_equals(line, "END_PM_INFO");
		return !r->table || text_empty(line) || read_row(r, line, error);
	}
	if (text_starts(line, "#")) {
		begin_perfquery(r, line);
		return TRUE;
	}
	if (!take_guid_line(r, line, &ours, error))
		return FALSE;
	if (ours || begin_pm(r, line) || !r->open)
		return TRUE;
	return last_row(r)->guid ? take_equals(r, line, error) : take_dotted(r, line, error);
}

static gboolean read_all(Reader *r, ParseLog *log, GError **error)
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
	g_autofree Reader *r = g_new0(Reader, 1);
	r->rows = g_array_new(FALSE, FALSE, sizeof(CounterRow));
	scan_init(&r->scan, buffer, length, file);
	if (read_all(r, log, error))
		return r->rows;
	g_array_unref(r->rows);
	return NULL;
}
