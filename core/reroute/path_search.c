/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Searches a path depth first over channels: first those paths that ask nothing of the lanes, and so on, of each kind
 * the short ones first. So one valley in a tree is where the next is, too.
 */
#include "core/reroute/path_search.h"

#include <string.h>

/* Hops that a path may have beyond those it needs. */
#define DETOUR 4

typedef struct {
	Tree *tree;
	guint8 *tried; /* [n_channels] hops that were left after a channel when it was looked at last */
	guint most;    /* what it may ask of the lanes */
	gboolean move; /* entries that somebody uses may change, to others as short */
} PathSearch;

/* Where a path is: at switch `at`, by channel `in` or at its beginning, with `left` hops to go. */
typedef struct {
	guint32 at, in;
	LaneMask lanes; /* of those who come along */
	guint left;
} Step;

static gboolean add_on(const PathSearch *search, guint lane, guint32 in, guint32 c)
{
	LaneUse *use = search->tree->use;
	return lane_use_asks(use, lane, in, c) <= search->most && lane_use_add(use, lane, in, c);
}

/* Channel c after the one that the path came by, on all lanes. */
static gboolean add_turn(const PathSearch *search, const Step *step, guint32 c)
{
	for (guint lane = 0; step->in != GRAPH_NONE && lane < search->tree->use->n_lanes; lane++)
		if (step->lanes >> lane & 1 && !add_on(search, lane, step->in, c))
			return FALSE;
	return TRUE;
}

/* Channel c after whatever else comes by where the entry is another, or missing. */
static gboolean add_others(const PathSearch *search, guint32 v, guint32 c)
{
	const Tree *tree = search->tree;
	const Graph *g = tree->graph;
	for (guint32 out = g->first[v]; tree->next[v] != c && out < g->first[v + 1]; out++) {
		guint32 u = g->to[out], in = g->reverse[out];
		for (guint lane = 0; tree->next[u] == in && lane < tree->use->n_lanes; lane++)
			if (tree->lanes[TREE_ALL][u] >> lane & 1 && !add_on(search, lane, in, c))
				return FALSE;
	}
	return TRUE;
}

static gboolean extend(const PathSearch *search, const Step *step);

static gboolean try_channel(const PathSearch *search, const Step *step, guint32 c)
{
	Tree *tree = search->tree;
	Step next = {tree->graph->to[c], c, step->lanes | tree->lanes[TREE_ALL][step->at], step->left - 1};
	guint n = tree->use->added->len;
	if (tree->near[next.at] > next.left || search->tried[c] > next.left || !tree->path_steps ||
	    (next.lanes & ~graph_lanes_of(tree->graph, c)))
		return FALSE;
	tree->path_steps--;
	if (add_turn(search, step, c) && add_others(search, step->at, c)) {
		search->tried[c] = (guint8)(next.left + 1);
		if (extend(search, &next))
			return TRUE;
	}
	lane_use_undo_to(tree->use, n);
	return FALSE;
}

static void set_entry(Tree *tree, guint32 w, guint32 c)
{
	if (tree->next[w] == c)
		return;
	if (tree->next[w] != GRAPH_NONE)
		tree_detach(tree, w);
	tree_attach(tree, w, c);
}

/* Whoever comes by where the path leaves v by another channel than now comes along. */
static gboolean move_on(const PathSearch *search, const Step *step)
{
	Tree *tree = search->tree;
	const Graph *g = tree->graph;
	guint32 v = step->at, own = tree->next[v], c = g->first[v];
	gboolean begins = step->in == GRAPH_NONE, found = FALSE;
	tree->on_path[v] = 1;
	found = own != GRAPH_NONE && try_channel(search, step, own);
	for (; !found && c < g->first[v + 1]; c++)
		if (c != own && (begins || tree->near[g->to[c]] < tree->near[v]))
			found = try_channel(search, step, c) && (set_entry(tree, v, c), TRUE);
	tree->on_path[v] = 0;
	return found;
}

/* From one step on; entries are set on the path back. */
static gboolean extend(const PathSearch *search, const Step *step)
{
	Tree *tree = search->tree;
	const Graph *g = tree->graph;
	guint32 v = step->at, own = v == tree->target ? GRAPH_NONE : tree->next[v];
	if (v == tree->target)
		return TRUE;
	if (!step->left || tree->on_path[v])
		return FALSE;
	if (search->move)
		return move_on(search, step);
	if (own != GRAPH_NONE && (tree->lanes[TREE_ALL][v] || tree->flow[v]))
		return try_channel(search, step, own);
	tree->on_path[v] = 1;
	guint32 c = g->first[v];
	while (c < g->first[v + 1] && !try_channel(search, step, c))
		c++;
	tree->on_path[v] = 0;
	if (c == g->first[v + 1])
		return FALSE;
	set_entry(tree, v, c);
	return TRUE;
}

/* One kind of paths. */
static gboolean find(const PathSearch *search, guint32 v, guint detour)
{
	Step begin = {v, GRAPH_NONE, 0, search->tree->near[v] + detour};
	lane_use_begin(search->tree->use);
	memset(search->tried, 0, search->tree->graph->n_channels);
	return extend(search, &begin);
}

gboolean path_search_find(Tree *tree, guint32 v, guint most)
{
	PathSearch search = {tree, tree->tried, LANE_USE_KNOWN, FALSE};
	for (; search.most <= most; search.most++)
		for (guint detour = 0; detour <= DETOUR; detour++)
			if (find(&search, v, detour))
				return TRUE;
	return FALSE;
}

/* Hops that a path may have beyond those it needs, for hosts that keep their lanes. */
#define MOVE_DETOUR 2

gboolean path_search_move(Tree *tree, guint32 v)
{
	const PathSearch search = {tree, tree->tried, LANE_USE_MOVES, TRUE};
	for (guint detour = 0; detour <= MOVE_DETOUR; detour++)
		if (find(&search, v, detour))
			return TRUE;
	return FALSE;
}
