/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Plans the update: all at once if that can be; else destination by destination, each as much of it as is left room
 * for.
 */
#include "core/exchange/exchange.h"

#include "core/base/error.h"
#include "core/exchange/both_ways.h"
#include "core/exchange/choose_waiting.h"
#include "core/exchange/reconnect.h"
#include "core/exchange/trial.h"

#include <string.h>

void exchange_plan_free(ExchangePlan *x)
{
	if (!x)
		return;
	lft_free(x->first_phase);
	path_sl_free(x->sl);
	g_array_unref(x->illegal);
	if (x->reconnect)
		g_array_unref(x->reconnect);
	g_free(x);
}

static guint32 changed_dest(const Both *both, guint i)
{
	return g_array_index(both->changed, guint32, i);
}

/* Whether the routing has given up lanes of connections to a destination, whatever has become of its own entries. */
static gboolean is_given_up(const Both *b, guint32 dest)
{
	const guint16 *dropped = b->stand->layers->dropped;
	guint32 n = b->graph->n_switches, v = 0;
	while (dropped && v < n && !dropped[(gsize)v * n + b->graph->dests[dest].vertex])
		v++;
	return dropped && v < n;
}

static void settle_all(Trial *t, ExchangePlan *x)
{
	const Graph *g = t->both->graph;
	for (guint32 d = 0, i = 0; d < g->n_dests; d++) {
		gboolean changed = i < t->both->changed->len && changed_dest(t->both, i) == d;
		i += changed ? 1 : 0;
		if (!changed && !is_given_up(t->both, d))
			continue;
		both_begin(t->both, d);
		x->learns = x->learns || (changed && both_learns(t->both));
		trial_settle(t, x->illegal);
	}
	for (guint i = 0; i < x->illegal->len; i++) {
		const ExchangePair *pair = &g_array_index(x->illegal, ExchangePair, i);
		gboolean hosts = route_of_hosts(g, pair->row, pair->dest);
		x->pairs_illegal += hosts ? g->hosts[pair->row] : 0;
		x->others_illegal += !hosts;
	}
}

/* ---- phases */

static gboolean waits(const Trial *t)
{
	return memcmp(t->first_phase, t->both->shall, t->both->graph->n_switches * sizeof(guint32)) != 0;
}

/* Entries of the first phase where they are not the new ones. */
static void write_first_phase(const Trial *t, Lft *lft)
{
	const Both *b = t->both;
	guint32 lid = b->graph->dests[b->dest].lid;
	for (guint32 v = 0; v < b->graph->n_switches; v++)
		if (t->first_phase[v] != b->shall[v])
			lft->port[(gsize)v * lft->n_lids + lid] =
				t->first_phase[v] == MIX_DEAD ? LFT_NO_PATH : both_port(b, v);
}

/* SLs that connections have stay those of their paths until the last phase. */
static void write_sl(const Both *b, PathSl *sl)
{
	const PathSl *was = b->previous->path_sl;
	guint32 lid = b->graph->dests[b->dest].lid;
	for (guint32 v = 0; v < b->graph->n_switches; v++)
		if (b->own[v] && b->was[v] & ~b->is[v] && lid < sl->n_lids)
			sl->sl[(gsize)v * sl->n_lids + lid] = was ? b->row[BOTH_SL][v][lid] : 0;
}

/* Whether paths should have kept SLs that there is no table for: all are on one lane now, and are told so at once. */
static gboolean loses_sl(const Both *b)
{
	guint32 v = 0;
	while (v < b->graph->n_switches && !(b->own[v] && b->was[v] & ~b->is[v]))
		v++;
	return v < b->graph->n_switches;
}

/* Until the last phase is written previous paths stay on their SLs, also where there are no such any more. */
static gboolean begin_sl(const Both *b, ExchangePlan *x, GError **error)
{
	guint32 n = b->path_sl ? b->path_sl->n_sources : b->graph->n_switches;
	guint32 n_lids = b->path_sl ? b->path_sl->n_lids : b->lft->n_lids;
	if (!(x->sl = path_sl_new(n, n_lids, error)))
		return FALSE;
	memcpy(x->sl->guid, b->path_sl ? b->path_sl->guid : b->graph->guid, n * sizeof *x->sl->guid);
	if (b->path_sl)
		memcpy(x->sl->sl, b->path_sl->sl, (gsize)n * n_lids);
	else
		memset(x->sl->sl, 0, (gsize)n * n_lids);
	return TRUE;
}

