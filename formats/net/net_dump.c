/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads a fabric from ibdiagnet's .net_dump: a block for each switch, a line for each of its ports. A line of names
 * says which column is what; the last one is a name in quotes, which may have colons of its own. The two ends of each
 * link become records (net_ends.c), of which net_resolve() makes a fabric.
 */
#include "formats/net/net_dump.h"

#include "core/base/error.h"
#include "formats/net/records/net_ends.h"
#include "formats/net/records/net_resolve.h"

enum { NUMBER, STATE, WIDTH, SPEED, PEER_GUID, PEER_NUMBER, PEER_LID, N_COLUMNS };

#define COLUMNS_MOST 32

static const char *const names[N_COLUMNS] = {
	[NUMBER] = "IB#",     [STATE] = "Sta",     [WIDTH] = "LWA", [SPEED] = "LSA", [PEER_GUID] = "Neighbor Guid",
	[PEER_NUMBER] = "N#", [PEER_LID] = "NLID",
};

typedef struct {
	Scan scan;
	NetEnds ends;
	NetEnd sw;               /* of the block */
	gsize first;             /* end of the block's first link */
	guint8 place[N_COLUMNS]; /* which column is what, from 1; 0: not known */
} Reader;

/* ---- pieces of a line */

/* Eats up to the next colon, or the rest. FALSE at the end. */
static gboolean next_column(Text *line, Text *column)
{
	if (text_empty(*line))
		return FALSE;
	if (!text_until(line, ':', column)) {
		*column = *line;
		line->at = line->end;
	}
	*column = text_trimmed(*column);
	return TRUE;
}

/* `"name"`, whatever is in it; FALSE without quotes. */
static gboolean quoted(Text text, Text *name)
{
	const char *end = text.end;
	if (!text_char(&text, '"'))
		return FALSE;
	while (end > text.at && end[-1] != '"')
		end--;
	*name = (Text){text.at, end > text.at ? end - 1 : text.at};
	return end > text.at;
}

/* ---- blocks */

/* `"leaf-1", Mellanox, 0x.., LID 3`: the GUID is the last there is. */
static gboolean read_head(Text line, NetEnd *end)
{
	guint64 lid;
	Text name, head, rest = line;
	if (!text_char(&rest, '"'))
		return FALSE;
	for (Text look = rest; text_after(&look, ", 0x");)
		head = look, rest = look;
	if (rest.at == line.at + 1)
		return FALSE;
	head.at -= 2;
	*end = (NetEnd){.type = FABRIC_SWITCH, .guid_text = head};
	if (!text_0x(&head, G_MAXUINT64, &end->node_guid))
		return FALSE;
	end->guid_text.end = head.at;
	if (!text_literal(&head, ", LID ") || !text_decimal(&head, G_MAXUINT16, &lid))
		return FALSE;
	name = (Text){line.at, end->guid_text.at};
	if (!quoted(name, &end->name))
		return FALSE;
	end->port_guid = end->node_guid;
	end->lid = (guint16)lid;
	return TRUE;
}

/* Ends a block: a switch has as many ports as the highest port number in its block. */
static void end_block(Reader *reader)
{
	for (gsize i = reader->first; i < reader->ends.n; i += 2)
		reader->ends.ends[i].n_ports = reader->sw.n_ports;
	reader->first = reader->ends.n;
}

static void read_names(Reader *reader, Text line)
{
	Text column;
	memset(reader->place, 0, sizeof reader->place);
	for (guint8 i = 1; i < COLUMNS_MOST && next_column(&line, &column); i++)
		for (guint name = 0; name < N_COLUMNS; name++)
			if (text_equals(column, names[name]))
				reader->place[name] = i;
}

/* ---- ports */

/* The columns that are known, and the name behind the last of all. */
static gboolean split(const Reader *reader, Text line, Text column[N_COLUMNS], Text *name)
{
	Text text;
	for (guint i = 0; i < N_COLUMNS; i++)
		column[i] = (Text){line.at, line.at};
	for (guint8 i = 1; !text_starts(line, " \"") && next_column(&line, &text); i++)
		for (guint c = 0; c < N_COLUMNS; c++)
			if (reader->place[c] == i)
				column[c] = text;
	return quoted(text_trimmed(line), name);
}

