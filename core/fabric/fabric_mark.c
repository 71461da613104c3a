/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Marks the adapters that a list of GUIDs names as aggregation nodes. */
#include "core/fabric/fabric_class.h"

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
