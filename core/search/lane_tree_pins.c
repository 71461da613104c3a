/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Pins are consistent among themselves: each leads to a switch that is pinned too, or to the target. */
#include "core/search/lane_tree.h"

#include <string.h>

/* The way of each switch to the target in the spanning tree. */
static void walk_spanning_tree(LaneTree *w, const guint8 *spanning)
{
	const Graph *g = w->graph;
	guint32 n = 1, target = w->bfs->order[0];
	memset(w->tree, 0xff, g->n_switches * sizeof *w->tree);
	w->way[0] = target;
	for (guint32 i = 0; i < n; i++)
		for (guint32 c = g->first[w->way[i]]; c < g->first[w->way[i] + 1]; c++) {
			guint32 v = g->to[c];
			if (!spanning[c] || v == target || w->tree[v] != GRAPH_NONE)
				continue;
			w->tree[v] = g->reverse[c];
			w->way[n++] = v;
		}
}

/* Pins the way of v in the spanning tree as far as it is not pinned yet. */
static void pin(LaneTree *w, guint32 v)
{
	guint32 n = 0, *way = w->way;
	for (; w->tree[v] != GRAPH_NONE && w->pinned[v] == GRAPH_NONE; v = w->graph->to[w->tree[v]]) {
		w->stranded |= w->bfs->hops[v] == GRAPH_FAR;
		w->pinned[v] = w->tree[v];
		way[n++] = v;
	}
	while (n)
		w->pins[w->n_pins++] = way[--n];
}

/* The same for the way that was found in a lane; FALSE where it meets another pin than was known when it was. */
static gboolean pin_way(LaneTree *w, guint32 v)
{
	guint32 n = 0, c = w->ways.best[v], *way = w->way;
	for (; c != GRAPH_NONE && w->pinned[v] == GRAPH_NONE; c = w->ways.then[c], v = w->graph->to[way[n - 1]]) {
		for (guint32 i = 0; i < n; i++)
			if (w->graph->from[way[i]] == v)
				return FALSE;
		way[n++] = c;
	}
	if (c != GRAPH_NONE && w->pinned[v] != c)
		return FALSE;
	while (n) {
		c = way[--n];
		w->pinned[w->graph->from[c]] = c;
		w->pins[w->n_pins++] = w->graph->from[c];
	}
	return TRUE;
}

static void find_ways(LaneTree *w, LaneMask bit, const LaneMask *wanted)
{
	guint64 before = w->ways.looked;
	lane_ways_find(&w->ways, w->bfs->order[0], bit, w->pinned, wanted);
	lane_tree_spend(w, w->ways.looked - before);
}

/* Pins ways in one lane for those whose route is longer than such a way, or who have none. */
static gboolean pin_ways(LaneTree *w, LaneMask bit)
{
	gboolean found = FALSE;
	find_ways(w, bit, w->wanted);
	for (guint32 i = 1; i < w->bfs->n_reached; i++) {
		guint32 v = w->bfs->order[i], c = w->ways.best[v];
		if (c == GRAPH_NONE || w->pinned[v] != GRAPH_NONE || !(w->wanted[v] & bit) ||
		    (w->next[v] != GRAPH_NONE && w->length[v] <= w->ways.length[c]))
			continue;
		found |= pin_way(w, v);
	}
	return found;
}

static gboolean some_are_longer(const LaneTree *w)
{
	for (guint32 i = 1; i < w->bfs->n_reached; i++) {
		guint32 v = w->bfs->order[i];
		if (w->next[v] == GRAPH_NONE || w->length[v] > w->bfs->hops[v])
			return TRUE;
	}
	return FALSE;
}

guint32 lane_tree_go_round(LaneTree *w, guint32 n)
{
	gboolean found = FALSE;
	if (!w->effort || !some_are_longer(w))
		return n;
	for (guint lane = 0; lane < w->lanes->n_lanes; lane++)
		found |= pin_ways(w, (LaneMask)(1u << lane));
	return found ? lane_tree_try(w, FALSE) : n;
}

/* The way back follows in the next pass. */
guint32 lane_tree_go_first_lane(LaneTree *w, guint32 n)
{
	gboolean found = FALSE;
	lane_tree_unpin(w);
	for (guint32 i = 0; i < n; i++)
		w->wanted[w->waiting[i]] |= 1;
	find_ways(w, 1, NULL);
	for (guint32 i = 0; i < n; i++)
		found |= w->pinned[w->waiting[i]] == GRAPH_NONE && pin_way(w, w->waiting[i]);
	for (guint32 i = 0; i < w->n_pins; i++)
		w->wanted[w->pins[i]] |= 1;
	return found ? lane_tree_try(w, FALSE) : n;
}

/* At the end all go that way, so this ends; nothing is to be made of the tree where one is stranded. */
void lane_tree_go_spanning_tree(LaneTree *w, guint32 n, const guint8 *spanning)
{
	walk_spanning_tree(w, spanning);
	lane_tree_unpin(w);
	for (; n && !w->stranded; n = lane_tree_try(w, FALSE))
		for (guint32 i = 0; i < n; i++)
			pin(w, w->waiting[i]);
}
