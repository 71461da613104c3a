/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads a fabric from ibdiagnet's .db_csv, from its sections NODES, PORTS, SWITCHES and LINKS. The sections become
 * arrays in whatever order they stand. Then nodes, with what PORTS and SWITCHES say of them, and both ends of each link
 * become records, of which net_resolve() makes a fabric. Look-ups are binary searches in the rows of PORTS, sorted by
 * node and port.
 */
#include "formats/net/db_csv.h"

#include "core/base/error.h"
#include "formats/net/csv_sections.h"
#include "formats/net/records/net_resolve.h"
#include "formats/text/make_room.h"

#include <stdlib.h>

#define GUID "0x%016" G_GINT64_MODIFIER "x"

enum { SEEN_NODES = 1, SEEN_PORTS = 2, SEEN_SWITCHES = 4, SEEN_LINKS = 8 };

typedef struct {
	guint64 node, guid;
	guint32 line;
	guint16 lid;
	guint8 num, lmc, width, speed, vls;
} Port;

typedef struct {
	Text text[2]; /* the GUIDs as they stand there */
	guint64 node[2];
	guint32 line;
	guint8 num[2];
} Link;

typedef struct {
	NetRecords records;
	Port *ports;
	Link *links;
	guint64 *enhanced; /* switches with an enhanced port 0 */
	guint32 *by_guid;  /* [records.n_nodes] ascending GUID */
	gsize n_ports, n_links, n_enhanced;
	gsize ports_room, links_room, enhanced_room;
} Reader;

/* ---- rows */

/* Sets *value to the number in a field; leaves it as it was if the field holds none. */
static void optional(Text field, guint64 max, guint64 *value)
{
	guint64 number;
	if (csv_number(field, max, &number))
		*value = number;
}

static gboolean bad(const Scan *scan, const char *what, Text field, GError **error)
{
	return scan_error(scan, error, "not %s: %.*s", what, text_show(field, 40), field.at);
}

/* A GUID and the number of a port. */
static gboolean read_place(const Scan *scan, const Text *fields, guint64 *guid, guint8 *num, GError **error)
{
	guint64 value;
	if (!csv_guid(fields[0], guid))
		return bad(scan, "a GUID", fields[0], error);
	if (!csv_number(fields[1], FABRIC_MAX_PORTS, &value))
		return bad(scan, "a port number", fields[1], error);
	*num = (guint8)value;
	return TRUE;
}

static gboolean node_row(gpointer user, const Scan *scan, const Text *fields, GError **error)
{
	static const FabricNodeType types[] = {FABRIC_CA, FABRIC_SWITCH, FABRIC_ROUTER};
	const guint known = G_N_ELEMENTS(types);
	NetRecords *records = &((Reader *)user)->records;
	guint64 type, n_ports, vendor = 0, device = 0;
	if (!make_room(&records->nodes, &records->nodes_room, records->n_nodes + 1, sizeof(NetNode), error))
		return FALSE;
	NetNode *node = &records->nodes[records->n_nodes];
	*node = (NetNode){.name = fields[3], .lid = NET_LID_ABSENT, .guid_from = NET_GUID_ASSIGNED, .line = scan->line};
	if (!csv_guid(fields[0], &node->guid))
		return bad(scan, "a GUID", fields[0], error);
	if (!csv_number(fields[1], G_MAXUINT8, &type))
		return bad(scan, "a type of node", fields[1], error);
	if (type == 0 || type > known)
		parse_log_add(records->log, records->file, scan->line, "nodes of unknown types",
			      GUID " has the unknown type %u: taken as a channel adapter", node->guid, (guint)type);
	if (!csv_number(fields[2], FABRIC_MAX_PORTS, &n_ports) || n_ports == 0)
		return bad(scan, "a number of ports (1 to 254)", fields[2], error);
	csv_guid(fields[4], &node->system_guid);
	if (type == 2)
		csv_guid(fields[5], &node->port_guid);
	optional(fields[6], G_MAXUINT32, &vendor);
	optional(fields[7], G_MAXUINT32, &device);
	node->id = (NetId){.text = fields[0], .guid = node->guid, .is_guid = TRUE, .prefix = '-'};
	node->type = (guint8)(type && type <= known ? types[type - 1] : FABRIC_CA);
	node->n_ports = (guint8)n_ports;
	node->vendor_id = (guint32)vendor;
	node->device_id = (guint32)device;
	records->n_nodes++;
	return TRUE;
}

