/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What is no better is passed over before its lanes are looked up, which costs more than all the rest. */
#include "core/search/balance_covered.h"

#include "core/base/arena.h"
#include "core/engines/balance.h"
#include "core/graph/bfs.h"

#include <string.h>

/* Passes after the last, of trees to which there are pairs without a lane that the first lane may still serve. */
#define MORE_PASSES 64

typedef struct {
	const Graph *graph;
	const LaneSet *lanes;
	LaneMask *common;
	const CoveredOptions *options;
	Routes *routes;
	Bfs *bfs;
	Balance *balance;
	LaneMask *legal;  /* [n_switches] lanes of the route from a switch */
	guint32 *next;    /* [n_switches] its first channel, GRAPH_NONE: not settled */
	guint16 *length;  /* [n_switches] its hops */
	guint32 *order;   /* [n_order] switches with a route, each after the one its route leads to */
	guint32 *waiting; /* [n_switches] scratch: switches without one */
	guint32 n_order;
	guint32 *tree;  /* [n_switches] channel towards the target in the spanning tree */
	guint8 *pinned; /* [n_switches] goes that way */
	guint32 *pins;  /* [n_pins] those switches, each after the one its channel leads to */
	guint32 n_pins;
	guint8 *again; /* [n_switches] 1: a tree to which some pair has no lane */
} Work;

/* Lanes that a route from v must have one of, 0: any route will do. */
static LaneMask required(const Work *w, guint32 v)
{
	guint32 target = w->bfs->order[0];
	if (!pair_of_hosts(w->graph, v, target))
		return w->options->spanning ? lane_set_all(w->lanes) : 0;
	return w->lanes->symmetric ? w->common[(gsize)v * w->graph->n_switches + target] : lane_set_all(w->lanes);
}

/* Whether there is a route to go on with: longer ones are found after the others. */
static gboolean is_settled(const Work *w, guint32 v)
{
	return w->next[v] != GRAPH_NONE || v == w->bfs->order[0];
}

static LaneMask lanes_over(const Work *w, guint32 c)
{
	return lane_set_route(w->lanes, c, w->bfs->order[0], w->next, w->legal);
}

static guint64 cost_over(const Work *w, guint32 c)
{
	return w->balance->cost[w->graph->to[c]] + balance_weight(w->balance, c);
}

static void take(Work *w, guint32 v, guint32 c)
{
	w->legal[v] = lanes_over(w, c);
	w->next[v] = c;
	w->length[v] = w->length[w->graph->to[c]] + 1;
	w->balance->cost[v] = cost_over(w, c);
	w->order[w->n_order++] = v;
}

/* Whether a channel that keeps `kept` of the lanes wanted may come before one that keeps `most`, whatever it costs. */
static gint compare_lanes(const Work *w, LaneMask kept, LaneMask most)
{
	return w->options->most_lanes ? __builtin_popcount(kept) - __builtin_popcount(most) : 0;
}

/* The cheapest minimal channel that keeps one of the lanes, any when `want` is 0; GRAPH_NONE: none. */
static guint32 cheapest(const Work *w, guint32 i, guint32 turn, LaneMask want)
{
	guint32 n = w->bfs->first[i + 1] - w->bfs->first[i], best = GRAPH_NONE;
	const guint32 *channel = w->bfs->channel + w->bfs->first[i];
	guint64 best_cost = G_MAXUINT64;
	LaneMask most = 0;
	for (guint32 k = 0, at = turn % n; k < n; k++, at = at + 1 == n ? 0 : at + 1) {
		guint32 c = channel[at];
		guint64 cost = cost_over(w, c);
		if ((cost >= best_cost && !(want && w->options->most_lanes)) || !is_settled(w, w->graph->to[c]))
			continue;
		LaneMask kept = want ? lanes_over(w, c) & want : 0;
		gint more = compare_lanes(w, kept, most);
		if ((want && !kept) || more < 0 || (more == 0 && cost >= best_cost))
			continue;
		best = c;
		best_cost = cost;
		most = kept;
	}
	return best;
}

