/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gives switches without an entry one, nearest to the destination first: whoever is nearer has its entry already, so
 * every candidate's path is known.
 */
#include "core/reroute/refill.h"

#include "core/base/error.h"
#include "core/reroute/path_search.h"

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

/* The first host on the switch of a destination that is none, whose paths it goes; GRAPH_NONE: there is none. */
static guint32 find_leader(const Graph *graph, guint32 dest)
{
	guint32 v = graph->dests[dest].vertex;
	for (guint32 d = 0; graph->hosts[v] && !graph->dests[dest].is_host && d < dest; d++)
		if (graph->dests[d].vertex == v)
			return d;
	return GRAPH_NONE;
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

/* What a channel costs where it is neither the leader's nor the previous one. */
static guint64 cost_of(Tree *tree, guint32 v, guint32 c)
{
	return is_for_hosts(tree, v) ? tree_cost(tree, c) : tree_new_turns(tree, v, c);
}

/*
 * The minimal channels of v, cheapest first, after that of the leader and the previous one; destinations in a row begin
 * with different ones. For hosts only those that lead to no detour of others. What is no host's has no load: it goes
 * where others went, so that many a valley in a tree becomes one.
 */
static guint list_candidates(Tree *tree, guint32 leader, guint32 v, Candidate *list)
{
	const Graph *g = tree->graph;
	guint32 previous = route_channel(g, routes_row(tree->previous, tree->dest), v);
	guint32 leads = leader == GRAPH_NONE ? GRAPH_NONE : route_channel(g, routes_row(tree->routes, leader), v);
	guint32 first = g->first[v], all = g->first[v + 1] - first;
	guint n = 0;
	for (guint32 c = first; c < g->first[v + 1]; c++)
		if (tree->near[g->to[c]] + 1u == tree->near[v] && is_open(tree, v, c))
			list[n++] = (Candidate){c == leads || c == previous ? 0 : cost_of(tree, v, c),
						(c - first + all - tree->dest % all) % all, c};
	qsort(list, n, sizeof *list, compare_candidates);
	return n;
}

static guint32 fewest_misfits(Tree *tree, guint32 v, const Candidate *list, guint n)
{
	guint32 best = list[0].channel, fewest = G_MAXUINT32;
	for (guint i = 0; i < n && fewest; i++) {
		guint32 misfits = tree_misfits(tree, v, list[i].channel);
		if (misfits >= fewest)
			continue;
		fewest = misfits;
		best = list[i].channel;
	}
	return best;
}

/* `straight`: hosts will come by, so no detour will do. */
static gboolean fill_entry(Tree *tree, guint32 leader, guint32 v, gboolean straight, GError **error);

/* Detours of others on the path from v over its first minimal channel make way; each switch there is nearer. */
static gboolean straighten(Tree *tree, guint32 leader, guint32 v, GError **error)
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
		if (!fill_entry(tree, leader, w, TRUE, error))
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

static gboolean fill_entry(Tree *tree, guint32 leader, guint32 v, gboolean straight, GError **error)
{
	Candidate list[G_MAXUINT8];
	guint n = list_candidates(tree, leader, v, list);
	if (!n && !straighten(tree, leader, v, error))
		return FALSE;
	if (!n)
		n = list_candidates(tree, leader, v, list);
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
	return tree_give_up(tree, v, fewest_misfits(tree, v, list, n), error);
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
	guint32 leader = find_leader(tree->graph, dest);
	tree_begin(tree, dest);
	*filled += missing->len;
	for (guint i = 0; i < missing->len; i++)
		if (tree->next[g_array_index(missing, guint32, i)] == GRAPH_NONE &&
		    !fill_entry(tree, leader, g_array_index(missing, guint32, i), FALSE, error))
			return FALSE;
	return TRUE;
}
