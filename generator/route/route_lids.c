/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gives ports of a fabric the LIDs that they had before, found by their GUID. LIDs come from a previous fabric, from
 * OpenSM's file guid2lid, or both. All become one list, sorted by GUID; where both have a GUID, the fabric's LID
 * counts.
 */
#include "generator/route/route_lids.h"

#include "formats/tables/guid2lid.h"

typedef struct {
	guint64 guid;
	guint16 lid;
	guint8 lmc;
} Known;

/* The GUID of a port. A CA's port may lack it in a file: then its node's GUID and its number stand for it. */
static guint64 name_of(const Fabric *fabric, const FabricPort *port)
{
	return port->guid ? port->guid : fabric->nodes[port->node].guid + port->num;
}

static int compare_known(gconstpointer a, gconstpointer b)
{
	const Known *x = a, *y = b;
	return (x->guid > y->guid) - (x->guid < y->guid);
}

static GArray *list_known(const Fabric *previous, const GArray *listed)
{
	GArray *known = g_array_new(FALSE, FALSE, sizeof(Known));
	for (guint32 i = 0; previous && i < previous->n_ports; i++) {
		const FabricPort *port = &previous->ports[i];
		Known entry = {name_of(previous, port), port->lid, port->lmc};
		if (port->lid)
			g_array_append_val(known, entry);
	}
	for (guint i = 0; listed && i < listed->len; i++) {
		const GuidLids *lids = &g_array_index(listed, GuidLids, i);
		guint n = lids->last - lids->first + 1u;
		Known entry = {lids->guid, lids->first, (guint8)g_bit_nth_msf(n, -1)};
		if ((n & (n - 1)) == 0 && entry.lmc <= FABRIC_MAX_LMC && entry.lid % n == 0)
			g_array_append_val(known, entry);
	}
	g_array_sort(known, compare_known);
	return known;
}

static const Known *find(const GArray *known, guint64 guid)
{
	guint low = 0, high = known->len;
	while (low < high) {
		guint middle = low + (high - low) / 2;
		if (g_array_index(known, Known, middle).guid < guid)
			low = middle + 1;
		else
			high = middle;
	}
	const Known *found = &g_array_index(known, Known, low);
	return low < known->len && found->guid == guid ? found : NULL;
}

/* Marks a range of LIDs as taken. FALSE: one is taken already, or no unicast LID. */
static gboolean take_lids(guint8 *taken, guint lid, guint lmc)
{
	for (guint i = lid; i < lid + (1u << lmc); i++)
		if (i > FABRIC_MAX_LID || taken[i])
			return FALSE;
	for (guint i = lid; i < lid + (1u << lmc); i++)
		taken[i] = TRUE;
	return TRUE;
}

static gboolean may_have_lid(const Fabric *fabric, const FabricPort *port)
{
	if (fabric_is_switch(fabric, port->node))
		return port->num == 0;
	return port->num && port->peer != FABRIC_NONE;
}

gboolean route_lids_keep(Fabric *fabric, const Fabric *previous, const GArray *listed, GError **error)
{
	g_autoptr(GArray) known = list_known(previous, listed);
	g_autofree guint8 *taken = g_new0(guint8, FABRIC_MAX_LID + 1);
	for (guint32 lid = 0; lid < fabric->n_lids; lid++)
		taken[lid] = fabric->lid_port[lid] != FABRIC_NONE;
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		FabricPort *port = &fabric->ports[i];
		const Known *was = !port->lid && may_have_lid(fabric, port) ? find(known, name_of(fabric, port)) : NULL;
		if (!was || !take_lids(taken, was->lid, was->lmc))
			continue;
		port->lid = was->lid;
		port->lmc = was->lmc;
	}
	return fabric_seal(fabric, error);
}
