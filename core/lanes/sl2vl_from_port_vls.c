/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes SL to VL tables from VLs by ports, which switches choose by input and output port, and reads them back. A pair
 * of channels has one VL; the channel that comes in is found at the port by which its reverse leaves. Where links have
 * more lanes than the n VLs need, tables may spread VL l by input port over its copies l, l + n, l + 2n and so on
 * (port_vls.h). After reading, port_vls_gather() finds how many VLs with how many copies explain the tables, and maps
 * each copy back to its VL.
 */
#include "core/lanes/sl2vl_from_port_vls.h"

#include <string.h>

static guint8 vl_of(const Graph *graph, const PortVls *vls, guint32 v, guint in, guint out)
{
	guint32 c = graph_channel(graph, v, (guint8)out), back = graph_channel(graph, v, (guint8)in);
	if (c == GRAPH_NONE)
		return 0;
	guint8 vl = back == GRAPH_NONE ? vls->sent[c] : vls->state[cdg_turn(vls->turns, graph->reverse[back], c)];
	return port_vls_in_table(graph, vls, c, in, vl);
}

static gboolean fill_switch(const Fabric *fabric, const Graph *graph, const PortVls *vls, guint32 row, Sl2vl *sl2vl,
			    GError **error)
{
	guint n_ports = fabric->nodes[fabric->switches[row]].n_ports;
	for (guint in = 0; in <= n_ports; in++)
		for (guint out = 0; out <= n_ports; out++) {
			SlMap map;
			memset(map.vl, vl_of(graph, vls, row, in, out), sizeof map.vl);
			if (!sl2vl_set(sl2vl, row, in, out, &map, error))
				return FALSE;
		}
	return TRUE;
}

Sl2vl *sl2vl_from_port_vls(const Fabric *fabric, const Graph *graph, const PortVls *vls, GError **error)
{
	g_autoptr(Sl2vl) sl2vl = sl2vl_of_fabric(fabric, error);
	for (guint32 row = 0; sl2vl && row < fabric->n_switches; row++)
		if (!fill_switch(fabric, graph, vls, row, sl2vl, error))
			return NULL;
	return g_steal_pointer(&sl2vl);
}

/* Returns the one VL of a map; PORT_VLS_NONE: it has several, or one that is not below PORT_VLS_MOST. */
static guint8 only_vl(const Sl2vl *sl2vl, guint32 row, guint in, guint out)
{
	const SlMap *map = sl2vl_get(sl2vl, row, in, out);
	for (guint sl = 1; sl < SL_COUNT; sl++)
		if (map->vl[sl] != map->vl[0])
			return PORT_VLS_NONE;
	return map->vl[0] < PORT_VLS_MOST ? map->vl[0] : PORT_VLS_NONE;
}

/* Fills in the VLs of packets that leave switch v by channel c. FALSE: they depend on the SL. */
static gboolean read_channel(const Graph *graph, const Sl2vl *sl2vl, guint32 v, guint32 c, PortVls *vls)
{
	gssize row = sl2vl_find(sl2vl, graph->guid[v]);
	guint out = graph->port[c];
	if (row < 0 || out > sl2vl->n_ports[row])
		return TRUE;
	vls->sent[c] = only_vl(sl2vl, (guint32)row, 0, out);
	gboolean fine = vls->sent[c] != PORT_VLS_NONE;
	vls->n_vls = MAX(vls->n_vls, fine ? vls->sent[c] + 1u : 0);
	for (guint32 k = graph->first[v]; fine && k < graph->first[v + 1]; k++) {
		guint8 *vl = &vls->state[cdg_turn(vls->turns, graph->reverse[k], c)];
		if (graph->port[k] > sl2vl->n_ports[row])
			continue;
		*vl = only_vl(sl2vl, (guint32)row, graph->port[k], out);
		fine = *vl != PORT_VLS_NONE;
		vls->n_vls = MAX(vls->n_vls, *vl + 1u);
	}
	return fine;
}

