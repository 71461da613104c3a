/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the counters of ports from lines of perfquery, ibqueryerrors and ibdiagnet's .pm. A line may begin a port, hold
 * all counters of a port, or hold one counter of the port that was begun last. Its form tells which; lines of no such
 * form are passed over.
 */
#include "formats/counters/counters_lines.h"

/* ---- perfquery */

/*
 * "# Port extended counters: Lid 4 port 1 (..". FALSE: it is no such line. Other attributes than counters are passed
 * over.
 */
static gboolean begin_perfquery(CountersReader *r, Text line)
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
	    !text_literal(&line, " port ") || !text_number(&line, COUNTERS_ALL_PORTS, &port))
		return FALSE;
	counters_begin_row(r, 0, lid, port);
	return TRUE;
}

/* "PortXmitData:....................43723" */
static gboolean take_dotted(CountersReader *r, Text line, GError **error)
{
	Text name;
	if (!text_until(&line, ':', &name))
		return TRUE;
	while (text_char(&line, '.'))
		;
	return counters_take(r, name, line, r->wide, error);
}

/* ---- ibqueryerrors */

/* "[PortXmitData == 19892634015130 (  infPB)] [..": the rest of a line. */
static gboolean take_brackets(CountersReader *r, Text line, GError **error)
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
		counters_trim(&name);
		if (!counters_take(r, name, value, wide && text_equals(name, "PortXmitData"), error))
			return FALSE;
	}
	return TRUE;
}

/* "GUID 0x2c90200400000 port 3: [..". *ours FALSE (the result is TRUE): it is another line. FALSE with an error. */
static gboolean take_guid_line(CountersReader *r, Text line, gboolean *ours, GError **error)
{
	guint64 guid, port;
	*ours = text_literal(&line, "GUID ") && text_0x(&line, G_MAXUINT64, &guid) && guid &&
		text_literal(&line, " port ");
	if (!*ours)
		return TRUE;
	r->open = FALSE;
	if (text_literal(&line, "ALL"))
		return TRUE;
	if (!text_decimal(&line, COUNTERS_ALL_PORTS, &port) || !text_char(&line, ':'))
		return scan_error(&r->scan, error, "no port number after the GUID");
	counters_begin_row(r, guid, 0, port);
	gboolean fine = !r->open || take_brackets(r, line, error);
	r->open = FALSE;
	return fine;
}

/* ---- ibdiagnet */

/* "Port=1 Lid=0x0004 GUID=0x0002c90200400000 Device=.. Port Name=.." */
static gboolean begin_pm(CountersReader *r, Text line)
{
	guint64 port, guid;
	if (!text_literal(&line, "Port=") || !text_decimal(&line, COUNTERS_ALL_PORTS, &port) ||
	    !text_after(&line, "GUID=") || !text_0x(&line, G_MAXUINT64, &guid) || !guid)
		return FALSE;
	counters_begin_row(r, guid, 0, port);
	r->wide = FALSE;
	return TRUE;
}

/* "port_xmit_data=0x0004" */
static gboolean take_equals(CountersReader *r, Text line, GError **error)
{
	Text name;
	return !text_until(&line, '=', &name) || counters_take(r, name, line, FALSE, error);
}

gboolean counters_read_line(CountersReader *r, Text line, GError **error)
{
	gboolean ours;
	if (text_starts(line, "#")) {
		begin_perfquery(r, line);
		return TRUE;
	}
	if (!take_guid_line(r, line, &ours, error))
		return FALSE;
	if (ours || begin_pm(r, line) || !r->open)
		return TRUE;
	return g_array_index(r->rows, CounterRow, r->rows->len - 1).guid ? take_equals(r, line, error)
									 : take_dotted(r, line, error);
}
