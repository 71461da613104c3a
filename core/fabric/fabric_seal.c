/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Seals a fabric, which closes it for changes. Makes its look-ups, each a sorted flat array: nodes by GUID, switches,
 * endpoints by LID, the port that answers to each LID. Decides which adapters are aggregation nodes, and checks that
 * nodes, ports, cables and LIDs do not contradict each other. Finds nodes by GUID in a sealed fabric, and checks one
 * again (fabric_check()).
 */
#include "core/fabric/fabric.h"

#include "core/base/error.h"
#include "core/fabric/fabric_class.h"

#include <string.h>

#define TOLD_BY_NAME "Aggregation Node"

static int compare_nodes(gconstpointer a, gconstpointer b, gpointer user)
{
	const FabricNode *nodes = user;
	guint64 ga = nodes[*(const guint32 *)a].guid, gb = nodes[*(const guint32 *)b].guid;
	return ga < gb ? -1 : ga > gb;
}

static int compare_lids(gconstpointer a, gconstpointer b, gpointer user)
{
	const FabricPort *ports = user;
	return (int)ports[*(const guint32 *)a].lid - (int)ports[*(const guint32 *)b].lid;
}

/* An array of n indices in place of *slot; never NULL when n is 0. */
static gboolean renew(guint32 **slot, gsize n, GError **error)
{
	g_free(*slot);
	*slot = g_try_new(guint32, n + 1);
	return *slot || sssp_error_memory(error, "the fabric's look-ups", n * sizeof(guint32));
}

static gboolean fill_nodes(Fabric *fabric, GError **error)
{
	if (!renew(&fabric->by_guid, fabric->n_nodes, error) || !renew(&fabric->switches, fabric->n_nodes, error))
		return FALSE;
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		fabric->by_guid[i] = i;
	g_qsort_with_data(fabric->by_guid, (gint)fabric->n_nodes, sizeof(guint32), compare_nodes, fabric->nodes);
	fabric->n_switches = 0;
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		if (fabric_is_switch(fabric, fabric->by_guid[i]))
			fabric->switches[fabric->n_switches++] = fabric->by_guid[i];
	return TRUE;
}

static gboolean is_endpoint(const Fabric *fabric, const FabricPort *port)
{
	return port->lid && port->peer != FABRIC_NONE && !fabric_is_switch(fabric, port->node) &&
	       fabric_is_switch(fabric, fabric->ports[port->peer].node);
}

static gboolean fill_endpoints(Fabric *fabric, GError **error)
{
	guint32 n = 0;
	for (guint32 i = 0; i < fabric->n_ports; i++)
		n += is_endpoint(fabric, &fabric->ports[i]) ? 1 : 0;
	if (!renew(&fabric->endpoints, n, error))
		return FALSE;
	fabric->n_endpoints = 0;
	for (guint32 i = 0; i < fabric->n_ports; i++)
		if (is_endpoint(fabric, &fabric->ports[i]))
			fabric->endpoints[fabric->n_endpoints++] = i;
	g_qsort_with_data(fabric->endpoints, (gint)n, sizeof(guint32), compare_lids, fabric->ports);
	return TRUE;
}

static gboolean port_error(const Fabric *fabric, guint32 i, const char *what, GError **error)
{
	const FabricPort *port = &fabric->ports[i];
	return sssp_error_set(error, SSSP_ERROR_INPUT, "0x%016" G_GINT64_MODIFIER "x port %u (LID %u, LMC %u): %s",
			      fabric->nodes[port->node].guid, port->num, port->lid, port->lmc, what);
}

static gboolean fill_lids(Fabric *fabric, GError **error)
{
	guint32 n = 1;
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		const FabricPort *port = &fabric->ports[i];
		if (!port->lid)
			continue;
		guint32 range = 1u << port->lmc;
		if (port->lmc > FABRIC_MAX_LMC || port->lid % range || port->lid + range - 1 > FABRIC_MAX_LID)
			return port_error(fabric, i, "not a unicast LID range", error);
		/* A switch's LID stands at its port 0, that of any other node at ports 1 and up. */
		if (fabric_is_switch(fabric, port->node) != (port->num == 0))
			return port_error(fabric, i, "this kind of port takes no LID", error);
		n = MAX(n, port->lid + range);
	}
	if (!renew(&fabric->lid_port, n, error))
		return FALSE;
	fabric->n_lids = n;
	memset(fabric->lid_port, 0xff, n * sizeof(guint32));
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		const FabricPort *port = &fabric->ports[i];
		for (guint32 lid = port->lid; port->lid && lid < port->lid + (1u << port->lmc); lid++) {
			if (fabric->lid_port[lid] != FABRIC_NONE)
				return port_error(fabric, i, "another port has a LID of this range", error);
			fabric->lid_port[lid] = i;
		}
	}
	return TRUE;
}

