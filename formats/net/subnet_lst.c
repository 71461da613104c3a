/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Each line gives both ends of a cable in full. The lines become records of ports; the ends, sorted by node GUID,
 * become records of nodes; what is concluded from records is the business of net_resolve().
 */
#include "formats/net/subnet_lst.h"

#include "core/base/error.h"
#include "formats/net/net_resolve.h"
#include "formats/text/make_room.h"

#define CA_PORTS_MOST 4 /* no channel adapter is known that has more */

typedef struct {
	Text name, guid_text;
	guint64 system_guid, node_guid, port_guid;
	guint32 vendor_id, device_id;
	guint32 line;
	guint16 lid;
	guint8 n_ports, num;
	guint8 type; /* FabricNodeType as labelled */
} End;

typedef struct {
	NetRecords *records;
	Scan scan;
	End *ends; /* two a link */
	gsize n, room;
	guint8 *width, *speed; /* a link */
	gsize width_room, speed_room;
} Reader;

/* ---- lines */

/* Eats blanks, a key and a hexadecimal number. */
static gboolean field(Text *line, const char *key, guint64 max, guint64 *value)
{
	text_blanks(line);
	return text_literal(line, key) && text_hex(line, max, value);
}

/* `CA`, `SW-SM`, `Rt`. */
static gboolean read_label(Text *line, End *end)
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

static gboolean read_numbers(Text *line, End *end)
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
static gboolean read_place(Text *line, End *end)
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

/* `{name} LID:..`: names may hold braces, and what has no name may have none either. */
static gboolean read_name(Text *line, End *end)
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

static gboolean read_end(Reader *reader, Text *line, End *end, GError **error)
{
	*end = (End){.line = reader->scan.line};
	text_blanks(line);
	Text whole = *line;
	if (!text_char(line, '{') || !read_label(line, end) || !read_numbers(line, end) || !read_name(line, end))
		return scan_error(&reader->scan, error, "not a link between two ports: %.*s", text_show(whole, 40),
				  whole.at);
	if (end->num < 1 || end->num > end->n_ports)
		return scan_error(&reader->scan, error, "port %u of a node of %u ports", end->num, end->n_ports);
	return TRUE;
}

static FabricSpeed speed_of(Text word)
{
	static const struct {
		const char *text;
		FabricSpeed speed;
	} speeds[] = {
		{"2.5", FABRIC_SDR},     {"5", FABRIC_DDR},   {"10", FABRIC_QDR},
		{"FDR10", FABRIC_FDR10}, {"14", FABRIC_FDR},  {"25", FABRIC_EDR},
		{"50", FABRIC_HDR},      {"100", FABRIC_NDR}, {"200", FABRIC_XDR},
	};
	for (guint i = 0; i < G_N_ELEMENTS(speeds); i++)
		if (text_equals(word, speeds[i].text))
			return speeds[i].speed;
	return FABRIC_SPEED_UNKNOWN;
}

/* `PHY=4x LOG=ACT SPD=10`. */
static void read_state(Text line, guint8 *width, guint8 *speed, gboolean *down)
{
	Text word;
	guint64 lanes;
	*width = *speed = 0;
	*down = FALSE;
	while (text_word(&line, &word)) {
		if (text_literal(&word, "PHY=") && text_decimal(&word, 12, &lanes) && text_equals(word, "x"))
			*width =
				lanes == 1 || lanes == 2 || lanes == 4 || lanes == 8 || lanes == 12 ? (guint8)lanes : 0;
		else if (text_literal(&word, "LOG="))
			*down = text_starts(word, "DWN");
		else if (text_literal(&word, "SPD="))
			*speed = (guint8)speed_of(word);
	}
}

static gboolean room_for_line(Reader *reader, GError **error)
{
	gsize links = reader->n / 2 + 1;
	return make_room(&reader->ends, &reader->room, reader->n + 2, sizeof(End), error) &&
	       make_room(&reader->width, &reader->width_room, links, 1, error) &&
	       make_room(&reader->speed, &reader->speed_room, links, 1, error);
}

static gboolean read_line(Reader *reader, Text line, GError **error)
{
	gboolean down;
	if (!room_for_line(reader, error))
		return FALSE;
	End *end = &reader->ends[reader->n];
	if (!read_end(reader, &line, &end[0], error) || !read_end(reader, &line, &end[1], error))
		return FALSE;
	read_state(line, &reader->width[reader->n / 2], &reader->speed[reader->n / 2], &down);
	if (down)
		parse_log_add(reader->records->log, reader->scan.file, reader->scan.line, "links that are down",
			      "the link is down: passed over");
	else
		reader->n += 2;
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
	return reader->n || scan_error_at(reader->scan.file, 0, error, "no link: not an OpenSM subnet list");
}

/* ---- nodes */

static int compare_ends(gconstpointer a, gconstpointer b, gpointer user)
{
	const End *ends = user;
	guint32 ia = *(const guint32 *)a, ib = *(const guint32 *)b;
	if (ends[ia].node_guid != ends[ib].node_guid)
		return ends[ia].node_guid < ends[ib].node_guid ? -1 : 1;
	return ia < ib ? -1 : ia > ib;
}

