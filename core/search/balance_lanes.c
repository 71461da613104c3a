/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Channels that leave a pair no lane are passed over; who has none left takes the known route, and the tree is made
 * again. Switches stand for their place in the breadth-first order, channels for their place among the minimal ones.
 */
#include "core/search/balance_lanes.h"

#include "core/base/arena.h"
#include "core/base/error.h"
#include "core/engines/balance.h"
#include "core/graph/routes.h"
#include "core/search/approach.h"

#include <string.h>

/* Steps that a look at a channel and its lanes is worth. */
#define STEPS_A_CHANNEL 5

/* What those farther off ask of a switch, together in one place. */
typedef struct {
	guint64 cost;    /* of its route */
	guint32 taken;   /* minimal channel that the route begins with */
	LaneMask legal;  /* lanes of the route */
	guint16 waiting; /* 1: has none, because a switch nearer the destination was being pinned */
} Stop;

typedef struct {
	const Graph *graph;
	const LaneSet *lanes;
	PairRoutes *trees;
	Routes *routes;
	Balance *balance;
	const Approach *approach;
	guint32 target;
	guint32 last;     /* the destination that `start` was made for */
	Stop *stop;       /* [n_switches] */
	guint64 *price;   /* [minimal channels] what one more route costs */
	guint64 *flow;    /* [n_switches] hosts whose routes come through */
	guint32 *start;   /* [n_switches] number of the channel looked at first */
	LaneMask *wanted; /* [n_switches] lanes that a route must have one of; 0: any route will do */
	guint8 *pinned;   /* [n_switches] takes the unbalanced tree's channel */
	guint32 *pins;    /* [n_pins] those switches, each after the one its channel leads to */
	guint32 n_pins;
	guint32 *upward; /* [n_switches] scratch */
	guint8 *again;   /* [n_switches] may have to choose another channel in this attempt */
	guint64 looked;  /* channels looked at */
	Arena *arena;    /* holds the arrays */
} Work;

static guint32 switch_at(const Work *w, guint32 i)
{
	return w->approach->bfs->order[i];
}

/* Lanes over minimal channel k and on. */
static LaneMask lanes_over(const Work *w, guint32 k)
{
	const Stop *to = &w->stop[w->approach->to[k]];
	return to->legal & w->approach->mask[w->approach->row[k] + to->taken];
}

static void take(Work *w, guint32 i, guint32 k, LaneMask mask)
{
	guint64 cost = w->stop[w->approach->to[k]].cost + w->price[k];
	w->stop[i] = (Stop){.cost = cost, .taken = k, .legal = mask};
}

/* The lanes wanted for routes to a host, or to whatever else the destination is. */
static void want(Work *w)
{
	const guint32 *order = w->approach->bfs->order;
	const LaneMask *row = w->trees->common + (gsize)w->target * w->graph->n_switches;
	LaneMask all = lane_set_all(w->lanes);
	for (guint32 i = 1; i < w->approach->bfs->n_reached; i++) {
		LaneMask some = w->lanes->symmetric ? row[order[i]] : all;
		w->wanted[i] = pair_of_hosts(w->graph, order[i], w->target) ? some : 0;
	}
}

typedef enum { CHOSEN, WAITS, STUCK } Choice;

/* Takes the cheapest minimal channel that keeps a lane; ties as core/engines/balance.h says. */
static Choice choose(Work *w, guint32 i)
{
	const guint32 *to = w->approach->to;
	guint32 begin = w->approach->bfs->first[i], end = w->approach->bfs->first[i + 1], best = GRAPH_NONE;
	LaneMask wanted = w->wanted[i], best_mask = 0;
	guint64 best_cost = G_MAXUINT64;
	guint waits = 0;
	w->looked += end - begin;
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
	take(w, i, best, best_mask);
	return CHOSEN;
}

/* Those farther off look at a switch again. */
static void tell_others(Work *w, guint32 i)
{
	const Graph *g = w->graph;
	const Bfs *bfs = w->approach->bfs;
	guint32 v = bfs->order[i];
	for (guint32 c = g->first[v]; c < g->first[v + 1]; c++)
		w->again[w->approach->place[g->to[c]]] |= bfs->hops[g->to[c]] > bfs->hops[v];
}

