/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Moves routes of hosts off overloaded channels, one entry at a time, while each route keeps its lane. A round goes
 * over all destinations that have routes over such a channel. Each switch whose path crosses one takes the channel of
 * the cheapest path that is no longer and closes no cycle; the fullest channels decide the cost. Unlike reroute/even.c,
 * a round looks at the trees of all such destinations, and moves routes that are longer than minimal, too. Dependencies
 * that were in use on a lane stay in use, so a move may be refused without need, but never closes a cycle.
 */
#include "core/choose/unload.h"

#include "core/base/arena.h"
#include "core/base/error.h"
#include "core/choose/mcast_tree.h"
#include "core/reroute/tree.h"

/* Nothing changes where the highest load is at most so many times the load aimed at (`enough`). */
#define TOO_MUCH 1.05
/* Most rounds. A channel is full in a round when its load exceeds `enough` + FULL^round x (first excess). */
#define ROUNDS 96
#define FULL 0.9
/* Given up after so many rounds in a row that looked for paths and did not lower the highest load. */
#define IN_VAIN 8
/* Channels that the search for one turn may look at; a turn that needs more is refused for good. */
#define TURN_LIMIT 1000

/*
 * Loads are measured in parts of `enough`, PARTS being all of it, and cut at MOST_PARTS: the sum of their fourth powers
 * along a path stays below 2^64.
 */
#define PARTS 1024
#define MOST_PARTS 8191

struct Unload {
	const Graph *graph;
	Layers *layers;
	gboolean single; /* layers->layer was made for the time being */
	LaneUse *use;
	Tree *tree;
	guint8 *is_full; /* [n_channels] 1: full when the round began */
	guint32 *full;   /* [n_full] those channels */
	guint32 n_full;
	guint32 *order;        /* [n_switches] nearest to the target first */
	guint32 *first_behind; /* scratch: [n_switches] a switch that sends to this one, GRAPH_NONE: none */
	guint32 *another;      /* scratch: [n_switches] the next switch that sends to the same one */
	guint64 enough;        /* load that is aimed at */
	guint64 looks_left;    /* channels that may still be looked at */
	guint64 most;          /* in unload_round(): load above which channels are full now; else 0 */
	Arena *arena;          /* holds the arrays */
};

/* ---- one tree */

/* Whether channel c is full: since the round began, or in unload_round() still. */
static gboolean is_full(const Unload *e, guint32 c)
{
	return e->most ? e->tree->routes->load[c] > e->most : e->is_full[c];
}

/* Whether the path from v crosses a full channel. */
static gboolean crosses(const Unload *e, guint32 v)
{
	const Tree *tree = e->tree;
	for (guint32 c; (c = tree->next[v]) != GRAPH_NONE; v = e->graph->to[c])
		if (is_full(e, c))
			return TRUE;
	return FALSE;
}

/* Cost of channel c with `more` routes over it: the fourth power of its load, so that the fullest channels decide. */
static guint64 cost_of(const Unload *e, guint32 c, guint64 more)
{
	const Graph *g = e->graph;
	guint64 load = g->ignored && g->ignored[c] ? 0 : e->tree->routes->load[c] + more;
	guint64 part = load * PARTS / e->enough * (g->slowness ? g->slowness[c] : GRAPH_FASTEST) / GRAPH_FASTEST;
	guint64 square = MIN(part, MOST_PARTS) * MIN(part, MOST_PARTS);
	return square * square;
}

/* Whether the path from v over channel c arrives without coming back to v. Sets its length and its cost. */
static gboolean follow(Unload *e, guint32 v, guint32 c, guint32 *length, guint64 *cost)
{
	const Tree *tree = e->tree;
	*length = 0;
	*cost = 0;
	for (;; c = tree->next[e->graph->to[c]]) {
		e->looks_left -= e->looks_left > 0;
		(*length)++;
		*cost += cost_of(e, c, e->most ? tree->flow[v] : 1);
		if (e->graph->to[c] == tree->target)
			return TRUE;
		if (e->graph->to[c] == v || tree->next[e->graph->to[c]] == GRAPH_NONE || *length > e->graph->n_switches)
			return FALSE;
	}
}