static int compare_lines(const void *a, const void *b)
{
	const NetNode *na = a, *nb = b;
	if (na->line != nb->line)
		return na->line < nb->line ? -1 : 1;
	return na->id.guid < nb->id.guid ? -1 : na->id.guid > nb->id.guid;
}

static NetId id_of(const End *end)
{
	return (NetId){.text = end->guid_text, .guid = end->node_guid, .is_guid = TRUE, .prefix = '-'};
}

/* What the ends [from, to) of one node, in the order of the file, say of it together. */
static NetNode conclude(const End *ends, const guint32 *order, gsize from, gsize to)
{
	const End *first = &ends[order[from]];
	NetNode node = {.id = id_of(first),
			.name = first->name,
			.guid = first->node_guid,
			.lid = NET_LID_ABSENT,
			.guid_from = NET_GUID_ASSIGNED,
			.system_guid = first->system_guid,
			.line = first->line,
			.vendor_id = first->vendor_id,
			.device_id = first->device_id,
			.type = first->type};
	for (gsize i = from; i < to; i++) {
		const End *end = &ends[order[i]];
		node.n_ports = MAX(node.n_ports, end->n_ports);
		if (end->type == FABRIC_SWITCH || node.n_ports > CA_PORTS_MOST ||
		    (end->port_guid == first->port_guid && end->num != first->num))
			node.type = FABRIC_SWITCH;
	}
	node.lid = node.type == FABRIC_SWITCH ? first->lid : NET_LID_ABSENT;
	node.port_guid = node.type == FABRIC_SWITCH ? first->port_guid : 0;
	return node;
}

static gboolean add_nodes(Reader *reader, GError **error)
{
	NetRecords *records = reader->records;
	g_autofree guint32 *order = g_try_new(guint32, reader->n);
	if (!order)
		return sssp_error_memory(error, "a topology", reader->n * sizeof *order);
	for (gsize i = 0; i < reader->n; i++)
		order[i] = (guint32)i;
	g_qsort_with_data(order, (gint)reader->n, sizeof *order, compare_ends, reader->ends);
	for (gsize from = 0, to; from < reader->n; from = to) {
		for (to = from + 1; to < reader->n; to++)
			if (reader->ends[order[to]].node_guid != reader->ends[order[from]].node_guid)
				break;
		if (!make_room(&records->nodes, &records->nodes_room, records->n_nodes + 1, sizeof(NetNode), error))
			return FALSE;
		records->nodes[records->n_nodes++] = conclude(reader->ends, order, from, to);
	}
	qsort(records->nodes, records->n_nodes, sizeof(NetNode), compare_lines);
	return TRUE;
}

/* ---- ports */

static int compare_guids(gconstpointer a, gconstpointer b, gpointer user)
{
	const NetNode *nodes = user;
	guint64 ga = nodes[*(const guint32 *)a].guid, gb = nodes[*(const guint32 *)b].guid;
	return ga < gb ? -1 : ga > gb;
}

static guint32 find_node(const NetRecords *records, const guint32 *by_guid, guint64 guid)
{
	gsize low = 0, high = records->n_nodes;
	while (low + 1 < high) {
		gsize middle = low + (high - low) / 2;
		if (records->nodes[by_guid[middle]].guid <= guid)
			low = middle;
		else
			high = middle;
	}
	return by_guid[low];
}

/* The first end of each line becomes a port; the second is the first of another line. */
static gboolean add_ports(Reader *reader, GError **error)
{
	NetRecords *records = reader->records;
	g_autofree guint32 *by_guid = g_try_new(guint32, records->n_nodes);
	if (!by_guid)
		return sssp_error_memory(error, "a topology", records->n_nodes * sizeof *by_guid);
	for (gsize i = 0; i < records->n_nodes; i++)
		by_guid[i] = (guint32)i;
	g_qsort_with_data(by_guid, (gint)records->n_nodes, sizeof *by_guid, compare_guids, records->nodes);
	if (!make_room(&records->ports, &records->ports_room, reader->n / 2, sizeof(NetPort), error))
		return FALSE;
	for (gsize i = 0; i < reader->n; i += 2) {
		const End *end = &reader->ends[i], *peer = end + 1;
		records->ports[records->n_ports++] = (NetPort){.node = find_node(records, by_guid, end->node_guid),
							       .peer = id_of(peer),
							       .peer_name = peer->name,
							       .guid = end->port_guid,
							       .peer_guid = peer->port_guid,
							       .lid = end->lid,
							       .peer_lid = peer->lid,
							       .line = end->line,
							       .num = end->num,
							       .peer_num = peer->num,
							       .width = reader->width[i / 2],
							       .speed = reader->speed[i / 2]};
	}
	return TRUE;
}

Fabric *subnet_lst_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error)
{
	NetRecords records = {.file = file, .log = log, .whole_cables = TRUE};
	Reader reader = {.records = &records};
	Fabric *fabric = NULL;
	scan_init(&reader.scan, buffer, length, file);
	if (read_links(&reader, error) && add_nodes(&reader, error) && add_ports(&reader, error))
		fabric = net_resolve(&records, error);
	g_free(reader.ends);
	g_free(reader.width);
	g_free(reader.speed);
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
