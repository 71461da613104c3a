/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads old and new entries of one destination after the other. A packet is addressed to a LID, not to the port that
 * has it: so what a switch has for a LID counts, even if another port had that LID before.
 */
#include "core/exchange/both.h"

#include "core/base/error.h"

#include <string.h>

/* ---- what has changed */

/* Entry `lid` of a row, or `otherwise` if there is no row or it ends before. */
static inline guint8 at(const guint8 *row, guint32 n_lids, guint32 lid, guint8 otherwise)
{
	return row && lid < n_lids ? row[lid] : otherwise;
}

/* Sets changed[lid] for each LID in which two rows differ; an entry that a row does not have counts as `otherwise`. */
static void mark_row(const guint8 *was, guint32 n_was, const guint8 *is, guint32 n_is, guint8 otherwise,
		     guint8 *changed)
{
	guint32 n = MIN(n_was, n_is);
	if (was && is && n_was >= n_is && !memcmp(was, is, n))
		return;
	for (guint32 lid = 0; lid < n_is; lid++)
		changed[lid] |= at(was, n_was, lid, otherwise) != at(is, n_is, lid, otherwise);
}

/* Sets changed[lid] for each LID to which some switch has another entry or SL than before. */
static void mark_changed(const Both *b, guint8 *changed)
{
	const TablesInForce *f = b->previous;
	guint32 n_lids = b->lft->n_lids, sl_was = f->path_sl ? f->path_sl->n_lids : 0;
	for (guint32 v = 0; v < b->graph->n_switches; v++) {
		const guint8 *row = b->lft->port + (gsize)v * n_lids;
		const guint8 *sl = b->path_sl ? b->path_sl->sl + (gsize)v * b->path_sl->n_lids : NULL;
		mark_row(b->row[BOTH_HAVE][v], f->lft->n_lids, row, n_lids, LFT_NO_PATH, changed);
		if (f->maybe)
			mark_row(b->row[BOTH_MAYBE][v], f->maybe->n_lids, row, n_lids, LFT_NO_PATH, changed);
		if (b->row[BOTH_SL][v] || sl)
			mark_row(b->row[BOTH_SL][v], sl_was, sl, b->path_sl ? b->path_sl->n_lids : n_lids, 0, changed);
		/* A new switch may have the new entry already: its paths are new all the same. */
		if (b->strange[v])
			mark_row(NULL, 0, row, n_lids, LFT_NO_PATH, changed);
	}
	for (guint i = 0; i < b->moved->len; i++) {
		const BothMoved *moved = &g_array_index(b->moved, BothMoved, i);
		const guint8 *sl = b->path_sl ? b->path_sl->sl + (gsize)moved->vertex * b->path_sl->n_lids : NULL;
		if (f->path_sl)
			mark_row(moved->sl, sl_was, sl, b->path_sl ? b->path_sl->n_lids : n_lids, 0, changed);
	}
}

static gboolean find_changed(Both *b, GError **error)
{
	guint32 n_lids = MAX(b->lft->n_lids, b->path_sl ? b->path_sl->n_lids : 0);
	g_autofree guint8 *changed = g_try_malloc0(n_lids + 1);
	if (!changed)
		return sssp_error_memory(error, "LIDs", n_lids);
	mark_changed(b, changed);
	for (guint32 d = 0; d < b->graph->n_dests; d++)
		if (changed[b->graph->dests[d].lid])
			g_array_append_val(b->changed, d);
	return TRUE;
}

/* Stands for no entry, and for no SL: tables of both kinds use it. */
#define NOTHING LFT_NO_PATH
G_STATIC_ASSERT(NOTHING == SL_NONE);

