/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Channels that leave a pair no lane are passed over; who has none left takes the known route, and the tree is made
 * again.
 */
#include "core/search/balance_lanes.h"

#include "core/engines/balance.h"
#include "core/graph/bfs.h"
#include "core/base/arena.h"
#include "core/graph/routes.h"

#include <string.h>

/* Steps that a look at a channel and its lanes is worth. */
#define STEPS_A_CHANNEL 5

typedef struct {
	const Graph *graph;
	const LaneSet *lanes;
	PairRoutes *trees;
	Routes *routes;
	Bfs *bfs;
	Balance *balance;
	guint32 target;
	LaneMask *legal; /* [n_switches] lanes of the route from a switch */
	guint32 *next;   /* [n_switches] its first channel */
	guint16 *length; /* [n_switches] its channels */
	guint8 *pinned;  /* [n_switches] takes the unbalanced tree's channel */
	guint32 *pins;   /* [n_pins] those switches, each after the one its channel leads to */
	guint32 n_pins;
	guint32 *upward; /* [n_switches] scratch */
	guint16 *limit;  /* [n_switches] length of the unbalanced tree's route: ours are no longer */
	guint8 *waiting; /* [n_switches] could not choose because a switch nearer the destination was being pinned */
	guint8 *again;   /* [n_switches] may have to choose another channel in this attempt */
	guint64 looked;  /* channels looked at */
	Arena *arena;    /* holds the arrays */
} Work;

static LaneMask lanes_over(const Work *w, guint32 c)
{
	return lane_set_route(w->lanes, c, w->target, w->next, w->legal);
}

static void take(Work *w, guint32 v, guint32 c, LaneMask mask)
{
	guint32 to = w->graph->to[c];
	w->next[v] = c;
	w->legal[v] = mask;
	w->length[v] = (guint16)(w->length[to] + 1);
	w->balance->cost[v] = w->balance->cost[to] + balance_weight(w->balance, c);
}

/* Lanes that a route from v must have one of; 0 when any route will do. */
static LaneMask required(const Work *w, guint32 v)
{
	if (!pair_of_hosts(w->graph, v, w->target))
		return 0;
	return w->lanes->symmetric ? w->trees->common[(gsize)v * w->graph->n_switches + w->target]
				   : lane_set_all(w->lanes);
}

typedef enum { CHOSEN, WAITS, STUCK } Choice;

/* Takes the cheapest minimal channel that keeps a lane; ties as core/engines/balance.h says, from `turn` on. */
static Choice choose(Work *w, guint32 i, guint turn)
{
	guint32 v = w->bfs->order[i], n = w->bfs->first[i + 1] - w->bfs->first[i], best = GRAPH_NONE;
	const guint32 *channel = w->bfs->channel + w->bfs->first[i];
	LaneMask want = required(w, v), best_mask = 0;
	guint best_length = G_MAXUINT;
	guint64 best_cost = 0;
	gboolean waits = FALSE;
	w->looked += n;
	for (guint32 k = 0, at = turn % n; k < n; k++, at = at + 1 == n ? 0 : at + 1) {
		guint32 c = channel[at], to = w->graph->to[c];
		if (w->waiting[to]) {
			waits = TRUE;
			continue;
		}
		/* What is no better is out before its lanes are looked up, which costs more than all the rest. */
		guint length = w->length[to] + 1u;
		guint64 cost = w->balance->cost[to] + balance_weight(w->balance, c);
		if (length > MIN(best_length, w->limit[v]) || (length == best_length && cost >= best_cost))
			continue;
		LaneMask mask = lanes_over(w, c);
		if (want && !(mask & want))
			continue;
		best = c;
		best_mask = mask;
		best_length = length;
		best_cost = cost;
	}
	if (best == GRAPH_NONE)
		return waits ? WAITS : STUCK;
	take(w, v, best, best_mask);
	return CHOSEN;
}

/* Lengths of the routes that `next` describes. */
static void follow(Work *w, const guint32 *next, guint16 *length)
{
	for (guint32 i = 0; i < w->bfs->n_reached; i++)
		length[w->bfs->order[i]] = G_MAXUINT16;
	length[w->target] = 0;
	for (guint32 i = 1; i < w->bfs->n_reached; i++) {
		guint32 n = 0;
		for (guint32 v = w->bfs->order[i]; length[v] == G_MAXUINT16; v = w->graph->to[next[v]])
			w->upward[n++] = v;
		while (n) {
			guint32 v = w->upward[--n];
			length[v] = (guint16)(length[w->graph->to[next[v]]] + 1);
		}
	}
}

/* Those for whom v is nearer the destination look at it again. */
static void tell_others(Work *w, guint32 v)
{
	const Graph *g = w->graph;
	for (guint32 c = g->first[v]; c < g->first[v + 1]; c++)
		w->again[g->to[c]] = 1;
}

/*
 * Pins the unbalanced tree's route from v as far as it is not pinned yet. Those switches, farther ones than v among
 * them, have no route until the next attempt.
 */
static void pin_route(Work *w, guint32 v)
{
	const guint32 *tree = w->trees->next + (gsize)w->target * w->graph->n_switches;
	guint32 n = 0;
	for (; v != w->target && !w->pinned[v]; v = w->graph->to[tree[v]]) {
		w->pinned[v] = 1;
		w->waiting[v] = 1;
		w->upward[n++] = v;
		tell_others(w, v);
	}
	while (n)
		w->pins[w->n_pins++] = w->upward[--n];
}

static void take_pin(Work *w, guint32 v)
{
	guint32 c = w->trees->next[(gsize)w->target * w->graph->n_switches + v];
	take(w, v, c, lanes_over(w, c));
	w->waiting[v] = 0;
	tell_others(w, v);
}