/* The shortest way, and of those the cheapest, over any neighbour with a route that keeps one of the lanes. */
static guint32 shortest(const Work *w, guint32 v, guint32 turn)
{
	const Graph *g = w->graph;
	guint32 n = g->first[v + 1] - g->first[v], best = GRAPH_NONE;
	LaneMask want = required(w, v);
	for (guint32 i = 0; i < n; i++) {
		guint32 c = g->first[v] + (i + turn) % n, to = g->to[c];
		if (!is_settled(w, to) || w->length[to] >= GRAPH_FAR - 1 || !(lanes_over(w, c) & want))
			continue;
		if (best == GRAPH_NONE || w->length[to] < w->length[g->to[best]] ||
		    (w->length[to] == w->length[g->to[best]] && cost_over(w, c) < cost_over(w, best)))
			best = c;
	}
	return best;
}

/* Longer routes for those that no minimal one was found for, as long as some are found. */
static guint32 settle(Work *w, guint32 n, guint32 turn)
{
	for (guint32 before = 0; n != before;) {
		before = n;
		n = 0;
		for (guint32 i = 0; i < before; i++) {
			guint32 v = w->waiting[i], c = shortest(w, v, turn);
			if (c != GRAPH_NONE)
				take(w, v, c);
			else
				w->waiting[n++] = v;
		}
	}
	return n;
}

/* The way of each switch to the target in the spanning tree. */
static void walk_spanning_tree(Work *w, guint32 target)
{
	const Graph *g = w->graph;
	guint32 n = 1;
	memset(w->tree, 0xff, g->n_switches * sizeof *w->tree);
	w->waiting[0] = target;
	for (guint32 i = 0; i < n; i++)
		for (guint32 c = g->first[w->waiting[i]]; c < g->first[w->waiting[i] + 1]; c++) {
			guint32 v = g->to[c];
			if (!w->options->spanning[c] || v == target || w->tree[v] != GRAPH_NONE)
				continue;
			w->tree[v] = g->reverse[c];
			w->waiting[n++] = v;
		}
}

/* Pins the way from v as far as it is not pinned yet. `way`: scratch. */
static void pin(Work *w, guint32 v, guint32 *way)
{
	guint32 n = 0;
	for (; w->tree[v] != GRAPH_NONE && !w->pinned[v]; v = w->graph->to[w->tree[v]]) {
		w->pinned[v] = 1;
		way[n++] = v;
	}
	while (n)
		w->pins[w->n_pins++] = way[--n];
}

static void begin_tree(Work *w)
{
	guint32 target = w->bfs->order[0];
	for (guint32 i = 0; i < w->bfs->n_reached; i++) {
		w->next[w->bfs->order[i]] = GRAPH_NONE;
		w->balance->cost[w->bfs->order[i]] = 0;
	}
	w->legal[target] = lane_set_all(w->lanes);
	w->balance->cost[target] = 0;
	w->length[target] = 0;
	w->order[0] = target;
	w->n_order = 1;
	for (guint32 i = 0; i < w->n_pins; i++)
		take(w, w->pins[i], w->tree[w->pins[i]]);
}

/* A tree under the pins; returns how many switches are left in `waiting`, by their place in the search. */
static guint32 try_tree(Work *w, guint32 turn)
{
	guint32 n = 0;
	begin_tree(w);
	for (guint32 i = 1; i < w->bfs->n_reached; i++) {
		guint32 v = w->bfs->order[i], c;
		if (w->next[v] != GRAPH_NONE)
			continue;
		c = cheapest(w, i, turn, required(w, v));
		if (c == GRAPH_NONE && !w->options->spanning)
			c = cheapest(w, i, turn, 0);
		if (c != GRAPH_NONE)
			take(w, v, c);
		else
			w->waiting[n++] = v;
	}
	return n ? settle(w, n, turn) : 0;
}

/*
 * Who finds no way goes that of the spanning tree, which the first lane allows, and the tree is made again. At the end
 * of it all go that way, so this ends.
 */
static void make_tree(Work *w, guint32 turn)
{
	w->n_pins = 0;
	memset(w->pinned, 0, w->graph->n_switches);
	for (guint32 n; (n = try_tree(w, turn));)
		for (guint32 i = 0; i < n; i++)
			pin(w, w->waiting[i], w->order);
}

static void publish(Work *w, guint32 dest, LaneMask *legal)
{
	guint32 n = w->graph->n_switches, target = w->bfs->order[0];
	guint8 *row = routes_row(w->routes, dest);
	row[target] = 0;
	for (guint32 i = 1; i < w->bfs->n_reached; i++) {
		guint32 v = w->bfs->order[i];
		row[v] = w->graph->port[w->next[v]];
		if (legal)
			legal[(gsize)dest * n + v] = w->legal[v];
		if (!w->lanes->symmetric || !route_of_hosts(w->graph, v, dest))
			continue;
		w->common[(gsize)v * n + target] &= w->legal[v];
		w->common[(gsize)target * n + v] &= w->legal[v];
	}
}

