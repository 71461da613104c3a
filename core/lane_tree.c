/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "core/lane_tree.h"

#include "core/error.h"
#include "core/lane_escape.h"

#include <string.h>

/* Repairs within one tree before its failures are left to the next round. */
#define MAX_REPAIRS 8

/* Lanes that the pair's other route has left. */
static LaneMask wanted(const LaneTree *b, guint32 v, guint32 target)
{
	return lanes_carry(b->graph, v, target) ? b->common[(gsize)v * b->graph->n_switches + target]
						: lanes_all(b->lanes);
}

/* Lanes of the route that starts with channel c, whose end has its route already; 0 when it has none. */
static LaneMask lanes_over(const LaneTree *b, const guint32 *next, guint32 c, guint32 target)
{
	guint32 w = b->graph->to[c];
	if (w == target)
		return lanes_all(b->lanes);
	return next[w] == GRAPH_NONE ? 0 : b->legal[w] & lanes_turn(b->lanes, c, next[w]);
}

static gboolean is_settled(const guint32 *next, guint32 w, guint32 target)
{
	return w == target || next[w] != GRAPH_NONE;
}

static guint bits(LaneMask mask)
{
	return (guint)__builtin_popcount(mask);
}

/* How good a choice is: a lane for the pair above all, then many of them, then many for those who come through. */
static guint score(LaneMask mask, LaneMask want)
{
	return ((mask & want) ? 1000u : 0u) + 20 * bits(mask & want) + bits(mask) + 1;
}

/* Chooses a switch's minimal channel; those that lead to excluded switches are out. */
static void settle_switch(LaneTree *b, guint32 i, guint32 target, guint32 *next)
{
	guint32 v = b->bfs->order[i], n = b->bfs->first[i + 1] - b->bfs->first[i];
	const guint32 *channel = b->bfs->channel + b->bfs->first[i];
	guint best = 0;
	for (guint32 k = 0; k < n; k++) {
		guint32 c = channel[(k + v + target) % n];
		if (!is_settled(next, b->graph->to[c], target) || (b->local[v] != GRAPH_NONE && b->local[v] != c))
			continue;
		LaneMask mask = lanes_over(b, next, c, target);
		guint worth = score(mask, wanted(b, v, target));
		if (worth > best) {
			best = worth;
			next[v] = c;
			b->legal[v] = mask;
			b->length[v] = (guint16)(b->length[b->graph->to[c]] + 1);
		}
	}
}

/* Makes the tree of minimal routes under the pins; `open` gets the switches left without a lane. */
static void settle(LaneTree *b, guint32 target, guint32 *next)
{
	memset(next, 0xff, b->graph->n_switches * sizeof *next);
	b->legal[target] = lanes_all(b->lanes);
	b->length[target] = 0;
	b->n_open = 0;
	for (guint32 i = 1; i < b->bfs->n_reached; i++) {
		guint32 v = b->bfs->order[i];
		if (b->excluded[v])
			continue;
		settle_switch(b, i, target, next);
		if (next[v] == GRAPH_NONE || !(b->legal[v] & wanted(b, v, target)))
			b->open[b->n_open++] = v;
	}
}

/* Pins a legal route for each open switch as far as the pins there are allow; FALSE when there was none for any. */
static gboolean repair(LaneTree *b, guint32 target, guint turn)
{
	gboolean progress = FALSE;
	for (guint32 i = 0; i < b->n_open; i++) {
		guint32 v = b->open[i];
		LaneQuery query = {.source = v,
				   .target = target,
				   .lanes = wanted(b, v, target),
				   .pins = b->local,
				   .turn = v + turn};
		if (!lane_search_run(b->search, &query))
			continue;
		for (guint k = 0; k < b->search->length; k++)
			b->local[b->graph->from[b->search->route[k]]] = b->search->route[k];
		progress = TRUE;
	}
	return progress;
}

void lane_tree_minimal(LaneTree *b, guint32 target, const guint32 *pins, guint32 *next)
{
	bfs_run(b->graph, target, b->bfs);
	memset(b->excluded, 0, b->graph->n_switches);
	memcpy(b->local, pins, b->graph->n_switches * sizeof(guint32));
	settle(b, target, next);
	for (guint turn = 0; b->n_open && turn < MAX_REPAIRS && repair(b, target, turn); turn++)
		settle(b, target, next);
}

/* ---- longer routes */

