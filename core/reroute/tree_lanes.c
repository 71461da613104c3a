/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Says whether changed routes fit into the lanes. A lane that follows part of a path already goes on from there as
 * before, so only what comes before that is looked at.
 */
#include "core/reroute/tree.h"

#include "core/base/error.h"

/* Channel c after each channel that comes to v from upstream, on one lane. */
static gboolean add_before(Tree *tree, guint32 v, guint32 c, guint lane, TreeScope scope)
{
	const Graph *g = tree->graph;
	for (guint32 out = g->first[v]; out < g->first[v + 1]; out++) {
		guint32 u = g->to[out], in = g->reverse[out];
		if (tree->next[u] == in && tree->lanes[scope][u] >> lane & 1 && !lane_use_add(tree->use, lane, in, c))
			return FALSE;
	}
	return TRUE;
}

/* All from channel c on, as far as the lane does not go there already. */
static gboolean add_after(Tree *tree, guint32 c, guint lane, TreeScope scope)
{
	const Graph *g = tree->graph;
	for (guint32 w = g->to[c]; w != tree->target; w = g->to[c]) {
		gboolean was_here = tree->lanes[scope][w] >> lane & 1;
		if (!lane_use_add(tree->use, lane, c, tree->next[w]))
			return FALSE;
		if (was_here)
			return TRUE;
		c = tree->next[w];
	}
	return TRUE;
}

static gboolean lane_fits(Tree *tree, guint32 v, guint32 c, guint lane, TreeScope scope)
{
	return graph_has_lane(tree->graph, c, lane) && add_before(tree, v, c, lane, scope) &&
	       add_after(tree, c, lane, scope);
}

gboolean tree_fits(Tree *tree, guint32 v, guint32 c, TreeScope scope)
{
	lane_use_begin(tree->use);
	for (guint lane = 0; lane < tree->use->n_lanes; lane++)
		if (tree->lanes[scope][v] >> lane & 1 && !lane_fits(tree, v, c, lane, scope)) {
			lane_use_undo(tree->use);
			return FALSE;
		}
	return TRUE;
}

static guint32 count_before(const Tree *tree, guint32 v, guint32 c, guint lane)
{
	const Graph *g = tree->graph;
	guint32 n = 0;
	for (guint32 out = g->first[v]; out < g->first[v + 1]; out++) {
		guint32 u = g->to[out], in = g->reverse[out];
		n += tree->next[u] == in && tree->lanes[TREE_ALL][u] >> lane & 1 &&
		     lane_use_asks(tree->use, lane, in, c) != LANE_USE_KNOWN;
	}
	return n;
}

static guint32 count_after(const Tree *tree, guint32 c, guint lane)
{
	const Graph *g = tree->graph;
	guint32 n = 0;
	for (guint32 w = g->to[c]; w != tree->target; w = g->to[c]) {
		n += lane_use_asks(tree->use, lane, c, tree->next[w]) != LANE_USE_KNOWN;
		c = tree->next[w];
	}
	return n;
}

guint32 tree_new_turns(const Tree *tree, guint32 v, guint32 c)
{
	guint32 n = 0;
	for (guint lane = 0; lane < tree->use->n_lanes; lane++)
		if (tree->lanes[TREE_ALL][v] >> lane & 1)
			n += count_before(tree, v, c, lane) + count_after(tree, c, lane) +
			     !graph_has_lane(tree->graph, c, lane);
	return n;
}

/* ---- what fits nowhere */

static gboolean comes_by(const Tree *tree, guint32 from, guint32 v)
{
	guint32 w = from;
	while (w != v && w != tree->target && tree->next[w] != GRAPH_NONE)
		w = tree->graph->to[tree->next[w]];
	return w == v;
}

/* Whether a route to the destination comes by at v on a lane. */
static gboolean comes_on(const Tree *tree, guint32 from, guint32 v, guint lane)
{
	return route_carries_data(tree->graph, from, tree->dest) &&
	       layers_of_route(tree->graph, tree->layers, from, tree->dest) >> lane & 1 && comes_by(tree, from, v);
}

/* Those whose own lane it is have none then; those that may have connections on it still do without these. */
static void mark_lane(Tree *tree, guint32 v, guint lane)
{
	gsize n = tree->graph->n_switches;
	Layers *layers = tree->layers;
	for (guint32 s = 0; s < n; s++)
		if (comes_on(tree, s, v, lane) && tree_lane(tree, s) == lane)
			layers->unproven[s * n + tree->target] = layers->unproven[tree->target * n + s] = 1;
		else if (layers->also && comes_on(tree, s, v, lane))
			layers->also[s * n + tree->target] &= (guint16) ~(1u << lane);
}

gboolean tree_give_up(Tree *tree, guint32 v, guint32 c, GError **error)
{
	gsize n = tree->graph->n_switches;
	guint8 **unproven = &tree->layers->unproven;
	if (!*unproven && !(*unproven = g_try_malloc0(n * n + 1)))
		return sssp_error_memory(error, "pairs of switches", n * n);
	for (guint lane = 0; lane < tree->use->n_lanes; lane++) {
		lane_use_begin(tree->use);
		if (!(tree->lanes[TREE_ALL][v] >> lane & 1) || lane_fits(tree, v, c, lane, TREE_ALL))
			continue;
		lane_use_undo(tree->use);
		mark_lane(tree, v, lane);
	}
	tree_attach(tree, v, c);
	tree_begin(tree, tree->dest);
	return TRUE;
}
