/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads old and new SL to VL tables by ports. Previous tables are looked up by the switch's GUID and its ports; the
 * port by which a channel comes in is the port by which its reverse channel leaves.
 */
#include "core/exchange/port_tables.h"

#include "core/base/error.h"

#include <string.h>

#define DROPPED 15 /* the VL on which switches throw packets away */

/* Stands for any VL, until count_vls() knows how many VLs there are. */
#define ALL G_MAXUINT16

static PortTablesKind kind_of(gboolean by_ports, const PathSl *path_sl)
{
	return by_ports ? PORT_TABLES_BY_PORTS : path_sl ? PORT_TABLES_BY_SL : PORT_TABLES_ANY;
}

gboolean port_tables_matter(const Both *both)
{
	return both->previous->sl2vl || both->stand->layers->vls;
}

static gboolean allocate(PortTables *t, guint side, const Graph *graph, GError **error)
{
	gsize n = t->turns->first[graph->n_channels] + (gsize)1;
	t->state[side] = g_try_new0(guint16, n);
	t->sent[side] = g_try_new0(guint16, graph->n_channels + (gsize)1);
	return (t->state[side] && t->sent[side]) || sssp_error_memory(error, "virtual lanes by ports", n * 2);
}

/* ---- previous tables */

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

typedef struct {
	const Sl2vl *sl2vl;
	gssize row;           /* of the switch at hand, -1: not known */
	const Fabric *fabric; /* of the previous routing, or NULL */
	guint32 node;         /* the switch in it, or FABRIC_NONE */
} SwitchTables;

/* Whether a port had no cable in the previous routing: OpenSM writes no tables of what leaves by such a port. */
static gboolean was_free(const SwitchTables *f, guint port)
{
	return port && f->node != FABRIC_NONE && port <= f->fabric->nodes[f->node].n_ports &&
	       f->fabric->ports[fabric_port_index(f->fabric, f->node, port)].peer == FABRIC_NONE;
}

/* The VLs by the previous table from port `in` to port `out`; ALL if it is not known. */
static guint16 previous_vls(const SwitchTables *f, guint in, guint out)
{
	if (f->row < 0 || in > f->sl2vl->n_ports[f->row] || out > f->sl2vl->n_ports[f->row] || was_free(f, out))
		return ALL;
	return vls_of_map(sl2vl_get(f->sl2vl, (guint32)f->row, in, out));
}

/* The previous VLs of packets that the switch itself and the endpoints on it send by port `out`. */
static guint16 previous_sent(const SwitchTables *f, const Fabric *fabric, const Graph *graph, guint32 v, guint out)
{
	guint32 node = fabric->switches[v];
	guint16 vls = previous_vls(f, 0, out);
	for (guint in = 1; in <= fabric->nodes[node].n_ports; in++)
		if (fabric->ports[fabric_port_index(fabric, node, in)].peer != FABRIC_NONE &&
		    graph_channel(graph, v, (guint8)in) == GRAPH_NONE)
			vls |= previous_vls(f, in, out);
	return vls;
}

static void read_previous(PortTables *t, const Both *both, const Fabric *fabric)
{
	const Graph *g = both->graph;
	const Fabric *then = both->previous->fabric;
	for (guint32 v = 0; v < g->n_switches; v++) {
		const SwitchTables f = {both->previous->sl2vl, sl2vl_find(both->previous->sl2vl, g->guid[v]), then,
					then ? fabric_find_node(then, g->guid[v]) : FABRIC_NONE};
		for (guint32 b = g->first[v]; b < g->first[v + 1]; b++) {
			t->sent[0][b] = previous_sent(&f, fabric, g, v, g->port[b]);
			for (guint32 back = g->first[v]; back < g->first[v + 1]; back++)
				t->state[0][cdg_turn(t->turns, g->reverse[back], b)] =
					previous_vls(&f, g->port[back], g->port[b]);
		}
	}
}

/* ---- new tables */

/* The bit of the VL that new tables have from port `in` to channel b, where routes need `vl`. */
static guint16 new_bit(const Both *both, guint in, guint32 b, guint8 vl)
{
	return (guint16)(1u << port_vls_in_table(both->graph, both->stand->layers->vls, b, in, vl));
}

/* The new VLs of packets that the switch itself and the endpoints on it send over channel b. */
static guint16 new_sent(const Both *both, const Fabric *fabric, guint32 v, guint32 b)
{
	const Graph *g = both->graph;
	guint32 node = fabric->switches[v];
	guint8 vl = both->stand->layers->vls->sent[b];
	guint16 vls = new_bit(both, 0, b, vl);
	for (guint in = 1; in <= fabric->nodes[node].n_ports; in++)
		if (fabric->ports[fabric_port_index(fabric, node, in)].peer != FABRIC_NONE &&
		    graph_channel(g, v, (guint8)in) == GRAPH_NONE)
			vls |= new_bit(both, in, b, vl);
	return vls;
}

