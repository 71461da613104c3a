/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * An ibnetdiscover text, line by line.
 *
 * Names may hold anything, quotes and # included, so a line is taken apart from both ends: the identifier in quotes
 * at the front holds none, and what follows the name has no quotes, so the name ends at the last one of the line.
 */
#include "formats/net_records.h"

#include <string.h>

/* Shorter runs of digits are names such as H-1: a GUID has its manufacturer in front and so at least ten. */
#define GUID_DIGITS_LEAST 10
#define GUID_DIGITS_MOST 16

/* What the lines above a record said about it. */
typedef struct {
	guint64 system_guid, port_guid;
	guint32 vendor_id, device_id;
	gboolean assigned[3]; /* per FabricNodeType: a GUID stands in base */
} Above;

typedef struct {
	NetRecords *records;
	Scan scan;
	Above above;
	gboolean open; /* port lines belong to the last node */
} Reader;

static const struct {
	const char *keyword;
	FabricNodeType type;
} kinds[] = {
	{"Switch", FABRIC_SWITCH}, {"Router", FABRIC_ROUTER}, {"Hca", FABRIC_CA},
	{"Ca", FABRIC_CA},         {"Rt", FABRIC_ROUTER},
};

static const struct {
	const char *key;
	FabricNodeType type;
	gboolean one; /* for the next node, not for all that follow */
} guid_keys[] = {
	{"switchguids", FABRIC_SWITCH, FALSE}, {"switchguid", FABRIC_SWITCH, TRUE}, {"hcaguids", FABRIC_CA, FALSE},
	{"caguids", FABRIC_CA, FALSE},         {"caguid", FABRIC_CA, TRUE},         {"rtguids", FABRIC_ROUTER, FALSE},
	{"rtguid", FABRIC_ROUTER, TRUE},
};

void net_records_clear(NetRecords *records)
{
	g_free(records->nodes);
	g_free(records->ports);
}

guint64 net_make_guid(NetRecords *records, FabricNodeType type, guint n_ports)
{
	guint64 guid = records->base[type];
	records->base[type] += type == FABRIC_SWITCH ? 1 : n_ports + 1;
	return guid;
}

static NetId make_id(Text text)
{
	NetId id = {.text = text, .prefix = text_empty(text) ? '?' : g_ascii_toupper(*text.at)};
	Text digits = text;
	digits.at += MIN(text_length(text), 2);
	id.is_guid = text_length(text) > 2 && text.at[1] == '-' && strchr("SHR", id.prefix) &&
		     text_is_hex(digits, GUID_DIGITS_LEAST, GUID_DIGITS_MOST, &id.guid);
	return id;
}

/* Eats blanks and an identifier in quotes. */
static gboolean read_id(Reader *reader, Text *rest, NetId *id, GError **error)
{
	Text text;
	text_blanks(rest);
	if (!text_char(rest, '"'))
		return scan_error(&reader->scan, error, "an identifier in quotes is missing");
	if (!text_until(rest, '"', &text))
		return scan_error(&reader->scan, error, "a quote is not closed");
	if (text_empty(text))
		return scan_error(&reader->scan, error, "an identifier is empty");
	*id = make_id(text);
	return TRUE;
}

/*
 * Splits a comment, `# before "name" after`, at its first and last quote. Without quotes all of it is `after` and
 * name.at is NULL.
 */
static gboolean split_comment(Reader *reader, Text rest, Text *before, Text *name, Text *after, GError **error)
{
	Text skipped;
	*before = *after = (Text){rest.end, rest.end};
	*name = (Text){NULL, NULL};
	if (!text_until(&rest, '#', &skipped))
		return TRUE;
	if (!text_until(&rest, '"', before)) {
		*after = rest;
		return TRUE;
	}
	for (const char *at = rest.end; at > rest.at; at--) {
		if (at[-1] == '"') {
			*name = (Text){rest.at, at - 1};
			*after = (Text){at, rest.end};
			return TRUE;
		}
	}
	return scan_error(&reader->scan, error, "a quote is not closed");
}

