/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Breadth-first over channels, from those that lead to the target backwards. */
#include "core/search/lane_ways.h"

#include <string.h>

LaneWays lane_ways_new(const LaneSet *lanes, const Balance *balance, Arena *arena)
{
	const Graph *g = lanes->turns->graph;
	return (LaneWays){.lanes = lanes,
			  .balance = balance,
			  .length = arena_new_array(arena, guint16, g->n_channels + 1),
			  .then = arena_new_array(arena, guint32, g->n_channels + 1),
			  .cost = arena_new_array(arena, guint64, g->n_channels + 1),
			  .queue = arena_new_array(arena, guint32, g->n_channels + 1),
			  .best = arena_new_array(arena, guint32, g->n_switches + 1)};
}

/* A way that begins with channel c and goes on with `then`; returns whether it is the first one. */
static gboolean meet(LaneWays *ways, guint32 c, guint32 then)
{
	guint16 length = then == GRAPH_NONE ? 1 : (guint16)(ways->length[then] + 1);
	guint64 cost = balance_weight(ways->balance, c) + (then == GRAPH_NONE ? 0 : ways->cost[then]);
	gboolean is_new = ways->length[c] == LANE_WAYS_NONE;
	if (!is_new && (ways->length[c] != length || ways->cost[c] <= cost))
		return FALSE;
	ways->length[c] = length;
	ways->cost[c] = cost;
	ways->then[c] = then;
	return is_new;
}

static void note_best(LaneWays *ways, guint32 v, guint32 c)
{
	guint32 *best = &ways->best[v];
	if (*best == GRAPH_NONE || ways->length[c] < ways->length[*best] ||
	    (ways->length[c] == ways->length[*best] && ways->cost[c] < ways->cost[*best]))
		*best = c;
}

static gboolean may_use(const guint32 *pin, guint32 v, guint32 c)
{
	return pin[v] == GRAPH_NONE || pin[v] == c;
}

/* What may come before a channel goes to the end of the queue. */
static guint32 expand(LaneWays *ways, guint32 then, guint32 target, LaneMask bit, const guint32 *pin, guint32 n)
{
	const Graph *g = ways->lanes->turns->graph;
	guint32 v = g->from[then];
	ways->looked += g->first[v + 1] - g->first[v];
	for (guint32 out = g->first[v]; out < g->first[v + 1]; out++) {
		guint32 c = g->reverse[out], u = g->from[c];
		if (u != target && may_use(pin, u, c) && (lane_set_turn(ways->lanes, c, then) & bit) &&
		    meet(ways, c, then))
			ways->queue[n++] = c;
	}
	return n;
}

void lane_ways_find(LaneWays *ways, guint32 target, LaneMask bit, const guint32 *pin, const LaneMask *wanted)
{
	const Graph *g = ways->lanes->turns->graph;
	guint32 n = 0;
	memset(ways->length, 0xff, g->n_channels * sizeof *ways->length);
	memset(ways->best, 0xff, g->n_switches * sizeof *ways->best);
	for (guint32 out = g->first[target]; out < g->first[target + 1]; out++) {
		guint32 c = g->reverse[out];
		if (may_use(pin, g->from[c], c) && meet(ways, c, GRAPH_NONE))
			ways->queue[n++] = c;
	}
	for (guint32 i = 0; i < n; i++) {
		guint32 then = ways->queue[i], v = g->from[then];
		note_best(ways, v, then);
		if (ways->length[then] < GRAPH_FAR - 1 && (!wanted || (wanted[v] & bit)))
			n = expand(ways, then, target, bit, pin, n);
	}
}
