/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads a fabric from OpenSM's subnet.lst. Each line gives both ends of a cable in full. net_ends.c makes records of
 * the ends, and net_resolve() a fabric of the records.
 */
#include "formats/net/subnet_lst.h"

#include "core/base/error.h"
#include "formats/net/records/net_ends.h"
#include "formats/net/records/net_resolve.h"

typedef struct {
	NetRecords *records;
	Scan scan;
	NetEnds ends;
} Reader;

/* ---- lines */

/* Eats blanks, a key and a hexadecimal number. */
static gboolean field(Text *line, const char *key, guint64 max, guint64 *value)
{
	text_blanks(line);
	return text_literal(line, key) && text_hex(line, max, value);
}

/* `CA`, `SW-SM`, `Rt`. */
static gboolean read_label(Text *line, NetEnd *end)
{
	Text word;
	if (!text_word(line, &word))
		return FALSE;
	end->type = text_starts(word, "SW")                              ? FABRIC_SWITCH
		    : text_starts(word, "Rt") || text_starts(word, "RT") ? FABRIC_ROUTER
									 : FABRIC_CA;
	return TRUE;
}

/* Some dumps print the 16 bits of a device in front of four more digits. */
static gboolean read_device(Text *line, guint32 *device)
{
	guint64 value;
	Text digits;
	text_blanks(line);
	if (!text_literal(line, "DevID:"))
		return FALSE;
	digits.at = line->at;
	if (!text_hex(line, G_MAXUINT32, &value))
		return FALSE;
	digits.end = line->at;
	*device = (guint32)(text_length(digits) == 8 && value >> 16 ? value >> 16 : value);
	return TRUE;
}

static gboolean read_numbers(Text *line, NetEnd *end)
{
	guint64 n_ports, vendor, revision;
	if (!field(line, "Ports:", G_MAXUINT8, &n_ports) || !field(line, "SystemGUID:", G_MAXUINT64, &end->system_guid))
		return FALSE;
	text_blanks(line);
	end->guid_text.at = line->at;
	if (!field(line, "NodeGUID:", G_MAXUINT64, &end->node_guid))
		return FALSE;
	end->guid_text.end = line->at;
	if (!field(line, "PortGUID:", G_MAXUINT64, &end->port_guid) || !field(line, "VenID:", G_MAXUINT32, &vendor) ||
	    !read_device(line, &end->device_id) || !field(line, "Rev:", G_MAXUINT32, &revision))
		return FALSE;
	end->n_ports = (guint8)n_ports;
	end->vendor_id = (guint32)vendor;
	return n_ports >= 1 && n_ports <= FABRIC_MAX_PORTS;
}

/* `LID:0005 PN:01 }` */
static gboolean read_place(Text *line, NetEnd *end)
{
	guint64 lid, num;
	Text rest = *line;
	if (!field(&rest, "LID:", G_MAXUINT16, &lid) || !field(&rest, "PN:", G_MAXUINT8, &num))
		return FALSE;
	text_blanks(&rest);
	if (!text_char(&rest, '}'))
		return FALSE;
	end->lid = (guint16)lid;
	end->num = (guint8)num;
	*line = rest;
	return TRUE;
}

/* `{name} LID:..`: a name may hold braces; an end without a name may lack the braces, too. */
static gboolean read_name(Text *line, NetEnd *end)
{
	text_blanks(line);
	end->name = (Text){line->at, line->at};
	if (!text_char(line, '{'))
		return read_place(line, end);
	end->name.at = line->at;
	for (Text part; text_until(line, '}', &part);) {
		end->name.end = part.end;
		if (read_place(line, end))
			return TRUE;
	}
	return FALSE;
}

static gboolean read_end(Reader *reader, Text *line, NetEnd *end, GError **error)
{
	*end = (NetEnd){.line = reader->scan.line};
	text_blanks(line);
	Text whole = *line;
	if (!text_char(line, '{') || !read_label(line, end) || !read_numbers(line, end) || !read_name(line, end))
		return scan_error(&reader->scan, error, "not a link between two ports: %.*s", text_show(whole, 40),
				  whole.at);
	if (end->num < 1 || end->num > end->n_ports)
		return scan_error(&reader->scan, error, "port %u of a node of %u ports", end->num, end->n_ports);
	return TRUE;
}

/* `PHY=4x LOG=ACT SPD=10`. */
static void read_state(Text line, guint8 *width, guint8 *speed, gboolean *down)
{
	Text word;
	*width = *speed = 0;
	*down = FALSE;
	while (text_word(&line, &word)) {
		if (text_literal(&word, "PHY="))
			*width = net_ends_width(word);
		else if (text_literal(&word, "LOG="))
			*down = text_starts(word, "DWN");
		else if (text_literal(&word, "SPD="))
			*speed = net_ends_speed(word);
	}
}

static gboolean read_line(Reader *reader, Text line, GError **error)
{
	gboolean down;
	guint8 width, speed;
	NetEnd *end = net_ends_next(&reader->ends, error);
	if (!end || !read_end(reader, &line, &end[0], error) || !read_end(reader, &line, &end[1], error))
		return FALSE;
	read_state(line, &width, &speed, &down);
	net_ends_rate(&reader->ends, width, speed);
	if (down)
		parse_log_add(reader->records->log, reader->scan.file, reader->scan.line, "links that are down",
			      "the link is down: passed over");
	else
		reader->ends.n += 2;
	return TRUE;
}

static gboolean read_links(Reader *reader, GError **error)
{
	Text line;
	while (scan_line(&reader->scan, &line)) {
		text_blanks(&line);
		if (text_empty(line) || *line.at == '#')
			continue;
		if (*line.at != '{')
			parse_log_add(reader->records->log, reader->scan.file, reader->scan.line,
				      "lines that are not of the format", "passed over: %.*s", text_show(line, 60),
				      line.at);
		else if (!read_line(reader, line, error))
			return FALSE;
	}
	return reader->ends.n || scan_error_at(reader->scan.file, 0, error, "no link: not an OpenSM subnet list");
}

Fabric *subnet_lst_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error)
{
	NetRecords records = {.file = file, .log = log, .whole_cables = TRUE};
	Reader reader = {.records = &records};
	Fabric *fabric = NULL;
	scan_init(&reader.scan, buffer, length, file);
	if (read_links(&reader, error) && net_ends_records(&reader.ends, &records, error))
		fabric = net_resolve(&records, error);
	net_ends_clear(&reader.ends);
	net_records_clear(&records);
	return fabric;
}

gboolean subnet_lst_recognise(const char *buffer, gsize length)
{
	Scan scan;
	Text line;
	scan_init(&scan, buffer, length, "");
	while (scan_line(&scan, &line)) {
		text_blanks(&line);
		if (text_starts(line, "{ "))
			return text_after(&line, "NodeGUID:");
	}
	return FALSE;
}
