/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Puts the values that readers of counters find into the row of their port: begins rows, and sets counters by name. Of
 * a counter that comes twice, 64 bits wide and narrow, the wide value stays.
 */
#include "formats/counters/counters_reader.h"

void counters_begin_row(CountersReader *r, guint64 guid, guint64 lid, guint64 port)
{
	CounterRow row = {.guid = guid, .lid = (guint32)lid, .port = (guint)port, .line = r->scan.line};
	r->open = port != COUNTERS_ALL_PORTS;
	if (r->open)
		g_array_append_val(r->rows, row);
}

void counters_set(CounterRow *row, Counter counter, guint64 value, gboolean wide)
{
	guint bit = 1u << counter;
	wide |= value > G_MAXUINT64 >> (64 - counter_bits(counter));
	if ((row->has & row->wide & bit) && !wide)
		return;
	row->has |= bit;
	row->wide = wide ? row->wide | bit : row->wide;
	row->value[counter] = value;
}

void counters_trim(Text *text)
{
	text_blanks(text);
	while (!text_empty(*text) && g_ascii_isspace(text->end[-1]))
		text->end--;
}

gboolean counters_is_nothing(Text value)
{
	return text_equals(value, "NA") || text_equals(value, "N/A") || text_empty(value);
}

gboolean counters_take(CountersReader *r, Text name, Text value, gboolean wide, GError **error)
{
	gboolean named_wide;
	guint64 number;
	Counter counter = counter_named(name, &named_wide);
	counters_trim(&value);
	if (counter == COUNTER_N || counters_is_nothing(value))
		return TRUE;
	Text rest = value;
	if (!text_number(&rest, G_MAXUINT64, &number) || !text_empty(rest))
		return scan_error(&r->scan, error, "%.*s '%.*s' is not a number", text_show(name, 40), name.at,
				  text_show(value, 30), value.at);
	counters_set(&g_array_index(r->rows, CounterRow, r->rows->len - 1), counter, number, wide || named_wide);
	return TRUE;
}