/* The width that a bit of PortInfo stands for; 0: none that is known. */
static guint8 width_of(guint64 bit)
{
	return bit == 1 ? 1 : bit == 2 ? 4 : bit == 4 ? 8 : bit == 8 ? 12 : bit == 16 ? 2 : 0;
}

/* The speed that a bit stands for: those of PortInfo, extended ones from 256, the manufacturer's from 65536 on. */
static guint8 speed_of(guint64 bit)
{
	static const struct {
		guint32 bit;
		FabricSpeed speed;
	} speeds[] = {
		{1, FABRIC_SDR},    {2, FABRIC_DDR},    {4, FABRIC_QDR},    {256, FABRIC_FDR},     {512, FABRIC_EDR},
		{1024, FABRIC_HDR}, {2048, FABRIC_NDR}, {4096, FABRIC_XDR}, {65536, FABRIC_FDR10},
	};
	for (guint i = 0; i < G_N_ELEMENTS(speeds); i++)
		if (speeds[i].bit == bit)
			return (guint8)speeds[i].speed;
	return FABRIC_SPEED_UNKNOWN;
}

/* VLCap and OperVLs: 1 .. 5 are VL0, VL0-1, VL0-3, VL0-7, VL0-14. */
static guint8 lanes_of(guint64 code)
{
	return code == 0 || code > 5 ? 0 : code == 5 ? 15 : (guint8)(1u << (code - 1));
}

static gboolean port_row(gpointer user, const Scan *scan, const Text *fields, GError **error)
{
	Reader *reader = user;
	guint64 lid = 0, lmc = 0, width = 0, speed = 0, lanes = 0;
	if (!make_room(&reader->ports, &reader->ports_room, reader->n_ports + 1, sizeof(Port), error))
		return FALSE;
	Port *port = &reader->ports[reader->n_ports];
	*port = (Port){.line = scan->line};
	if (!read_place(scan, fields, &port->node, &port->num, error))
		return FALSE;
	csv_guid(fields[2], &port->guid);
	optional(fields[3], G_MAXUINT16, &lid);
	optional(fields[4], G_MAXUINT8, &lmc);
	optional(fields[5], G_MAXUINT8, &width);
	optional(fields[6], G_MAXUINT32, &speed);
	optional(fields[8], G_MAXUINT8, &lanes);
	optional(fields[7], G_MAXUINT8, &lanes);
	port->lid = (guint16)lid;
	port->lmc = (guint8)lmc;
	port->width = width_of(width);
	port->speed = speed_of(speed);
	port->vls = lanes_of(lanes);
	reader->n_ports++;
	return TRUE;
}

static gboolean switch_row(gpointer user, const Scan *scan, const Text *fields, GError **error)
{
	Reader *reader = user;
	guint64 guid, enhanced = 0;
	if (!make_room(&reader->enhanced, &reader->enhanced_room, reader->n_enhanced + 1, sizeof guid, error))
		return FALSE;
	if (!csv_guid(fields[0], &guid))
		return bad(scan, "a GUID", fields[0], error);
	optional(fields[1], 1, &enhanced);
	if (enhanced)
		reader->enhanced[reader->n_enhanced++] = guid;
	return TRUE;
}

static gboolean link_row(gpointer user, const Scan *scan, const Text *fields, GError **error)
{
	Reader *reader = user;
	if (!make_room(&reader->links, &reader->links_room, reader->n_links + 1, sizeof(Link), error))
		return FALSE;
	Link *link = &reader->links[reader->n_links];
	*link = (Link){.text = {fields[0], fields[2]}, .line = scan->line};
	if (!read_place(scan, fields, &link->node[0], &link->num[0], error) ||
	    !read_place(scan, fields + 2, &link->node[1], &link->num[1], error))
		return FALSE;
	reader->n_links++;
	return TRUE;
}

