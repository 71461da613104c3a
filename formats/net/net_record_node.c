/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the first line of a record, which says what node it is: its kind, ports and identifier, and in the comment its
 * name and, of a switch, LID and LMC. Vendor and GUIDs stand in the lines above it, which have been read.
 *
 *	Switch	36 "S-0002c90200400000"		# "leaf-1" enhanced port 0 lid 4 lmc 0
 */
#include "formats/net/net_reader.h"

#include "formats/text/make_room.h"

#include <string.h>

static const struct {
	const char *keyword;
	FabricNodeType type;
} kinds[] = {
	{"Switch", FABRIC_SWITCH}, {"Router", FABRIC_ROUTER}, {"Hca", FABRIC_CA},
	{"Ca", FABRIC_CA},         {"Rt", FABRIC_ROUTER},
};

/* Reads `base port 0 lid 4 lmc 0`, what follows a node's name. */
static void read_node_tail(Text rest, NetNode *node)
{
	Text word;
	while (text_word(&rest, &word)) {
		if (text_equals(word, "enhanced"))
			node->enhanced = 1;
		else if (text_equals(word, "lid"))
			node->lid = net_read_lid(&rest);
		else if (text_equals(word, "lmc"))
			node->lmc = net_read_lmc(&rest);
	}
}

/* Reads a name without quotes: it ends where the port 0 is spoken of. */
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

/*
 * Gives the node what the lines above its record said, and its GUID: that of a line such as switchguid=, which
 * net_make_guid() returns too, else that of its identifier, else one that is made up. The next record begins anew.
 */
static void use_lines_above(NetReader *reader, NetNode *node)
{
	NetAbove *above = &reader->above;
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
	*above = (NetAbove){0};
}

gboolean net_read_node(NetReader *reader, FabricNodeType type, guint64 n_ports, Text rest, GError **error)
{
	NetRecords *records = reader->records;
	Text before, after;
	if (n_ports < 1 || n_ports > FABRIC_MAX_PORTS)
		return scan_error(&reader->scan, error, "a node of %" G_GUINT64_FORMAT " ports, not 1..%d", n_ports,
				  FABRIC_MAX_PORTS);
	if (!make_room(&records->nodes, &records->nodes_room, records->n_nodes + 1, sizeof(NetNode), error))
		return FALSE;
	NetNode *node = &records->nodes[records->n_nodes];
	*node = (NetNode){
		.type = (guint8)type, .n_ports = (guint8)n_ports, .line = reader->scan.line, .lid = NET_LID_ABSENT};
	if (!net_read_id(reader, &rest, &node->id, error) ||
	    !net_split_comment(reader, rest, &before, &node->name, &after, error))
		return FALSE;
	if (!node->name.at)
		read_bare_name(after, node);
	read_node_tail(after, node);
	if (text_empty(node->name) && !node->id.is_guid)
		node->name = node->id.text;
	use_lines_above(reader, node);
	records->n_nodes++;
	reader->open = TRUE;
	return TRUE;
}

gboolean net_starts_node(Text *line, FabricNodeType *type, guint64 *n_ports)
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