/* Eats blanks and a LID, which may be negative or absent. */
static gint64 read_lid(Text *rest)
{
	guint64 value;
	Text at = *rest;
	text_blanks(&at);
	gboolean negative = text_char(&at, '-');
	if (!text_number(&at, G_MAXUINT32, &value))
		return NET_LID_ABSENT;
	*rest = at;
	return negative ? -(gint64)value : (gint64)value;
}

static guint8 read_lmc(Text *rest)
{
	guint64 value;
	text_blanks(rest);
	return text_decimal(rest, G_MAXUINT8, &value) ? (guint8)value : 0;
}

/* "4xQDR": width and speed of a link. Whether it has that form at all. */
static gboolean read_rate(Reader *reader, Text word, NetPort *port)
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

/* ---- nodes */

/* `base port 0 lid 4 lmc 0`, what follows a node's name. */
static void read_node_tail(Text rest, NetNode *node)
{
	Text word;
	while (text_word(&rest, &word)) {
		if (text_equals(word, "enhanced"))
			node->enhanced = 1;
		else if (text_equals(word, "lid"))
			node->lid = read_lid(&rest);
		else if (text_equals(word, "lmc"))
			node->lmc = read_lmc(&rest);
	}
}

/* A description without quotes ends where the port 0 is spoken of. */
static void read_bare_name(Text after, NetNode *node)
{
	static const char *const ends[] = {" enhanced port ", " base port ", " lid ", " lmc "};
	node->name = after;
	for (guint i = 0; i < G_N_ELEMENTS(ends); i++) {
		Text rest = node->name;
		if (text_after(&rest, ends[i]))
			node->name.end = rest.at - strlen(ends[i]);
	}
	text_blanks(&node->name);
}

static void take_above(Reader *reader, NetNode *node)
{
	Above *above = &reader->above;
	node->vendor_id = above->vendor_id;
	node->device_id = above->device_id;
	node->system_guid = above->system_guid;
	node->port_guid = above->assigned[node->type] ? above->port_guid : 0;
	if (node->id.is_guid && !above->assigned[node->type]) {
		node->guid = node->id.guid;
		node->guid_from = NET_GUID_FROM_ID;
	} else {
		node->guid = net_make_guid(reader->records, (FabricNodeType)node->type, node->n_ports);
		node->guid_from = above->assigned[node->type] ? NET_GUID_ASSIGNED : NET_GUID_MADE;
	}
	if (node->id.is_guid && node->id.guid != node->guid)
		parse_log_add(reader->records->log, reader->scan.file, reader->scan.line,
			      "identifiers that are not the node's GUID",
			      "\"%.*s\" is assigned the GUID 0x%016" G_GINT64_MODIFIER "x",
			      text_show(node->id.text, 64), node->id.text.at, node->guid);
	*above = (Above){0};
}

/* The rest of a record's first line, behind the keyword and the number of ports. */
static gboolean read_node(Reader *reader, FabricNodeType type, guint64 n_ports, Text rest, GError **error)
{
	NetRecords *records = reader->records;
	Text before, after;
	if (n_ports < 1 || n_ports > FABRIC_MAX_PORTS)
		return scan_error(&reader->scan, error, "a node of %" G_GUINT64_FORMAT " ports, not 1..%d", n_ports,
				  FABRIC_MAX_PORTS);
	if (!scan_make_room(&records->nodes, &records->nodes_room, records->n_nodes + 1, sizeof(NetNode), error))
		return FALSE;
	NetNode *node = &records->nodes[records->n_nodes];
	*node = (NetNode){
		.type = (guint8)type, .n_ports = (guint8)n_ports, .line = reader->scan.line, .lid = NET_LID_ABSENT};
	if (!read_id(reader, &rest, &node->id, error) ||
	    !split_comment(reader, rest, &before, &node->name, &after, error))
		return FALSE;
	if (!node->name.at)
		read_bare_name(after, node);
	read_node_tail(after, node);
	if (text_empty(node->name) && !node->id.is_guid)
		node->name = node->id.text;
	take_above(reader, node);
	records->n_nodes++;
	reader->open = TRUE;
	return TRUE;
}

