/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes a snapshot: a finished routing and its fabric, from which the plugin answers OpenSM. The rows (indices of
 * switches) that nodes and LIDs belong to are looked up once, so that finding the SL of a path is two array accesses.
 */
#include "plugin/values/snapshot.h"

#include "core/base/error.h"

static void index_nodes(Snapshot *snapshot)
{
	const Fabric *fabric = snapshot->fabric;
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		snapshot->node_row[i] = FABRIC_NONE;
	for (guint32 row = 0; row < fabric->n_switches; row++)
		snapshot->node_row[fabric->switches[row]] = row;
}

static guint32 row_of_port(const Snapshot *snapshot, guint32 index)
{
	if (index == FABRIC_NONE)
		return FABRIC_NONE;
	const FabricPort *port = &snapshot->fabric->ports[index];
	guint32 row = snapshot->node_row[port->node];
	if (row != FABRIC_NONE || port->peer == FABRIC_NONE)
		return row;
	return snapshot->node_row[snapshot->fabric->ports[port->peer].node];
}

static gboolean index_lids(Snapshot *snapshot, GError **error)
{
	const Fabric *fabric = snapshot->fabric;

	snapshot->n_lids = fabric->n_lids;
	snapshot->node_row = g_try_new(guint32, fabric->n_nodes + 1);
	snapshot->lid_row = g_try_new(guint32, fabric->n_lids + 1);
	if (!snapshot->node_row || !snapshot->lid_row)
		return sssp_error_memory(error, "the rows of LIDs",
					 ((gsize)fabric->n_nodes + fabric->n_lids) * sizeof(guint32));
	index_nodes(snapshot);
	for (guint32 lid = 0; lid < fabric->n_lids; lid++)
		snapshot->lid_row[lid] = row_of_port(snapshot, fabric->lid_port[lid]);
	return TRUE;
}

Snapshot *snapshot_new(Fabric *fabric, Routing *routing, GError **error)
{
	g_autoptr(Snapshot) snapshot = g_new0(Snapshot, 1);
	snapshot->fabric = fabric;
	snapshot->routing = routing;
	if (!index_lids(snapshot, error))
		return NULL;
	if (routing->mcast &&
	    !(snapshot->mcast = mcast_branches_new(fabric, snapshot->node_row, routing->mcast, error)))
		return NULL;
	return g_steal_pointer(&snapshot);
}

void snapshot_free(Snapshot *snapshot)
{
	if (!snapshot)
		return;
	fabric_free(snapshot->fabric);
	routing_free(snapshot->routing);
	mcast_branches_free(snapshot->mcast);
	g_free(snapshot->node_row);
	g_free(snapshot->lid_row);
	g_free(snapshot);
}

guint8 snapshot_sl(const Snapshot *snapshot, guint8 hint, guint slid, guint dlid)
{
	return snapshot_has_sls(snapshot) ? routing_sl(snapshot->routing, snapshot_row(snapshot, slid), dlid) : hint;
}

static gboolean is_split(const Snapshot *snapshot, const FabricNode *node)
{
	guint32 row = FABRIC_NONE;
	for (guint num = 1; node->type != FABRIC_SWITCH && num <= node->n_ports; num++) {
		guint32 peer = snapshot->fabric->ports[node->first_port + num].peer;
		guint32 other = peer == FABRIC_NONE ? FABRIC_NONE : row_of_port(snapshot, peer);
		if (other != FABRIC_NONE && row != FABRIC_NONE && other != row)
			return TRUE;
		row = other == FABRIC_NONE ? row : other;
	}
	return FALSE;
}

guint32 snapshot_split_hosts(const Snapshot *snapshot, guint32 *first)
{
	const Fabric *fabric = snapshot->fabric;
	guint32 n = 0;
	for (guint32 i = fabric->n_nodes; i-- > 0;) {
		if (!is_split(snapshot, &fabric->nodes[fabric->by_guid[i]]))
			continue;
		*first = fabric->by_guid[i];
		n++;
	}
	return n;
}
