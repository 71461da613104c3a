/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds the routes to one destination while they are changed. Routes that meet at a switch go on together, so of all
 * that come through it a switch needs only the set of their lanes and the sum of their loads.
 */
#include "core/reroute/tree.h"

/* Channels that are looked at in one rerouting for paths over entries that others use. */
#define PATH_STEPS 20000000

Tree *tree_new(const Graph *graph, const guint8 *hops, const Routes *previous, Routes *routes, Layers *layers,
	       LaneUse *use, GError **error)
{
	gsize n = graph->n_switches + 1;
	g_autoptr(Tree) tree = g_new0(Tree, 1);
	*tree = (Tree){
		.graph = graph, .hops = hops, .routes = routes, .layers = layers, .use = use, .previous = previous};
	tree->arena = arena_new();
	tree->next = arena_new_array(tree->arena, guint32, n);
	tree->order = arena_new_array(tree->arena, guint32, n);
	tree->flow = arena_new_array(tree->arena, guint64, n);
	tree->tried = arena_new_array(tree->arena, guint8, graph->n_channels + 1);
	tree->on_path = arena_new_array0(tree->arena, guint8, n);
	tree->path_steps = PATH_STEPS;
	for (guint scope = 0; scope < TREE_SCOPES; scope++)
		tree->lanes[scope] = arena_new_array(tree->arena, LaneMask, n);
	return arena_check(tree->arena, "a tree", error) ? g_steal_pointer(&tree) : NULL;
}

void tree_free(Tree *tree)
{
	if (!tree)
		return;
	arena_free(tree->arena);
	g_free(tree);
}

/* Adds the lanes and hosts of the route from v to each switch on its path. */
static void walk_in(Tree *tree, guint32 v)
{
	const Graph *g = tree->graph;
	gboolean proven = layers_pair_is_proven(tree->layers, (gsize)v * g->n_switches + tree->target);
	LaneMask lane = proven ? layers_of_route(g, tree->layers, v, tree->dest) : 0;
	LaneMask all = route_carries_data(g, v, tree->dest) ? lane : 0;
	LaneMask hosts = route_of_hosts(g, v, tree->dest) ? lane : 0;
	guint64 flow = g->dests[tree->dest].is_host ? g->hosts[v] : 0;
	for (guint32 w = v; (all || flow) && w != tree->target; w = g->to[tree->next[w]]) {
		tree->lanes[TREE_ALL][w] |= all;
		tree->lanes[TREE_HOSTS][w] |= hosts;
		tree->flow[w] += flow;
		if (tree->next[w] == GRAPH_NONE)
			break;
	}
}

void tree_begin(Tree *tree, guint32 dest)
{
	const Graph *g = tree->graph;
	const guint8 *row = routes_row(tree->routes, dest);
	tree->dest = dest;
	tree->target = g->dests[dest].vertex;
	tree->near = tree->hops + (gsize)tree->target * g->n_switches;
	for (guint32 v = 0; v < g->n_switches; v++) {
		tree->next[v] = route_channel(g, row, v);
		tree->flow[v] = 0;
		tree->lanes[TREE_ALL][v] = tree->lanes[TREE_HOSTS][v] = 0;
	}
	for (guint32 v = 0; v < g->n_switches; v++)
		walk_in(tree, v);
}

guint64 tree_cost(const Tree *tree, guint32 c)
{
	guint64 cost = tree->routes->load[c];
	while (tree->graph->to[c] != tree->target) {
		c = tree->next[tree->graph->to[c]];
		cost += tree->routes->load[c];
	}
	return cost;
}

/* ---- changes */

static void add_flow(Tree *tree, guint32 v, guint64 flow)
{
	const Graph *g = tree->graph;
	for (guint32 c = tree->next[v], w; c != GRAPH_NONE; c = tree->next[w]) {
		w = g->to[c];
		if (!tree->lifted)
			tree->routes->load[c] += flow;
		tree->flow[w] += flow;
	}
}

void tree_attach(Tree *tree, guint32 v, guint32 c)
{
	const Graph *g = tree->graph;
	tree->next[v] = c;
	routes_row(tree->routes, tree->dest)[v] = g->port[c];
	add_flow(tree, v, tree->flow[v]);
	for (guint32 w = g->to[c]; w != tree->target; w = g->to[tree->next[w]]) {
		tree->lanes[TREE_ALL][w] |= tree->lanes[TREE_ALL][v];
		tree->lanes[TREE_HOSTS][w] |= tree->lanes[TREE_HOSTS][v];
	}
}

void tree_detach(Tree *tree, guint32 v)
{
	add_flow(tree, v, -tree->flow[v]);
	tree->next[v] = GRAPH_NONE;
	routes_row(tree->routes, tree->dest)[v] = ROUTE_NONE;
}

void tree_lift(Tree *tree, gboolean lifted)
{
	tree->lifted = lifted;
	for (guint32 v = 0; v < tree->graph->n_switches; v++)
		if (tree->next[v] != GRAPH_NONE)
			tree->routes->load[tree->next[v]] += lifted ? -tree->flow[v] : tree->flow[v];
}

/* ---- what fits into the lanes: a lane that is in use on part of a path goes on from there as before */

gboolean tree_add_turn(Tree *tree, LaneMask lanes, guint32 in, guint32 c)
{
	for (guint lane = 0; lane < tree->use->n_lanes && lanes >> lane; lane++)
		if (lanes >> lane & 1 && !lane_use_add(tree->use, lane, in, c))
			return FALSE;
	return TRUE;
}

gboolean tree_add_before(Tree *tree, guint32 v, guint32 c, LaneMask lanes, TreeScope scope)
{
	const Graph *g = tree->graph;
	for (guint32 out = g->first[v]; out < g->first[v + 1]; out++) {
		guint32 u = g->to[out], in = g->reverse[out];
		if (tree->next[u] == in && !tree_add_turn(tree, tree->lanes[scope][u] & lanes, in, c))
			return FALSE;
	}
	return TRUE;
}

/* Adds the turns from channel c on, up to the first switch that routes on the lane cross already. */
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
	return graph_has_lane(tree->graph, c, lane) && tree_add_before(tree, v, c, (LaneMask)(1u << lane), scope) &&
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

/* ---- what fits nowhere */

/* Whether a route to the destination comes by at v on a lane. */
static gboolean comes_on(const Tree *tree, guint32 from, guint32 v, guint lane)
{
	guint32 w = from;
	while (w != v && w != tree->target && tree->next[w] != GRAPH_NONE)
		w = tree->graph->to[tree->next[w]];
	return w == v && route_carries_data(tree->graph, from, tree->dest) &&
	       layers_of_route(tree->graph, tree->layers, from, tree->dest) >> lane & 1;
}

/*
 * Marks pairs as unproven whose routes cross v on this lane, if it is their own; takes it from layers->also of all
 * others.
 */
static void mark_lane(Tree *tree, guint32 v, guint lane)
{
	gsize n = tree->graph->n_switches;
	Layers *layers = tree->layers;
	for (guint32 s = 0; s < n; s++)
		if (comes_on(tree, s, v, lane) && (layers->layer ? layers->layer[tree->dest * n + s] : 0) == lane)
			layers_unprove(tree->graph, layers, s, tree->target);
		else if (layers->also && comes_on(tree, s, v, lane))
			layers->also[s * n + tree->target] &= (guint16) ~(1u << lane);
}

gboolean tree_give_up(Tree *tree, guint32 v, guint32 c, GError **error)
{
	if (!layers_need_unproven(tree->graph, tree->layers, error))
		return FALSE;
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
