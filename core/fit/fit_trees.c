/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the lanes in which routes are in order, tree by tree; a tree is all routes to one destination. The lanes of a
 * switch's route are those lanes of the next switch's route in which the turn between the two channels is free: it
 * needs no change of the lane's order. Where there are none and the entry may change, the switch gets the shortest
 * route over a neighbour that has some. As nothing is added to the lanes, trees do not depend on each other, and
 * threads share them.
 */
#include "core/fit/fit_trees.h"

#include "core/base/arena.h"
#include "core/base/crew.h"

#include <string.h>

/* Rounds of settle(): each can lead over the switches that the round before settled. */
#define ROUNDS 8

typedef struct {
	const FitLanes *fit;
	const Graph *graph;
	guint8 *row;      /* [n_switches] of the destination at hand */
	guint32 target;   /* its switch */
	guint32 *next;    /* [n_switches] first channel of the route, GRAPH_NONE: none */
	LaneMask *legal;  /* [n_switches] lanes in which the route is in order */
	guint8 *length;   /* [n_switches] hops of the route, where known */
	guint8 *known;    /* [n_switches] 1: legal and length are filled */
	guint8 *fixed;    /* [n_switches] 1: a host's route crosses the switch, so its entry stays */
	guint32 *path;    /* [n_switches] scratch */
	guint32 *waiting; /* [n_waiting] switches without a lane whose entries are free */
	guint32 n_waiting;
	LaneMask *lanes; /* [n_switches][n_switches] the answer, shared by all trees */
} Tree;

/* The lanes in which channel b may follow channel a at no cost. */
static LaneMask free_lanes(const FitLanes *fit, guint32 a, guint32 b)
{
	LaneMask lanes = 0;
	for (guint lane = 0; lane < fit->layers->n_layers; lane++)
		lanes |= (LaneMask)(cdg_needs_no_search(fit->lane[lane], a, b) << lane);
	return lanes;
}

/* The lanes in which the route that begins with channel c and goes on as the next switch's is in order. */
static LaneMask lanes_over(const Tree *t, guint32 c)
{
	guint32 w = t->graph->to[c];
	LaneMask has = graph_lanes_of(t->graph, c) & (LaneMask)((1u << t->fit->layers->n_layers) - 1);
	if (w == t->target)
		return has;
	return t->legal[w] ? has & t->legal[w] & free_lanes(t->fit, c, t->next[w]) : 0;
}

/* Fills legal and length of v and of the switches on its route, as far as one where they are known. */
static void follow(Tree *t, guint32 v)
{
	guint32 n = 0;
	for (; !t->known[v]; v = t->graph->to[t->next[v]]) {
		t->path[n++] = v;
		if (t->next[v] == GRAPH_NONE)
			break;
	}
	while (n) {
		v = t->path[--n];
		t->known[v] = 1;
		t->legal[v] = t->next[v] == GRAPH_NONE ? 0 : lanes_over(t, t->next[v]);
		t->length[v] = t->next[v] == GRAPH_NONE ? 0 : (guint8)(t->length[t->graph->to[t->next[v]]] + 1);
	}
}

/* Marks the switches that hosts' routes cross. */
static void fix_hosts(Tree *t)
{
	const Graph *g = t->graph;
	for (guint32 h = 0; h < g->n_switches; h++)
		for (guint32 v = h; g->hosts[h] && !t->fixed[v] && t->next[v] != GRAPH_NONE; v = g->to[t->next[v]])
			t->fixed[v] = 1;
}

static void begin(Tree *t, guint32 dest)
{
	const Graph *g = t->graph;
	t->target = g->dests[dest].vertex;
	t->row = routes_row(t->fit->routes, dest);
	for (guint32 v = 0; v < g->n_switches; v++)
		t->next[v] = route_channel(g, t->row, v);
	memset(t->known, 0, g->n_switches);
	t->known[t->target] = 1;
	t->length[t->target] = 0;
	t->legal[t->target] = 0;
	t->n_waiting = 0;
	for (guint32 v = 0; v < g->n_switches; v++) {
		follow(t, v);
		if (!t->legal[v] && v != t->target && t->next[v] != GRAPH_NONE)
			t->waiting[t->n_waiting++] = v;
	}
}

