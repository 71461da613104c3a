/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reads the port lines of a record: which port of the node leads to which port of which other node. */
#include "formats/net/net_reader.h"

#include "formats/text/make_room.h"

#include <string.h>

/* "4xQDR": width and speed of a link. FALSE: it is another word. */
static gboolean read_rate(NetReader *reader, Text word, NetPort *port)
{
	guint64 width;
	char name[8] = "";
	if (!text_decimal(&word, G_MAXUINT8, &width) || !text_char(&word, 'x') || text_empty(word) ||
	    text_length(word) >= sizeof name)
		return FALSE;
	memcpy(name, word.at, text_length(word));
	port->speed = (guint8)fabric_speed_from_name(name);
	port->width = width == 1 || width == 2 || width == 4 || width == 8 || width == 12 ? (guint8)width : 0;
	if ((!port->speed || !port->width) && name[0] != '?')
		parse_log_add(reader->records->log, reader->scan.file, reader->scan.line, "unknown widths or speeds",
			      "width %u, speed %s is not known", (guint)width, name);
	return TRUE;
}

/*
 * Eats labels, `(1/1/1)` or `[ext 3]`. A round one is the port GUID when it can be one: long enough, or just above
 * the node's own as ibsim counts them.
 */
static void read_labels(Text *rest, guint64 near, guint64 *guid)
{
	Text label;
	guint64 value;
	for (;;) {
		text_blanks(rest);
		Text at = *rest;
		if (text_char(&at, '(') && text_until(&at, ')', &label)) {
			if (text_is_hex(label, NET_GUID_DIGITS_LEAST, NET_GUID_DIGITS_MOST, &value) ||
			    (text_is_hex(label, 1, NET_GUID_DIGITS_MOST, &value) && near && value >= near &&
			     value - near <= FABRIC_MAX_PORTS))
				*guid = value;
		} else if (!text_literal(&at, "[ext") || !text_until(&at, ']', &label)) {
			return;
		}
		*rest = at;
	}
}

/* `lid 4 4xQDR s=4 w=2`, what follows a peer's name. */
static void read_port_tail(NetReader *reader, Text rest, NetPort *port)
{
	Text word;
	gboolean rated = FALSE;
	while (text_word(&rest, &word)) {
		if (text_equals(word, "lid"))
			port->peer_lid = net_read_lid(&rest);
		else if (!rated)
			rated = read_rate(reader, word, port);
	}
}

static void read_port_head(Text rest, NetPort *port)
{
	Text word;
	while (text_word(&rest, &word)) {
		if (text_equals(word, "lid"))
			port->lid = net_read_lid(&rest);
		else if (text_equals(word, "lmc"))
			port->lmc = net_read_lmc(&rest);
	}
}

/* `[7]` behind the peer's identifier; ibsim takes port 1 where there is none. */
static gboolean read_peer_port(NetReader *reader, Text *rest, NetPort *port, GError **error)
{
	guint64 num;
	text_blanks(rest);
	port->peer_num = 1;
	if (!text_char(rest, '['))
		return TRUE;
	if (!text_decimal(rest, G_MAXUINT32, &num) || !text_char(rest, ']'))
		return scan_error(&reader->scan, error, "the peer's port number cannot be read");
	if (num < 1 || num > FABRIC_MAX_PORTS)
		return scan_error(&reader->scan, error, "the peer's port %" G_GUINT64_FORMAT " is not 1..%d", num,
				  FABRIC_MAX_PORTS);
	port->peer_num = (guint8)num;
	return TRUE;
}

gboolean net_read_port(NetReader *reader, guint64 num, Text rest, GError **error)
{
	NetRecords *records = reader->records;
	Text before, after;
	const NetNode *node = &records->nodes[records->n_nodes - 1];
	if (num < 1 || num > node->n_ports)
		return scan_error(&reader->scan, error, "port %" G_GUINT64_FORMAT " of a node of %u ports", num,
				  node->n_ports);
	if (!make_room(&records->ports, &records->ports_room, records->n_ports + 1, sizeof(NetPort), error))
		return FALSE;
	NetPort *port = &records->ports[records->n_ports];
	*port = (NetPort){.node = (guint32)(records->n_nodes - 1),
			  .line = reader->scan.line,
			  .num = (guint8)num,
			  .lid = NET_LID_ABSENT,
			  .peer_lid = NET_LID_ABSENT};
	read_labels(&rest, node->guid, &port->guid);
	if (!net_read_id(reader, &rest, &port->peer, error) || !read_peer_port(reader, &rest, port, error))
		return FALSE;
	read_labels(&rest, port->peer.is_guid ? port->peer.guid : 0, &port->peer_guid);
	if (!net_split_comment(reader, rest, &before, &port->peer_name, &after, error))
		return FALSE;
	read_port_head(before, port);
	read_port_tail(reader, after, port);
	records->n_ports++;
	return TRUE;
}

gboolean net_starts_port(Text *line, guint64 *num)
{
	Text rest = *line, skipped;
	if (!text_char(&rest, '[') || !text_decimal(&rest, G_MAXUINT32, num) || !text_char(&rest, ']'))
		return FALSE;
	Text quote = rest;
	if (!text_until(&quote, '"', &skipped))
		return FALSE;
	*line = rest;
	return TRUE;
}
