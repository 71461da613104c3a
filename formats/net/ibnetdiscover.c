/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads and writes topologies as ibnetdiscover prints them. A text becomes records, one for each node and for each line
 * of a port, of which net_resolve() makes a fabric. A fabric is written node by node, switches first, by GUID.
 */
#include "formats/net/ibnetdiscover.h"

#include "formats/net/net_reader.h"
#include "formats/net/records/net_resolve.h"
#include "formats/text/emit.h"

Fabric *ibnetdiscover_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error)
{
	NetRecords records = {.file = file, .log = log};
	Fabric *fabric = net_records_read(&records, buffer, length, error) ? net_resolve(&records, error) : NULL;
	net_records_clear(&records);
	return fabric;
}

/* ---- writing */

static const struct {
	const char *keyword;
	const char *guid_key;
	char prefix;
} kinds[] = {
	[FABRIC_SWITCH] = {"Switch", "switchguid", 'S'},
	[FABRIC_CA] = {"Ca", "caguid", 'H'},
	[FABRIC_ROUTER] = {"Rt", "rtguid", 'R'},
};

static void write_id(GString *out, const FabricNode *node)
{
	g_string_append_c(out, '"');
	g_string_append_c(out, kinds[node->type].prefix);
	g_string_append_c(out, '-');
	emit_hex(out, node->guid, 16);
	g_string_append_c(out, '"');
}

static void write_head(GString *out, const Fabric *fabric, guint32 index)
{
	const FabricNode *node = &fabric->nodes[index];
	const FabricPort *port0 = &fabric->ports[node->first_port];
	g_string_append_printf(out, "\nvendid=0x%x\ndevid=0x%x\n", node->vendor_id, node->device_id);
	if (node->system_guid)
		g_string_append_printf(out, "sysimgguid=0x%" G_GINT64_MODIFIER "x\n", node->system_guid);
	g_string_append_printf(out, "%s=0x%" G_GINT64_MODIFIER "x", kinds[node->type].guid_key, node->guid);
	if (node->type == FABRIC_SWITCH && port0->guid)
		g_string_append_printf(out, "(%" G_GINT64_MODIFIER "x)", port0->guid);
	g_string_append_printf(out, "\n%s\t%u ", kinds[node->type].keyword, node->n_ports);
	write_id(out, node);
	g_string_append(out, "\t\t# \"");
	emit_name(out, fabric_name(fabric, index), "\"");
	g_string_append_c(out, '"');
	if (node->type == FABRIC_SWITCH)
		g_string_append_printf(out, " %s port 0 lid %u lmc %u", node->enhanced ? "enhanced" : "base",
				       port0->lid, port0->lmc);
	g_string_append_c(out, '\n');
}

static void write_rate(GString *out, const FabricPort *port)
{
	if (port->width || port->speed)
		g_string_append_printf(out, " %ux%s", port->width, fabric_speed_name((FabricSpeed)port->speed));
}

/* Writes the line of a port. Names get no `=`, as ibsim takes `x=` for an option even there. */
static void write_port(GString *out, const Fabric *fabric, const FabricPort *port)
{
	const FabricPort *peer = &fabric->ports[port->peer];
	const FabricNode *other = &fabric->nodes[peer->node];
	gboolean own_lid = !fabric_is_switch(fabric, port->node);
	g_string_append_printf(out, "[%u]", port->num);
	if (own_lid && port->guid)
		g_string_append_printf(out, "(%016" G_GINT64_MODIFIER "x) ", port->guid);
	g_string_append_c(out, '\t');
	write_id(out, other);
	g_string_append_printf(out, "[%u]", peer->num);
	if (other->type != FABRIC_SWITCH && peer->guid)
		g_string_append_printf(out, "(%016" G_GINT64_MODIFIER "x) ", peer->guid);
	g_string_append(out, "\t\t# ");
	if (own_lid)
		g_string_append_printf(out, "lid %u lmc %u ", port->lid, port->lmc);
	g_string_append_c(out, '"');
	emit_name(out, fabric_name(fabric, peer->node), "\"=");
	/* cppcheck-suppress invalidPrintfArgType_uint ; a guint16 is promoted to int, and never negative */
	g_string_append_printf(out, "\" lid %u",
			       other->type == FABRIC_SWITCH ? fabric->ports[other->first_port].lid : peer->lid);
	write_rate(out, port);
	g_string_append_c(out, '\n');
}

#define NODE_MOST 512 /* bytes that a node and a port take at most, names of EMIT_NAME_MAX among them */
#define PORT_MOST 256

static gboolean write_nodes(GString *out, const Fabric *fabric, gboolean switches)
{
	for (guint32 i = 0; i < fabric->n_nodes; i++) {
		guint32 index = fabric->by_guid[i];
		const FabricNode *node = &fabric->nodes[index];
		if (fabric_is_switch(fabric, index) != switches)
			continue;
		if (!emit_room(out, NODE_MOST + node->n_ports * (gsize)PORT_MOST))
			return FALSE;
		write_head(out, fabric, index);
		for (guint num = 1; num <= node->n_ports; num++)
			if (fabric->ports[node->first_port + num].peer != FABRIC_NONE)
				write_port(out, fabric, &fabric->ports[node->first_port + num]);
	}
	return TRUE;
}

GString *ibnetdiscover_write(const Fabric *fabric, const char *comment)
{
	GString *out = g_string_new(NULL);
	if (comment)
		emit_comment(out, comment);
	if (write_nodes(out, fabric, TRUE) && write_nodes(out, fabric, FALSE))
		return out;
	g_string_free(out, TRUE);
	return NULL;
}
