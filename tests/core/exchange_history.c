/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* SLs of each routing are taken along from event to event, as the judge takes those of the one before. */
#include "tests/core/exchange_history.h"

#include "evaluator/deadlock/deadlock.h"
#include "evaluator/paths/past.h"

#include <check.h>
#include <string.h>

ExchangeHistory *exchange_history_new(void)
{
	return g_ptr_array_new_with_free_func((GDestroyNotify)path_sl_free);
}

/* The SLs of a routing, with one lane, too. */
static PathSl *sls_of(const Routing *routing)
{
	const Lft *lft = routing->lft;
	const PathSl *from = routing->path_sl;
	PathSl *sl = path_sl_new(lft->n_switches, lft->n_lids, NULL);
	ck_assert_ptr_nonnull(sl);
	memcpy(sl->guid, lft->guid, lft->n_switches * sizeof *sl->guid);
	for (gsize i = 0; i < (gsize)sl->n_sources * sl->n_lids; i++)
		sl->sl[i] = from ? from->sl[i] : 0;
	return sl;
}

/* The switch that a row of SLs is of, or that the adapter hangs on; 0: none, or it is not there. */
static guint64 switch_of(const Fabric *fabric, guint64 guid)
{
	guint32 node = fabric_find_node(fabric, guid);
	if (node == FABRIC_NONE)
		return 0;
	if (fabric_is_switch(fabric, node))
		return guid;
	for (guint num = 1; num <= fabric->nodes[node].n_ports; num++) {
		guint32 peer = fabric->ports[fabric_port_index(fabric, node, num)].peer;
		if (peer != FABRIC_NONE)
			return fabric->nodes[fabric->ports[peer].node].guid;
	}
	return 0;
}

static gboolean is_told(const ExchangePlan *plan, const Graph *graph, guint64 guid, guint32 lid)
{
	for (guint i = 0; i < plan->illegal->len; i++) {
		const ExchangePair *pair = &g_array_index(plan->illegal, ExchangePair, i);
		if (graph->guid[pair->row] == guid && graph->dests[pair->dest].lid == lid)
			return TRUE;
	}
	return FALSE;
}

/* Whether an adapter hangs on another switch than before; it was not there if it hung on none. */
static gboolean has_moved(const Fabric *then, const Fabric *now, guint64 guid)
{
	return switch_of(now, guid) != switch_of(then, guid);
}

static gboolean was_there(const Fabric *then, guint64 guid)
{
	return switch_of(then, guid) != 0;
}

static guint64 owner_of(const Fabric *fabric, guint32 lid)
{
	guint32 port = lid < fabric->n_lids ? fabric->lid_port[lid] : FABRIC_NONE;
	return port == FABRIC_NONE ? 0 : fabric->nodes[fabric->ports[port].node].guid;
}

static gboolean is_switch(const Fabric *fabric, guint64 guid)
{
	guint32 node = fabric_find_node(fabric, guid);
	return node != FABRIC_NONE && fabric_is_switch(fabric, node);
}

/* Whether nobody sends from a switch to another's own LID: only endpoints on the former do. */
static gboolean is_nobodys(const Fabric *fabric, guint64 from, guint64 to)
{
	guint32 node = fabric_find_node(fabric, from);
	if (node == FABRIC_NONE || !fabric_is_switch(fabric, node) || !is_switch(fabric, to))
		return FALSE;
	for (guint num = 1; num <= fabric->nodes[node].n_ports; num++) {
		guint32 peer = fabric->ports[fabric_port_index(fabric, node, num)].peer;
		if (peer != FABRIC_NONE && !fabric_is_switch(fabric, fabric->ports[peer].node))
			return FALSE;
	}
	return TRUE;
}

/* GUIDs of all switches, and of adapters that have SLs of their own, ascending. */
static PathSl *rows_of(const PathSl *sl, const Fabric *now, guint32 n_lids)
{
	g_autoptr(GArray) guids = g_array_new(FALSE, FALSE, sizeof(guint64));
	for (guint32 i = 0; i < now->n_nodes; i++) {
		const FabricNode *node = &now->nodes[now->by_guid[i]];
		if (fabric_is_switch(now, now->by_guid[i]) || path_sl_row(sl, node->guid))
			g_array_append_val(guids, node->guid);
	}
	PathSl *rows = path_sl_new(guids->len, n_lids, NULL);
	ck_assert_ptr_nonnull(rows);
	memcpy(rows->guid, guids->data, guids->len * sizeof(guint64));
	return rows;
}

/*
 * SLs that connections have. Paths that there were none for, or nobody to use them, and pairs that are told to connect
 * again, have those of now; so have two hosts that have both moved, and one that has if the SLs are not those that it
 * had `last`.
 */
