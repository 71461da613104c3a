/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Moves routes from overloaded channels. Unlike reroute/even.c it looks at the trees of all destinations that cross
 * such a channel, and moves routes that are longer than minimal, too. Dependencies that were in use on a lane stay in
 * use, so a move may be refused without need, but never closes a cycle.
 */
#include "core/choose/unload.h"

#include "core/base/error.h"
#include "core/engines/psssp.h"
#include "core/choose/mcast_tree.h"
#include "core/reroute/tree.h"

#include <string.h>

/* Nothing is done where the highest load is at most so many times the load aimed at (`enough`). */
#define TOO_MUCH 1.05
/* Most rounds. A channel is full in a round when its load exceeds `enough` + FULL^round x (first excess). */
#define ROUNDS 96
#define FULL 0.9
/* Given up after so many rounds in a row that looked for paths and did not lower the highest load. */
#define IN_VAIN 16
/* Channels that are looked at in all: a second's work at most. */
#define EFFORT 50000000
/* Channels that the search for one turn may look at; a turn that needs more is refused for good. */
#define TURN_LIMIT 1000

/*
 * Loads are measured in parts of `enough`, PARTS being all of it, and cut at MOST_PARTS: the sum of their fourth powers
 * along a path stays below 2^64.
 */
#define PARTS 1024
#define MOST_PARTS 8191

typedef struct {
	const Graph *graph;
	Tree *tree;
	guint8 *is_full; /* [n_channels] 1: full when the round began */
	guint32 *order;  /* [n_switches] nearest to the target first */
	guint64 enough;  /* load that is aimed at */
	guint64 effort;  /* channels that may still be looked at */
	gboolean splits; /* as unload_full() says */
	guint64 most;    /* with `splits`: load above which channels are full now; else 0 */
} Even;

/* ---- one tree */

/* Whether the path from v crosses a full channel. */
static gboolean crosses(const Even *e, guint32 v)
{
	const Tree *tree = e->tree;
	for (guint32 c; (c = tree->next[v]) != GRAPH_NONE; v = e->graph->to[c])
		if (e->most ? tree->routes->load[c] > e->most : e->is_full[c])
			return TRUE;
	return FALSE;
}

/* Cost of channel c with `more` routes over it: the fourth power of its load, so that the fullest channels decide. */
static guint64 cost_of(const Even *e, guint32 c, guint64 more)
{
	const Graph *g = e->graph;
	guint64 load = g->ignored && g->ignored[c] ? 0 : e->tree->routes->load[c] + more;
	guint64 part = load * PARTS / e->enough * (g->slowness ? g->slowness[c] : GRAPH_FASTEST) / GRAPH_FASTEST;
	guint64 square = MIN(part, MOST_PARTS) * MIN(part, MOST_PARTS);
	return square * square;
}

/* Whether the path from v that begins with channel c arrives without coming back to v; its length and its cost. */
static gboolean follow(Even *e, guint32 v, guint32 c, guint32 *length, guint64 *cost)
{
	const Tree *tree = e->tree;
	*length = 0;
	*cost = 0;
	for (;; c = tree->next[e->graph->to[c]]) {
		e->effort -= e->effort > 0;
		(*length)++;
		*cost += cost_of(e, c, e->most ? tree->flow[v] : 1);
		if (e->graph->to[c] == tree->target)
			return TRUE;
		if (e->graph->to[c] == v || tree->next[e->graph->to[c]] == GRAPH_NONE || *length > e->graph->n_switches)
			return FALSE;
	}
}

/* Moves the entry of v to the cheapest channel that fits, of those whose path is not longer. */
static void move(Even *e, guint32 v)
{
	const Graph *g = e->graph;
	Tree *tree = e->tree;
	guint32 own = tree->next[v], best = own, most, length;
	guint64 least, cost;
	tree_detach(tree, v);
	if (!follow(e, v, own, &most, &least)) {
		tree_attach(tree, v, own);
		return;
	}
	for (guint32 c = g->first[v]; c < g->first[v + 1]; c++)
		if (c != own && tree->near[g->to[c]] < most && follow(e, v, c, &length, &cost) && length <= most &&
		    cost < least && tree_fits(tree, v, c, TREE_ALL)) {
			best = c;
			least = cost;
		}
	tree_attach(tree, v, best);
}

/* Fills `order` with the switches by the length of their routes, each after the one that it sends to; returns n. */
static guint32 list_nearest(const Even *e)
{
	const Graph *g = e->graph;
	const guint32 *next = e->tree->next;
	guint32 n = 1;
	e->order[0] = e->tree->target;
	for (guint32 i = 0; i < n; i++)
		for (guint32 v = e->order[i], c = g->first[v]; c < g->first[v + 1]; c++)
			if (g->to[c] != e->tree->target && next[g->to[c]] == g->reverse[c])
				e->order[n++] = g->to[c];
	return n;
}

/* Takes the looks of the searches in the lanes' dependency graphs off the limit of looks. */
static void spend_looked(Even *e)
{
	guint64 looked = 0;
	for (guint lane = 0; lane < e->tree->use->n_lanes; lane++) {
		looked += e->tree->use->lane[lane]->looked;
		e->tree->use->lane[lane]->looked = 0;
	}
	e->effort -= MIN(looked, e->effort);
}

