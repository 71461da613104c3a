/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds what each switch must leave to those behind it, in two sweeps over the switches. Outwards: how high a path in
 * order can begin at each switch. Inwards: who asks what of whom.
 */
#include "core/balance/balance_guide.h"

BalanceGuide *balance_guide_new(Arena *arena, const Graph *graph)
{
	BalanceGuide *guide = arena_new_array0(arena, BalanceGuide, 1);
	if (!guide)
		return NULL;
	gsize n = graph->n_switches + (gsize)1;
	guide->graph = graph;
	guide->most = arena_new_array(arena, guint64, n);
	guide->above = arena_new_array(arena, guint64, n);
	guide->needed = arena_new_array(arena, guint8, n);
	return guide;
}

static guint64 rank_of(const BalanceGuide *guide, const Bfs *bfs, guint32 k)
{
	return guide->rank[bfs->channel[k]] + (guint64)1;
}

static gboolean is_usable(const BalanceGuide *guide, const Bfs *bfs, guint32 k)
{
	return !bfs->to[k] || guide->most[bfs->to[k]] > rank_of(guide, bfs, k);
}

/* What it asks of the next switch beyond what is asked of that already. */
static guint64 asks(const BalanceGuide *guide, const Bfs *bfs, guint32 k)
{
	guint64 rank = rank_of(guide, bfs, k);
	return bfs->to[k] && rank > guide->above[bfs->to[k]] ? rank - guide->above[bfs->to[k]] : 0;
}

/*
 * The usable channel above what others ask of place i that asks the least; where there is none, that of highest rank.
 */
static guint32 name_channel(const BalanceGuide *guide, const Bfs *bfs, guint32 i)
{
	guint32 best = GRAPH_NONE, highest = GRAPH_NONE;
	for (guint32 k = bfs->first[i]; k < bfs->first[i + 1]; k++) {
		if (!is_usable(guide, bfs, k))
			continue;
		if (highest == GRAPH_NONE || rank_of(guide, bfs, k) > rank_of(guide, bfs, highest))
			highest = k;
		if (rank_of(guide, bfs, k) > guide->above[i] &&
		    (best == GRAPH_NONE || asks(guide, bfs, k) < asks(guide, bfs, best)))
			best = k;
	}
	return best != GRAPH_NONE ? best : highest;
}

void balance_guide_begin(BalanceGuide *guide, const Bfs *bfs)
{
	for (guint32 i = 0; i < bfs->n_reached; i++) {
		guide->most[i] = guide->above[i] = 0;
		guide->needed[i] = guide->graph->hosts[bfs->order[i]] > 0;
		for (guint32 k = bfs->first[i]; k < bfs->first[i + 1]; k++)
			if (is_usable(guide, bfs, k))
				guide->most[i] = MAX(guide->most[i], rank_of(guide, bfs, k));
	}
	for (guint32 i = bfs->n_reached; i-- > 1;) {
		guint32 k = guide->needed[i] ? name_channel(guide, bfs, i) : GRAPH_NONE;
		if (k == GRAPH_NONE)
			continue;
		guint32 u = bfs->to[k];
		guide->needed[u] = 1;
		guide->above[u] = MAX(guide->above[u], rank_of(guide, bfs, k));
	}
}
