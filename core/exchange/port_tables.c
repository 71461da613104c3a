/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads which VLs the previous and the new SL to VL tables give packets by input and output port. A channel comes in by
 * the port by which its reverse channel leaves; previous tables are looked up by the switch's GUID and its ports.
 */
#include "core/exchange/port_tables.h"

#include "core/lanes/sl2vl_from_port_vls.h"

#include <string.h>

#define DROPPED 15 /* the VL on which switches throw packets away */

/* Stands for any VL: port_tables_vls() leaves of it those that are told apart. */
#define ALL G_MAXUINT16

static PortTablesKind kind_of(gboolean by_ports, const PathSl *path_sl)
{
	return by_ports ? PORT_TABLES_BY_PORTS : path_sl ? PORT_TABLES_BY_SL : PORT_TABLES_ANY;
}

gboolean port_tables_matter(const Both *both)
{
	return both->previous.sl2vl || both->stand->layers->vls;
}

/* ---- one side */

/*
 * The VLs of a map as bits. A map that is not the same for all SLs counts as ALL, as applications may be on any SL. 0:
 * the map drops packets.
 */
static guint16 vls_of_map(const SlMap *map)
{
	for (guint sl = 1; sl < SL_COUNT; sl++)
		if (map->vl[sl] != map->vl[0])
			return ALL;
	return map->vl[0] < DROPPED ? (guint16)(1u << map->vl[0]) : 0;
}

/* The VLs by the table from port `in` to port `out` of the switch with that row; ALL without a row. */
static guint16 vls_from(const Sl2vl *sl2vl, gssize row, guint in, guint out)
{
	return row < 0 ? ALL : vls_of_map(sl2vl_get(sl2vl, (guint32)row, in, out));
}

/* The VLs of packets that a switch, whose tables have that row, and the endpoints on it send over channel c. */
static guint16 vls_sent(const Fabric *fabric, const Graph *g, const Sl2vl *sl2vl, gssize row, guint32 c)
{
	guint32 v = g->from[c], node = fabric->switches[v];
	guint16 vls = vls_from(sl2vl, row, 0, g->port[c]);
	for (guint in = 1; in <= fabric->nodes[node].n_ports; in++)
		if (fabric->ports[fabric_port_index(fabric, node, in)].peer != FABRIC_NONE &&
		    graph_channel(g, v, (guint8)in) == GRAPH_NONE)
			vls |= vls_from(sl2vl, row, in, g->port[c]);
	return vls;
}

/* Whether a port had no cable in a fabric: OpenSM writes no tables for what leaves by such a port. */
static gboolean was_free(const Fabric *then, guint64 guid, guint port)
{
	guint32 node = fabric_find_node(then, guid);
	return node != FABRIC_NONE && port <= then->nodes[node].n_ports &&
	       then->ports[fabric_port_index(then, node, port)].peer == FABRIC_NONE;
}

/*
 * The VLs of one side. `then`: the fabric that its tables were written for, if not all of them may be there. NULL with
 * SSSP_ERROR_MEMORY.
 */
static guint16 *read_side(PortTables *t, const Fabric *fabric, const Sl2vl *sl2vl, const Fabric *then, GError **error)
{
	const Graph *g = t->turns->graph;
	guint16 *vls = arena_new_array0(t->arena, guint16, t->n_turns + g->n_channels);
	if (!arena_check(t->arena, "virtual lanes by ports", error))
		return NULL;
	for (guint32 c = 0; c < g->n_channels; c++) {
		guint32 v = g->from[c];
		gssize row = then && was_free(then, g->guid[v], g->port[c]) ? -1 : sl2vl_find(sl2vl, g->guid[v]);
		vls[t->n_turns + c] = vls_sent(fabric, g, sl2vl, row, c);
		for (guint32 back = g->first[v]; back < g->first[v + 1]; back++)
			vls[cdg_turn(t->turns, g->reverse[back], c)] = vls_from(sl2vl, row, g->port[back], g->port[c]);
	}
	return vls;
}

/* ---- both */

/* SLs that count as VLs, a bit each: where lanes are by SL on one side. */
static LaneMask sls_of_lanes(const PortTables *t, Both *both)
{
	LaneMask lanes = 0;
	for (guint32 d = 0; port_tables_are(t, PORT_TABLES_BOTH, PORT_TABLES_BY_SL) && d < both->graph->n_dests; d++) {
		both_begin(both, d);
		for (guint32 v = 0; v < both->graph->n_switches; v++)
			lanes |= both->old_lanes[v] | both->new_lanes[v];
	}
	return lanes;
}

/* Fills n_vls. If a table may choose any VL, one further VL stands for all those that no table names. */
static void count_vls(PortTables *t, Both *both)
{
	gsize n = t->n_turns + both->graph->n_channels;
	guint16 named = sls_of_lanes(t, both);
	gboolean any = FALSE;
	for (guint side = 0; side < 2; side++)
		for (gsize i = 0; t->vls[side] && i < n; i++) {
			any = any || t->vls[side][i] == ALL;
			named |= t->vls[side][i] == ALL ? 0 : t->vls[side][i];
		}
	t->n_vls = MIN(g_bit_storage(named) + (any ? 1 : 0), SL_COUNT);
}

PortTables *port_tables_new(Both *both, const Fabric *fabric, GError **error)
{
	const TablesInForce *previous = &both->previous;
	const Graph *g = both->graph;
	const PortVls *new = both->stand->layers->vls;
	g_autoptr(Sl2vl) sl2vl = new ? sl2vl_from_port_vls(fabric, g, new, error) : NULL;
	g_autoptr(PortTables) t = g_new0(PortTables, 1);
	t->arena = arena_new();
	t->old = kind_of(previous->sl2vl != NULL, previous->path_sl);
	t->new = kind_of(new != NULL, both->path_sl);
	t->turns = both->stand->turns;
	t->n_turns = t->turns->first[g->n_channels];
	if ((new && (!sl2vl || !(t->vls[1] = read_side(t, fabric, sl2vl, NULL, error)))) ||
	    (previous->sl2vl && !(t->vls[0] = read_side(t, fabric, previous->sl2vl, previous->fabric, error))))
		return NULL;
	count_vls(t, both);
	t->differ = t->old != t->new || memcmp(t->vls[0], t->vls[1], (t->n_turns + g->n_channels) * sizeof *t->vls[0]);
	return g_steal_pointer(&t);
}

void port_tables_free(PortTables *t)
{
	if (!t)
		return;
	arena_free(t->arena);
	g_free(t);
}