static gboolean wrong(const Reader *reader, Text line, GError **error)
{
	return scan_error(&reader->scan, error, "not a port of a switch: %.*s", text_show(line, 40), line.at);
}

static gboolean read_peer(const Text column[N_COLUMNS], NetEnd *peer)
{
	guint64 num, lid = 0;
	Text guid = column[PEER_GUID], number = column[PEER_NUMBER], lid_text = column[PEER_LID];
	peer->guid_text = guid;
	if (!text_0x(&guid, G_MAXUINT64, &peer->node_guid) || !peer->node_guid || !text_empty(guid) ||
	    !text_decimal(&number, FABRIC_MAX_PORTS, &num) || !num ||
	    (!text_empty(lid_text) && !text_decimal(&lid_text, G_MAXUINT16, &lid)))
		return FALSE;
	peer->type = FABRIC_CA;
	peer->port_guid = peer->node_guid;
	peer->num = peer->n_ports = (guint8)num;
	peer->lid = (guint16)lid;
	return TRUE;
}

static gboolean read_port(Reader *reader, Text line, GError **error)
{
	Text column[N_COLUMNS], name, number;
	guint64 num;
	gboolean named = split(reader, line, column, &name);
	number = column[NUMBER];
	if (!reader->sw.node_guid || !text_decimal(&number, FABRIC_MAX_PORTS, &num) || !num || !text_empty(number))
		return wrong(reader, line, error);
	reader->sw.n_ports = MAX(reader->sw.n_ports, (guint8)num);
	if (text_equals(column[STATE], "DOWN") || text_empty(column[PEER_GUID]) ||
	    text_equals(column[PEER_GUID], "N/A"))
		return TRUE;
	NetEnd *end = net_ends_next(&reader->ends, error);
	if (!end)
		return FALSE;
	end[0] = reader->sw;
	end[0].num = (guint8)num;
	end[0].line = reader->scan.line;
	end[1] = (NetEnd){.line = reader->scan.line, .name = name};
	if (!named || !read_peer(column, &end[1]))
		return wrong(reader, line, error);
	net_ends_rate(&reader->ends, net_ends_width(column[WIDTH]), net_ends_speed(column[SPEED]));
	reader->ends.n += 2;
	return TRUE;
}

static gboolean read_line(Reader *reader, Text line, GError **error)
{
	Text rest = line;
	text_blanks(&rest);
	if (text_empty(rest))
		return TRUE;
	if (*rest.at == '"') {
		end_block(reader);
		return read_head(rest, &reader->sw) || scan_error(&reader->scan, error, "not the head of a switch");
	}
	if (*rest.at != '#')
		return read_port(reader, line, error);
	if (text_after(&rest, ":"))
		read_names(reader, line);
	return TRUE;
}

/* Reads all lines. A peer that has a block, too, becomes a switch by the ends of that block (net_ends.c). */
static gboolean read_all(Reader *reader, GError **error)
{
	Text line;
	while (scan_line(&reader->scan, &line))
		if (!read_line(reader, line, error))
			return FALSE;
	end_block(reader);
	return reader->ends.n || scan_error_at(reader->scan.file, 0, error, "no cable: not ibdiagnet's net_dump");
}

Fabric *net_dump_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error)
{
	NetRecords records = {.file = file, .log = log, .whole_cables = TRUE};
	Reader reader = {.first = 0};
	Fabric *fabric = NULL;
	scan_init(&reader.scan, buffer, length, file);
	if (read_all(&reader, error) && net_ends_records(&reader.ends, &records, error))
		fabric = net_resolve(&records, error);
	net_ends_clear(&reader.ends);
	net_records_clear(&records);
	return fabric;
}

gboolean net_dump_recognise(const char *buffer, gsize length)
{
	Scan scan;
	Text line;
	NetEnd end;
	scan_init(&scan, buffer, length, "");
	while (scan_line(&scan, &line)) {
		text_blanks(&line);
		if (text_starts(line, "\""))
			return read_head(line, &end);
	}
	return FALSE;
}
