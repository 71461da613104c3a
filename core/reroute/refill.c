/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gives switches without an entry one, nearest to the destination first: whoever is nearer has its entry already, so
 * every candidate's path is known.
 */
#include "core/reroute/refill.h"

#include "core/base/error.h"

#include <string.h>

/* ---- paths of what is no host's, over entries that nobody uses yet */

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

static gboolean set_entry(Tree *tree, guint32 w, guint32 c)
{
	if (tree->next[w] != GRAPH_NONE)
		tree_detach(tree, w);
	tree_attach(tree, w, c);
	return TRUE;
}

/* Whoever comes by where the path leaves v by another channel than now comes along. */
static gboolean move_on(const PathSearch *search, const Step *step)
{
	Tree *tree = search->tree;
	const Graph *g = tree->graph;
	guint32 v = step->at, own = tree->next[v];
	gboolean found = own != GRAPH_NONE && try_channel(search, step, own);
	for (guint32 c = g->first[v]; !found && c < g->first[v + 1]; c++)
		if (c != own && (step->in == GRAPH_NONE || tree->near[g->to[c]] < tree->near[v]))
			found = try_channel(search, step, c) && set_entry(tree, v, c);
	return found;
}

/* Any channel, where nobody uses the entry. */
static gboolean go_anywhere(const PathSearch *search, const Step *step)
{
	Tree *tree = search->tree;
	const Graph *g = tree->graph;
	guint32 v = step->at;
	for (guint32 c = g->first[v]; c < g->first[v + 1]; c++)
		if (try_channel(search, step, c))
			return set_entry(tree, v, c);
	return FALSE;
}

/* From one step on; entries are set on the path back. */
static gboolean extend(const PathSearch *search, const Step *step)
{
	Tree *tree = search->tree;
	guint32 v = step->at, own = v == tree->target ? GRAPH_NONE : tree->next[v];
	if (v == tree->target)
		return TRUE;
	if (!step->left || tree->on_path[v])
		return FALSE;
	if (!search->move && own != GRAPH_NONE && (tree->lanes[TREE_ALL][v] || tree->flow[v]))
		return try_channel(search, step, own);
	tree->on_path[v] = 1;
	gboolean found = search->move ? move_on(search, step) : go_anywhere(search, step);
	tree->on_path[v] = 0;
	return found;
}

/* One kind of paths. */
static gboolean find(const PathSearch *search, guint32 v, guint detour)
{
	Step begin = {v, GRAPH_NONE, 0, search->tree->near[v] + detour};
	lane_use_begin(search->tree->use);
	memset(search->tried, 0, search->tree->graph->n_channels);
	return extend(search, &begin);
}

/*
 * Sends v, which has no entry, a path that closes no cycle in any lane on which somebody comes by, and asks at most so
 * much of these (LANE_USE_..): first those paths that ask nothing, and so on, of each kind the short ones first, so that
 * one valley in a tree is where the next is, too. Entries on it change where nobody comes by. FALSE, with nothing
 * changed, when none was found. O(channels x degree) additions, tree->path_steps in all.
 */
static gboolean path_search_find(Tree *tree, guint32 v, guint most)
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

/*
 * The same for whatever comes by at v, over entries that others use, too: these change where all who come by there fit
 * the other one as well, and it is as short.
 */
static gboolean path_search_move(Tree *tree, guint32 v)
{
	const PathSearch search = {tree, tree->tried, LANE_USE_MOVES, TRUE};
	for (guint detour = 0; detour <= MOVE_DETOUR; detour++)
		if (find(&search, v, detour))
			return TRUE;
	return FALSE;
}

/* ---- entries */

typedef struct {
	guint64 cost;
	guint32 turn; /* place in the order in which equals are taken */
	guint32 channel;
} Candidate;

static int compare_candidates(gconstpointer a, gconstpointer b)
{
	const Candidate *x = a, *y = b;
	if (x->cost != y->cost)
		return x->cost < y->cost ? -1 : 1;
	return (x->turn > y->turn) - (x->turn < y->turn);
}

/* Whether an entry is a detour that only others take: hosts that come by have it make way. */
static gboolean is_detour(const Tree *tree, guint32 w)
{
	return tree->near[tree->graph->to[tree->next[w]]] + 1u != tree->near[w] && !tree->lanes[TREE_HOSTS][w];
}

/* Whether the path from v over channel c arrives, for hosts without a detour of others. */
static gboolean is_open(const Tree *tree, guint32 v, guint32 c)
{
	for (guint32 w = tree->graph->to[c]; w != tree->target; w = tree->graph->to[tree->next[w]])
		if (tree->next[w] == GRAPH_NONE || (tree->lanes[TREE_HOSTS][v] && is_detour(tree, w)))
			return FALSE;
	return TRUE;
}

static gboolean is_for_hosts(Tree *tree, guint32 v)
{
	return tree->graph->dests[tree->dest].is_host && tree_hosts_may_come(tree, v);
}