/* Takes switches without a lane out, until the rest of the tree stands without them. */
static void exclude_open(LaneTree *b, guint32 target, guint32 *next)
{
	while (b->n_open) {
		for (guint32 i = 0; i < b->n_open; i++)
			b->excluded[b->open[i]] = 1;
		settle(b, target, next);
	}
}

/* Joins an excluded switch to the neighbour with the shortest route that leaves it a lane. */
static gboolean join(LaneTree *b, guint32 v, guint32 target, guint32 *next)
{
	const Graph *g = b->graph;
	guint best = G_MAXUINT;
	for (guint32 c = g->first[v]; c < g->first[v + 1]; c++) {
		guint32 w = g->to[c];
		LaneMask mask = lanes_over(b, next, c, target);
		if (!is_settled(next, w, target) || b->length[w] + 1u >= best || !(mask & wanted(b, v, target)))
			continue;
		best = b->length[w] + 1u;
		next[v] = c;
		b->legal[v] = mask;
	}
	if (best == G_MAXUINT)
		return FALSE;
	b->length[v] = (guint16)best;
	return TRUE;
}

/*
 * Joins excluded switches one at a time, nearest to the destination first, as long as one can be. TRUE when none is
 * left.
 */
static gboolean join_excluded(LaneTree *b, guint32 target, guint32 *next)
{
	for (gboolean progress = TRUE; progress;) {
		gboolean left = FALSE;
		progress = FALSE;
		for (guint32 i = 1; i < b->bfs->n_reached; i++) {
			guint32 v = b->bfs->order[i];
			if (!b->excluded[v])
				continue;
			left = TRUE;
			if (join(b, v, target, next)) {
				b->excluded[v] = 0;
				progress = TRUE;
			}
		}
		if (!left)
			return TRUE;
	}
	return FALSE;
}

/* The routes of the spanning tree that every lane made with `escape` allows. */
void lane_tree_escape(LaneTree *b, guint32 target, guint32 *next)
{
	const Graph *g = b->graph;
	bfs_run(g, target, b->bfs);
	memset(next, 0xff, g->n_switches * sizeof *next);
	b->legal[target] = lanes_all(b->lanes);
	b->length[target] = 0;
	b->open[0] = target;
	for (guint32 i = 0, n = 1; i < n; i++) {
		guint32 w = b->open[i];
		for (guint32 out = g->first[w]; out < g->first[w + 1]; out++) {
			guint32 v = g->to[out], c = g->reverse[out];
			if (!b->escape[c] || is_settled(next, v, target))
				continue;
			next[v] = c;
			b->legal[v] = lanes_over(b, next, c, target);
			b->length[v] = (guint16)(b->length[w] + 1);
			b->open[n++] = v;
		}
	}
	b->n_open = 0;
}

gboolean lane_tree_any(LaneTree *b, guint32 target, const guint32 *pins, guint32 *next)
{
	lane_tree_minimal(b, target, pins, next);
	exclude_open(b, target, next);
	return join_excluded(b, target, next);
}

LaneTree *lane_tree_new(const Graph *graph, const guint8 *hops, const Lanes *lanes, const LaneMask *common,
			GError **error)
{
	g_autoptr(LaneTree) b = g_new0(LaneTree, 1);
	gsize n = graph->n_switches;
	*b = (LaneTree){.graph = graph, .lanes = lanes, .common = common};
	if (!(b->bfs = bfs_new(graph, error)) || !(b->search = lane_search_new(graph, hops, lanes, error)) ||
	    !(b->escape = lane_escape_tree(graph, hops, error)))
		return NULL;
	b->legal = g_try_new0(LaneMask, n + 1);
	b->length = g_try_new0(guint16, n + 1);
	b->local = g_try_new(guint32, n + 1);
	b->open = g_try_new(guint32, n + 1);
	b->excluded = g_try_malloc0(n + 1);
	if (b->legal && b->length && b->local && b->open && b->excluded)
		return g_steal_pointer(&b);
	sssp_error_memory(error, "a tree of lanes", n * 13);
	return NULL;
}

void lane_tree_free(LaneTree *b)
{
	if (!b)
		return;
	bfs_free(b->bfs);
	lane_search_free(b->search);
	g_free(b->escape);
	g_free(b->legal);
	g_free(b->length);
	g_free(b->local);
	g_free(b->open);
	g_free(b->excluded);
	g_free(b);
}
