/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses the channels of one tree of routes in attempts, so that each route has a lane. A switch takes the cheapest
 * minimal channel after which its route has a lane that it wants. One that finds none is stuck, and is pinned to its
 * route in the known tree, which has lanes; switches that have no other channel than over it wait. The next attempt
 * keeps the pins, and chooses again only where something nearer the destination has changed. Here i is a switch by its
 * place in the breadth-first order, k a channel by its place among the minimal ones.
 */
#include "core/torus/pinned_tree.h"

#include <string.h>

PinnedTree pinned_tree_new(const Graph *graph, const LaneSet *lanes, Arena *arena)
{
	gsize n = graph->n_switches + 1;
	return (PinnedTree){.graph = graph,
			    .lanes = lanes,
			    .price = arena_new_array(arena, guint64, graph->n_channels + 1),
			    .start = arena_new_array(arena, guint32, n),
			    .wanted = arena_new_array(arena, LaneMask, n),
			    .hop = arena_new_array0(arena, TreeHop, n),
			    .pinned = arena_new_array0(arena, guint8, n),
			    .pins = arena_new_array(arena, guint32, n),
			    .upward = arena_new_array(arena, guint32, n),
			    .again = arena_new_array0(arena, guint8, n)};
}

/* Lanes over minimal channel k and on. */
static LaneMask lanes_over(const PinnedTree *tree, guint32 k)
{
	const TreeHop *to = &tree->hop[tree->approach->bfs->to[k]];
	return to->legal & tree->approach->mask[tree->approach->row[k] + to->taken];
}

static void set_hop(PinnedTree *tree, guint32 i, guint32 k, LaneMask mask)
{
	guint64 cost = tree->hop[tree->approach->bfs->to[k]].cost + tree->price[k];
	tree->hop[i] = (TreeHop){.cost = cost, .taken = k, .legal = mask};
}

/* STUCK: no channel keeps a lane. WAITS: none does yet, but one leads to a switch that has no route yet either. */
typedef enum { CHOSEN, WAITS, STUCK } Choice;

/*
 * Takes the cheapest minimal channel that keeps a lane; ties as core/balance/balance.h says: it looks from start[i] on,
 * goes on at the first channel after the last, and takes the first of the cheapest.
 */
static Choice choose(PinnedTree *tree, guint32 i)
{
	const guint32 *to = tree->approach->bfs->to;
	guint32 begin = tree->approach->bfs->first[i], end = tree->approach->bfs->first[i + 1], best = GRAPH_NONE;
	LaneMask wanted = tree->wanted[i], best_mask = 0;
	guint64 best_cost = G_MAXUINT64;
	guint waits = 0;
	for (guint32 n = end - begin, k = begin + tree->start[i]; n--; k = k + 1 == end ? begin : k + 1) {
		const TreeHop *hop = &tree->hop[to[k]];
		guint64 cost = hop->cost + tree->price[k];
		waits |= hop->waiting;
		/* What is no better is out before its lanes are looked up, which costs more than all the rest. */
		if (cost >= best_cost || hop->waiting)
			continue;
		LaneMask mask = lanes_over(tree, k);
		if (wanted && !(mask & wanted))
			continue;
		best = k;
		best_mask = mask;
		best_cost = cost;
	}
	if (best == GRAPH_NONE)
		return waits ? WAITS : STUCK;
	set_hop(tree, i, best, best_mask);
	return CHOSEN;
}

/* Marks the neighbours farther from the destination for a new choice. */
static void mark_farther(PinnedTree *tree, guint32 i)
{
	const Graph *g = tree->graph;
	const Bfs *bfs = tree->approach->bfs;
	guint32 v = bfs->order[i];
	for (guint32 c = g->first[v]; c < g->first[v + 1]; c++)
		if (bfs->hops[g->to[c]] > bfs->hops[v] && bfs->hops[g->to[c]] != GRAPH_FAR)
			tree->again[bfs->place[g->to[c]]] = 1;
}

static guint32 known_channel(const PinnedTree *tree, guint32 i)
{
	return tree->known[tree->approach->bfs->order[i]];
}

/*
 * Pins the known tree's route from there as far as it is not pinned yet: no routes until the next attempt. The switches
 * are noted from the nearest to the farthest, so that each finds the next one's hop made (take_pin()).
 */
static void pin_route(PinnedTree *tree, guint32 i)
{
	guint32 n = 0;
	for (; i && !tree->pinned[i]; i = tree->approach->bfs->place[tree->graph->to[known_channel(tree, i)]]) {
		tree->pinned[i] = 1;
		tree->hop[i].waiting = 1;
		tree->upward[n++] = i;
		mark_farther(tree, i);
	}
	while (n)
		tree->pins[tree->n_pins++] = tree->upward[--n];
}

/* Gives a pinned switch its route of the known tree. */
static void take_pin(PinnedTree *tree, guint32 i)
{
	guint32 k = tree->approach->bfs->entry[known_channel(tree, i)];
	set_hop(tree, i, k, lanes_over(tree, k));
	mark_farther(tree, i);
}

static gboolean differ(const TreeHop *a, const TreeHop *b)
{
	return a->taken != b->taken || a->cost != b->cost || a->legal != b->legal;
}

/*
 * Chooses again for switch i. FALSE if it could not. Neighbours farther off are marked where the route changed, except
 * in the first attempt, in which they have yet to choose.
 */
static gboolean choose_again(PinnedTree *tree, guint32 i, gboolean first)
{
	TreeHop before = tree->hop[i];
	Choice choice = choose(tree, i);
	tree->again[i] = choice != CHOSEN;
	tree->hop[i].waiting = choice != CHOSEN;
	if (!first && (before.waiting ? choice == CHOSEN : choice != CHOSEN || differ(&before, &tree->hop[i])))
		mark_farther(tree, i);
	if (choice == STUCK)
		pin_route(tree, i);
	return choice == CHOSEN;
}

/*
 * One attempt: makes the tree with the pinned switches fixed. The first `settled` pins got their routes in attempts
 * before. FALSE when some switch was stuck; it is pinned then, and those that depend on it wait for the next attempt.
 */
static gboolean make_tree(PinnedTree *tree, guint32 settled)
{
	guint32 n = tree->n_pins;
	gboolean whole = TRUE;
	for (guint32 i = settled; i < n; i++)
		take_pin(tree, tree->pins[i]);
	for (guint32 i = 1; i < tree->approach->bfs->n_reached; i++)
		if (tree->again[i] && !tree->pinned[i])
			whole &= choose_again(tree, i, !n);
	return whole;
}

void pinned_tree_make(PinnedTree *tree)
{
	gsize n = tree->approach->bfs->n_reached;
	tree->n_pins = 0;
	memset(tree->pinned, 0, n);
	memset(tree->again, 1, n);
	tree->hop[0] = (TreeHop){.legal = lane_set_all(tree->lanes)};
	for (gsize i = 1; i < n; i++)
		tree->hop[i].waiting = 0;
	/* In an attempt, pins 0 .. settled - 1 have their routes already; those from there to `pins` are new. */
	for (guint32 settled = 0, pins = 0; !make_tree(tree, settled); settled = pins, pins = tree->n_pins)
		;
}