/* What a channel costs that is not the previous one. */
static guint64 cost_of(Tree *tree, guint32 v, guint32 c)
{
	return is_for_hosts(tree, v) ? tree_cost(tree, c) : tree_new_turns(tree, v, c);
}

/*
 * The minimal channels of v, cheapest first, after the previous one; destinations in a row begin
 * with different ones. For hosts only those that lead to no detour of others. What is no host's has no load: it goes
 * where others went, so that many a valley in a tree becomes one.
 */
static guint list_candidates(Tree *tree, guint32 v, Candidate *list)
{
	const Graph *g = tree->graph;
	guint32 previous = route_channel(g, routes_row(tree->previous, tree->dest), v);
	guint32 first = g->first[v], all = g->first[v + 1] - first;
	guint n = 0;
	for (guint32 c = first; c < g->first[v + 1]; c++)
		if (tree->near[g->to[c]] + 1u == tree->near[v] && is_open(tree, v, c))
			list[n++] = (Candidate){c == previous ? 0 : cost_of(tree, v, c),
						(c - first + all - tree->dest % all) % all, c};
	qsort(list, n, sizeof *list, compare_candidates);
	return n;
}

/* `straight`: hosts will come by, so no detour will do. */
static gboolean fill_entry(Tree *tree, guint32 v, gboolean straight, GError **error);

/* Detours of others on the path from v over its first minimal channel make way; each switch there is nearer. */
static gboolean straighten(Tree *tree, guint32 v, GError **error)
{
	const Graph *g = tree->graph;
	guint32 c = g->first[v];
	while (tree->near[g->to[c]] + 1u != tree->near[v])
		c++;
	for (guint32 w = g->to[c]; w != tree->target; w = g->to[tree->next[w]]) {
		if (tree->next[w] != GRAPH_NONE && !is_detour(tree, w))
			continue;
		if (tree->next[w] != GRAPH_NONE)
			tree_detach(tree, w);
		if (!fill_entry(tree, w, TRUE, error))
			return FALSE;
	}
	return TRUE;
}

/* Where others on the lanes went before. */
static gboolean fill_as_others(Tree *tree, guint32 v, const Candidate *list, guint n)
{
	for (guint i = 0; i < n; i++)
		if (!tree_new_turns(tree, v, list[i].channel)) {
			tree_attach(tree, v, list[i].channel);
			return TRUE;
		}
	return path_search_find(tree, v, LANE_USE_KNOWN);
}

static gboolean fill_entry(Tree *tree, guint32 v, gboolean straight, GError **error)
{
	Candidate list[G_MAXUINT8];
	guint n = list_candidates(tree, v, list);
	if (!n && !straighten(tree, v, error))
		return FALSE;
	if (!n)
		n = list_candidates(tree, v, list);
	if (!straight && !is_for_hosts(tree, v) && fill_as_others(tree, v, list, n))
		return TRUE;
	for (guint i = 0; i < n; i++)
		if (tree_fits(tree, v, list[i].channel, TREE_ALL)) {
			tree_attach(tree, v, list[i].channel);
			return TRUE;
		}
	if (!straight && !tree->flow[v] && path_search_find(tree, v, LANE_USE_MOVES))
		return TRUE;
	if (!straight && tree->may_move && path_search_move(tree, v))
		return TRUE;
	for (guint i = 0; i < n; i++)
		if (tree_fits(tree, v, list[i].channel, TREE_HOSTS))
			return tree_give_up(tree, v, list[i].channel, error);
	return tree_give_up(tree, v, list[0].channel, error);
}

/* Switches that miss an entry, nearest first. */
static GArray *list_missing(const Tree *tree, guint32 dest)
{
	const Graph *g = tree->graph;
	const guint8 *row = routes_row(tree->routes, dest);
	const guint8 *near = tree->hops + (gsize)g->dests[dest].vertex * g->n_switches;
	guint count[GRAPH_FAR + 1] = {0};
	for (guint32 v = 0; v < g->n_switches; v++)
		if (row[v] == ROUTE_NONE && near[v] != GRAPH_FAR)
			count[near[v] + 1]++;
	for (guint i = 1; i <= GRAPH_FAR; i++)
		count[i] += count[i - 1];
	GArray *missing = g_array_sized_new(FALSE, FALSE, sizeof(guint32), count[GRAPH_FAR]);
	g_array_set_size(missing, count[GRAPH_FAR]);
	for (guint32 v = 0; v < g->n_switches; v++)
		if (row[v] == ROUTE_NONE && near[v] != GRAPH_FAR)
			g_array_index(missing, guint32, count[near[v]]++) = v;
	return missing;
}

gboolean refill_dest(Tree *tree, guint32 dest, guint64 *filled, GError **error)
{
	g_autoptr(GArray) missing = list_missing(tree, dest);
	tree_begin(tree, dest);
	*filled += missing->len;
	for (guint i = 0; i < missing->len; i++)
		if (tree->next[g_array_index(missing, guint32, i)] == GRAPH_NONE &&
		    !fill_entry(tree, g_array_index(missing, guint32, i), FALSE, error))
			return FALSE;
	return TRUE;
}
