/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lists the hosts in the order in which they are routed: those that the administrator wants first, compute nodes, all
 * others, I/O nodes. Hosts that the list does not name are routed after those that it names. So only if there are I/O
 * nodes, all others are named too, in the order in which they would be routed unnamed: switch by switch, port by port.
 */
#include "plugin/values/order.h"

#include "core/base/error.h"
#include "core/base/guid_search.h"

#include <string.h>

static int compare_guids(gconstpointer a, gconstpointer b, gpointer unused)
{
	guint64 x = *(const guint64 *)a, y = *(const guint64 *)b;
	(void)unused;
	return x < y ? -1 : x > y;
}

/* A list's GUIDs ascending; NULL when memory is short. */
static guint64 *sorted_copy(OrderList list)
{
	guint64 *guids = g_try_new(guint64, list.n + 1);
	if (guids && list.n) {
		memcpy(guids, list.guids, list.n * sizeof(guint64));
		g_qsort_with_data(guids, (gint)list.n, sizeof(guint64), compare_guids, NULL);
	}
	return guids;
}

static gsize append(guint64 *guids, gsize n, OrderList list)
{
	if (list.n)
		memcpy(guids + n, list.guids, list.n * sizeof(guint64));
	return n + list.n;
}

/* The host port at the other end of a switch's port, NULL when there is none with a LID. */
static const FabricPort *endpoint_behind(const Fabric *fabric, const FabricNode *node, guint num)
{
	guint32 peer = fabric->ports[node->first_port + num].peer;
	const FabricPort *port = peer == FABRIC_NONE ? NULL : &fabric->ports[peer];
	return port && port->lid && !fabric_is_switch(fabric, port->node) ? port : NULL;
}

/* Appends the hosts that are not in `io` (ascending GUIDs), in the order of switches and ports. */
static gsize append_others(const Fabric *fabric, const guint64 *io, gsize n_io, guint64 *guids, gsize n)
{
	for (guint32 row = 0; row < fabric->n_switches; row++) {
		const FabricNode *node = &fabric->nodes[fabric->switches[row]];
		for (guint num = 1; num <= node->n_ports; num++) {
			const FabricPort *port = endpoint_behind(fabric, node, num);
			if (!port)
				continue;
			guint64 of_node = fabric->nodes[port->node].guid;
			if (guid_search(io, (guint32)n_io, of_node) < 0 &&
			    (!port->guid || guid_search(io, (guint32)n_io, port->guid) < 0))
				guids[n++] = port->guid ? port->guid : of_node;
		}
	}
	return n;
}

guint64 *order_build(const Fabric *fabric, OrderList first, OrderList compute, OrderList io, gsize *n, GError **error)
{
	gsize room = first.n + compute.n + fabric->n_endpoints + io.n;
	g_autofree guint64 *guids = g_try_new(guint64, room + 1);
	g_autofree guint64 *io_sorted = sorted_copy(io);
	if (!guids || !io_sorted)
		return sssp_error_memory_null(error, "the order of destinations", room * sizeof(guint64));
	*n = append(guids, 0, first);
	*n = append(guids, *n, compute);
	if (io.n) {
		*n = append_others(fabric, io_sorted, io.n, guids, *n);
		*n = append(guids, *n, io);
	}
	return g_steal_pointer(&guids);
}