/* Whether the tables for packets that leave over channel b have so many copies of each of n VLs. */
static gboolean are_copies_over(const Graph *graph, const Sl2vl *sl2vl, const PortVls *vls, guint32 b, guint n,
				guint copies)
{
	guint32 v = graph->from[b];
	gssize row = sl2vl_find(sl2vl, graph->guid[v]);
	guint out = graph->port[b];
	for (guint in = 0; row >= 0 && out <= sl2vl->n_ports[row] && in <= sl2vl->n_ports[row]; in++) {
		guint32 back = graph_channel(graph, v, (guint8)in);
		guint8 lane =
			back == GRAPH_NONE ? vls->sent[b] : vls->state[cdg_turn(vls->turns, graph->reverse[back], b)];
		guint8 vl = only_vl(sl2vl, (guint32)row, in, out); /* none for ports without a cable in files */
		if (vl != PORT_VLS_NONE && vl != lane % n + n * (in % copies))
			return FALSE;
	}
	return TRUE;
}

/*
 * The same for all channels: with as many copies as links have lanes for now; with `before` with any number up to
 * `copies`, as links may have had other lanes.
 */
static gboolean are_copies(const Graph *graph, const Sl2vl *sl2vl, const PortVls *vls, guint n, guint copies,
			   gboolean before)
{
	const PortVls as = {.n_vls = n, .copies = copies};
	for (guint32 b = 0; b < graph->n_channels; b++) {
		guint k = before ? copies : port_vls_copies_over(graph, &as, b);
		while (k && !are_copies_over(graph, sl2vl, vls, b, n, k))
			k = before ? k - 1 : 0;
		if (!k)
			return FALSE;
	}
	return TRUE;
}

/* The fewest copies of each of n VLs that explain the tables; 0: none do. */
static guint find_copies(const Graph *graph, const Sl2vl *sl2vl, const PortVls *vls, guint n, gboolean before)
{
	guint copies = 2;
	while (copies <= PORT_VLS_MOST / n && !are_copies(graph, sl2vl, vls, n, copies, before))
		copies++;
	return copies <= PORT_VLS_MOST / n ? copies : 0;
}

void port_vls_gather(const Graph *graph, const Sl2vl *sl2vl, PortVls *vls)
{
	gsize states = vls->turns->first[graph->n_channels];
	guint n = 2, copies = 0;
	for (guint i = 0; i < 2 && !copies; i++)
		for (n = 2; n < vls->n_vls && !(copies = find_copies(graph, sl2vl, vls, n, i == 1));)
			n++;
	if (!copies)
		return;
	for (gsize i = 0; i < states; i++)
		vls->state[i] = vls->state[i] == PORT_VLS_NONE ? PORT_VLS_NONE : (guint8)(vls->state[i] % n);
	vls->n_vls = n;
	vls->copies = copies;
}

guint port_vls_used(const Fabric *fabric, const Graph *graph, const PortVls *vls)
{
	guint most = vls->n_vls;
	for (guint32 c = 0; vls->copies > 1 && c < graph->n_channels; c++) {
		guint32 v = graph->from[c];
		guint n_ports = fabric->nodes[fabric->switches[v]].n_ports;
		for (guint in = 0; in <= n_ports; in++)
			if (!in ||
			    fabric->ports[fabric_port_index(fabric, fabric->switches[v], in)].peer != FABRIC_NONE)
				most = MAX(most, vl_of(graph, vls, v, in, graph->port[c]) + 1u);
	}
	return most;
}

PortVls *port_vls_from_sl2vl(const Graph *graph, const Sl2vl *sl2vl, GError **error)
{
	g_autoptr(PortVls) vls = port_vls_new(graph, 2, error);
	for (guint32 v = 0; vls && v < graph->n_switches; v++)
		for (guint32 c = graph->first[v]; c < graph->first[v + 1]; c++)
			if (!read_channel(graph, sl2vl, v, c, vls))
				return NULL;
	return g_steal_pointer(&vls);
}