/* The order of a row that is there: each switch after the one its route leads to. */
static void read_order(Work *w, const guint8 *row)
{
	guint32 target = w->bfs->order[0];
	for (guint32 i = 0; i < w->bfs->n_reached; i++)
		w->length[w->bfs->order[i]] = 0;
	w->length[target] = 1;
	w->order[0] = target;
	w->n_order = 1;
	for (guint32 i = 1; i < w->bfs->n_reached; i++) {
		guint32 n = 0;
		for (guint32 v = w->bfs->order[i]; !w->length[v]; v = w->graph->to[graph_channel(w->graph, v, row[v])])
			w->waiting[n++] = v;
		while (n) {
			w->length[w->waiting[--n]] = 1;
			w->order[w->n_order++] = w->waiting[n];
		}
	}
}

static void count(Work *w, guint32 dest, gint sign)
{
	balance_count_order(w->graph, w->order, w->n_order, w->balance, dest, sign, w->routes);
}

static void route_dest(Work *w, guint32 dest, gboolean again, LaneMask *legal)
{
	const GraphDest *to = &w->graph->dests[dest];
	if (w->bfs->n_reached == 0 || to->vertex != w->bfs->order[0]) {
		bfs_run(w->graph, to->vertex, w->bfs);
		if (w->options->spanning)
			walk_spanning_tree(w, to->vertex);
	}
	if (again) {
		read_order(w, routes_row(w->routes, dest));
		count(w, dest, -1);
	}
	make_tree(w, balance_turn(w->graph, dest));
	publish(w, dest, legal);
	count(w, dest, 1);
}

static gboolean is_left(const Work *w, gsize s, gsize t)
{
	return s != t && !w->common[s * w->graph->n_switches + t] && pair_of_hosts(w->graph, (guint32)s, (guint32)t);
}

/*
 * Pairs whose ways there and back have no lane in common may have the first in the next pass, for which the spanning
 * tree can always be gone. FALSE when there are none.
 */
static gboolean leave_first_lane(Work *w)
{
	gsize n = w->graph->n_switches;
	gboolean some = FALSE;
	memset(w->again, 0, n);
	for (gsize i = 0; i < n * n; i++) {
		if (!is_left(w, i / n, i % n))
			continue;
		w->common[i] = 1;
		w->again[i / n] = w->again[i % n] = 1;
		some = TRUE;
	}
	return some;
}

gboolean balance_covered(const Graph *graph, const LaneSet *lanes, LaneMask *common, const CoveredOptions *options,
			 Routes *routes, LaneMask *legal, GError **error)
{
	g_autoptr(Arena) arena = arena_new();
	g_autoptr(Bfs) bfs = bfs_new(graph, error);
	g_autoptr(Balance) balance = bfs ? balance_new(graph, error) : NULL;
	gsize n = graph->n_switches + 1;
	if (!balance)
		return FALSE;
	Work w = {.graph = graph, .lanes = lanes, .common = common, .options = options, .routes = routes, .bfs = bfs};
	w.balance = balance;
	w.legal = arena_new_array0(arena, LaneMask, n);
	w.next = arena_new_array0(arena, guint32, n);
	w.length = arena_new_array0(arena, guint16, n);
	w.order = arena_new_array0(arena, guint32, n);
	w.waiting = arena_new_array0(arena, guint32, n);
	w.tree = arena_new_array0(arena, guint32, n);
	w.pinned = arena_new_array0(arena, guint8, n);
	w.again = arena_new_array0(arena, guint8, n);
	w.pins = arena_new_array0(arena, guint32, n);
	if (!arena_check(arena, "routes on lanes", error))
		return FALSE;
	for (guint pass = 0; pass < options->passes + (options->spanning ? MORE_PASSES : 0); pass++) {
		gboolean left = pass && options->spanning && leave_first_lane(&w);
		if (!left && pass >= options->passes)
			break;
		for (guint32 d = 0; d < graph->n_dests; d++)
			if (pass < options->passes || w.again[graph->dests[d].vertex])
				route_dest(&w, d, pass > 0, legal);
	}
	routes->passes = options->passes;
	return TRUE;
}
