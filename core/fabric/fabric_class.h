/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Tells the classes of endpoints apart, as not every port with a LID exchanges data with every other.
 *
 * Hosts are the ports of channel adapters that are no aggregation nodes, and of routers. Aggregation nodes are the
 * adapters inside switches that reduce data on its way (SHARP). A management port is a switch's port 0.
 *
 * An adapter is an aggregation node when its description has "Aggregation Node" in it (the firmware's own is "Mellanox
 * Technologies Aggregation Node"), when its vendor and device IDs are those of Mellanox's aggregation nodes, or when
 * its GUID was marked. This is decided when a fabric is sealed. Fabric digests do not depend on classes.
 */
#ifndef SSSP_CORE_FABRIC_FABRIC_CLASS_H
#define SSSP_CORE_FABRIC_FABRIC_CLASS_H

#include "core/fabric/fabric.h"

#include <glib.h>

#define FABRIC_AGGREGATION_NAME "Mellanox Technologies Aggregation Node"
#define FABRIC_AGGREGATION_VENDOR 0x2c9
#define FABRIC_AGGREGATION_DEVICE 0xcf09

typedef enum { FABRIC_HOST, FABRIC_AGGREGATION, FABRIC_MANAGEMENT, FABRIC_N_CLASSES } FabricClass;

/* The class of a port (index) of a sealed fabric; that of a switch's physical ports is FABRIC_MANAGEMENT. O(1). */
static inline FabricClass fabric_port_class(const Fabric *fabric, guint32 port)
{
	const FabricNode *node = &fabric->nodes[fabric->ports[port].node];
	if (node->type == FABRIC_SWITCH)
		return FABRIC_MANAGEMENT;
	return node->aggregation ? FABRIC_AGGREGATION : FABRIC_HOST;
}

/* "hosts", "aggregation", "management". */
const char *fabric_class_name(FabricClass of);

/* How many there are of each class in a sealed fabric: fabric->endpoints, and ports 0 that have a LID. O(endpoints). */
void fabric_class_counts(const Fabric *fabric, guint32 counts[FABRIC_N_CLASSES]);

/*
 * Makes aggregation nodes of the channel adapters of a sealed fabric with one of these node or port GUIDs, for good:
 * sealing again keeps it. Returns how many of the GUIDs are those of an adapter. O(n x ports) at worst.
 */
gsize fabric_mark_aggregation(Fabric *fabric, const guint64 *guids, gsize n);

#endif
