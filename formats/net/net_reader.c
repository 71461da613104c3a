/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads ibnetdiscover's text line by line into records of nodes and ports. Each line is recognised by how it begins:
 * the first line of a node (net_record_node.c), a port of it (net_record_port.c), or an assignment such as vendid=0x2c9
 * above a node, which is read here.
 */
#include "formats/net/net_reader.h"

#include <string.h>

static const struct {
	const char *key;
	FabricNodeType type;
	gboolean one; /* for the next node, not for all that follow */
} guid_keys[] = {
	{"switchguids", FABRIC_SWITCH, FALSE}, {"switchguid", FABRIC_SWITCH, TRUE}, {"hcaguids", FABRIC_CA, FALSE},
	{"caguids", FABRIC_CA, FALSE},         {"caguid", FABRIC_CA, TRUE},         {"rtguids", FABRIC_ROUTER, FALSE},
	{"rtguid", FABRIC_ROUTER, TRUE},
};

/* `0x8f1...(8f1...)`: the GUID in parentheses is the port GUID of a switch's port 0. FALSE with an error. */
static gboolean read_guid(NetReader *reader, guint key, Text rest, gboolean relative, GError **error)
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

static gboolean read_value(NetReader *reader, const char *key, Text rest, guint64 max, guint64 *value, GError **error)
{
	text_blanks(&rest);
	return text_number(&rest, max, value) || scan_error(&reader->scan, error, "%s: not a number in range", key);
}

/* Reads `key=value`. *known FALSE: it is another line. FALSE with an error. */
static gboolean read_assignment(NetReader *reader, Text line, gboolean *known, GError **error)
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

/* Passes over a line of no known kind. FALSE with an error: it seems to be a damaged line. */
static gboolean read_other(NetReader *reader, Text line, GError **error)
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

static gboolean read_line(NetReader *reader, Text line, GError **error)
{
	FabricNodeType type;
	guint64 number;
	gboolean known;
	text_blanks(&line);
	if (text_empty(line) || *line.at == '#')
		return TRUE;
	if (net_starts_port(&line, &number)) {
		if (!reader->open)
			return scan_error(&reader->scan, error, "a port line outside a node");
		return net_read_port(reader, number, line, error);
	}
	if (reader->open && *line.at == '[' && line.end - line.at > 1 && g_ascii_isdigit(line.at[1]))
		return scan_error(&reader->scan, error, "a port line without a peer");
	if (net_starts_node(&line, &type, &number))
		return net_read_node(reader, type, number, line, error);
	if (!read_assignment(reader, line, &known, error))
		return FALSE;
	if (!known)
		return read_other(reader, line, error);
	reader->open = FALSE;
	return TRUE;
}

gboolean net_records_read(NetRecords *records, const char *buffer, gsize length, GError **error)
{
	NetReader reader = {.records = records};
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
