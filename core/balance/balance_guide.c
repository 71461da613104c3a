/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds limits that keep paths to one switch, the target, in an order of the channels. The limit of a switch (`above`)
 * is the rank that its channel should be above. If it is, the switches behind it, farther from the target, have a path
 * whose ranks ascend towards the target. A sweep from the target outwards finds the highest rank with which such a path
 * can begin at each switch (`most`). Then, from the farthest switch inwards, each switch that packets of hosts may come
 * through names one channel, and asks the next switch to stay above that channel's rank. Switches stand at their places
 * in bfs->order, the target at 0, minimal channels at their numbers in bfs->channel.
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
	guide->rank_at = arena_new_array(arena, guint32, graph->n_channels + (gsize)1);
	guide->needed = arena_new_array(arena, guint8, n);
	return guide;
}

/* 1 + the rank of minimal channel number k, so that 0 can stand for "none". */
static guint64 rank_of(const BalanceGuide *guide, guint32 k)
{
	return guide->rank_at[k] + (guint64)1;
}

/* Whether a path that begins with channel k can go on in ascending order to the target. */
static gboolean is_usable(const BalanceGuide *guide, const Bfs *bfs, guint32 k)
{
	return !bfs->to[k] || guide->most[bfs->to[k]] > rank_of(guide, k);
}

/* By how much channel k would raise `above` of the switch that it leads to. */
static guint64 raise_by(const BalanceGuide *guide, const Bfs *bfs, guint32 k)
{
	guint32 u = bfs->to[k];
	guint64 rank = rank_of(guide, k);
	return u && rank > guide->above[u] ? rank - guide->above[u] : 0;
}

/*
 * Returns the usable channel of place i that raises `above` of the next switch least, of those whose rank is above what
 * is asked of place i; where there is none, the usable channel of the highest rank; GRAPH_NONE where none is usable.
 */
static guint32 name_channel(const BalanceGuide *guide, const Bfs *bfs, guint32 i)
{
	guint32 best = GRAPH_NONE, highest = GRAPH_NONE;
	for (guint32 k = bfs->first[i]; k < bfs->first[i + 1]; k++) {
		if (!is_usable(guide, bfs, k))
			continue;
		if (highest == GRAPH_NONE || rank_of(guide, k) > rank_of(guide, highest))
			highest = k;
		if (rank_of(guide, k) > guide->above[i] &&
		    (best == GRAPH_NONE || raise_by(guide, bfs, k) < raise_by(guide, bfs, best)))
			best = k;
	}
	return best != GRAPH_NONE ? best : highest;
}

/* Has the switch at place u take a channel above this rank. */
static void ask(BalanceGuide *guide, guint32 u, guint64 rank)
{
	guide->above[u] = MAX(guide->above[u], rank);
	guide->needed[u] = 1;
}

void balance_guide_begin(BalanceGuide *guide, const Bfs *bfs)
{
	for (guint32 k = 0; k < bfs->first[bfs->n_reached]; k++)
		guide->rank_at[k] = guide->rank[bfs->channel[k]];
	for (guint32 i = 0; i < bfs->n_reached; i++) {
		guide->most[i] = guide->above[i] = 0;
		guide->needed[i] = guide->graph->hosts[bfs->order[i]] ? 1 : 0;
		for (guint32 k = bfs->first[i]; k < bfs->first[i + 1]; k++)
			if (is_usable(guide, bfs, k))
				guide->most[i] = MAX(guide->most[i], rank_of(guide, k));
	}
	for (guint32 i = bfs->n_reached; i-- > 1;) {
		guint32 k = guide->needed[i] ? name_channel(guide, bfs, i) : GRAPH_NONE;
		if (k != GRAPH_NONE)
			ask(guide, bfs->to[k], rank_of(guide, k));
	}
}