static const CsvSection sections[] = {
	{"NODES",
	 {"NodeGUID", "NodeType", "NumPorts", "NodeDesc", "SystemImageGUID", "PortGUID", "VendorID", "DeviceID"},
	 3,
	 node_row},
	{"PORTS",
	 {"NodeGuid", "PortNum", "PortGuid", "LID", "LMC", "LinkWidthActv", "LinkSpeedActv", "VLCap", "OpVLs"},
	 2,
	 port_row},
	{"SWITCHES", {"NodeGUID", "ENP0"}, 1, switch_row},
	{"LINKS", {"NodeGuid1", "PortNum1", "NodeGuid2", "PortNum2"}, 4, link_row},
	{0},
};

/* ---- look-ups */

static int compare_guids(const void *a, const void *b)
{
	guint64 ga = *(const guint64 *)a, gb = *(const guint64 *)b;
	return ga < gb ? -1 : ga > gb;
}

static int compare_places(const Port *a, const Port *b)
{
	return a->node != b->node ? (a->node < b->node ? -1 : 1) : (int)a->num - (int)b->num;
}

/* Orders rows by port, and those of one port by line. */
static int compare_ports(const void *a, const void *b)
{
	const Port *pa = a, *pb = b;
	int order = compare_places(pa, pb);
	return order ? order : pa->line < pb->line ? -1 : pa->line > pb->line;
}

static int compare_nodes(gconstpointer a, gconstpointer b, gpointer user)
{
	const NetNode *nodes = user;
	guint32 ia = *(const guint32 *)a, ib = *(const guint32 *)b;
	if (nodes[ia].guid != nodes[ib].guid)
		return nodes[ia].guid < nodes[ib].guid ? -1 : 1;
	return ia < ib ? -1 : ia > ib;
}

static gboolean sort_all(Reader *reader, GError **error)
{
	NetRecords *records = &reader->records;
	reader->by_guid = g_try_new(guint32, records->n_nodes + 1);
	if (!reader->by_guid)
		return sssp_error_memory(error, "a topology", records->n_nodes * sizeof(guint32));
	for (gsize i = 0; i < records->n_nodes; i++)
		reader->by_guid[i] = (guint32)i;
	if (records->n_nodes)
		g_qsort_with_data(reader->by_guid, (gint)records->n_nodes, sizeof(guint32), compare_nodes,
				  records->nodes);
	if (reader->n_ports)
		qsort(reader->ports, reader->n_ports, sizeof(Port), compare_ports);
	if (reader->n_enhanced)
		qsort(reader->enhanced, reader->n_enhanced, sizeof(guint64), compare_guids);
	return TRUE;
}

