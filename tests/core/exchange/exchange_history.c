/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Follows the SLs of all routings through a row of events. SLs of each routing are taken along from event to event, as
 * the judge takes those of the one before. LIDs stay what they are in a row of events, so what is away keeps its rows
 * and columns until it is back.
 */
#include "tests/core/exchange/exchange_history.h"

#include "evaluator/deadlock/deadlock.h"
#include "evaluator/paths/past.h"
#include "tests/asserts.h"

#include <string.h>

struct ExchangeHistory {
	GPtrArray *sls;     /* PathSl of each earlier routing */
	GHashTable *places; /* GUID of a node: that of the switch that it is, or hung on when it was last seen */
	GHashTable *owners; /* LID: GUID of the node that it belongs to */
	guint back;         /* entries that were taken along while one end was away */
};

ExchangeHistory *exchange_history_new(void)
{
	ExchangeHistory *h = g_new0(ExchangeHistory, 1);
	h->sls = g_ptr_array_new_with_free_func((GDestroyNotify)path_sl_free);
	h->places = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
	h->owners = g_hash_table_new_full(g_int_hash, g_int_equal, g_free, g_free);
	return h;
}

void exchange_history_free(ExchangeHistory *h)
{
	g_ptr_array_unref(h->sls);
	g_hash_table_unref(h->places);
	g_hash_table_unref(h->owners);
	g_free(h);
}