static gboolean begin_plan(const Trial *t, ExchangePlan *x, GError **error)
{
	const Both *b = t->both;
	gboolean by_sl = b->path_sl || (t->tables && b->previous->path_sl);
	return (x->first_phase = lft_copy(b->lft, error)) && (!by_sl || begin_sl(b, x, error));
}

/* Where SL to VL tables change in between, what stays has to live with that. */
static guint32 dests_to_plan(const Trial *t)
{
	return t->middle ? t->both->graph->n_dests : t->both->changed->len;
}

static gboolean in_phases(Trial *t, ExchangePlan *x, GError **error)
{
	const Both *b = t->both;
	t->end = trial_looked(t) + EXCHANGE_LOOKS;
	if (!begin_plan(t, x, error))
		return FALSE;
	for (guint32 i = 0; i < dests_to_plan(t); i++) {
		guint64 had = 0;
		guint32 forced = t->forced;
		trial_begin(t, t->middle ? i : changed_dest(b, i));
		gboolean enough = choose_waiting(t);
		if (x->sl)
			write_sl(b, x->sl);
		t->forced = forced + (t->forced > forced || (!x->sl && loses_sl(b)) ? 1 : 0);
		if (!waits(t))
			continue;
		write_first_phase(t, x->first_phase);
		x->waiting++;
		x->hurried += !enough;
		x->pairs_waiting += trial_count_waiting(t, &had);
		x->pairs_dropped += had;
	}
	return TRUE;
}

static gboolean plan(Trial *t, ExchangePlan *x, GError **error)
{
	GError *failure = NULL;
	if (t->settled)
		settle_all(t, x);
	if (!(x->reconnect = reconnect_both_ways(x->illegal, t->both->graph, error)))
		return FALSE;
	if (trial_at_once(t, &failure))
		return TRUE;
	x->why = t->why;
	gboolean free = FALSE;
	/* Beside cycles that there were nothing is proven of replies either, and living paths would be given up for them. */
	if (!failure && trial_begin_phases(t, &free, &failure) && (!free || both_ways_mark(t->both, &failure)))
		in_phases(t, x, &failure);
	x->unproven = !free;
	x->forced = t->forced;
	if (t->tables && !failure) {
		x->late = t->middle != NULL;
		x->learns = t->tables->new != PORT_TABLES_ANY && t->last->differs;
	}
	if (failure)
		g_propagate_error(error, failure);
	return failure == NULL;
}

ExchangePlan *exchange_plan_new(const TablesInForce *previous, const Fabric *fabric, const Stand *stand, const Lft *lft,
				const PathSl *path_sl, GError **error)
{
	g_autoptr(ExchangePlan) x = g_new0(ExchangePlan, 1);
	x->illegal = g_array_new(FALSE, FALSE, sizeof(ExchangePair));
	/* an empty table is what one lane leaves: every path is on SL 0 */
	TablesInForce plain = *previous;
	if (plain.path_sl && !plain.path_sl->n_lids)
		plain.path_sl = NULL;
	if (path_sl && !path_sl->n_lids)
		path_sl = NULL;
	g_autoptr(Both) both = both_new(&plain, fabric, stand, lft, path_sl, error);
	if (!both)
		return NULL;
	x->changed = both->changed->len;
	if (!x->changed && !port_tables_matter(both) && !stand->layers->dropped)
		return g_steal_pointer(&x);
	g_autoptr(Trial) trial = trial_new(both, fabric, error);
	if (trial && trial->tables && !x->changed && !trial->tables->differ) {
		x->reconnect = g_array_new(FALSE, FALSE, sizeof(ExchangePair));
		return g_steal_pointer(&x);
	}
	return trial && plan(trial, x, error) ? g_steal_pointer(&x) : NULL;
}
