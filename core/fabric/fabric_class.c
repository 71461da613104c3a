/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Names and counts the classes of endpoints: hosts, aggregation nodes (adapters inside switches that reduce data) and
 * management ports (a switch's port 0). Marks the adapters that a list of GUIDs names as aggregation nodes.
 */
#include "core/fabric/fabric_class.h"

#include <string.h>

const char *fabric_class_name(FabricClass of)
{
	static const char *const names[FABRIC_N_CLASSES] = {"hosts", "aggregation", "management"};
	return names[of];
}

void fabric_class_counts(const Fabric *fabric, guint32 counts[FABRIC_N_CLASSES])
{
	memset(counts, 0, FABRIC_N_CLASSES * sizeof *counts);
	for (guint32 e = 0; e < fabric->n_endpoints; e++)
		counts[fabric_port_class(fabric, fabric->endpoints[e])]++;
	for (guint32 i = 0; i < fabric->n_switches; i++)
		if (fabric->ports[fabric_port_index(fabric, fabric->switches[i], 0)].lid)
			counts[FABRIC_MANAGEMENT]++;
}

/* The node that has this GUID, or a port that has it. */
static guint32 find(const Fabric *fabric, guint64 guid)
{
	guint32 node = guid ? fabric_find_node(fabric, guid) : FABRIC_NONE;
	for (guint32 i = 0; guid && node == FABRIC_NONE && i < fabric->n_ports; i++)
		if (fabric->ports[i].guid == guid)
			node = fabric->ports[i].node;
	return node;
}

gsize fabric_mark_aggregation(Fabric *fabric, const guint64 *guids, gsize n)
{
	gsize found = 0;
	for (gsize i = 0; i < n; i++) {
		guint32 node = find(fabric, guids[i]);
		if (node == FABRIC_NONE || fabric->nodes[node].type != FABRIC_CA)
			continue;
		fabric->nodes[node].marked = TRUE;
		fabric->nodes[node].aggregation = TRUE;
		found++;
	}
	return found;
}
