/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Switches settle nearest first; who ends up without a lane gets a pinned route, and the tree is made again. */
#include "core/search/pair_tree.h"

#include "core/base/arena.h"
#include "core/lanes/spanning_tree.h"

#include <string.h>

/* Repairs within one tree before its failures are left to others. */
#define MAX_REPAIRS 8

static LaneMask lanes_over(const PairTree *b, const guint32 *next, guint32 c, guint32 target)
{
	return lane_set_route(b->lanes, c, target, next, b->legal);
}

static gboolean is_settled(const guint32 *next, guint32 w, guint32 target)
{
	return w == target || next[w] != GRAPH_NONE;
}

static void take(PairTree *b, guint32 *next, guint32 v, guint32 c, LaneMask mask)
{
	next[v] = c;
	b->legal[v] = mask;
	b->length[v] = (guint16)(b->length[b->graph->to[c]] + 1);
}

static guint bits(LaneMask mask)
{
	return (guint)__builtin_popcount(mask);
}

/* What staying with the preferred channel is value: less than a lane for the pair, more than many lanes. */
#define KEPT 500

/* How good a choice is: a lane for the pair above all, then many of them, then many for those who come through. */
static guint score(LaneMask mask, LaneMask want)
{
	return ((mask & want) ? 1000u : 0u) + 20 * bits(mask & want) + bits(mask) + 1;
}

/* Chooses a minimal channel of a switch; those that lead to switches without a route are out. */
static void choose(PairTree *b, guint32 i, guint32 *next)
{
	guint32 v = b->bfs->order[i], n = b->bfs->first[i + 1] - b->bfs->first[i], target = b->plan->target;
	const guint32 *channel = b->bfs->channel + b->bfs->first[i];
	guint best = 0;
	for (guint32 k = 0; k < n; k++) {
		guint32 c = channel[(k + v + target + b->plan->turn) % n];
		if (!is_settled(next, b->graph->to[c], target))
			continue;
		LaneMask mask = lanes_over(b, next, c, target);
		guint value = score(mask, b->plan->want[v]);
		if (b->plan->prefer && b->plan->prefer[v] == c)
			value += KEPT;
		if (value > best) {
			best = value;
			take(b, next, v, c, mask);
		}
	}
}

/* Follows the pins from v and settles what lies on the way. FALSE when they lead nowhere. */
static gboolean follow_pins(PairTree *b, guint32 v, guint32 *next)
{
	guint32 n = 0;
	for (; !is_settled(next, v, b->plan->target); v = b->graph->to[b->local[v]]) {
		if (b->local[v] == GRAPH_NONE || b->excluded[v])
			return FALSE;
		b->chain[n++] = v;
	}
	while (n) {
		guint32 w = b->chain[--n], c = b->local[w];
		take(b, next, w, c, lanes_over(b, next, c, b->plan->target));
	}
	return TRUE;
}

/* Makes the tree under the pins. */
static void settle(PairTree *b, guint32 *next)
{
	guint32 target = b->plan->target;
	memset(next, 0xff, b->graph->n_switches * sizeof *next);
	b->legal[target] = lane_set_all(b->lanes);
	b->length[target] = 0;
	b->n_open = 0;
	b->lanes->effort->looked += b->bfs->first[b->bfs->n_reached] + b->bfs->n_reached;
	for (guint32 i = 1; i < b->bfs->n_reached; i++) {
		guint32 v = b->bfs->order[i];
		if (b->excluded[v])
			continue;
		if (b->local[v] == GRAPH_NONE || !follow_pins(b, v, next))
			choose(b, i, next);
	}
	for (guint32 i = 1; i < b->bfs->n_reached; i++) {
		guint32 v = b->bfs->order[i];
		if (!b->excluded[v] && (next[v] == GRAPH_NONE || !(b->legal[v] & b->plan->want[v])))
			b->open[b->n_open++] = v;
	}
}

/* Pins a legal route for each open switch as far as the pins there are allow; FALSE when there was none for any. */
static gboolean repair(PairTree *b, guint attempt)
{
	gboolean progress = FALSE;
	for (guint32 i = 0; i < b->n_open && lane_set_may_search(b->lanes); i++) {
		guint32 v = b->open[i];
		RouteQuery query = {.source = v,
				    .target = b->plan->target,
				    .lanes = b->plan->want[v],
				    .pins = b->local,
				    .turn = v + attempt + b->plan->turn};
		if (!route_search_run(b->search, &query))
			continue;
		for (guint k = 0; k < b->search->length; k++)
			b->local[b->graph->from[b->search->route[k]]] = b->search->route[k];
		progress = TRUE;
	}
	return progress;
}

