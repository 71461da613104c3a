/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Decides which nodes are aggregation nodes, from what the readers of a fabric know of them. */
#include "core/fabric/fabric_class.h"

#include <string.h>

#define TOLD_BY_NAME "Aggregation Node"

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

static gboolean is_aggregation(const Fabric *fabric, guint32 index)
{
	const FabricNode *node = &fabric->nodes[index];
	if (node->type != FABRIC_CA)
		return FALSE;
	return node->marked ||
	       (node->vendor_id == FABRIC_AGGREGATION_VENDOR && node->device_id == FABRIC_AGGREGATION_DEVICE) ||
	       strstr(fabric_name(fabric, index), TOLD_BY_NAME);
}

void fabric_class_settle(Fabric *fabric)
{
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		fabric->nodes[i].aggregation = is_aggregation(fabric, i) ? TRUE : FALSE;
}