/* One that may have to choose again does. FALSE when it could not; others hear of what is new. */
static gboolean choose_again(Work *w, guint32 i, guint turn)
{
	guint32 v = w->bfs->order[i], next = w->next[v];
	guint64 cost = w->balance->cost[v];
	guint16 length = w->length[v];
	LaneMask legal = w->legal[v];
	gboolean waited = w->waiting[v];
	Choice choice = choose(w, i, turn);
	w->again[v] = w->waiting[v] = choice != CHOSEN;
	if (waited ? choice == CHOSEN
		   : choice != CHOSEN || next != w->next[v] || cost != w->balance->cost[v] || length != w->length[v] ||
			     legal != w->legal[v])
		tell_others(w, v);
	if (choice == STUCK)
		pin_route(w, v);
	return choice == CHOSEN;
}

/*
 * Makes the tree under the pins, of which the first `settled` were there in the attempt before: what that found stays
 * where nothing nearer the destination has changed. FALSE when some switch was stuck; it is pinned then, and those that
 * depend on it wait for the next attempt.
 */
static gboolean make_tree(Work *w, guint turn, guint32 settled)
{
	guint32 n = w->n_pins;
	gboolean whole = TRUE;
	for (guint32 i = settled; i < n; i++)
		take_pin(w, w->pins[i]);
	for (guint32 i = 1; i < w->bfs->n_reached; i++)
		if (w->again[w->bfs->order[i]] && !w->pinned[w->bfs->order[i]])
			whole &= choose_again(w, i, turn);
	return whole;
}

static void make_tree_at_last(Work *w, guint turn)
{
	gsize n = w->graph->n_switches;
	w->n_pins = 0;
	memset(w->pinned, 0, n);
	memset(w->waiting, 0, n);
	memset(w->again, 1, n);
	w->legal[w->target] = lane_set_all(w->lanes);
	w->length[w->target] = 0;
	w->balance->cost[w->target] = 0;
	for (guint32 settled = 0, pins = 0; !make_tree(w, turn, settled); settled = pins, pins = w->n_pins)
		;
}

static void publish(Work *w, guint32 dest, LaneMask *legal)
{
	guint32 n = w->graph->n_switches;
	guint8 *row = routes_row(w->routes, dest);
	row[w->target] = 0;
	if (legal)
		legal[(gsize)dest * n + w->target] = lane_set_all(w->lanes);
	for (guint32 i = 1; i < w->bfs->n_reached; i++) {
		guint32 v = w->bfs->order[i];
		row[v] = w->graph->port[w->next[v]];
		if (legal)
			legal[(gsize)dest * n + v] = w->legal[v];
		if (!w->lanes->symmetric || !pair_of_hosts(w->graph, v, w->target))
			continue;
		w->trees->common[(gsize)v * n + w->target] &= w->legal[v];
		w->trees->common[(gsize)w->target * n + v] &= w->legal[v];
	}
}

static void count(Work *w, guint32 dest, gint sign)
{
	balance_count(w->graph, w->bfs, w->balance, dest, sign, w->routes);
}

static void route_dest(Work *w, guint32 dest, gboolean again, LaneMask *legal)
{
	if (w->target != w->graph->dests[dest].vertex) {
		w->target = w->graph->dests[dest].vertex;
		bfs_run(w->graph, w->target, w->bfs);
		follow(w, w->trees->next + (gsize)w->target * w->graph->n_switches, w->limit);
	}
	if (again)
		count(w, dest, -1);
	make_tree_at_last(w, balance_turn(w->graph, dest));
	publish(w, dest, legal);
	count(w, dest, 1);
}

static gboolean allocate(Work *w, GError **error)
{
	gsize n = w->graph->n_switches;
	w->arena = arena_new();
	w->bfs = bfs_new(w->graph, error);
	w->balance = w->bfs ? balance_new(w->graph, error) : NULL;
	if (!w->balance)
		return FALSE;
	w->legal = arena_new_array0(w->arena, LaneMask, n + 1);
	w->next = arena_new_array0(w->arena, guint32, n + 1);
	w->length = arena_new_array0(w->arena, guint16, n + 1);
	w->pinned = arena_new_array0(w->arena, guint8, n + 1);
	w->pins = arena_new_array(w->arena, guint32, n + 1);
	w->upward = arena_new_array(w->arena, guint32, n + 1);
	w->limit = arena_new_array0(w->arena, guint16, n + 1);
	w->waiting = arena_new_array0(w->arena, guint8, n + 1);
	w->again = arena_new_array0(w->arena, guint8, n + 1);
	return arena_check(w->arena, "routes on lanes", error);
}

static void release(Work *w)
{
	bfs_free(w->bfs);
	balance_free(w->balance);
	arena_free(w->arena);
}

gboolean balance_lanes(const Graph *graph, const LaneSet *lanes, PairRoutes *trees, guint passes, Steps *steps,
		       Routes *routes, LaneMask *legal, GError **error)
{
	Work w = {.graph = graph, .lanes = lanes, .trees = trees, .routes = routes, .target = GRAPH_NONE};
	g_autofree guint32 *host = routes_first_hosts(graph, error);
	gboolean ready = host && allocate(&w, error);
	routes->passes = 0;
	while (ready && (!routes->passes || (routes->passes < passes && steps_remain(steps)))) {
		for (guint32 d = 0; d < graph->n_dests; d++)
			if (!route_follows_host(graph, d))
				route_dest(&w, d, routes->passes > 0, legal);
		routes->passes++;
		steps_spend(steps, w.looked * STEPS_A_CHANNEL);
		w.looked = 0;
	}
	release(&w);
	if (ready)
		routes_follow_hosts(graph, host, routes, legal);
	return ready;
}
