/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes SLs of paths and SL to VL tables from layers, the lane of each route. The SL of a path is the number of its
 * layer. Tables map each of the first `n_lanes` SLs to the VL of the same number, and all further SLs to VL 0. Where a
 * link lacks that VL, they map the SL to VL 0 between switches, and towards a CA to the SL modulo the number of VLs.
 */
#include "core/lanes/sl_from_layers.h"

#include <string.h>

PathSl *path_sl_from_layers(const Graph *graph, const Layers *layers, guint32 n_lids, GError **error)
{
	PathSl *sl = path_sl_new(graph->n_switches, n_lids, error);
	if (!sl)
		return NULL;
	memcpy(sl->guid, graph->guid, graph->n_switches * sizeof(guint64));
	for (guint32 d = 0; d < graph->n_dests; d++) {
		const guint8 *layer = layers->layer + (gsize)d * graph->n_switches;
		for (guint32 v = 0; v < graph->n_switches; v++)
			sl->sl[(gsize)v * n_lids + graph->dests[d].lid] = layer[v];
	}
	return sl;
}

static gboolean is_between(const Fabric *fabric, const FabricPort *port)
{
	return port->peer != FABRIC_NONE && fabric_is_switch(fabric, fabric->ports[port->peer].node);
}

/* The VL of a layer's packets that leave by a switch port which has so many lanes. */
static guint8 lane_of(gboolean between, guint lanes, guint layer)
{
	if (layer < lanes)
		return (guint8)layer;
	return between ? 0 : (guint8)(layer % lanes);
}

static gboolean fill_switch(const Fabric *fabric, guint n_lanes, guint32 row, Sl2vl *sl2vl, GError **error)
{
	const FabricNode *node = &fabric->nodes[fabric->switches[row]];
	for (guint out = 0; out <= node->n_ports; out++) {
		const FabricPort *port = &fabric->ports[node->first_port + out];
		gboolean between = is_between(fabric, port);
		guint lanes = between ? graph_link_lanes(fabric, port) : port->vls;
		SlMap map;
		for (guint sl = 0; sl < SL_COUNT; sl++)
			map.vl[sl] = sl < n_lanes ? lane_of(between, lanes ? lanes : SL_COUNT, sl) : 0;
		for (guint in = 0; in <= node->n_ports; in++)
			if (!sl2vl_set(sl2vl, row, in, out, &map, error))
				return FALSE;
	}
	return TRUE;
}

Sl2vl *sl2vl_from_layers(const Fabric *fabric, guint n_lanes, GError **error)
{
	g_autoptr(Sl2vl) sl2vl = sl2vl_of_fabric(fabric, error);
	for (guint32 row = 0; sl2vl && row < fabric->n_switches; row++)
		if (!fill_switch(fabric, n_lanes, row, sl2vl, error))
			return NULL;
	return g_steal_pointer(&sl2vl);
}
