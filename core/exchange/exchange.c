/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Plans how new forwarding tables take the place of those that switches have. First it lists the connections that have
 * to be opened again, as their SL would close a cycle on the new routes. Then it tries to exchange all tables at once.
 * Where that cannot be, it plans two phases: each destination in turn gets as many new entries in the first phase as
 * lanes have room for beside those of destinations before it; other entries wait for the second phase.
 */
#include "core/exchange/exchange.h"

#include "core/base/error.h"
#include "core/exchange/trial.h"

#include <string.h>

void exchange_plan_free(ExchangePlan *x)
{
	if (!x)
		return;
	lft_free(x->first_phase);
	path_sl_free(x->sl);
	g_array_unref(x->illegal);
	g_array_unref(x->reconnect);
	g_free(x);
}

/* Whether the new routing has given up lanes of connections to a destination, whether its entries change or not. */
static gboolean is_given_up(const Both *b, guint32 dest)
{
	const guint16 *dropped = b->stand->layers->dropped;
	guint32 n = b->graph->n_switches, v = 0;
	while (dropped && v < n && !dropped[(gsize)v * n + b->graph->dests[dest].vertex])
		v++;
	return dropped && v < n;
}

/* Finds the illegal pairs of all destinations that change or whose lanes are given up, and counts these pairs. */
static void settle_all(Trial *t, ExchangePlan *x)
{
	const Graph *g = t->both->graph;
	for (guint32 d = 0; d < g->n_dests; d++) {
		gboolean changed = t->both->changed[d];
		if (!changed && !is_given_up(t->both, d))
			continue;
		both_begin(t->both, d);
		x->tables_before_last = x->tables_before_last || (changed && both_needs_tables(t->both));
		trial_settle(t, x->illegal);
	}
	for (guint i = 0; i < x->illegal->len; i++) {
		const ExchangePair *pair = &g_array_index(x->illegal, ExchangePair, i);
		gboolean hosts = route_of_hosts(g, pair->row, pair->dest);
		x->pairs_illegal += hosts ? g->hosts[pair->row] : 0;
		x->others_illegal += !hosts;
	}
}

/*
 * Lists in x->reconnect the connections that send packets over the routes of x->illegal on previous SLs, each once, by
 * destination and then by row. These are the connections of those pairs, and connections that were opened in the
 * opposite direction, as a reply has the SL of the request. A pair is marked by switch and destination; its opposite
 * direction is marked for all destinations on the switch. FALSE with SSSP_ERROR_MEMORY. O(pairs + switches x LIDs).
 */
static gboolean list_reconnect(ExchangePlan *x, const Graph *g, GError **error)
{
	gsize n = g->n_switches;
	if (!x->illegal->len)
		return TRUE;
	g_autofree guint8 *there = g_try_malloc0(g->n_dests * n + 1); /* [dest][row] */
	g_autofree guint8 *back = g_try_malloc0(n * n + 1);           /* [to][from] */
	if (!there || !back)
		return sssp_error_memory(error, "connections to be opened again", (g->n_dests + n) * n);
	for (guint i = 0; i < x->illegal->len; i++) {
		const ExchangePair *pair = &g_array_index(x->illegal, ExchangePair, i);
		there[pair->dest * n + pair->row] = 1;
		back[pair->row * n + g->dests[pair->dest].vertex] = 1;
	}
	for (guint32 d = 0; d < g->n_dests; d++)
		for (guint32 v = 0; v < n; v++)
			if (there[d * n + v] || back[g->dests[d].vertex * n + v])
				g_array_append_vals(x->reconnect, &(ExchangePair){v, d}, 1);
	return TRUE;
}

/* ---- phases */

/*
 * Writes the destination's entries of the first phase into `lft`, where they differ from the new ones in it. Returns
 * whether there are such: these wait for the second phase.
 */
static gboolean write_first_phase(const Trial *t, Lft *lft)
{
	const Both *b = t->both;
	guint32 lid = b->graph->dests[b->dest].lid;
	gboolean waits = FALSE;
	for (guint32 v = 0; v < b->graph->n_switches; v++) {
		if (t->first_phase[v] == b->shall[v])
			continue;
		lft->port[(gsize)v * lft->n_lids + lid] =
			t->first_phase[v] == MIX_DEAD ? LFT_NO_PATH : both_entry(b, BOTH_HAVE, v, lid);
		waits = TRUE;
	}
	return waits;
}

/*
 * Counts hosts that have a route to the destination at hand, a host's LID, by the new tables but not in the first
 * phase, and those of them that have one by the previous tables.
 */
static void count_waiting(Trial *t, ExchangePlan *x)
{
	const Both *b = t->both;
	if (!b->graph->dests[b->dest].is_host || !mix_sort(&t->mix, t->later, b->has, b->may, t->first_phase))
		return;
	for (guint32 i = 0; i < t->mix.n_order; i++) {
		guint32 v = t->mix.order[i];
		if (t->mix.fate[v] & MIX_ARRIVES_LATER || b->shall[v] == MIX_DEAD)
			continue;
		x->pairs_waiting += b->graph->hosts[v];
		x->pairs_dropped += t->mix.fate[v] & MIX_ARRIVES_NOW ? b->graph->hosts[v] : 0;
	}
}