guint32 pair_tree_make(PairTree *b, const PairTreePlan *plan, guint32 *next)
{
	b->plan = plan;
	bfs_run(b->graph, plan->target, b->bfs);
	memset(b->excluded, 0, b->graph->n_switches);
	memcpy(b->local, plan->pins, b->graph->n_switches * sizeof(guint32));
	settle(b, next);
	for (guint attempt = 0; b->n_open && attempt < MAX_REPAIRS && repair(b, attempt); attempt++)
		settle(b, next);
	return b->n_open;
}

/* ---- longer routes */

/* Takes switches without a lane out, until the rest of the tree stands without them. */
static void exclude_open(PairTree *b, guint32 *next)
{
	while (b->n_open) {
		for (guint32 i = 0; i < b->n_open; i++)
			b->excluded[b->open[i]] = 1;
		settle(b, next);
	}
}

/* Joins an excluded switch to the neighbour with the shortest route that leaves it a lane. */
static gboolean join(PairTree *b, guint32 v, guint32 *next)
{
	const Graph *g = b->graph;
	guint32 best = GRAPH_NONE;
	for (guint32 c = g->first[v]; c < g->first[v + 1]; c++)
		if (is_settled(next, g->to[c], b->plan->target) &&
		    (lanes_over(b, next, c, b->plan->target) & b->plan->want[v]) &&
		    (best == GRAPH_NONE || b->length[g->to[c]] < b->length[g->to[best]]))
			best = c;
	if (best != GRAPH_NONE)
		take(b, next, v, best, lanes_over(b, next, best, b->plan->target));
	return best != GRAPH_NONE;
}

guint32 pair_tree_lengthen(PairTree *b, guint32 *next)
{
	exclude_open(b, next);
	for (gboolean progress = TRUE; progress;) {
		progress = FALSE;
		b->n_open = 0;
		for (guint32 i = 1; i < b->bfs->n_reached; i++) {
			guint32 v = b->bfs->order[i];
			if (!b->excluded[v])
				continue;
			if (join(b, v, next)) {
				b->excluded[v] = 0;
				progress = TRUE;
			} else {
				b->open[b->n_open++] = v;
			}
		}
	}
	return b->n_open;
}

void pair_tree_spanning(PairTree *b, guint32 target, guint32 *next)
{
	const Graph *g = b->graph;
	bfs_run(g, target, b->bfs);
	memset(next, 0xff, g->n_switches * sizeof *next);
	b->legal[target] = lane_set_all(b->lanes);
	b->length[target] = 0;
	b->n_open = 0;
	b->chain[0] = target;
	for (guint32 i = 0, n = 1; i < n; i++) {
		guint32 w = b->chain[i];
		for (guint32 out = g->first[w]; out < g->first[w + 1]; out++) {
			guint32 v = g->to[out], c = g->reverse[out];
			if (!b->spanning_tree[c] || is_settled(next, v, target))
				continue;
			take(b, next, v, c, lanes_over(b, next, c, target));
			b->chain[n++] = v;
		}
	}
}

PairTree *pair_tree_new(const Graph *graph, const guint8 *hops, const LaneSet *lanes, const LaneMask *covered,
			GError **error)
{
	g_autoptr(PairTree) b = g_new0(PairTree, 1);
	gsize n = graph->n_switches;
	b->arena = arena_new();
	b->graph = graph;
	b->lanes = lanes;
	if (!(b->bfs = bfs_new(graph, error)) || !(b->search = route_search_new(graph, hops, lanes, covered, error)) ||
	    !(b->spanning_tree = spanning_tree_find(graph, hops, error)))
		return NULL;
	b->legal = arena_new_array0(b->arena, LaneMask, n + 1);
	b->length = arena_new_array0(b->arena, guint16, n + 1);
	b->local = arena_new_array(b->arena, guint32, n + 1);
	b->open = arena_new_array(b->arena, guint32, n + 1);
	b->chain = arena_new_array(b->arena, guint32, n + 1);
	b->excluded = arena_new_array0(b->arena, guint8, n + 1);
	return arena_check(b->arena, "a tree of lanes", error) ? g_steal_pointer(&b) : NULL;
}

void pair_tree_free(PairTree *b)
{
	if (!b)
		return;
	bfs_free(b->bfs);
	route_search_free(b->search);
	g_free(b->spanning_tree);
	arena_free(b->arena);
	g_free(b);
}