/* Moves the entry of v to the cheapest channel that fits, of those whose path is not longer. */
static void move(Unload *e, guint32 v)
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
static guint32 list_nearest(const Unload *e)
{
	const Graph *g = e->graph;
	const guint32 *next = e->tree->next;
	guint32 n = 1;
	for (guint32 v = 0; v < g->n_switches; v++)
		e->first_behind[v] = GRAPH_NONE;
	for (guint32 v = g->n_switches; v-- > 0;) {
		if (next[v] == GRAPH_NONE)
			continue;
		e->another[v] = e->first_behind[g->to[next[v]]];
		e->first_behind[g->to[next[v]]] = v;
	}
	e->order[0] = e->tree->target;
	for (guint32 i = 0; i < n; i++)
		for (guint32 v = e->first_behind[e->order[i]]; v != GRAPH_NONE; v = e->another[v])
			e->order[n++] = v;
	return n;
}

/* Takes the looks of the searches in the lanes' dependency graphs off the limit of looks. */
static void spend_looked(Unload *e)
{
	guint64 looked = 0;
	for (guint lane = 0; lane < e->tree->use->n_lanes; lane++) {
		looked += e->tree->use->lane[lane]->looked;
		e->tree->use->lane[lane]->looked = 0;
	}
	e->looks_left -= MIN(looked, e->looks_left);
}

/* Moves the entries of all switches whose path to `dest` crosses a full channel. */
static void even_tree(Unload *e, guint32 dest)
{
	tree_begin(e->tree, dest);
	guint32 n = list_nearest(e);
	if (!e->most)
		tree_lift(e->tree, TRUE);
	for (guint32 i = 1; i < n; i++)
		if (e->tree->flow[e->order[i]] && crosses(e, e->order[i]))
			move(e, e->order[i]);
	if (!e->most)
		tree_lift(e->tree, FALSE);
	spend_looked(e);
}

/* ---- all trees */

/* Marks the channels with a load above `full`. */
static void mark_full(Unload *e, guint64 full)
{
	const Graph *g = e->graph;
	e->n_full = 0;
	for (guint32 c = 0; c < g->n_channels; c++) {
		e->is_full[c] = e->tree->routes->load[c] > full && !(g->ignored && g->ignored[c]);
		if (e->is_full[c])
			e->full[e->n_full++] = c;
	}
}

/* Whether some route to a destination crosses a full channel. */
static gboolean crosses_full(const Unload *e, guint32 dest)
{
	const Graph *g = e->graph;
	const guint8 *row = routes_row(e->tree->routes, dest);
	for (guint32 i = 0; i < e->n_full; i++)
		if (row[g->from[e->full[i]]] == g->port[e->full[i]] && is_full(e, e->full[i]))
			return TRUE;
	return FALSE;
}

/* Moves routes off the channels with a load above `full`. */
static void even_round(Unload *e, guint64 full)
{
	const Graph *g = e->graph;
	mark_full(e, full);
	for (guint32 d = 0; d < g->n_dests; d++)
		if (g->dests[d].is_host && e->looks_left && crosses_full(e, d))
			even_tree(e, d);
}

/* Copies the routes to `best` if their highest load is below `least`. Returns the lower of both. */
static guint64 keep_best(const Unload *e, guint64 least, Routes *best)
{
	const Graph *g = e->graph;
	guint64 efi = routes_efi(g, e->tree->routes);
	if (efi >= least)
		return least;
	routes_assign(g, best, e->tree->routes);
	return efi;
}

static void even_all(Unload *e, Routes *best)
{
	guint64 least = routes_efi(e->graph, best);
	double above = least > e->enough ? (double)(least - e->enough) : 0;
	for (guint round = 0, vain = 0; round < ROUNDS && vain < IN_VAIN && e->looks_left && least > e->enough;
	     round++) {
		guint64 before = least, looks_left = e->looks_left;
		above *= FULL;
		even_round(e, e->enough + (guint64)above);
		least = keep_best(e, least, best);
		vain = least < before || e->looks_left == looks_left ? 0 : vain + 1;
	}
}

