/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the lists that sssp-route is told in files: GUIDs to route first, root switches (of Up/Down and spanning
 * trees), and switch ports that are left out of the balance. Logs roots and ports that the topology does not have.
 */
#include "generator/route/route_lists.h"

#include "formats/input.h"

gboolean route_lists_read(RouteLists *lists, RouteCommand *command, ParseLog *log, GError **error)
{
	RoutingOptions *routing = &command->routing;
	if ((command->order_file && !(lists->order = input_guid_list(command->order_file, log, error))) ||
	    (command->roots_file && !(lists->roots = input_guid_list(command->roots_file, log, error))) ||
	    (command->ignore_file && !(lists->ignored = input_port_list(command->ignore_file, log, error))))
		return FALSE;
	if (lists->order) {
		routing->order = (const guint64 *)(gconstpointer)lists->order->data;
		routing->n_order = lists->order->len;
	}
	if (lists->roots) {
		routing->roots = (const guint64 *)(gconstpointer)lists->roots->data;
		routing->n_roots = lists->roots->len;
	}
	if (lists->ignored) {
		routing->ignored = (const SwitchPort *)(gconstpointer)lists->ignored->data;
		routing->n_ignored = lists->ignored->len;
	}
	return TRUE;
}

/* Whether a GUID is a switch's: its node's or that of its port 0. */
static gboolean has_switch(const Fabric *fabric, guint64 guid)
{
	for (guint32 row = 0; row < fabric->n_switches; row++) {
		const FabricNode *node = &fabric->nodes[fabric->switches[row]];
		if (guid && (node->guid == guid || fabric->ports[node->first_port].guid == guid))
			return TRUE;
	}
	return FALSE;
}

/* Whether a port is one that leads from a switch to another. */
static gboolean has_port(const Fabric *fabric, const SwitchPort *port)
{
	guint32 index = fabric_find_node(fabric, port->guid);
	const FabricNode *node = index == FABRIC_NONE ? NULL : &fabric->nodes[index];
	if (!node || node->type != FABRIC_SWITCH || port->port > node->n_ports)
		return FALSE;
	guint32 peer = fabric->ports[node->first_port + port->port].peer;
	return peer != FABRIC_NONE && fabric_is_switch(fabric, fabric->ports[peer].node);
}

void route_lists_compare(const RouteLists *lists, const RouteCommand *command, const Fabric *fabric, ParseLog *log)
{
	for (guint i = 0; lists->roots && i < lists->roots->len; i++) {
		guint64 guid = g_array_index(lists->roots, guint64, i);
		if (!has_switch(fabric, guid))
			parse_log_add(log, command->roots_file, 0, "roots that are no switch of the fabric",
				      "no switch has the GUID 0x%016" G_GINT64_MODIFIER "x", guid);
	}
	for (guint i = 0; lists->ignored && i < lists->ignored->len; i++) {
		const SwitchPort *port = &g_array_index(lists->ignored, SwitchPort, i);
		if (!has_port(fabric, port))
			parse_log_add(log, command->ignore_file, 0, "ports that do not join two switches",
				      "port %u of 0x%016" G_GINT64_MODIFIER "x does not lead from a switch to another",
				      port->port, port->guid);
	}
}

void route_lists_clear(RouteLists *lists)
{
	g_clear_pointer(&lists->order, g_array_unref);
	g_clear_pointer(&lists->roots, g_array_unref);
	g_clear_pointer(&lists->ignored, g_array_unref);
}