static guint32 tree_channel(const Work *w, guint32 i)
{
	return w->trees->next[(gsize)w->target * w->graph->n_switches + switch_at(w, i)];
}

/* Pins the unbalanced tree's route from there as far as it is not pinned yet: no routes until the next attempt. */
static void pin_route(Work *w, guint32 i)
{
	guint32 n = 0;
	for (; i && !w->pinned[i]; i = w->approach->place[w->graph->to[tree_channel(w, i)]]) {
		w->pinned[i] = 1;
		w->stop[i].waiting = 1;
		w->upward[n++] = i;
		tell_others(w, i);
	}
	while (n)
		w->pins[w->n_pins++] = w->upward[--n];
}

static void take_pin(Work *w, guint32 i)
{
	guint32 k = w->approach->bfs->first[i], c = tree_channel(w, i);
	while (w->approach->bfs->channel[k] != c)
		k++;
	take(w, i, k, lanes_over(w, k));
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
static gboolean choose_again(Work *w, guint32 i, gboolean first)
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
static gboolean make_tree(Work *w, guint32 settled)
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

static void make_tree_at_last(Work *w)
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

/* Pairs keep the lanes in which all their routes are legal. */
static void keep_lanes(Work *w)
{
	gsize n = w->graph->n_switches;
	LaneMask *common = w->trees->common, *row = common + w->target * n;
	for (guint32 i = 1; w->lanes->symmetric && i < w->approach->bfs->n_reached; i++) {
		guint32 v = switch_at(w, i);
		if (!(row[v] & ~w->stop[i].legal) || !pair_of_hosts(w->graph, v, w->target))
			continue;
		row[v] &= w->stop[i].legal;
		common[v * n + w->target] = row[v];
	}
}

static void publish(Work *w, guint32 dest, LaneMask *legal)
{
	guint32 n = w->graph->n_switches;
	guint8 *row = routes_row(w->routes, dest);
	row[w->target] = 0;
	if (legal)
		legal[(gsize)dest * n + w->target] = lane_set_all(w->lanes);
	for (guint32 i = 1; i < w->approach->bfs->n_reached; i++) {
		row[switch_at(w, i)] = w->graph->port[w->approach->bfs->channel[w->stop[i].taken]];
		if (legal)
			legal[(gsize)dest * n + switch_at(w, i)] = w->stop[i].legal;
	}
	keep_lanes(w);
}

/* Adds the routes of all hosts over the channels taken, or takes them away. */
static void count(Work *w, guint32 dest, gboolean add)
{
	const Approach *a = w->approach;
	if (!w->graph->dests[dest].is_host)
		return;
	for (guint32 i = 0; i < a->bfs->n_reached; i++)
		w->flow[i] = w->graph->hosts[a->bfs->order[i]];
	for (guint32 i = a->bfs->n_reached; i-- > 1;) {
		guint32 k = w->stop[i].taken, c = a->bfs->channel[k];
		guint64 change = add ? w->flow[i] : -w->flow[i];
		w->flow[a->to[k]] += w->flow[i];
		balance_add(w->balance, c, change);
		w->routes->load[c] += change;
		w->price[k] = balance_weight(w->balance, c);
	}
}

/* The channels that a destination's row has. */
static void read_row(Work *w, guint32 dest)
{
	const guint8 *row = routes_row(w->routes, dest);
	const Bfs *bfs = w->approach->bfs;
	for (guint32 i = 1; i < bfs->n_reached; i++) {
		guint32 k = bfs->first[i], c = graph_channel(w->graph, bfs->order[i], row[bfs->order[i]]);
		while (bfs->channel[k] != c)
			k++;
		w->stop[i].taken = k;
	}
}

/* Where each switch begins to look (balance_turn()): the next channel, without a division, after the destination before. */
static void turn_starts(Work *w, guint32 dest)
{
	const Bfs *bfs = w->approach->bfs;
	guint turn = balance_turn(w->graph, dest);
	gboolean next = w->last != GRAPH_NONE && turn == balance_turn(w->graph, w->last) + 1;
	for (guint32 i = 1; i < bfs->n_reached; i++) {
		guint32 n = bfs->first[i + 1] - bfs->first[i];
		if (next)
			w->start[i] = w->start[i] + 1 == n ? 0 : w->start[i] + 1;
		else
			w->start[i] = turn % n;
	}
	w->last = dest;
}

static void aim(Work *w, const Approach *approach)
{
	const Bfs *bfs = approach->bfs;
	w->approach = approach;
	w->target = bfs->order[0];
	w->last = GRAPH_NONE;
	for (guint32 k = 0; k < bfs->first[bfs->n_reached]; k++)
		w->price[k] = balance_weight(w->balance, bfs->channel[k]);
}

static void route_dest(Work *w, guint32 dest, gboolean again, LaneMask *legal)
{
	if (again) {
		read_row(w, dest);
		count(w, dest, FALSE);
	}
	turn_starts(w, dest);
	want(w);
	make_tree_at_last(w);
	publish(w, dest, legal);
	count(w, dest, TRUE);
}

static gboolean allocate(Work *w, GError **error)
{
	gsize n = w->graph->n_switches;
	w->arena = arena_new();
	w->balance = balance_new(w->graph, error);
	if (!w->balance)
		return FALSE;
	w->stop = arena_new_array0(w->arena, Stop, n + 1);
	w->price = arena_new_array(w->arena, guint64, w->graph->n_channels + 1);
	w->flow = arena_new_array(w->arena, guint64, n + 1);
	w->start = arena_new_array(w->arena, guint32, n + 1);
	w->wanted = arena_new_array(w->arena, LaneMask, n + 1);
	w->pinned = arena_new_array0(w->arena, guint8, n + 1);
	w->pins = arena_new_array(w->arena, guint32, n + 1);
	w->upward = arena_new_array(w->arena, guint32, n + 1);
	w->again = arena_new_array0(w->arena, guint8, n + 1);
	return arena_check(w->arena, "routes on lanes", error);
}

static void release(Work *w)
{
	balance_free(w->balance);
	arena_free(w->arena);
}

static gboolean has_tree(const Graph *g, guint32 dest)
{
	return !route_follows_host(g, dest);
}

/* The switches that destinations with trees of their own hang on, one after the other; NULL with SSSP_ERROR_MEMORY. */
static guint32 *list_targets(const Graph *g, guint32 *n, GError **error)
{
	guint32 *target = g_try_new(guint32, g->n_dests + 1);
	*n = 0;
	for (guint32 d = 0; target && d < g->n_dests; d++)
		if (has_tree(g, d) && (!*n || target[*n - 1] != g->dests[d].vertex))
			target[(*n)++] = g->dests[d].vertex;
	if (!target)
		sssp_error_memory(error, "destinations", g->n_dests * sizeof *target);
	return target;
}

static gboolean make_pass(Work *w, const guint32 *target, guint32 n, LaneMask *legal, GError **error)
{
	g_autoptr(ApproachAhead) ahead = approach_ahead_new(w->lanes, target, n, error);
	w->target = GRAPH_NONE;
	for (guint32 d = 0; ahead && d < w->graph->n_dests; d++) {
		if (!has_tree(w->graph, d))
			continue;
		if (w->target != w->graph->dests[d].vertex)
			aim(w, approach_ahead_next(ahead));
		route_dest(w, d, w->routes->passes > 0, legal);
	}
	return ahead != NULL;
}

gboolean balance_lanes(const Graph *graph, const LaneSet *lanes, PairRoutes *trees, guint passes, Steps *steps,
		       Routes *routes, LaneMask *legal, GError **error)
{
	Work w = {.graph = graph, .lanes = lanes, .trees = trees, .routes = routes};
	guint32 n_targets = 0;
	g_autofree guint32 *host = routes_first_hosts(graph, error);
	g_autofree guint32 *target = host ? list_targets(graph, &n_targets, error) : NULL;
	gboolean ready = target && allocate(&w, error);
	routes->passes = 0;
	while (ready && (!routes->passes || (routes->passes < passes && steps_remain(steps)))) {
		ready = make_pass(&w, target, n_targets, legal, error);
		routes->passes++;
		steps_spend(steps, w.looked * STEPS_A_CHANNEL);
		w.looked = 0;
	}
	release(&w);
	if (ready)
		routes_follow_hosts(graph, host, routes, legal);
	return ready;
}
