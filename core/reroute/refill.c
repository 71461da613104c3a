/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gives switches that lack an entry for a destination one, nearest to the destination first: nearer switches have their
 * entries by then, so the path behind each candidate is known. Candidates are minimal channels, the previous one first,
 * then the cheapest; the first that closes no cycle on any lane of the routes that come by is taken. Where none is, and
 * entries may move or no host's route comes by, a path of up to two hops more is searched for, which may change entries
 * of other switches. Where that fails, a candidate is taken that closes no cycle for hosts, or the first one; pairs for
 * which it closes a cycle are left without a lane.
 */
#include "core/reroute/tree.h"

#include "core/admit/careful.h"
#include "core/base/by_keys.h"

#include <string.h>

/* ---- paths on which pairs keep their lanes, over entries that others use, too */

/* A path so far: it is at switch `at`, came by channel `in` or begins there, and has `left` hops to go. */
typedef struct {
	guint32 at, in;
	LaneMask lanes; /* of all routes that go on with it */
	guint left;
} Step;

/*
 * Adds the turns into channel c: from the channel that the path came by and, where the entry is another, from those of
 * all other routes through the switch.
 */
static gboolean add_turns(Tree *tree, const Step *step, guint32 c)
{
	return (step->in == GRAPH_NONE || tree_add_turn(tree, step->lanes, step->in, c)) &&
	       (tree->next[step->at] == c || tree_add_before(tree, step->at, c, G_MAXUINT16, TREE_ALL));
}

static gboolean extend(Tree *tree, const Step *step);

static gboolean try_channel(Tree *tree, const Step *step, guint32 c)
{
	Step next = {tree->graph->to[c], c, step->lanes | tree->lanes[TREE_ALL][step->at], step->left - 1};
	guint n = tree->use->added->len;
	if (tree->near[next.at] > next.left || tree->tried[c] > next.left || !tree->path_steps ||
	    (next.lanes & ~graph_lanes_of(tree->graph, c)))
		return FALSE;
	tree->path_steps--;
	if (add_turns(tree, step, c)) {
		tree->tried[c] = (guint8)(next.left + 1);
		if (extend(tree, &next))
			return TRUE;
	}
	lane_use_undo_to(tree->use, n);
	return FALSE;
}

/*
 * Goes on by another channel than the entry, to a nearer switch, since all routes through the switch come along. The
 * entry is set when the path has arrived.
 */
static gboolean move_on(Tree *tree, const Step *step)
{
	const Graph *g = tree->graph;
	guint32 v = step->at, own = tree->next[v];
	for (guint32 c = g->first[v]; c < g->first[v + 1]; c++) {
		if (c == own || (step->in != GRAPH_NONE && tree->near[g->to[c]] >= tree->near[v]) ||
		    !try_channel(tree, step, c))
			continue;
		if (own != GRAPH_NONE)
			tree_detach(tree, v);
		tree_attach(tree, v, c);
		return TRUE;
	}
	return FALSE;
}

/* Goes on from one step. FALSE: the path does not arrive. */
static gboolean extend(Tree *tree, const Step *step)
{
	guint32 v = step->at;
	if (v == tree->target)
		return TRUE;
	if (tree->on_path[v])
		return FALSE;
	tree->on_path[v] = 1;
	gboolean found = (tree->next[v] != GRAPH_NONE && try_channel(tree, step, tree->next[v])) || move_on(tree, step);
	tree->on_path[v] = 0;
	return found;
}

/* Hops that a path may have beyond those it needs. */
#define DETOUR 2

/*
 * Finds a path for v, which has no entry, that closes no cycle in any lane of the routes that come by, short ones
 * first. Entries of other switches change where all routes through them fit the new entry as well, and it is as short.
 * FALSE, with nothing changed, when none was found. O(channels x degree) additions, tree->path_steps in all.
 */