static PathSl *keep(const PathSl *sl, gboolean last, const Fabric *then, const Fabric *now, const Routing *is,
		    const ExchangePlan *plan)
{
	PathSl *kept = rows_of(sl, now, is->lft->n_lids);
	for (guint32 row = 0; row < kept->n_sources; row++) {
		guint64 guid = switch_of(now, kept->guid[row]);
		const guint8 *own = is->path_sl ? path_sl_row(is->path_sl, guid) : NULL;
		const guint8 *former = path_sl_row(sl, kept->guid[row]);
		gboolean moved = has_moved(then, now, kept->guid[row]), there = was_there(then, kept->guid[row]);
		for (guint32 lid = 0; lid < kept->n_lids; lid++) {
			guint8 *entry = kept->sl + (gsize)row * kept->n_lids + lid;
			guint64 owner = owner_of(now, lid);
			gboolean owner_moved = owner && has_moved(then, now, owner);
			*entry = former && lid < sl->n_lids ? former[lid] : SL_NONE;
			if (*entry == SL_NONE || !there || !owner || !was_there(then, owner) ||
			    (moved && owner_moved) || ((moved || owner_moved) && !last) ||
			    is_nobodys(then, kept->guid[row], owner) || is_told(plan, is->stand->graph, guid, lid))
				*entry = !is->path_sl ? 0 : own && lid < is->path_sl->n_lids ? own[lid] : SL_NONE;
		}
	}
	return kept;
}

gboolean exchange_history_tells_all(const Fabric *then, const Fabric *now, const Routing *is, const ExchangePlan *plan)
{
	const Graph *g = is->stand->graph;
	const guint16 *dropped = is->stand->layers->dropped;
	for (guint32 d = 0; dropped && d < g->n_dests; d++)
		for (guint32 v = 0; v < g->n_switches; v++)
			if (dropped[(gsize)v * g->n_switches + g->dests[d].vertex] && route_of_hosts(g, v, d) &&
			    was_there(then, owner_of(now, g->dests[d].lid)) &&
			    !is_told(plan, g, g->guid[v], g->dests[d].lid))
				return FALSE;
	return TRUE;
}

static gboolean is_free(const Paths *paths, const Routing *is, const PathSl *older)
{
	g_autoptr(Lanes) lanes = lanes_new(paths, is->path_sl, is->sl2vl, NULL);
	g_autoptr(Lanes) former = lanes_new(paths, older, is->sl2vl, NULL);
	ck_assert(lanes && former);
	lanes_join_former(lanes, former);
	g_autoptr(DeadlockFacts) facts = deadlock_facts_new(lanes, FALSE, NULL, 0, NULL);
	ck_assert_ptr_nonnull(facts);
	return facts->free;
}

/* Each path's SL is that of one of them, as a die says. */
static PathSl *mix(const ExchangeHistory *history, guint32 seed)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	const PathSl *last = g_ptr_array_index(history, history->len - 1);
	PathSl *mixed = path_sl_new(last->n_sources, last->n_lids, NULL);
	ck_assert_ptr_nonnull(mixed);
	memcpy(mixed->guid, last->guid, last->n_sources * sizeof *last->guid);
	for (guint32 row = 0; row < mixed->n_sources; row++)
		for (guint32 lid = 0; lid < mixed->n_lids; lid++) {
			const PathSl *from =
				g_ptr_array_index(history, (guint)g_rand_int_range(rand, 0, (gint)history->len));
			const guint8 *theirs = path_sl_row(from, mixed->guid[row]);
			mixed->sl[(gsize)row * mixed->n_lids + lid] =
				(theirs && lid < from->n_lids ? theirs : last->sl + (gsize)row * last->n_lids)[lid];
		}
	return mixed;
}

gboolean exchange_history_is_free(ExchangeHistory *history, const Fabric *then, const Routing *was, const Fabric *now,
				  const Routing *is, const ExchangePlan *plan, guint32 seed)
{
	g_autoptr(Past) past = past_new(now, then, NULL);
	g_autoptr(Paths) paths = paths_new(now, is->lft, NULL);
	gboolean free = TRUE;
	ck_assert(past && paths);
	g_ptr_array_add(history, sls_of(was));
	for (guint i = 0; i < history->len; i++) {
		g_autoptr(PathSl) told = past_path_sl(past, history->pdata[i], NULL);
		ck_assert_ptr_nonnull(told);
		PathSl *sl = keep(told, i + 1 == history->len, then, now, is, plan);
		path_sl_free(history->pdata[i]);
		history->pdata[i] = sl;
		free = is_free(paths, is, sl) && free;
	}
	g_autoptr(PathSl) mixed = mix(history, seed);
	return (is_free(paths, is, mixed) && free) || is->management_pairs_unproven;
}
