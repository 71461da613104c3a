/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads old and new SL to VL tables by ports. Previous tables are looked up by the switch's GUID and its ports; the
 * port by which a channel comes in is the port by which its reverse channel leaves.
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

/* The tables of one side, and the switch at hand. */
typedef struct {
	const Graph *graph;
	const Fabric *fabric; /* of now */
	const Sl2vl *sl2vl;
	const Fabric *then; /* the fabric that they were written for, where not all of them are known; else NULL */
	guint32 vertex;
	gssize row;   /* in the tables, -1: not known */
	guint32 node; /* in `then`, or FABRIC_NONE */
} SwitchTables;

/* Whether a port had no cable when the tables were written: OpenSM writes none for what leaves by such a port. */
static gboolean was_free(const SwitchTables *f, guint port)
{
	return port && f->node != FABRIC_NONE && port <= f->then->nodes[f->node].n_ports &&
	       f->then->ports[fabric_port_index(f->then, f->node, port)].peer == FABRIC_NONE;
}

/* The VLs by the table from port `in` to channel b; ALL if it is not known. */
static guint16 vls_from(const SwitchTables *f, guint in, guint32 b)
{
	guint out = f->graph->port[b];
	return f->row < 0 || was_free(f, out) ? ALL : vls_of_map(sl2vl_get(f->sl2vl, (guint32)f->row, in, out));
}

/* The VLs of packets that the switch itself and the endpoints on it send over channel b. */
static guint16 vls_sent(const SwitchTables *f, guint32 b)
{
	guint32 node = f->fabric->switches[f->vertex];
	guint16 vls = vls_from(f, 0, b);
	for (guint in = 1; in <= f->fabric->nodes[node].n_ports; in++)
		if (f->fabric->ports[fabric_port_index(f->fabric, node, in)].peer != FABRIC_NONE &&
		    graph_channel(f->graph, f->vertex, (guint8)in) == GRAPH_NONE)
			vls |= vls_from(f, in, b);
	return vls;
}

static void read_switch(PortTables *t, guint16 *vls, const SwitchTables *f)
{
	const Graph *g = f->graph;
	guint32 end = g->first[f->vertex + 1];
	for (guint32 b = g->first[f->vertex]; b < end; b++) {
		vls[t->n_turns + b] = vls_sent(f, b);
		for (guint32 back = g->first[f->vertex]; back < end; back++)
			vls[cdg_turn(t->turns, g->reverse[back], b)] = vls_from(f, g->port[back], b);
	}
}

/*
 * The VLs of one side, of which some tables are not known if they were written for a fabric `then`. NULL with
 * SSSP_ERROR_MEMORY.
 */
static guint16 *read_side(PortTables *t, const Fabric *fabric, const Sl2vl *sl2vl, const Fabric *then, GError **error)
{
	const Graph *g = t->turns->graph;
	guint16 *vls = arena_new_array0(t->arena, guint16, t->n_turns + g->n_channels);
	if (!arena_check(t->arena, "virtual lanes by ports", error))
		return NULL;
	for (guint32 v = 0; v < g->n_switches; v++) {
		gssize row = sl2vl_find(sl2vl, g->guid[v]);
		guint32 node = then ? fabric_find_node(then, g->guid[v]) : FABRIC_NONE;
		read_switch(t, vls, &(SwitchTables){g, fabric, sl2vl, then, v, row, node});
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
