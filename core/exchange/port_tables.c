/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads old and new SL to VL tables by ports. Previous tables are looked up by the switch's GUID and its ports; the
 * port by which a channel comes in is the port by which its reverse channel leaves.
 */
#include "core/exchange/port_tables.h"

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
	const Both *both;
	const Fabric *fabric; /* of now */
	const PortVls *new;   /* what new tables are made of; NULL: previous tables */
	guint32 vertex;
	gssize row;   /* in the previous tables, -1: not known */
	guint32 node; /* in the previous fabric, or FABRIC_NONE */
} SwitchTables;

/* Whether a port had no cable in the previous routing: OpenSM writes no tables of what leaves by such a port. */
static gboolean was_free(const SwitchTables *f, guint port)
{
	const Fabric *then = f->both->previous.fabric;
	return port && f->node != FABRIC_NONE && port <= then->nodes[f->node].n_ports &&
	       then->ports[fabric_port_index(then, f->node, port)].peer == FABRIC_NONE;
}

/*
 * The VLs by the table from port `in` to channel b, where new routes need `vl`; ALL if a previous table is not known.
 */
static guint16 vls_from(const SwitchTables *f, guint in, guint32 b, guint8 vl)
{
	const Sl2vl *sl2vl = f->both->previous.sl2vl;
	guint out = f->both->graph->port[b];
	if (f->new)
		return (guint16)(1u << port_vls_in_table(f->both->graph, f->new, b, in, vl));
	if (f->row < 0 || in > sl2vl->n_ports[f->row] || out > sl2vl->n_ports[f->row] || was_free(f, out))
		return ALL;
	return vls_of_map(sl2vl_get(sl2vl, (guint32)f->row, in, out));
}

/* The VLs of packets that the switch itself and the endpoints on it send over channel b. */
static guint16 vls_sent(const SwitchTables *f, guint32 b)
{
	guint32 node = f->fabric->switches[f->vertex];
	guint8 vl = f->new ? f->new->sent[b] : 0;
	guint16 vls = vls_from(f, 0, b, vl);
	for (guint in = 1; in <= f->fabric->nodes[node].n_ports; in++)
		if (f->fabric->ports[fabric_port_index(f->fabric, node, in)].peer != FABRIC_NONE &&
		    graph_channel(f->both->graph, f->vertex, (guint8)in) == GRAPH_NONE)
			vls |= vls_from(f, in, b, vl);
	return vls;
}

static void read_switch(PortTables *t, guint side, const SwitchTables *f)
{
	const Graph *g = f->both->graph;
	guint32 end = g->first[f->vertex + 1];
	for (guint32 b = g->first[f->vertex]; b < end; b++) {
		t->vls[side][t->n_turns + b] = vls_sent(f, b);
		for (guint32 back = g->first[f->vertex]; back < end; back++) {
			guint32 turn = cdg_turn(t->turns, g->reverse[back], b);
			t->vls[side][turn] = vls_from(f, g->port[back], b, f->new ? f->new->state[turn] : 0);
		}
	}
}

/* Reads the tables of one side, which choose by ports. FALSE with SSSP_ERROR_MEMORY. */
static gboolean read_side(PortTables *t, guint side, const Both *both, const Fabric *fabric, GError **error)
{
	const Graph *g = both->graph;
	const TablesInForce *previous = &both->previous;
	t->vls[side] = arena_new_array0(t->arena, guint16, t->n_turns + g->n_channels);
	if (!arena_check(t->arena, "virtual lanes by ports", error))
		return FALSE;
	for (guint32 v = 0; v < g->n_switches; v++) {
		SwitchTables f = {both, fabric, side ? both->stand->layers->vls : NULL, v, -1, FABRIC_NONE};
		if (!side)
			f.row = sl2vl_find(previous->sl2vl, g->guid[v]);
		if (!side && previous->fabric)
			f.node = fabric_find_node(previous->fabric, g->guid[v]);
		read_switch(t, side, &f);
	}
	return TRUE;
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
	g_autoptr(PortTables) t = g_new0(PortTables, 1);
	t->arena = arena_new();
	t->old = kind_of(both->previous.sl2vl != NULL, both->previous.path_sl);
	t->new = kind_of(both->stand->layers->vls != NULL, both->path_sl);
	if (!(t->turns = cdg_turns_new(both->graph, error)))
		return NULL;
	t->n_turns = t->turns->first[both->graph->n_channels];
	if ((t->old == PORT_TABLES_BY_PORTS && !read_side(t, 0, both, fabric, error)) ||
	    (t->new == PORT_TABLES_BY_PORTS && !read_side(t, 1, both, fabric, error)))
		return NULL;
	count_vls(t, both);
	t->differ = t->old != t->new ||
		    memcmp(t->vls[0], t->vls[1], (t->n_turns + both->graph->n_channels) * sizeof *t->vls[0]) != 0;
	return g_steal_pointer(&t);
}

void port_tables_free(PortTables *t)
{
	if (!t)
		return;
	cdg_turns_free(t->turns);
	arena_free(t->arena);
	g_free(t);
}