/* Whether a line starts a record: a keyword, blanks, a number and a quote to come. */
static gboolean starts_node(Text *line, FabricNodeType *type, guint64 *n_ports)
{
	for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
		Text rest = *line;
		if (!text_literal(&rest, kinds[i].keyword))
			continue;
		text_blanks(&rest);
		if (!text_decimal(&rest, G_MAXUINT32, n_ports))
			return FALSE;
		text_blanks(&rest);
		if (text_empty(rest) || *rest.at != '"')
			return FALSE;
		*type = kinds[i].type;
		*line = rest;
		return TRUE;
	}
	return FALSE;
}

/* ---- ports */

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
			if (text_is_hex(label, GUID_DIGITS_LEAST, GUID_DIGITS_MOST, &value) ||
			    (text_is_hex(label, 1, GUID_DIGITS_MOST, &value) && near && value >= near &&
			     value - near <= FABRIC_MAX_PORTS))
				*guid = value;
		} else if (!text_literal(&at, "[ext") || !text_until(&at, ']', &label)) {
			return;
		}
		*rest = at;
	}
}

/* `lid 4 4xQDR s=4 w=2`, what follows a peer's name. */
static void read_port_tail(Reader *reader, Text rest, NetPort *port)
{
	Text word;
	gboolean rated = FALSE;
	while (text_word(&rest, &word)) {
		if (text_equals(word, "lid"))
			port->peer_lid = read_lid(&rest);
		else if (!rated)
			rated = read_rate(reader, word, port);
	}
}

static void read_port_head(Text rest, NetPort *port)
{
	Text word;
	while (text_word(&rest, &word)) {
		if (text_equals(word, "lid"))
			port->lid = read_lid(&rest);
		else if (text_equals(word, "lmc"))
			port->lmc = read_lmc(&rest);
	}
}

/* `[7]` behind the peer's identifier; ibsim takes port 1 where there is none. */
static gboolean read_peer_port(Reader *reader, Text *rest, NetPort *port, GError **error)
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

/* The rest of a port line, behind its number. */
static gboolean read_port(Reader *reader, guint64 num, Text rest, GError **error)
{
	NetRecords *records = reader->records;
	Text before, after;
	const NetNode *node = &records->nodes[records->n_nodes - 1];
	if (num < 1 || num > node->n_ports)
		return scan_error(&reader->scan, error, "port %" G_GUINT64_FORMAT " of a node of %u ports", num,
				  node->n_ports);
	if (!scan_make_room(&records->ports, &records->ports_room, records->n_ports + 1, sizeof(NetPort), error))
		return FALSE;
	NetPort *port = &records->ports[records->n_ports];
	*port = (NetPort){.node = (guint32)(records->n_nodes - 1),
			  .line = reader->scan.line,
			  .num = (guint8)num,
			  .lid = NET_LID_ABSENT,
			  .peer_lid = NET_LID_ABSENT};
	read_labels(&rest, node->guid, &port->guid);
	if (!read_id(reader, &rest, &port->peer, error) || !read_peer_port(reader, &rest, port, error))
		return FALSE;
	read_labels(&rest, port->peer.is_guid ? port->peer.guid : 0, &port->peer_guid);
	if (!split_comment(reader, rest, &before, &port->peer_name, &after, error))
		return FALSE;
	read_port_head(before, port);
	read_port_tail(reader, after, port);
	records->n_ports++;
	return TRUE;
}

/* Whether a line looks like a port line: a number in brackets and a quote to come. Prompts have brackets, too. */
static gboolean starts_port(Text *line, guint64 *num)
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

/* ---- the lines above a record */

/* `0x8f1...(8f1...)`: the second one is the port GUID of a switch's port 0. */
static gboolean read_guid(Reader *reader, guint key, Text rest, gboolean relative, GError **error)
{
	NetRecords *records = reader->records;
	FabricNodeType type = guid_keys[key].type;
	guint64 guid, port_guid;
	text_blanks(&rest);
	if (!text_number(&rest, G_MAXUINT64, &guid))
		return scan_error(&reader->scan, error, "%s: not a GUID", guid_keys[key].key);
	if (relative)
		guid += records->start[type];
	else
		records->start[type] = guid;
	records->base[type] = guid;
	reader->above.assigned[type] = guid_keys[key].one;
	if (text_char(&rest, '(') && text_hex(&rest, G_MAXUINT64, &port_guid) && text_char(&rest, ')'))
		reader->above.port_guid = port_guid;
	return TRUE;
}

