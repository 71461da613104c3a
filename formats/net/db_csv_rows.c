/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Turns the rows of the sections NODES, PORTS, SWITCHES and LINKS of ibdiagnet's .db_csv into arrays, in whatever order
 * the sections stand.
 */
#include "formats/net/db_csv_rows.h"

#include "formats/net/csv_sections.h"
#include "formats/text/make_room.h"

#define GUID "0x%016" G_GINT64_MODIFIER "x"

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
	NetRecords *records = &((DbCsv *)user)->records;
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
	DbCsv *reader = user;
	guint64 lid = 0, lmc = 0, width = 0, speed = 0, lanes = 0;
	if (!make_room(&reader->ports, &reader->ports_room, reader->n_ports + 1, sizeof(DbCsvPort), error))
		return FALSE;
	DbCsvPort *port = &reader->ports[reader->n_ports];
	*port = (DbCsvPort){.line = scan->line};
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
	DbCsv *reader = user;
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
	DbCsv *reader = user;
	if (!make_room(&reader->links, &reader->links_room, reader->n_links + 1, sizeof(DbCsvLink), error))
		return FALSE;
	DbCsvLink *link = &reader->links[reader->n_links];
	*link = (DbCsvLink){.text = {fields[0], fields[2]}, .line = scan->line};
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

gboolean db_csv_rows(Scan *scan, DbCsv *reader, guint *seen, GError **error)
{
	return csv_sections_read(scan, sections, reader, reader->records.log, seen, error);
}
