/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses the channels of one tree. What is chosen once is chosen again only where something nearer the destination has
 * changed.
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
			    .stop = arena_new_array0(arena, Stop, n),
			    .pinned = arena_new_array0(arena, guint8, n),
			    .pins = arena_new_array(arena, guint32, n),
			    .upward = arena_new_array(arena, guint32, n),
			    .again = arena_new_array0(arena, guint8, n)};
}

/* Lanes over minimal channel k and on. */
static LaneMask lanes_over(const PinnedTree *w, guint32 k)
{
	const Stop *to = &w->stop[w->approach->bfs->to[k]];
	return to->legal & w->approach->mask[w->approach->row[k] + to->taken];
}

static void set_stop(PinnedTree *w, guint32 i, guint32 k, LaneMask mask)
{
	guint64 cost = w->stop[w->approach->bfs->to[k]].cost + w->price[k];
	w->stop[i] = (Stop){.cost = cost, .taken = k, .legal = mask};
}

typedef enum { CHOSEN, WAITS, STUCK } Choice;

/* Takes the cheapest minimal channel that keeps a lane; ties as core/balance/balance.h says. */
static Choice choose(PinnedTree *w, guint32 i)
{
	const guint32 *to = w->approach->bfs->to;
	guint32 begin = w->approach->bfs->first[i], end = w->approach->bfs->first[i + 1], best = GRAPH_NONE;
	LaneMask wanted = w->wanted[i], best_mask = 0;
	guint64 best_cost = G_MAXUINT64;
	guint waits = 0;
	for (guint32 n = end - begin, k = begin + w->start[i]; n--; k = k + 1 == end ? begin : k + 1) {
		const Stop *stop = &w->stop[to[k]];
		guint64 cost = stop->cost + w->price[k];
		waits |= stop->waiting;
		/* What is no better is out before its lanes are looked up, which costs more than all the rest. */
		if (cost >= best_cost || stop->waiting)
			continue;
		LaneMask mask = lanes_over(w, k);
		if (wanted && !(mask & wanted))
			continue;
		best = k;
		best_mask = mask;
		best_cost = cost;
	}
	if (best == GRAPH_NONE)
		return waits ? WAITS : STUCK;
	set_stop(w, i, best, best_mask);
	return CHOSEN;
}

/* Those farther off look at a switch again. */
static void tell_others(PinnedTree *w, guint32 i)
{
	const Graph *g = w->graph;
	const Bfs *bfs = w->approach->bfs;
	guint32 v = bfs->order[i];
	for (guint32 c = g->first[v]; c < g->first[v + 1]; c++)
		if (bfs->hops[g->to[c]] > bfs->hops[v] && bfs->hops[g->to[c]] != GRAPH_FAR)
			w->again[bfs->place[g->to[c]]] = 1;
}

static guint32 known_channel(const PinnedTree *w, guint32 i)
{
	return w->known[w->approach->bfs->order[i]];
}

/* Pins the known tree's route from there as far as it is not pinned yet: no routes until the next attempt. */
static void pin_route(PinnedTree *w, guint32 i)
{
	guint32 n = 0;
	for (; i && !w->pinned[i]; i = w->approach->bfs->place[w->graph->to[known_channel(w, i)]]) {
		w->pinned[i] = 1;
		w->stop[i].waiting = 1;
		w->upward[n++] = i;
		tell_others(w, i);
	}
	while (n)
		w->pins[w->n_pins++] = w->upward[--n];
}

static void take_pin(PinnedTree *w, guint32 i)
{
	guint32 k = w->approach->bfs->entry[known_channel(w, i)];
	set_stop(w, i, k, lanes_over(w, k));
	tell_others(w, i);
}

static gboolean differ(const Stop *a, const Stop *b)
{
	return a->taken != b->taken || a->cost != b->cost || a->legal != b->legal;
}

/*
 * One that may have to choose again does. FALSE when it could not. Others hear of what is new but in the first attempt,
 * where all that is farther off has yet to choose.
 */
static gboolean choose_again(PinnedTree *w, guint32 i, gboolean first)
{
	Stop before = w->stop[i];
	Choice choice = choose(w, i);
	w->again[i] = choice != CHOSEN;
	w->stop[i].waiting = choice != CHOSEN;
	if (!first && (before.waiting ? choice == CHOSEN : choice != CHOSEN || differ(&before, &w->stop[i])))
		tell_others(w, i);
	if (choice == STUCK)
		pin_route(w, i);
	return choice == CHOSEN;
}

/*
 * Makes the tree under the pins, of which the first `settled` were there in the attempt before: what that found stays
 * where nothing nearer the destination has changed. FALSE when some switch was stuck; it is pinned then, and those that
 * depend on it wait for the next attempt.
 */
static gboolean make_tree(PinnedTree *w, guint32 settled)
{
	guint32 n = w->n_pins;
	gboolean whole = TRUE;
	for (guint32 i = settled; i < n; i++)
		take_pin(w, w->pins[i]);
	for (guint32 i = 1; i < w->approach->bfs->n_reached; i++)
		if (w->again[i] && !w->pinned[i])
			whole &= choose_again(w, i, !n);
	return whole;
}

void pinned_tree_make(PinnedTree *w)
{
	gsize n = w->approach->bfs->n_reached;
	w->n_pins = 0;
	memset(w->pinned, 0, n);
	memset(w->again, 1, n);
	w->stop[0] = (Stop){.legal = lane_set_all(w->lanes)};
	for (gsize i = 1; i < n; i++)
		w->stop[i].waiting = 0;
	for (guint32 settled = 0, pins = 0; !make_tree(w, settled); settled = pins, pins = w->n_pins)
		;
}