static gboolean read_value(Reader *reader, const char *key, Text rest, guint64 max, guint64 *value, GError **error)
{
	text_blanks(&rest);
	return text_number(&rest, max, value) || scan_error(&reader->scan, error, "%s: not a number in range", key);
}

/* Reads `key=value` when the line is one; *known tells. FALSE only for an error. */
static gboolean read_assignment(Reader *reader, Text line, gboolean *known, GError **error)
{
	guint64 value;
	*known = TRUE;
	for (guint i = 0; i < G_N_ELEMENTS(guid_keys); i++) {
		Text rest = line;
		if (!text_literal(&rest, guid_keys[i].key))
			continue;
		gboolean relative = text_char(&rest, '+');
		if (relative || text_char(&rest, '='))
			return read_guid(reader, i, rest, relative, error);
	}
	if (text_literal(&line, "vendid=")) {
		if (!read_value(reader, "vendid", line, G_MAXUINT32, &value, error))
			return FALSE;
		reader->above.vendor_id = (guint32)value;
	} else if (text_literal(&line, "devid=")) {
		if (!read_value(reader, "devid", line, G_MAXUINT32, &value, error))
			return FALSE;
		reader->above.device_id = (guint32)value;
	} else if (text_literal(&line, "sysimgguid=")) {
		if (!read_value(reader, "sysimgguid", line, G_MAXUINT64, &value, error))
			return FALSE;
		reader->above.system_guid = value;
	} else {
		*known = FALSE;
	}
	return TRUE;
}

/* ---- lines */

/* A line that is none of the format's: passed over, unless it seems to be a damaged one. */
static gboolean read_other(Reader *reader, Text line, GError **error)
{
	gboolean quoted = memchr(line.at, '"', text_length(line)) != NULL;
	if (quoted && reader->records->n_nodes)
		return scan_error(&reader->scan, error, "neither a node nor a port: %.*s", text_show(line, 60),
				  line.at);
	if (!text_starts(line, "Chassis ") && !text_starts(line, "Non-Chassis ") && !text_starts(line, "Hostname: "))
		parse_log_add(reader->records->log, reader->scan.file, reader->scan.line,
			      "lines that are not of the format", "passed over: %.*s", text_show(line, 60), line.at);
	return TRUE;
}

static gboolean read_line(Reader *reader, Text line, GError **error)
{
	FabricNodeType type;
	guint64 number;
	gboolean known;
	text_blanks(&line);
	if (text_empty(line) || *line.at == '#')
		return TRUE;
	if (starts_port(&line, &number)) {
		if (!reader->open)
			return scan_error(&reader->scan, error, "a port line outside a node");
		return read_port(reader, number, line, error);
	}
	if (reader->open && *line.at == '[' && line.end - line.at > 1 && g_ascii_isdigit(line.at[1]))
		return scan_error(&reader->scan, error, "a port line without a peer");
	if (starts_node(&line, &type, &number))
		return read_node(reader, type, number, line, error);
	if (!read_assignment(reader, line, &known, error))
		return FALSE;
	if (!known)
		return read_other(reader, line, error);
	reader->open = FALSE;
	return TRUE;
}

gboolean net_records_read(NetRecords *records, const char *buffer, gsize length, GError **error)
{
	Reader reader = {.records = records};
	Text line;
	records->base[FABRIC_SWITCH] = records->start[FABRIC_SWITCH] = 0x200000;
	records->base[FABRIC_CA] = records->start[FABRIC_CA] = 0x100000;
	records->base[FABRIC_ROUTER] = records->start[FABRIC_ROUTER] = 0x300000;
	scan_init(&reader.scan, buffer, length, records->file);
	while (scan_line(&reader.scan, &line))
		if (!read_line(&reader, line, error))
			return FALSE;
	if (records->n_nodes == 0)
		return scan_error_at(records->file, 0, error, "no node: not an ibnetdiscover or ibsim text");
	return TRUE;
}