/* Finds a tree for multicast and adds its dependencies to those in use on lane 0. FALSE with SSSP_ERROR_MEMORY. */
static gboolean keep_multicast(const Graph *graph, const guint8 *hops, const Routes *routes, Layers *layers,
			       LaneUse *use, GError **error)
{
	g_autofree guint8 *used = lane_use_marks(use, 0, error);
	if (!used || !mcast_tree_hold(graph, hops, routes, layers, NULL, used, error))
		return FALSE;
	const guint8 *in_tree = layers->tree;
	for (guint32 a = 0; in_tree && a < graph->n_channels; a++)
		for (guint32 b = graph->first[graph->to[a]]; in_tree[a] && b < graph->first[graph->to[a] + 1]; b++)
			if (in_tree[b] && b != graph->reverse[a])
				lane_use_add(use, 0, a, b);
	return TRUE;
}

static gboolean prepare(Unload *e, const guint8 *hops, Routes *routes, GError **error)
{
	const Graph *graph = e->graph;
	gsize entries = (gsize)graph->n_dests * graph->n_switches;
	e->is_full = arena_new_array0(e->arena, guint8, graph->n_channels);
	e->full = arena_new_array(e->arena, guint32, graph->n_channels);
	e->order = arena_new_array(e->arena, guint32, graph->n_switches);
	e->first_behind = arena_new_array(e->arena, guint32, graph->n_switches);
	e->another = arena_new_array(e->arena, guint32, graph->n_switches);
	if (!arena_check(e->arena, "full channels", error))
		return FALSE;
	e->single = !e->layers->layer;
	if (e->single && !(e->layers->layer = g_try_malloc0(entries + 1)))
		return sssp_error_memory(error, "layers", entries);
	if (!(e->use = lane_use_new(graph, routes, LAYERS_OF_ALL, e->layers, error)) ||
	    !keep_multicast(graph, hops, routes, e->layers, e->use, error) ||
	    !(e->tree = tree_new(graph, hops, routes, routes, e->layers, e->use, error)))
		return FALSE;
	for (guint lane = 0; lane < e->use->n_lanes; lane++) {
		e->use->lane[lane]->search_limit = TURN_LIMIT;
		e->use->lane[lane]->remembers_limited = TRUE;
	}
	return TRUE;
}

Unload *unload_new(const Graph *graph, const guint8 *hops, Routes *routes, Layers *layers, GError **error)
{
	g_autoptr(Unload) e = g_new0(Unload, 1);
	e->graph = graph;
	e->layers = layers;
	e->looks_left = UNLOAD_MOST_LOOKS;
	e->arena = arena_new();
	return prepare(e, hops, routes, error) ? g_steal_pointer(&e) : NULL;
}

void unload_free(Unload *e)
{
	if (!e)
		return;
	tree_free(e->tree);
	lane_use_free(e->use);
	arena_free(e->arena);
	if (e->single)
		g_clear_pointer(&e->layers->layer, g_free);
	g_free(e);
}

void unload_round(Unload *e, guint64 most)
{
	e->enough = e->most = MAX(most, 1);
	even_round(e, most);
	e->most = 0;
}

gboolean unload_is_spent(const Unload *e)
{
	return !e->looks_left;
}

/* Moves routes in a copy, and takes the copy where its highest load is lower. */
gboolean unload_full(const Graph *graph, const guint8 *hops, guint64 plain, guint64 most_looks, Routes *routes,
		     Layers *layers, GError **error)
{
	GError *failure = NULL;
	if ((double)routes_efi(graph, routes) <= TOO_MUCH * (double)plain)
		return TRUE;
	g_autoptr(Routes) moved = routes_copy(graph, routes, error);
	g_autoptr(Routes) best = moved ? routes_copy(graph, routes, error) : NULL;
	g_autoptr(Unload) e = best ? unload_new(graph, hops, moved, layers, &failure) : NULL;
	if (!e)
		return best && sssp_error_pass(error, failure);
	e->enough = plain;
	e->looks_left = MIN(most_looks, UNLOAD_MOST_LOOKS);
	even_all(e, best);
	if (routes_efi(graph, best) >= routes_efi(graph, routes))
		return TRUE;
	routes_swap(routes, best);
	layers->proven = FALSE;
	return TRUE;
}