static gboolean find_path(Tree *tree, guint32 v)
{
	for (guint detour = 0; detour <= DETOUR; detour++) {
		Step begin = {v, GRAPH_NONE, 0, tree->near[v] + detour};
		lane_use_begin(tree->use);
		memset(tree->tried, 0, tree->graph->n_channels);
		if (extend(tree, &begin))
			return TRUE;
	}
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
	return BY_KEYS({x->cost, y->cost}, {x->turn, y->turn});
}

/* Whether the entry of w is a detour that no host's route uses: it is replaced where routes of hosts come by. */
static gboolean is_detour(const Tree *tree, guint32 w)
{
	return tree->near[tree->graph->to[tree->next[w]]] + 1u != tree->near[w] && !tree->lanes[TREE_HOSTS][w];
}

/* Whether the path from v over channel c arrives; if hosts' routes come by at v, without a detour of others. */
static gboolean is_open(const Tree *tree, guint32 v, guint32 c)
{
	for (guint32 w = tree->graph->to[c]; w != tree->target; w = tree->graph->to[tree->next[w]])
		if (tree->next[w] == GRAPH_NONE || (tree->lanes[TREE_HOSTS][v] && is_detour(tree, w)))
			return FALSE;
	return TRUE;
}

/*
 * Lists the minimal channels of v, the previous one first, then the cheapest; destinations in a row begin with
 * different ones. For hosts only those that lead to no detour of others.
 */
static guint list_candidates(Tree *tree, guint32 v, Candidate *list)
{
	const Graph *g = tree->graph;
	guint32 previous = route_channel(g, routes_row(tree->previous, tree->dest), v);
	guint32 first = g->first[v], all = g->first[v + 1] - first;
	guint n = 0;
	for (guint32 c = first; c < g->first[v + 1]; c++)
		if (tree->near[g->to[c]] + 1u == tree->near[v] && is_open(tree, v, c))
			list[n++] = (Candidate){c == previous ? 0 : tree_cost(tree, c),
						(c - first + all - tree->dest % all) % all, c};
	qsort(list, n, sizeof *list, compare_candidates);
	return n;
}

/* Gives v an entry. With `straight`, routes of hosts will come by, so it is no detour. */
static gboolean fill_entry(Tree *tree, guint32 v, gboolean straight, GError **error);

/*
 * Replaces detours of others on the path from v over its first minimal channel, and fills gaps; each switch there is
 * nearer.
 */
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

static gboolean fill_entry(Tree *tree, guint32 v, gboolean straight, GError **error)
{
	Candidate list[G_MAXUINT8];
	guint n = list_candidates(tree, v, list);
	if (!n && !straighten(tree, v, error))
		return FALSE;
	if (!n)
		n = list_candidates(tree, v, list);
	for (guint i = 0; i < n; i++)
		if (tree_fits(tree, v, list[i].channel, TREE_ALL)) {
			tree_attach(tree, v, list[i].channel);
			return TRUE;
		}
	if (!straight && (tree->may_move || !tree->flow[v]) && find_path(tree, v))
		return TRUE;
	for (guint i = 0; i < n; i++)
		if (tree_fits(tree, v, list[i].channel, TREE_HOSTS))
			return tree_give_up(tree, v, list[i].channel, error);
	return tree_give_up(tree, v, list[0].channel, error);
}

gboolean refill_dest(Tree *tree, guint32 dest, guint64 *filled, GError **error)
{
	const guint8 *row = routes_row(tree->routes, dest);
	tree_begin(tree, dest);
	guint32 n = careful_list(tree->graph, tree->near, tree->order);
	for (guint32 i = 0; i < n; i++)
		*filled += row[tree->order[i]] == ROUTE_NONE;
	for (guint32 i = 0; i < n; i++)
		if (row[tree->order[i]] == ROUTE_NONE && !fill_entry(tree, tree->order[i], FALSE, error))
			return FALSE;
	return TRUE;
}