/* Gives v the shortest route over a neighbour's that is legal in a lane. FALSE, with nothing changed: there is none. */
static gboolean find_shortest(Tree *t, guint32 v, guint turn)
{
	const Graph *g = t->graph;
	guint32 n = g->first[v + 1] - g->first[v], best = GRAPH_NONE;
	for (guint32 i = 0; i < n; i++) {
		guint32 c = g->first[v] + (i + turn) % n, w = g->to[c];
		if ((w == t->target || t->legal[w]) && (best == GRAPH_NONE || t->length[w] < t->length[g->to[best]]) &&
		    t->length[w] < GRAPH_FAR - 1 && lanes_over(t, c))
			best = c;
	}
	if (best == GRAPH_NONE)
		return FALSE;
	t->next[v] = best;
	t->row[v] = g->port[best];
	t->length[v] = t->length[g->to[best]] + 1;
	return TRUE;
}

/*
 * Gives other routes to waiting switches, in rounds. In a round no route leads over a switch that the same round
 * settles: `legal` of that is filled when the round ends.
 */
static void settle(Tree *t, guint turn)
{
	for (guint round = 0; round < ROUNDS && t->n_waiting; round++) {
		guint32 left = 0, found = 0;
		for (guint32 i = 0; i < t->n_waiting; i++) {
			guint32 v = t->waiting[i];
			if (!t->fixed[v] && find_shortest(t, v, turn))
				t->path[found++] = v;
			else
				t->waiting[left++] = v;
		}
		for (guint32 i = 0; i < found; i++)
			t->legal[t->path[i]] = lanes_over(t, t->next[t->path[i]]);
		if (!found)
			return;
		t->n_waiting = left;
	}
}

static void fit_tree(Tree *t, guint32 dest)
{
	const Graph *g = t->graph;
	begin(t, dest);
	if (t->n_waiting && !(t->fit->layers->routes_stay && g->dests[dest].is_host)) {
		memset(t->fixed, 0, g->n_switches);
		if (g->dests[dest].is_host)
			fix_hosts(t);
		settle(t, dest);
	}
	for (guint32 v = 0; v < g->n_switches; v++)
		if (!g->hosts[v] || !g->hosts[t->target])
			t->lanes[(gsize)v * g->n_switches + t->target] &= t->legal[v];
}

/* Work of a thread: all trees to switch v. No other thread writes their rows, or the answer for routes to v. */
static void fit_target(gpointer worker, guint32 v)
{
	Tree *t = worker;
	for (guint32 i = t->fit->first[v]; i < fit_lanes_end(t->fit, v); i++)
		fit_tree(t, t->fit->tree[i]);
}

static Tree tree_new(const FitLanes *fit, LaneMask *lanes, Arena *arena)
{
	gsize n = fit->graph->n_switches;
	return (Tree){.fit = fit,
		      .graph = fit->graph,
		      .next = arena_new_array(arena, guint32, n),
		      .legal = arena_new_array(arena, LaneMask, n),
		      .length = arena_new_array(arena, guint8, n),
		      .known = arena_new_array(arena, guint8, n),
		      .fixed = arena_new_array(arena, guint8, n),
		      .path = arena_new_array(arena, guint32, n),
		      .waiting = arena_new_array(arena, guint32, n),
		      .lanes = lanes};
}

gboolean fit_trees(FitLanes *fit, LaneMask *lanes, GError **error)
{
	gsize n = fit->graph->n_switches;
	guint threads = graph_threads_for(fit->graph, fit->graph->n_switches);
	g_autoptr(Arena) arena = arena_new();
	g_autofree Tree *tree = g_new0(Tree, threads);
	for (guint i = 0; i < threads; i++)
		tree[i] = tree_new(fit, lanes, arena);
	if (!arena_check(arena, "trees", error))
		return FALSE;
	memset(lanes, 0xff, n * n * sizeof *lanes);
	crew_run(tree, sizeof *tree, threads, fit->graph->n_switches, &(CrewJob){.work = fit_target});
	return TRUE;
}
