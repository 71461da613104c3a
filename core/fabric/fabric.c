/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Adds nodes, ports and cables to a fabric, and takes cables out. Its three arrays (nodes, ports, names) grow by
 * doubling with g_try_realloc_n, so that a fabric too large for memory is an error and not an abort: the plugin runs
 * inside the subnet manager.
 */
#include "core/fabric/fabric.h"

#include "core/base/error.h"

#include <string.h>

#define FIRST_CAPACITY 64

/* Offset 0 of the names is the empty string, so that a node without a name needs no special case. */
Fabric *fabric_new(void)
{
	Fabric *fabric = g_new0(Fabric, 1);
	fabric->names = g_new0(char, FIRST_CAPACITY);
	fabric->names_capacity = FIRST_CAPACITY;
	fabric->names_size = 1;
	return fabric;
}

void fabric_free(Fabric *fabric)
{
	if (!fabric)
		return;
	g_free(fabric->nodes);
	g_free(fabric->ports);
	g_free(fabric->names);
	g_free(fabric->switches);
	g_free(fabric->endpoints);
	g_free(fabric->lid_port);
	g_free(fabric->by_guid);
	g_free(fabric);
}

/* Makes `*array` hold at least `need` items. */
static gboolean grow(gpointer array, guint32 *capacity, gsize need, gsize item, GError **error)
{
	if (need <= *capacity)
		return TRUE;
	gsize bigger = MAX(MAX((gsize)*capacity * 2, need), FIRST_CAPACITY);
	if (bigger >= G_MAXUINT32)
		return sssp_error_memory(error, "the fabric", bigger);
	gpointer *slot = array;
	gpointer grown = g_try_realloc_n(*slot, bigger, item);
	if (!grown)
		return sssp_error_memory(error, "the fabric", bigger * item);
	*slot = grown;
	*capacity = (guint32)bigger;
	return TRUE;
}

gboolean fabric_set_name(Fabric *fabric, guint32 node, const char *name, GError **error)
{
	if (!name || !*name) {
		fabric->nodes[node].name = 0;
		return TRUE;
	}
	gsize length = strlen(name) + 1;
	if (!grow(&fabric->names, &fabric->names_capacity, fabric->names_size + length, 1, error))
		return FALSE;
	memcpy(fabric->names + fabric->names_size, name, length);
	fabric->nodes[node].name = fabric->names_size;
	fabric->names_size += (guint32)length;
	return TRUE;
}

guint32 fabric_add_node(Fabric *fabric, FabricNodeType type, guint64 guid, guint n_ports, const char *name,
			GError **error)
{
	if (n_ports < 1 || n_ports > FABRIC_MAX_PORTS) {
		g_set_error(error, SSSP_ERROR, SSSP_ERROR_INPUT,
			    "node 0x%016" G_GINT64_MODIFIER "x: %u ports, not 1..%d", guid, n_ports, FABRIC_MAX_PORTS);
		return FABRIC_NONE;
	}
	if (!grow(&fabric->nodes, &fabric->nodes_capacity, (gsize)fabric->n_nodes + 1, sizeof(FabricNode), error) ||
	    !grow(&fabric->ports, &fabric->ports_capacity, (gsize)fabric->n_ports + n_ports + 1, sizeof(FabricPort),
		  error))
		return FABRIC_NONE;

	guint32 index = fabric->n_nodes;
	fabric->nodes[index] = (FabricNode){
		.guid = guid, .first_port = fabric->n_ports, .type = (guint8)type, .n_ports = (guint8)n_ports};
	if (!fabric_set_name(fabric, index, name, error))
		return FABRIC_NONE;
	for (guint num = 0; num <= n_ports; num++)
		fabric->ports[fabric->n_ports++] = (FabricPort){.node = index, .peer = FABRIC_NONE, .num = (guint8)num};
	fabric->n_nodes++;
	fabric->sealed = FALSE;
	return index;
}

static gboolean refuse_cable(const Fabric *fabric, guint32 a, guint32 b, const char *why, GError **error)
{
	const FabricPort *pa = &fabric->ports[a], *pb = &fabric->ports[b];
	return sssp_error_set(error, SSSP_ERROR_INPUT,
			      "cable between 0x%016" G_GINT64_MODIFIER "x port %u and 0x%016" G_GINT64_MODIFIER
			      "x port %u: %s",
			      fabric->nodes[pa->node].guid, pa->num, fabric->nodes[pb->node].guid, pb->num, why);
}

gboolean fabric_cable(Fabric *fabric, guint32 a, guint32 b, GError **error)
{
	FabricPort *pa = &fabric->ports[a], *pb = &fabric->ports[b];
	if (a == b)
		return refuse_cable(fabric, a, b, "a port joined to itself", error);
	if (pa->num == 0 || pb->num == 0)
		return refuse_cable(fabric, a, b, "port 0 takes no cable", error);
	if ((pa->peer != FABRIC_NONE && pa->peer != b) || (pb->peer != FABRIC_NONE && pb->peer != a))
		return refuse_cable(fabric, a, b, "a port has another cable already", error);
	pa->peer = b;
	pb->peer = a;
	fabric->sealed = FALSE;
	return TRUE;
}

void fabric_uncable(Fabric *fabric, guint32 a)
{
	guint32 b = fabric->ports[a].peer;
	if (b == FABRIC_NONE)
		return;
	fabric->ports[a].peer = FABRIC_NONE;
	fabric->ports[b].peer = FABRIC_NONE;
	fabric->sealed = FALSE;
}
