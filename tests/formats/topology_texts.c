/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "tests/formats/topology_texts.h"

#define HEX16 "%016" G_GINT64_MODIFIER "x"

static const FabricPort *port0(const Fabric *fabric, guint32 node)
{
	return &fabric->ports[fabric->nodes[node].first_port];
}

/* What a port is called by: a switch's port 0 lends its GUID and LID to all others. */
static const FabricPort *known_as(const Fabric *fabric, const FabricPort *port)
{
	return fabric_is_switch(fabric, port->node) ? port0(fabric, port->node) : port;
}

/* ---- lists of links */

static const char *speed_text(guint8 speed)
{
	static const char *const texts[FABRIC_N_SPEEDS] = {"?",  "2.5", "5",  "10",  "FDR10",
							   "14", "25",  "50", "100", "200"};
	return texts[speed];
}

static void list_end(GString *out, const Fabric *fabric, const FabricPort *port, gboolean braces)
{
	const FabricNode *node = &fabric->nodes[port->node];
	const char *name = fabric_name(fabric, port->node);
	static const char *const labels[] = {[FABRIC_SWITCH] = "SW", [FABRIC_CA] = "CA", [FABRIC_ROUTER] = "Rt"};
	g_string_append_printf(out,
			       "{ %s Ports:%02X SystemGUID:" HEX16 " NodeGUID:" HEX16 " PortGUID:" HEX16
			       " VenID:%06X DevID:%04X Rev:000000A0 ",
			       labels[node->type], node->n_ports, node->system_guid, node->guid,
			       known_as(fabric, port)->guid, node->vendor_id, node->device_id);
	if (braces || *name)
		g_string_append_printf(out, "{%s}", name);
	g_string_append_printf(out, " LID:%04X PN:%02X } ", known_as(fabric, port)->lid, port->num);
}

static GString *list_links(const Fabric *fabric, gboolean both)
{
	GString *out = g_string_new(NULL);
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		const FabricPort *port = &fabric->ports[i];
		if (port->peer == FABRIC_NONE || (!both && port->peer < i))
			continue;
		list_end(out, fabric, port, both);
		list_end(out, fabric, &fabric->ports[port->peer], both);
		g_string_append_printf(out, "PHY=%ux LOG=ACT SPD=%s\n", port->width, speed_text(port->speed));
	}
	return out;
}

GString *text_subnet_lst(const Fabric *fabric)
{
	return list_links(fabric, TRUE);
}

GString *text_ibdiagnet_lst(const Fabric *fabric)
{
	return list_links(fabric, FALSE);
}

/* ---- a database */

static void csv_nodes(GString *out, const Fabric *fabric)
{
	static const guint types[] = {[FABRIC_SWITCH] = 2, [FABRIC_CA] = 1, [FABRIC_ROUTER] = 3};
	g_string_append(out,
			"START_NODES\nNodeDesc,NumPorts,NodeType,ClassVersion,BaseVersion,SystemImageGUID,NodeGUID,"
			"PortGUID,DeviceID,PartitionCap,revision,VendorID,LocalPortNum\n");
	for (guint32 i = 0; i < fabric->n_nodes; i++) {
		const FabricNode *node = &fabric->nodes[i];
		g_string_append_printf(out, "\"%s\",%u,%u,1,1,0x" HEX16 ",0x" HEX16 ",0x" HEX16 ",%u,32,160,%u,1\n",
				       fabric_name(fabric, i), node->n_ports, types[node->type], node->system_guid,
				       node->guid, node->guid, node->device_id, node->vendor_id);
	}
	g_string_append(out, "END_NODES\n\n");
}

static guint lane_code(guint lanes)
{
	return lanes == 15 ? 5 : lanes ? g_bit_storage(lanes) : 0;
}

static void csv_ports(GString *out, const Fabric *fabric)
{
	static const guint widths[] = {[1] = 1, [2] = 16, [4] = 2, [8] = 4, [12] = 8};
	static const guint speeds[FABRIC_N_SPEEDS] = {0, 1, 2, 4, 65536, 256, 512, 1024, 2048, 4096};
	g_string_append(out,
			"START_PORTS\nNodeGuid,PortGuid,PortNum,MKey,LID,LinkWidthActv,LinkSpeedActv,LMC,PortState,"
			"VLCap,OpVLs,FECActv\n");
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		const FabricPort *port = &fabric->ports[i];
		const FabricPort *as = known_as(fabric, port);
		if (port->num ? port->peer == FABRIC_NONE : !fabric_is_switch(fabric, port->node))
			continue;
		g_string_append_printf(out, "0x" HEX16 ",0x" HEX16 ",%u,0x0000000000000000,%u,%u,%u,%u,4,%u,%u,N/A\n",
				       fabric->nodes[port->node].guid, as->guid, port->num,
				       port->num && as != port ? 0 : port->lid, widths[port->width],
				       speeds[port->speed], as->lmc, lane_code(port->vls), 1);
	}
	g_string_append(out, "END_PORTS\n\n");
}

static void csv_switches(GString *out, const Fabric *fabric)
{
	g_string_append(out, "START_SWITCHES\nNodeGUID,LinearFDBCap,ENP0,MCastFDBTop\n");
	for (guint32 i = 0; i < fabric->n_switches; i++)
		g_string_append_printf(out, "0x" HEX16 ",49152,%u,0\n", fabric->nodes[fabric->switches[i]].guid,
				       fabric->nodes[fabric->switches[i]].enhanced);
	g_string_append(out,
			"END_SWITCHES\n\nSTART_PM_INFO\nNodeGUID,PortNumber,Counter\n0x1,1,\"n,o\"\nEND_PM_INFO\n\n");
}

GString *text_db_csv(const Fabric *fabric)
{
	GString *out = g_string_new("# This database was made by a test\n\n");
	csv_nodes(out, fabric);
	csv_ports(out, fabric);
	csv_switches(out, fabric);
	g_string_append(out, "START_LINKS\nNodeGuid1,PortNum1,NodeGuid2,PortNum2\n");
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		const FabricPort *port = &fabric->ports[i];
		if (port->peer == FABRIC_NONE || port->peer < i)
			continue;
		const FabricPort *peer = &fabric->ports[port->peer];
		g_string_append_printf(out, "0x" HEX16 ",%u,0x" HEX16 ",%u\n", fabric->nodes[port->node].guid,
				       port->num, fabric->nodes[peer->node].guid, peer->num);
	}
	g_string_append(out, "END_LINKS\n");
	return out;
}
