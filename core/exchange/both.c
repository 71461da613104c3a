/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds three sets of forwarding tables side by side: what switches have, what they may have instead (maybe), and what
 * they shall have. Reads what these say for one destination after the other: the entries of all switches, and the lanes
 * of connections, from previous and new SLs. Packets are addressed to LIDs, so what a switch has for a LID counts even
 * if another port had that LID before.
 */
#include "core/exchange/both.h"

#include <string.h>

/* ---- what tables say */

/* Entry `lid` of a row, or `otherwise` if there is no row or it ends before. */
static inline guint8 at(const guint8 *row, guint32 n_lids, guint32 lid, guint8 otherwise)
{
	return row && lid < n_lids ? row[lid] : otherwise;
}

/*
 * Marks destinations to whose LIDs a previous row and a new one differ; an entry that a row does not have counts as
 * `otherwise`.
 */
static void mark_row(Both *b, const guint8 *was, guint32 n_was, const guint8 *is, guint8 otherwise)
{
	guint32 n = b->lft->n_lids;
	if (was == is || (was && is && n_was >= n && !memcmp(was, is, n)))
		return;
	for (guint32 d = 0; d < b->graph->n_dests; d++) {
		guint32 lid = b->graph->dests[d].lid;
		b->changed[d] |= at(was, n_was, lid, otherwise) != at(is, n, lid, otherwise) ? 1 : 0;
	}
}

/* The same with a row of previous SLs and the new SLs of switch v. */
static void mark_sls(Both *b, const guint8 *was, guint32 v)
{
	const guint8 *is = b->path_sl ? b->path_sl->sl + (gsize)v * b->path_sl->n_lids : NULL;
	mark_row(b, was, b->n_lids[BOTH_SL], is, 0);
}

static void find_changed(Both *b)
{
	for (guint32 v = 0; v < b->graph->n_switches; v++) {
		const guint8 *shall = b->row[BOTH_SHALL][v];
		mark_row(b, b->row[BOTH_HAVE][v], b->n_lids[BOTH_HAVE], shall, LFT_NO_PATH);
		mark_row(b, b->row[BOTH_MAYBE][v], b->n_lids[BOTH_MAYBE], shall, LFT_NO_PATH);
		mark_sls(b, b->row[BOTH_SL][v], v);
		/* A new switch may have the new entry already: its paths are new all the same. */
		if (b->strange[v])
			mark_row(b, NULL, 0, shall, LFT_NO_PATH);
	}
	for (guint i = 0; i < b->moved->len; i++)
		mark_sls(b, g_array_index(b->moved, BothMoved, i).sl, g_array_index(b->moved, BothMoved, i).vertex);
	for (guint32 d = 0; d < b->graph->n_dests; d++)
		b->n_changed += b->changed[d];
}

/* ---- who was where */

/* The GUID of the node to which port `num` of node `guid` was cabled in the previous fabric; 0: none. */
static guint64 previous_switch(const Fabric *previous, guint64 guid, guint num)
{
	guint32 node = fabric_find_node(previous, guid);
	if (node == FABRIC_NONE || num > previous->nodes[node].n_ports)
		return 0;
	guint32 peer = previous->ports[fabric_port_index(previous, node, num)].peer;
	return peer == FABRIC_NONE ? 0 : previous->nodes[previous->ports[peer].node].guid;
}

/* Lists hosts that were cabled to another switch before: their connections keep the SLs that they got there. */
static void find_moved(Both *b, const Fabric *fabric)
{
	const Graph *g = b->graph;
	for (guint32 d = 0; b->previous.fabric && d < g->n_dests; d++) {
		const GraphDest *dest = &g->dests[d];
		const FabricPort *port = &fabric->ports[fabric->lid_port[dest->lid]];
		if (!dest->is_port || dest->sibling)
			continue;
		guint64 from = previous_switch(b->previous.fabric, fabric->nodes[port->node].guid, port->num);
		BothMoved moved = {dest->vertex, from ? path_sl_row(b->previous.path_sl, from) : NULL};
		if (from && from != g->guid[dest->vertex] && (moved.sl || !b->previous.path_sl))
			g_array_append_val(b->moved, moved);
	}
}

/* ---- all destinations */

static guint highest_sl(const PathSl *path_sl)
{
	guint highest = 0;
	for (gsize i = 0; path_sl && i < (gsize)path_sl->n_sources * path_sl->n_lids; i++)
		highest = path_sl->sl[i] == SL_NONE ? highest : MAX(highest, path_sl->sl[i]);
	return highest;
}

static gboolean allocate(Both *b, GError **error)
{
	gsize n = b->graph->n_switches + 1;
	b->arena = arena_new();
	for (guint i = 0; i < BOTH_KINDS; i++)
		b->row[i] = arena_new_array(b->arena, const guint8 *, n);
	b->has = arena_new_array(b->arena, guint32, n);
	b->may = arena_new_array(b->arena, guint32, n);
	b->shall = arena_new_array(b->arena, guint32, n);
	b->strange = arena_new_array(b->arena, guint8, n);
	b->sends = arena_new_array(b->arena, guint8, n);
	b->kept_lane = arena_new_array(b->arena, LaneMask, n);
	b->old_lanes = arena_new_array(b->arena, LaneMask, n);
	b->new_lanes = arena_new_array(b->arena, LaneMask, n);
	b->changed = arena_new_array0(b->arena, guint8, b->graph->n_dests);
	b->moved = g_array_new(FALSE, FALSE, sizeof(BothMoved));
	return arena_check(b->arena, "previous tables", error);
}

