/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the node GUID that belongs to a port GUID, by binary search in an array of all ports of a fabric, sorted by
 * port GUID.
 */
#include "formats/tables/port_guids.h"

#include "core/base/error.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	const struct PortGuid *pa = a, *pb = b;
	if (pa->port != pb->port)
		return pa->port < pb->port ? -1 : 1;
	return pa->node < pb->node ? -1 : pa->node > pb->node;
}

gboolean port_guids_init(PortGuids *guids, const Fabric *fabric, GError **error)
{
	*guids = (PortGuids){0};
	if (!fabric)
		return TRUE;
	guids->items = g_try_new(struct PortGuid, (gsize)fabric->n_ports + 1);
	if (!guids->items)
		return sssp_error_memory(error, "port GUIDs", fabric->n_ports * sizeof *guids->items);
	for (guint32 i = 0; i < fabric->n_ports; i++)
		if (fabric->ports[i].guid)
			guids->items[guids->n++] =
				(struct PortGuid){fabric->ports[i].guid, fabric->nodes[fabric->ports[i].node].guid};
	if (guids->n)
		qsort(guids->items, guids->n, sizeof *guids->items, compare);
	return TRUE;
}

void port_guids_clear(PortGuids *guids)
{
	g_free(guids->items);
	guids->items = NULL;
}

guint64 port_guids_node(const PortGuids *guids, guint64 port)
{
	gsize low = 0, high = guids->n;
	while (low < high) {
		gsize middle = low + (high - low) / 2;
		if (guids->items[middle].port < port)
			low = middle + 1;
		else
			high = middle;
	}
	return low < guids->n && guids->items[low].port == port ? guids->items[low].node : port;
}