static void read_new(PortTables *t, const Both *both, const Fabric *fabric)
{
	const Graph *g = both->graph;
	const PortVls *vls = both->stand->layers->vls;
	for (guint32 v = 0; v < g->n_switches; v++)
		for (guint32 b = g->first[v]; b < g->first[v + 1]; b++) {
			t->sent[1][b] = new_sent(both, fabric, v, b);
			for (guint32 back = g->first[v]; back < g->first[v + 1]; back++) {
				guint32 turn = cdg_turn(t->turns, g->reverse[back], b);
				t->state[1][turn] = new_bit(both, g->port[back], b, vls->state[turn]);
			}
		}
}

/* ---- both */

/* One more than the highest VL in vls[n] (may be NULL). Sets *any if an element is ALL. */
static guint count_named(const guint16 *vls, gsize n, gboolean *any)
{
	guint most = 0;
	for (gsize i = 0; vls && i < n; i++)
		if (vls[i] == ALL)
			*any = TRUE;
		else
			most = MAX(most, g_bit_storage(vls[i]));
	return most;
}

/* Puts `all` where elements are ALL. */
static void replace_all(guint16 *vls, gsize n, guint16 all)
{
	for (gsize i = 0; vls && i < n; i++)
		vls[i] = vls[i] == ALL ? all : vls[i];
}

/* Starts n_vls: where lanes are by SL on one side, their SLs count as VLs. */
static void count_sls(PortTables *t, Both *both)
{
	LaneMask lanes = 0;
	for (guint32 d = 0; port_tables_are(t, PORT_TABLES_BOTH, PORT_TABLES_BY_SL) && d < both->graph->n_dests; d++) {
		both_begin(both, d);
		for (guint32 v = 0; v < both->graph->n_switches; v++)
			lanes |= both->old_lanes[v] | both->new_lanes[v];
	}
	t->n_vls = g_bit_storage(lanes);
}

/* Finishes n_vls. If a table may choose any VL, one further VL stands for all those that no table names. */
static void count_vls(PortTables *t, const Both *both)
{
	gsize n_states = t->turns->first[both->graph->n_channels], n_sent = both->graph->n_channels;
	gboolean any = FALSE;
	for (guint side = 0; side < 2; side++) {
		guint states = count_named(t->state[side], n_states, &any);
		guint sent = count_named(t->sent[side], n_sent, &any);
		t->n_vls = MAX(t->n_vls, MAX(states, sent));
	}
	t->n_vls = MAX(1, MIN(t->n_vls + (any ? 1 : 0), SL_COUNT));
	for (guint side = 0; side < 2; side++) {
		replace_all(t->state[side], n_states, (guint16)((1u << t->n_vls) - 1));
		replace_all(t->sent[side], n_sent, (guint16)((1u << t->n_vls) - 1));
	}
}

static gboolean do_differ(const PortTables *t, const Graph *graph)
{
	gsize n_states = t->turns->first[graph->n_channels], n_sent = graph->n_channels;
	return t->old != t->new || memcmp(t->state[0], t->state[1], n_states * sizeof(guint16)) ||
	       memcmp(t->sent[0], t->sent[1], n_sent * sizeof(guint16));
}

PortTables *port_tables_new(Both *both, const Fabric *fabric, GError **error)
{
	g_autoptr(PortTables) t = g_new0(PortTables, 1);
	t->old = kind_of(both->previous->sl2vl != NULL, both->previous->path_sl);
	t->new = kind_of(both->stand->layers->vls != NULL, both->path_sl);
	if (!(t->turns = cdg_turns_new(both->graph, error)) ||
	    (t->old == PORT_TABLES_BY_PORTS && !allocate(t, 0, both->graph, error)) ||
	    (t->new == PORT_TABLES_BY_PORTS && !allocate(t, 1, both->graph, error)))
		return NULL;
	if (t->state[0])
		read_previous(t, both, fabric);
	if (t->state[1])
		read_new(t, both, fabric);
	count_sls(t, both);
	count_vls(t, both);
	t->differ = do_differ(t, both->graph);
	return g_steal_pointer(&t);
}

void port_tables_free(PortTables *t)
{
	if (!t)
		return;
	cdg_turns_free(t->turns);
	for (guint side = 0; side < 2; side++) {
		g_free(t->state[side]);
		g_free(t->sent[side]);
	}
	g_free(t);
}