/* What is in force, without what says nothing: a routing on one lane leaves an empty table of SLs. */
static TablesInForce plain(const TablesInForce *previous)
{
	TablesInForce f = *previous;
	f.maybe = f.maybe ? f.maybe : f.lft;
	f.path_sl = f.path_sl && f.path_sl->n_lids ? f.path_sl : NULL;
	f.lanes = f.lanes ? f.lanes : highest_sl(f.path_sl) + 1;
	return f;
}

Both *both_new(const TablesInForce *previous, const Fabric *fabric, const Stand *stand, const Lft *lft,
	       const PathSl *path_sl, GError **error)
{
	const TablesInForce f = plain(previous);
	const Graph *g = stand->graph;
	g_autoptr(Both) b = g_new0(Both, 1);
	*b = (Both){.previous = f, .stand = stand, .graph = g, .lft = lft, .path_sl = path_sl, .lanes = f.lanes};
	if (!allocate(b, error))
		return NULL;
	for (guint32 v = 0; v < g->n_switches; v++) {
		b->row[BOTH_HAVE][v] = lft_row(f.lft, g->guid[v]);
		b->row[BOTH_MAYBE][v] = lft_row(f.maybe, g->guid[v]);
		b->row[BOTH_SHALL][v] = lft->port + (gsize)v * lft->n_lids;
		b->row[BOTH_SL][v] = path_sl_row(f.path_sl, g->guid[v]);
		b->strange[v] = f.fabric && fabric_find_node(f.fabric, g->guid[v]) == FABRIC_NONE;
	}
	b->n_lids[BOTH_HAVE] = f.lft->n_lids;
	b->n_lids[BOTH_MAYBE] = f.maybe->n_lids;
	b->n_lids[BOTH_SHALL] = lft->n_lids;
	b->n_lids[BOTH_SL] = f.path_sl ? f.path_sl->n_lids : 0;
	find_moved(b, fabric);
	find_changed(b);
	return g_steal_pointer(&b);
}

void both_free(Both *b)
{
	if (!b)
		return;
	g_free(b->uneven);
	arena_free(b->arena);
	g_array_unref(b->moved);
	g_free(b);
}

/* ---- one of them */

guint8 both_previous_sl(const Both *b, guint32 v, guint32 lid)
{
	gboolean had =
		both_entry(b, BOTH_HAVE, v, lid) != LFT_NO_PATH || both_entry(b, BOTH_MAYBE, v, lid) != LFT_NO_PATH;
	if (b->strange[v])
		return SL_NONE;
	return b->previous.path_sl ? both_entry(b, BOTH_SL, v, lid) : had ? 0 : SL_NONE;
}

/* An entry for the destination at hand in the form of Mix; MIX_DEAD also where no cable to a switch is at the port. */
static guint32 channel_of(const Both *b, guint kind, guint32 v)
{
	const GraphDest *dest = &b->graph->dests[b->dest];
	guint8 port = both_entry(b, kind, v, dest->lid);
	return v == dest->vertex && port == dest->port ? MIX_HERE : graph_channel(b->graph, v, port);
}

static LaneMask lane_of_sl(guint8 sl)
{
	return sl < SL_COUNT ? (LaneMask)(1u << sl) : 0;
}

/* Fills sends, kept_lane, old_lanes and new_lanes of switch v. */
static void fill_lanes(Both *b, guint32 v)
{
	const GraphDest *dest = &b->graph->dests[b->dest];
	const Layers *layers = b->stand->layers;
	gsize pair = (gsize)v * b->graph->n_switches + dest->vertex;
	b->kept_lane[v] = b->old_lanes[v] = b->new_lanes[v] = 0;
	b->sends[v] = route_carries_data(b->graph, v, b->dest) ? 1 : 0;
	if (!b->sends[v])
		return;
	b->kept_lane[v] = b->old_lanes[v] = lane_of_sl(both_previous_sl(b, v, dest->lid));
	if (layers->also && b->old_lanes[v])
		b->old_lanes[v] |= layers->also[pair];
	if (layers->back && dest->is_port)
		b->old_lanes[v] |= layers->back[pair];
	if (b->uneven && b->uneven[both_pair(b, v, dest->vertex)])
		b->kept_lane[v] = 0;
	b->new_lanes[v] =
		layers->layer ? (LaneMask)(1u << layers->layer[(gsize)b->dest * b->graph->n_switches + v]) : 1;
}

void both_begin(Both *b, guint32 d)
{
	b->dest = d;
	for (guint32 v = 0; v < b->graph->n_switches; v++) {
		b->has[v] = channel_of(b, BOTH_HAVE, v);
		b->may[v] = channel_of(b, BOTH_MAYBE, v);
		b->shall[v] = channel_of(b, BOTH_SHALL, v);
		fill_lanes(b, v);
	}
	for (guint i = 0; i < b->moved->len; i++) {
		const BothMoved *moved = &g_array_index(b->moved, BothMoved, i);
		guint8 sl = at(moved->sl, b->n_lids[BOTH_SL], b->graph->dests[d].lid, SL_NONE);
		if (b->new_lanes[moved->vertex])
			b->old_lanes[moved->vertex] |= lane_of_sl(b->previous.path_sl ? sl : 0);
	}
}

gboolean both_needs_tables(const Both *b)
{
	guint32 v = 0;
	while (v < b->graph->n_switches && !(b->new_lanes[v] >> b->lanes))
		v++;
	return v < b->graph->n_switches;
}
