/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Assigns LIDs to those ports of a fabric that need one and have none: port 0 of each switch, then each cabled port of
 * a channel adapter or router. LIDs in use stay. Each port gets the lowest free range of LIDs that is aligned: one LID
 * for a switch, 2^LMC for any other.
 */
#include "core/fabric/fabric.h"

#include "core/base/error.h"

typedef struct {
	Fabric *fabric;
	guint32 next; /* no free range starts below this one */
	guint32 assigned;
	guint lmc;
} Assignment;

static gboolean is_free(const Fabric *fabric, guint32 lid, guint32 range)
{
	for (guint32 i = lid; i < lid + range; i++)
		if (i < fabric->n_lids && fabric->lid_port[i] != FABRIC_NONE)
			return FALSE;
	return TRUE;
}

static gboolean assign(Assignment *a, guint32 port, guint lmc, GError **error)
{
	guint32 range = 1u << lmc;
	guint32 lid = (a->next + range - 1) / range * range;
	while (lid + range - 1 <= FABRIC_MAX_LID && !is_free(a->fabric, lid, range))
		lid += range;
	if (lid + range - 1 > FABRIC_MAX_LID)
		return sssp_error_set(error, SSSP_ERROR_IMPOSSIBLE,
				      "the fabric needs more LIDs than there are (1..%d)%s", FABRIC_MAX_LID,
				      a->lmc ? ": a lower LMC takes fewer" : "");
	a->fabric->ports[port].lid = (guint16)lid;
	a->fabric->ports[port].lmc = (guint8)lmc;
	a->next = lid + range;
	a->assigned++;
	return TRUE;
}

static gboolean assign_node(Assignment *a, guint32 node, guint lmc, GError **error)
{
	const FabricNode *n = &a->fabric->nodes[node];
	for (guint num = 1; num <= n->n_ports; num++) {
		const FabricPort *port = &a->fabric->ports[n->first_port + num];
		if (port->lid == 0 && port->peer != FABRIC_NONE && !assign(a, n->first_port + num, lmc, error))
			return FALSE;
	}
	return TRUE;
}

gboolean fabric_assign_lids(Fabric *fabric, guint lmc, guint32 *assigned, GError **error)
{
	if (!fabric_seal(fabric, error))
		return FALSE;
	Assignment a = {.fabric = fabric, .next = 1, .lmc = lmc};
	for (guint32 i = 0; i < fabric->n_switches; i++) {
		guint32 port0 = fabric->nodes[fabric->switches[i]].first_port;
		if (fabric->ports[port0].lid == 0 && !assign(&a, port0, 0, error))
			return FALSE;
	}
	for (guint32 i = 0; i < fabric->n_nodes; i++) {
		guint32 node = fabric->by_guid[i];
		if (!fabric_is_switch(fabric, node) && !assign_node(&a, node, lmc, error))
			return FALSE;
	}
	if (assigned)
		*assigned = a.assigned;
	return fabric_seal(fabric, error);
}