/* Moves the entries of all switches whose path to `dest` crosses a full channel. */
static void even_tree(Even *e, guint32 dest)
{
	const Graph *g = e->graph;
	gboolean full = FALSE;
	for (guint32 v = 0; v < g->n_switches && !full; v++) {
		guint32 c = route_channel(g, routes_row(e->tree->routes, dest), v);
		full = c != GRAPH_NONE && e->is_full[c];
	}
	if (!full || !e->effort)
		return;
	tree_begin(e->tree, dest);
	guint32 n = list_nearest(e);
	if (!e->most)
		tree_lift(e->tree);
	for (guint32 i = 1; i < n; i++)
		if (e->tree->flow[e->order[i]] && crosses(e, e->order[i]))
			move(e, e->order[i]);
	if (!e->most)
		tree_settle(e->tree);
	spend_looked(e);
}

/* ---- all trees */

/* Marks the channels with a load above `full`, and moves routes off them. */
static void even_round(Even *e, guint64 full)
{
	const Graph *g = e->graph;
	e->most = e->splits ? full : 0;
	for (guint32 c = 0; c < g->n_channels; c++)
		e->is_full[c] = e->tree->routes->load[c] > full && !(g->ignored && g->ignored[c]);
	for (guint32 d = 0; d < g->n_dests; d++)
		if (g->dests[d].is_host)
			even_tree(e, d);
}

/* Copies the routes to `best` if their highest load is below `least`. Returns the lower of both. */
static guint64 keep_best(const Even *e, guint64 least, Routes *best)
{
	const Graph *g = e->graph;
	guint64 efi = routes_efi(g, e->tree->routes);
	if (efi >= least)
		return least;
	memcpy(best->port, e->tree->routes->port, (gsize)g->n_dests * g->n_switches);
	memcpy(best->load, e->tree->routes->load, g->n_channels * sizeof *best->load);
	return efi;
}

static void even_all(Even *e, Routes *best)
{
	guint64 least = routes_efi(e->graph, best);
	double above = least > e->enough ? (double)(least - e->enough) : 0;
	guint most_vain = e->splits ? 1 : IN_VAIN;
	for (guint round = 0, vain = 0; round < ROUNDS && vain < most_vain && e->effort && least > e->enough; round++) {
		guint64 before = least, effort = e->effort;
		above *= e->splits ? 0 : FULL;
		even_round(e, e->enough + (guint64)above);
		least = keep_best(e, least, best);
		vain = least < before || e->effort == effort ? 0 : vain + 1;
	}
}

/* Finds a tree for multicast and adds its dependencies to those in use on lane 0. FALSE with SSSP_ERROR_MEMORY. */
static gboolean keep_multicast(const Graph *graph, const guint8 *hops, const Routes *routes, Layers *layers,
			       LaneUse *use, GError **error)
{
	if (!mcast_tree_hold(graph, hops, routes, layers, NULL, NULL, error))
		return FALSE;
	const guint8 *in_tree = layers->tree;
	for (guint32 a = 0; in_tree && a < graph->n_channels; a++)
		for (guint32 b = graph->first[graph->to[a]]; in_tree[a] && b < graph->first[graph->to[a] + 1]; b++)
			if (in_tree[b] && b != graph->reverse[a])
				lane_use_add(use, 0, a, b);
	return TRUE;
}

/* Moves routes in a copy, and takes the copy where its highest load is lower. FALSE with SSSP_ERROR_MEMORY. */
static gboolean even_on_lanes(const Graph *graph, const guint8 *hops, guint64 enough, gboolean splits, Routes *routes,
			      Layers *layers, LaneUse *use, GError **error)
{
	g_autofree guint8 *is_full = g_try_malloc0(graph->n_channels + 1);
	g_autofree guint32 *order = g_try_new(guint32, graph->n_switches + 1);
	if (!keep_multicast(graph, hops, routes, layers, use, error))
		return FALSE;
	g_autoptr(Routes) moved = routes_copy(graph, routes, error);
	g_autoptr(Routes) best = moved ? routes_copy(graph, routes, error) : NULL;
	g_autoptr(Tree) tree = best ? tree_new(graph, hops, routes, moved, layers, use, error) : NULL;
	if (!tree)
		return FALSE;
	if (!is_full || !order)
		return sssp_error_memory(error, "full channels", graph->n_channels);
	for (guint lane = 0; lane < use->n_lanes; lane++) {
		use->lane[lane]->search_limit = TURN_LIMIT;
		use->lane[lane]->hard_stay_out = TRUE;
	}
	Even e = {.graph = graph,
		  .tree = tree,
		  .is_full = is_full,
		  .order = order,
		  .enough = enough,
		  .effort = EFFORT,
		  .splits = splits};
	even_all(&e, best);
	if (routes_efi(graph, best) >= routes_efi(graph, routes))
		return TRUE;
	routes_swap(routes, best);
	layers->proven = FALSE;
	return TRUE;
}

gboolean unload_full(const Graph *graph, const guint8 *hops, guint64 plain, gboolean splits, Routes *routes,
		     Layers *layers, GError **error)
{
	GError *failure = NULL;
	gsize entries = (gsize)graph->n_dests * graph->n_switches;
	if ((double)routes_efi(graph, routes) <= (splits ? 1 : TOO_MUCH) * (double)plain)
		return TRUE;
	gboolean single = !layers->layer;
	if (single && !(layers->layer = g_try_malloc0(entries + 1)))
		return sssp_error_memory(error, "layers", entries);
	g_autoptr(LaneUse) use = lane_use_new(graph, routes, LAYERS_OF_ALL, layers, &failure);
	if (use)
		even_on_lanes(graph, hops, plain, splits, routes, layers, use, &failure);
	if (single)
		g_clear_pointer(&layers->layer, g_free);
	return sssp_error_pass(error, failure);
}