/*
 * Writes into `sl` the previous SLs of paths to the destination at hand that should keep theirs until the last phase.
 * They cannot where neither routing has SLs per path, as there is no table to keep them in then (NULL): all paths get
 * the SL of one lane at once. Returns whether there are such paths.
 */
static gboolean write_sl(const Both *b, PathSl *sl)
{
	guint32 lid = b->graph->dests[b->dest].lid;
	gboolean some = FALSE;
	for (guint32 v = 0; v < b->graph->n_switches; v++) {
		gboolean keeps = b->kept_lane[v] && b->old_lanes[v] & ~b->new_lanes[v];
		if (keeps && sl)
			sl->sl[(gsize)v * sl->n_lids + lid] = both_previous_sl(b, v, lid);
		some = some || keeps;
	}
	return some;
}

/* The new SLs, 0 where the new routing has none; write_sl() then puts previous ones in their place. */
static PathSl *begin_sl(const Both *b, GError **error)
{
	const Graph *g = b->graph;
	PathSl *sl = path_sl_new(g->n_switches, b->lft->n_lids, error);
	if (!sl)
		return NULL;
	memcpy(sl->guid, g->guid, g->n_switches * sizeof *sl->guid);
	if (b->path_sl)
		memcpy(sl->sl, b->path_sl->sl, (gsize)g->n_switches * sl->n_lids);
	else
		memset(sl->sl, 0, (gsize)g->n_switches * sl->n_lids);
	return sl;
}

/* Whether paths have SLs of their own until the last phase. Where not, they have their new SL at once. */
static gboolean paths_keep_sls(const Trial *t)
{
	return t->both->path_sl || (t->tables && t->both->previous.path_sl);
}

/*
 * Plans the first phase of one destination after the other: of those that change; but of all where SL to VL tables
 * change between the phases, as entries that stay have to be free of cycles with both. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean in_phases(Trial *t, ExchangePlan *x, GError **error)
{
	const Both *b = t->both;
	t->end = trial_looked(t) + EXCHANGE_LOOKS;
	/* The tables of the plan have the new entries and SLs at first. */
	if (!(x->first_phase = lft_copy(b->lft, error)) || (paths_keep_sls(t) && !(x->sl = begin_sl(b, error))))
		return FALSE;
	for (guint32 d = 0; d < b->graph->n_dests; d++) {
		if (!t->middle && !b->changed[d])
			continue;
		trial_begin(t, d);
		gboolean enough = choose_waiting(t);
		gboolean loses_sl = write_sl(b, x->sl) && !x->sl;
		x->forced += t->forced || loses_sl ? 1 : 0;
		if (!write_first_phase(t, x->first_phase))
			continue;
		x->waiting++;
		x->hurried += !enough;
		count_waiting(t, x);
	}
	return TRUE;
}

/* Fills the plan. FALSE with SSSP_ERROR_MEMORY; `error` must not be NULL. */
static gboolean plan(Trial *t, ExchangePlan *x, GError **error)
{
	if (t->settled)
		settle_all(t, x);
	if (!list_reconnect(x, t->both->graph, error))
		return FALSE;
	if (!x->tables_before_last && trial_at_once(t, error))
		return TRUE;
	x->why = x->tables_before_last ? "SL to VL tables have to learn of a lane" : t->why;
	gboolean free = FALSE;
	/*
	 * Pairs with uneven SLs are marked only if previous and new routes are free of cycles. Otherwise nothing can be
	 * proven of replies either, and marking would give up paths that work for nothing.
	 */
	if (*error || !trial_begin_phases(t, &free, error) ||
	    (free && paths_keep_sls(t) && !both_ways_mark(t->both, error)) || !in_phases(t, x, error))
		return FALSE;
	x->unproven = !free;
	if (t->tables) {
		x->tables_after_first = t->middle != NULL;
		x->tables_before_last = t->tables->new != PORT_TABLES_ANY && t->last->differs;
	}
	return TRUE;
}

ExchangePlan *exchange_plan_new(const TablesInForce *previous, const Fabric *fabric, const Stand *stand, const Lft *lft,
				const PathSl *path_sl, GError **error)
{
	g_autoptr(ExchangePlan) x = g_new0(ExchangePlan, 1);
	x->illegal = g_array_new(FALSE, FALSE, sizeof(ExchangePair));
	x->reconnect = g_array_new(FALSE, FALSE, sizeof(ExchangePair));
	g_autoptr(Both) both = both_new(previous, fabric, stand, lft, path_sl, error);
	if (!both)
		return NULL;
	x->changed = both->n_changed;
	if (!x->changed && !port_tables_matter(both) && !stand->layers->dropped)
		return g_steal_pointer(&x);
	g_autoptr(Trial) trial = trial_new(both, fabric, error);
	if (!trial)
		return NULL;
	GError *failure = NULL;
	if (!trial->tables || x->changed || trial->tables->differ)
		plan(trial, x, &failure);
	return sssp_error_pass(error, failure) ? g_steal_pointer(&x) : NULL;
}