static gboolean check_nodes(const Fabric *fabric, GError **error)
{
	for (guint32 i = 1; i < fabric->n_nodes; i++) {
		const FabricNode *before = &fabric->nodes[fabric->by_guid[i - 1]];
		const FabricNode *node = &fabric->nodes[fabric->by_guid[i]];
		if (before->guid >= node->guid)
			return sssp_error_set(error, SSSP_ERROR_INPUT,
					      "two nodes have the GUID 0x%016" G_GINT64_MODIFIER "x", node->guid);
	}
	return TRUE;
}

static gboolean check_ports(const Fabric *fabric, GError **error)
{
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		const FabricPort *port = &fabric->ports[i];
		if (port->node >= fabric->n_nodes || fabric_port_index(fabric, port->node, port->num) != i)
			return port_error(fabric, i, "does not belong to its node", error);
		if (port->peer == FABRIC_NONE)
			continue;
		if (port->peer >= fabric->n_ports || port->peer == i || fabric->ports[port->peer].peer != i)
			return port_error(fabric, i, "the other end of its cable does not agree", error);
		if (port->num == 0)
			return port_error(fabric, i, "port 0 has a cable", error);
	}
	return TRUE;
}

static gboolean check_look_ups(const Fabric *fabric, GError **error)
{
	guint32 endpoints = 0, switches = 0;
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		switches += fabric_is_switch(fabric, i) ? 1 : 0;
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		endpoints += is_endpoint(fabric, &fabric->ports[i]) ? 1 : 0;
		guint32 lid = fabric->ports[i].lid;
		if (lid && (lid >= fabric->n_lids || fabric->lid_port[lid] != i))
			return port_error(fabric, i, "its LID leads elsewhere", error);
	}
	for (guint32 i = 1; i < fabric->n_endpoints; i++)
		if (fabric->ports[fabric->endpoints[i - 1]].lid >= fabric->ports[fabric->endpoints[i]].lid)
			return port_error(fabric, fabric->endpoints[i], "endpoints are out of order", error);
	if (endpoints == fabric->n_endpoints && switches == fabric->n_switches)
		return TRUE;
	return sssp_error_set(error, SSSP_ERROR_INPUT, "the fabric changed after it was sealed");
}

gboolean fabric_check(const Fabric *fabric, GError **error)
{
	if (!fabric->sealed)
		return sssp_error_set(error, SSSP_ERROR_INPUT, "the fabric is not sealed");
	return check_nodes(fabric, error) && check_ports(fabric, error) && check_look_ups(fabric, error);
}

/* Whether a node is an aggregation node, from what the readers of a fabric know of it. */
static gboolean is_aggregation(const Fabric *fabric, guint32 index)
{
	const FabricNode *node = &fabric->nodes[index];
	if (node->type != FABRIC_CA)
		return FALSE;
	return node->marked ||
	       (node->vendor_id == FABRIC_AGGREGATION_VENDOR && node->device_id == FABRIC_AGGREGATION_DEVICE) ||
	       strstr(fabric_name(fabric, index), TOLD_BY_NAME);
}

gboolean fabric_seal(Fabric *fabric, GError **error)
{
	fabric->sealed = FALSE;
	if (!fill_nodes(fabric, error) || !check_nodes(fabric, error) || !check_ports(fabric, error) ||
	    !fill_endpoints(fabric, error) || !fill_lids(fabric, error))
		return FALSE;
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		fabric->nodes[i].aggregation = is_aggregation(fabric, i) ? TRUE : FALSE;
	fabric->sealed = TRUE;
	return TRUE;
}

guint32 fabric_find_node(const Fabric *fabric, guint64 guid)
{
	guint32 low = 0, high = fabric->n_nodes;
	while (low < high) {
		guint32 middle = low + (high - low) / 2;
		guint64 there = fabric->nodes[fabric->by_guid[middle]].guid;
		if (there == guid)
			return fabric->by_guid[middle];
		if (there < guid)
			low = middle + 1;
		else
			high = middle;
	}
	return FABRIC_NONE;
}