/* What the tables of one kind have at switch v for a LID; NOTHING: no entry, or no SL. */
static guint8 entry(const Both *b, guint kind, guint32 v, guint32 lid)
{
	return at(b->row[kind][v], b->n_lids[kind], lid, NOTHING);
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
	for (guint32 d = 0; b->previous->fabric && d < g->n_dests; d++) {
		const GraphDest *dest = &g->dests[d];
		const FabricPort *port = &fabric->ports[fabric->lid_port[dest->lid]];
		if (!dest->is_port || dest->sibling)
			continue;
		guint64 from = previous_switch(b->previous->fabric, fabric->nodes[port->node].guid, port->num);
		BothMoved moved = {dest->vertex, from ? path_sl_row(b->previous->path_sl, from) : NULL};
		if (from && from != g->guid[dest->vertex] && (moved.sl || !b->previous->path_sl))
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
	b->moved = g_array_new(FALSE, FALSE, sizeof(BothMoved));
	b->changed = g_array_new(FALSE, FALSE, sizeof(guint32));
	return arena_check(b->arena, "previous tables", error);
}

Both *both_new(const TablesInForce *previous, const Fabric *fabric, const Stand *stand, const Lft *lft,
	       const PathSl *path_sl, GError **error)
{
	g_autoptr(Both) b = g_new0(Both, 1);
	*b = (Both){.previous = previous, .stand = stand, .graph = stand->graph, .lft = lft, .path_sl = path_sl};
	b->lanes = previous->lanes ? previous->lanes : highest_sl(previous->path_sl) + 1;
	if (!allocate(b, error))
		return NULL;
	for (guint32 v = 0; v < b->graph->n_switches; v++) {
		b->row[BOTH_HAVE][v] = lft_row(previous->lft, b->graph->guid[v]);
		b->row[BOTH_MAYBE][v] = previous->maybe ? lft_row(previous->maybe, b->graph->guid[v]) : NULL;
		b->row[BOTH_SL][v] = path_sl_row(previous->path_sl, b->graph->guid[v]);
		b->row[BOTH_SHALL][v] = lft->port + (gsize)v * lft->n_lids;
		b->strange[v] =
			previous->fabric && fabric_find_node(previous->fabric, b->graph->guid[v]) == FABRIC_NONE;
	}
	find_moved(b, fabric);
	b->n_lids[BOTH_HAVE] = previous->lft->n_lids;
	b->n_lids[BOTH_MAYBE] = previous->maybe ? previous->maybe->n_lids : 0;
	b->n_lids[BOTH_SHALL] = lft->n_lids;
	b->n_lids[BOTH_SL] = previous->path_sl ? previous->path_sl->n_lids : 0;
	return find_changed(b, error) ? g_steal_pointer(&b) : NULL;
}

void both_free(Both *b)
{
	if (!b)
		return;
	g_free(b->uneven);
	arena_free(b->arena);
	g_array_unref(b->moved);
	g_array_unref(b->changed);
	g_free(b);
}

/* ---- one of them */

/* The entry in the form of Mix: a channel, MIX_HERE or MIX_DEAD (also where no cable to a switch is at the port). */
static guint32 entry_of(const Graph *graph, const GraphDest *dest, guint32 v, guint8 port)
{
	if (v == dest->vertex && port == dest->port)
		return MIX_HERE;
	return port == LFT_NO_PATH ? MIX_DEAD : graph_channel(graph, v, port);
}

/* The previous SL of paths from v to a LID: `sl`, or 0 where there were no SLs; SL_NONE: there can be no connection. */
static guint8 previous_sl(const Both *b, guint32 v, guint8 sl, gboolean had_entry)
{
	if (b->strange[v])
		return SL_NONE;
	return b->previous->path_sl ? sl : had_entry ? 0 : SL_NONE;
}

guint8 both_previous_sl(const Both *b, guint32 v, guint32 lid)
{
	gboolean had = entry(b, BOTH_HAVE, v, lid) != NOTHING || entry(b, BOTH_MAYBE, v, lid) != NOTHING;
	return previous_sl(b, v, entry(b, BOTH_SL, v, lid), had);
}

static LaneMask lane_of_sl(guint8 sl)
{
	return sl < SL_COUNT ? (LaneMask)(1u << sl) : 0;
}

guint8 both_port(const Both *b, guint32 v)
{
	return entry(b, BOTH_HAVE, v, b->graph->dests[b->dest].lid);
}

/*
 * Fills sends, kept_lane, old_lanes and new_lanes of switch v. `had_entry`: v has, or may have, an entry for the
 * destination.
 */
static void fill_lanes(Both *b, guint32 v, const GraphDest *dest, gboolean had_entry)
{
	const Layers *layers = b->stand->layers;
	b->kept_lane[v] = b->old_lanes[v] = b->new_lanes[v] = 0;
	b->sends[v] = route_carries_data(b->graph, v, b->dest) ? 1 : 0;
	if (!b->sends[v])
		return;
	b->kept_lane[v] = b->old_lanes[v] = lane_of_sl(previous_sl(b, v, entry(b, BOTH_SL, v, dest->lid), had_entry));
	if (layers->also && b->old_lanes[v])
		b->old_lanes[v] |= layers->also[(gsize)v * b->graph->n_switches + dest->vertex];
	if (layers->back && b->graph->dests[b->dest].is_port)
		b->old_lanes[v] |= layers->back[(gsize)v * b->graph->n_switches + dest->vertex];
	if (b->uneven && b->uneven[(gsize)v * b->graph->n_switches + dest->vertex])
		b->kept_lane[v] = 0;
	b->new_lanes[v] =
		layers->layer ? (LaneMask)(1u << layers->layer[(gsize)b->dest * b->graph->n_switches + v]) : 1;
}

void both_begin(Both *b, guint32 d)
{
	const Graph *g = b->graph;
	const TablesInForce *f = b->previous;
	const GraphDest *dest = &g->dests[d];
	b->dest = d;
	for (guint32 v = 0; v < g->n_switches; v++) {
		guint8 had = both_port(b, v);
		guint8 may = f->maybe ? entry(b, BOTH_MAYBE, v, dest->lid) : had;
		b->has[v] = entry_of(g, dest, v, had);
		b->may[v] = may == had ? MIX_SAME : entry_of(g, dest, v, may);
		b->shall[v] = entry_of(g, dest, v, entry(b, BOTH_SHALL, v, dest->lid));
		fill_lanes(b, v, dest, had != LFT_NO_PATH || may != LFT_NO_PATH);
	}
	for (guint i = 0; i < b->moved->len; i++) {
		const BothMoved *moved = &g_array_index(b->moved, BothMoved, i);
		if (b->new_lanes[moved->vertex])
			b->old_lanes[moved->vertex] |=
				f->path_sl ? lane_of_sl(at(moved->sl, f->path_sl->n_lids, dest->lid, SL_NONE)) : 1;
	}
}

gboolean both_needs_tables(const Both *b)
{
	guint32 v = 0;
	while (v < b->graph->n_switches && !(b->new_lanes[v] >> b->lanes))
		v++;
	return v < b->graph->n_switches;
}