guint exchange_history_back(const ExchangeHistory *h)
{
	return h->back;
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

static gboolean was_there(const Fabric *then, guint64 guid)
{
	return switch_of(then, guid) != 0;
}

static guint64 owner_of(const Fabric *fabric, guint32 lid)
{
	guint32 port = lid < fabric->n_lids ? fabric->lid_port[lid] : FABRIC_NONE;
	return port == FABRIC_NONE ? 0 : fabric->nodes[fabric->ports[port].node].guid;
}

/* The SLs of a routing, with one lane, too. */
static PathSl *sls_of(const Routing *routing, const Fabric *fabric)
{
	const Lft *lft = routing->lft;
	PathSl *sl = path_sl_new(lft->n_switches, lft->n_lids, NULL);
	ck_assert_ptr_nonnull(sl);
	memcpy(sl->guid, lft->guid, lft->n_switches * sizeof *sl->guid);
	for (guint32 row = 0; row < sl->n_sources; row++)
		for (guint32 lid = 0; lid < sl->n_lids; lid++) {
			gsize i = (gsize)row * sl->n_lids + lid;
			sl->sl[i] = !owner_of(fabric, lid) ? SL_NONE : routing->path_sl ? routing->path_sl->sl[i] : 0;
		}
	return sl;
}

static gboolean is_switch(const Fabric *fabric, guint64 guid)
{
	guint32 node = fabric_find_node(fabric, guid);
	return node != FABRIC_NONE && fabric_is_switch(fabric, node);
}

/* Whether a GUID is that of a switch with no endpoint on it: only its own port sends from there. */
static gboolean is_alone(const Fabric *fabric, guint64 guid)
{
	guint32 node = fabric_find_node(fabric, guid);
	if (node == FABRIC_NONE || !fabric_is_switch(fabric, node))
		return FALSE;
	for (guint num = 1; num <= fabric->nodes[node].n_ports; num++) {
		guint32 peer = fabric->ports[fabric_port_index(fabric, node, num)].peer;
		if (peer != FABRIC_NONE && !fabric_is_switch(fabric, fabric->ports[peer].node))
			return FALSE;
	}
	return TRUE;
}

/* Whether nobody sends from a switch to another's own LID: only endpoints on the previous do. */
static gboolean is_nobodys(const Fabric *fabric, guint64 from, guint64 to)
{
	return is_alone(fabric, from) && is_switch(fabric, to);
}

static guint64 look_up(GHashTable *table, gconstpointer key)
{
	const guint64 *value = g_hash_table_lookup(table, key);
	return value ? *value : 0;
}

static void note(GHashTable *table, gconstpointer key, gsize size, guint64 value)
{
	guint64 *copy = g_new(guint64, 1), *own = g_new0(guint64, 1);
	memcpy(own, key, size);
	*copy = value;
	g_hash_table_replace(table, own, copy);
}

/* Where all is that is there. */
static void note_places(ExchangeHistory *h, const Fabric *fabric)
{
	for (guint32 i = 0; i < fabric->n_nodes; i++) {
		guint64 place = switch_of(fabric, fabric->nodes[i].guid);
		if (place)
			note(h->places, &fabric->nodes[i].guid, sizeof(guint64), place);
	}
	for (guint32 lid = 1; lid < fabric->n_lids; lid++)
		if (owner_of(fabric, lid))
			note(h->owners, &lid, sizeof lid, owner_of(fabric, lid));
}

static gint compare_guids(gconstpointer a, gconstpointer b)
{
	const guint64 *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

/* GUIDs of all switches, and of all that has SLs already, ascending. */
static PathSl *rows_of(const PathSl *sl, const PathSl *told, const Fabric *now, guint32 n_lids)
{
	g_autoptr(GArray) guids = g_array_new(FALSE, FALSE, sizeof(guint64));
	g_array_append_vals(guids, sl->guid, sl->n_sources);
	g_array_append_vals(guids, told->guid, told->n_sources);
	for (guint32 i = 0; i < now->n_nodes; i++)
		if (fabric_is_switch(now, i))
			g_array_append_val(guids, now->nodes[i].guid);
	g_array_sort(guids, compare_guids);
	guint n = 0;
	for (guint i = 0; i < guids->len; i++)
		if (!n || g_array_index(guids, guint64, n - 1) != g_array_index(guids, guint64, i))
			g_array_index(guids, guint64, n++) = g_array_index(guids, guint64, i);
	PathSl *rows = path_sl_new(n, n_lids, NULL);
	ck_assert_ptr_nonnull(rows);
	memcpy(rows->guid, guids->data, n * sizeof(guint64));
	return rows;
}

static guint8 sl_at(const PathSl *sl, guint64 guid, guint32 lid)
{
	const guint8 *row = path_sl_row(sl, guid);
	return row && lid < sl->n_lids ? row[lid] : SL_NONE;
}

/* One end of a connection. */
typedef struct {
	guint64 guid, is, was; /* the switch that it is on now, and was last; 0: it is away, was never there */
	gboolean back;         /* it was away before this event */
} End;

static End end_of(const ExchangeHistory *h, guint64 guid, const Fabric *then, const Fabric *now)
{
	guint64 was = look_up(h->places, &guid);
	return (End){guid, switch_of(now, guid), was, was && !switch_of(then, guid)};
}

/* Whether connections from one end to another cannot have, or are not known to have, the SL that they had before. */
static gboolean begins_anew(const End *from, const End *to, const Fabric *then, const Fabric *now, gboolean last)
{
	gboolean from_moved = from->is != from->was, to_moved = to->is != to->was;
	if (!from->was || !to->was || (from_moved && to_moved) || ((from_moved || to_moved) && !last))
		return TRUE;
	/*
	 * Of what was away connections of hosts are known, where these were; requests to a switch's own port begin
	 * anew, and so do its replies, which come on the SL of the request.
	 */
	if (from->back || to->back)
		return from_moved || to_moved || is_switch(now, to->guid) || is_alone(now, from->guid);
	return is_nobodys(then, from->guid, to->guid);
}

/* Whether a host was away and its switch was not. */
static gboolean were_alone(const End *from, const End *to, const Fabric *then)
{
	return (from->back || to->back) && was_there(then, from->was) && was_there(then, to->was);
}

static guint32 vertex_of(const Graph *graph, guint64 guid)
{
	guint32 v = 0;
	while (v < graph->n_switches && graph->guid[v] != guid)
		v++;
	return v < graph->n_switches ? v : GRAPH_NONE;
}

/*
 * Whether an SL between the switches that these were on has been given up: nobody tells a host that is away by itself.
 */
static gboolean is_given_up(const Stand *stand, const End *from, const End *to)
{
	guint32 v = stand->layers->dropped ? vertex_of(stand->graph, from->was) : GRAPH_NONE;
	guint32 t = v == GRAPH_NONE ? GRAPH_NONE : vertex_of(stand->graph, to->was);
	return t != GRAPH_NONE && stand->layers->dropped[(gsize)v * stand->graph->n_switches + t];
}

/*
 * SLs that connections have. Paths that there were none for, or nobody to use them, and pairs that are told to connect
 * again, have those of now; so have two hosts that have both moved, and one that has if the SLs are not those that it
 * had `last`. Where an end is away they stay.
 */
static PathSl *keep(ExchangeHistory *h, const PathSl *sl, const PathSl *told, gboolean last, const Fabric *then,
		    const Fabric *now, const Routing *is, const ExchangePlan *plan)
{
	PathSl *kept = rows_of(sl, told, now, MAX(is->lft->n_lids, sl->n_lids));
	for (guint32 row = 0; row < kept->n_sources; row++) {
		End from = end_of(h, kept->guid[row], then, now);
		for (guint32 lid = 0; lid < kept->n_lids; lid++) {
			guint8 *entry = kept->sl + (gsize)row * kept->n_lids + lid;
			guint64 owner = owner_of(now, lid);
			End to = end_of(h, owner ? owner : look_up(h->owners, &lid), then, now);
			*entry = sl_at(told, from.guid, lid);
			if (*entry == SL_NONE)
				*entry = sl_at(sl, from.guid, lid);
			if (!from.is || !to.is) {
				/* where it was when the other went is not known then */
				if ((from.is && from.is != from.was) || (to.is && to.is != to.was) ||
				    is_given_up(is->stand, &from, &to))
					*entry = SL_NONE;
				continue;
			}
			if (*entry == SL_NONE || begins_anew(&from, &to, then, now, last) ||
			    is_told(plan, is->stand->graph, from.is, lid) ||
			    (were_alone(&from, &to, then) && is_given_up(is->stand, &from, &to)))
				*entry = !is->path_sl ? 0 : sl_at(is->path_sl, from.is, lid);
			else
				h->back += from.back || to.back;
		}
	}
	return kept;
}

/* Lanes that connections cannot go on with, as they are not that of the route itself. */
static guint16 given_up(const Layers *layers, const Graph *g, guint32 v, guint32 dest)
{
	guint own = layers->layer ? layers->layer[(gsize)dest * g->n_switches + v] : 0;
	guint16 dropped = layers->dropped[(gsize)v * g->n_switches + g->dests[dest].vertex];
	return dropped & (guint16) ~(1u << own);
}

static gboolean is_back(const Layers *layers, const Graph *g, guint32 v, guint32 dest)
{
	return layers->back && layers->back[(gsize)v * g->n_switches + g->dests[dest].vertex];
}

gboolean exchange_history_tells_all(const Fabric *then, const Fabric *now, const Routing *is, const ExchangePlan *plan)
{
	const Graph *g = is->stand->graph;
	const Layers *layers = is->stand->layers;
	for (guint32 d = 0; layers->dropped && d < g->n_dests; d++)
		for (guint32 v = 0; v < g->n_switches; v++)
			if (given_up(layers, g, v, d) && route_of_hosts(g, v, d) &&
			    (was_there(then, owner_of(now, g->dests[d].lid)) || is_back(layers, g, v, d)) &&
			    !is_told(plan, g, g->guid[v], g->dests[d].lid))
				return FALSE;
	return TRUE;
}

static gboolean is_free(const Paths *paths, const Routing *is, const PathSl *older)
{
	g_autoptr(Lanes) lanes = lanes_new(paths, is->path_sl, is->sl2vl, NULL);
	g_autoptr(Lanes) previous = lanes_new(paths, older, is->sl2vl, NULL);
	ck_assert(lanes && previous);
	lanes_join_previous(lanes, previous);
	g_autoptr(DeadlockFacts) facts = deadlock_facts_new(lanes, FALSE, NULL, 0, NULL);
	ck_assert_ptr_nonnull(facts);
	return facts->free;
}

/* Each path's SL is that of one of them, as a die says. */
static PathSl *mix(const GPtrArray *history, guint32 seed)
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

gboolean exchange_history_is_free(ExchangeHistory *h, const Fabric *then, const Routing *was, const Fabric *now,
				  const Routing *is, const ExchangePlan *plan, guint32 seed)
{
	g_autoptr(Past) past = past_new(now, then, NULL);
	g_autoptr(Paths) paths = paths_new(now, is->lft, NULL);
	gboolean free = TRUE;
	ck_assert(past && paths);
	note_places(h, then);
	g_ptr_array_add(h->sls, sls_of(was, then));
	for (guint i = 0; i < h->sls->len; i++) {
		g_autoptr(PathSl) told = past_path_sl(past, h->sls->pdata[i], NULL);
		ck_assert_ptr_nonnull(told);
		PathSl *sl = keep(h, h->sls->pdata[i], told, i + 1 == h->sls->len, then, now, is, plan);
		path_sl_free(h->sls->pdata[i]);
		h->sls->pdata[i] = sl;
		free = is_free(paths, is, sl) && free;
	}
	g_autoptr(PathSl) mixed = mix(h->sls, seed);
	return (is_free(paths, is, mixed) && free) || is->management_pairs_unproven;
}