/* The first row of a port; an empty row where PORTS has none. */
static const Port *find_port(const Reader *reader, guint64 node, guint8 num)
{
	static const Port nothing;
	const Port wanted = {.node = node, .num = num};
	gsize low = 0, high = reader->n_ports;
	while (low < high) {
		gsize middle = low + (high - low) / 2;
		if (compare_places(&reader->ports[middle], &wanted) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < reader->n_ports && compare_places(&reader->ports[low], &wanted) == 0 ? &reader->ports[low]
											  : &nothing;
}

/* Index of the first node with a GUID, records.n_nodes when there is none. */
static guint32 find_node(const Reader *reader, guint64 guid)
{
	const NetRecords *records = &reader->records;
	gsize low = 0, high = records->n_nodes;
	while (low < high) {
		gsize middle = low + (high - low) / 2;
		if (records->nodes[reader->by_guid[middle]].guid < guid)
			low = middle + 1;
		else
			high = middle;
	}
	return low < records->n_nodes && records->nodes[reader->by_guid[low]].guid == guid ? reader->by_guid[low]
											   : (guint32)records->n_nodes;
}

/* ---- records */

/* Adds to the records of switches what PORTS and SWITCHES say of them. */
static void describe_switches(Reader *reader)
{
	for (gsize i = 0; i < reader->records.n_nodes; i++) {
		NetNode *node = &reader->records.nodes[i];
		if (node->type != FABRIC_SWITCH)
			continue;
		const Port *port0 = find_port(reader, node->guid, 0);
		node->lid = port0->lid;
		node->lmc = port0->lmc;
		if (port0->guid)
			node->port_guid = port0->guid;
		node->enhanced = reader->n_enhanced && bsearch(&node->guid, reader->enhanced, reader->n_enhanced,
							       sizeof node->guid, compare_guids);
	}
}

/* Adds the end `own` of a link, unless its node has no row: then the other end stands for the link. */
static gboolean add_end(Reader *reader, const Link *link, guint own, GError **error)
{
	NetRecords *records = &reader->records;
	guint32 node = find_node(reader, link->node[own]);
	guint8 num = link->num[own], peer_num = link->num[!own];
	if (node == records->n_nodes)
		return TRUE;
	const Port *port = find_port(reader, link->node[own], num),
		   *peer = find_port(reader, link->node[!own], peer_num);
	if (!make_room(&records->ports, &records->ports_room, records->n_ports + 1, sizeof(NetPort), error))
		return FALSE;
	records->ports[records->n_ports++] =
		(NetPort){.node = node,
			  .peer = {.text = link->text[!own], .guid = link->node[!own], .is_guid = TRUE, .prefix = '-'},
			  .guid = port->guid,
			  .peer_guid = peer->guid,
			  .lid = port->lid,
			  .peer_lid = NET_LID_ABSENT,
			  .line = link->line,
			  .num = num,
			  .peer_num = peer_num,
			  .lmc = port->lmc,
			  .width = port->width,
			  .speed = port->speed,
			  .vls = port->vls};
	return TRUE;
}

/* Whether there are ports at both ends, as far as NODES knows; else the link is passed over. */
static gboolean has_ports(Reader *reader, const Link *link)
{
	NetRecords *records = &reader->records;
	for (guint end = 0; end <= 1; end++) {
		guint32 node = find_node(reader, link->node[end]);
		guint most = node == records->n_nodes ? FABRIC_MAX_PORTS : records->nodes[node].n_ports;
		if (link->num[end] >= 1 && link->num[end] <= most)
			continue;
		parse_log_add(records->log, records->file, link->line, "links at ports that cannot have any",
			      "no cable can be at port %u of " GUID ": passed over", link->num[end], link->node[end]);
		return FALSE;
	}
	return TRUE;
}

static gboolean add_links(Reader *reader, GError **error)
{
	for (gsize i = 0; i < reader->n_links; i++) {
		const Link *link = &reader->links[i];
		gsize before = reader->records.n_ports;
		if (!has_ports(reader, link))
			continue;
		gboolean loop = link->node[0] == link->node[1] && link->num[0] == link->num[1];
		if (!add_end(reader, link, 0, error) || (!loop && !add_end(reader, link, 1, error)))
			return FALSE;
		if (reader->records.n_ports == before)
			parse_log_add(reader->records.log, reader->records.file, link->line,
				      "links between nodes that NODES does not have",
				      "a link between " GUID " and " GUID ", which NODES does not have: passed over",
				      link->node[0], link->node[1]);
	}
	return TRUE;
}

static gboolean complete(const Reader *reader, guint seen, GError **error)
{
	const char *file = reader->records.file;
	if (!(seen & SEEN_NODES))
		return scan_error_at(file, 0, error, "no section NODES: it does not say what the fabric consists of");
	if (!(seen & SEEN_LINKS))
		return scan_error_at(file, 0, error, "no section LINKS: it does not say what is cabled");
	return reader->records.n_nodes || scan_error_at(file, 0, error, "section NODES is empty");
}

Fabric *db_csv_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error)
{
	Reader reader = {.records = {.file = file, .log = log, .whole_cables = TRUE}};
	Fabric *fabric = NULL;
	Scan scan;
	guint seen;
	scan_init(&scan, buffer, length, file);
	if (csv_sections_read(&scan, sections, &reader, log, &seen, error) && complete(&reader, seen, error) &&
	    sort_all(&reader, error)) {
		describe_switches(&reader);
		if (add_links(&reader, error))
			fabric = net_resolve(&reader.records, error);
	}
	g_free(reader.ports);
	g_free(reader.links);
	g_free(reader.enhanced);
	g_free(reader.by_guid);
	net_records_clear(&reader.records);
	return fabric;
}

gboolean db_csv_recognise(const char *buffer, gsize length)
{
	Scan scan;
	Text line;
	scan_init(&scan, buffer, length, "");
	while (scan_line(&scan, &line)) {
		text_blanks(&line);
		if (!text_empty(line) && *line.at != '#')
			return text_starts(line, "START_");
	}
	return FALSE;
}
