/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What is no better is passed over before its lanes are looked up, which costs more than all the rest. */
#include "core/search/lane_tree.h"

#include <string.h>

LaneTree *lane_tree_new(const Graph *graph, const LaneSet *lanes, LaneMask *common, Routes *routes, GError **error)
{
	g_autoptr(LaneTree) w = g_new0(LaneTree, 1);
	gsize n = graph->n_switches + 1;
	*w = (LaneTree){.graph = graph, .lanes = lanes, .common = common, .routes = routes, .arena = arena_new()};
	if (!(w->bfs = bfs_new(graph, error)) || !(w->balance = balance_new(graph, error)))
		return NULL;
	w->legal = arena_new_array0(w->arena, LaneMask, n);
	w->wanted = arena_new_array0(w->arena, LaneMask, n);
	w->next = arena_new_array0(w->arena, guint32, n);
	w->length = arena_new_array0(w->arena, guint16, n);
	w->order = arena_new_array0(w->arena, guint32, n);
	w->waiting = arena_new_array0(w->arena, guint32, n);
	w->tree = arena_new_array0(w->arena, guint32, n);
	w->way = arena_new_array0(w->arena, guint32, n);
	w->pinned = arena_new_array0(w->arena, guint32, n);
	w->pins = arena_new_array0(w->arena, guint32, n);
	w->ways = lane_ways_new(lanes, w->balance, w->arena);
	return arena_check(w->arena, "routes on lanes", error) ? g_steal_pointer(&w) : NULL;
}

void lane_tree_free(LaneTree *w)
{
	if (!w)
		return;
	bfs_free(w->bfs);
	balance_free(w->balance);
	arena_free(w->arena);
	g_free(w);
}

/* Lanes that a route from v must have one of, 0: any route will do. */
static LaneMask required(const LaneTree *w, guint32 v)
{
	guint32 target = w->bfs->order[0];
	if (!pair_of_hosts(w->graph, v, target))
		return w->longer ? lane_set_all(w->lanes) : 0;
	return w->lanes->symmetric ? w->common[(gsize)v * w->graph->n_switches + target] : lane_set_all(w->lanes);
}

void lane_tree_aim(LaneTree *w, guint32 dest)
{
	guint32 target = w->graph->dests[dest].vertex;
	if (!w->aimed || target != w->bfs->order[0])
		bfs_run(w->graph, target, w->bfs);
	w->aimed = TRUE;
	w->turn = balance_turn(w->graph, dest);
	for (guint32 i = 0; i < w->bfs->n_reached; i++)
		w->wanted[w->bfs->order[i]] = required(w, w->bfs->order[i]);
	lane_tree_unpin(w);
}

void lane_tree_unpin(LaneTree *w)
{
	w->n_pins = 0;
	memset(w->pinned, 0xff, w->graph->n_switches * sizeof *w->pinned);
}

static gboolean is_settled(const LaneTree *w, guint32 v)
{
	return w->next[v] != GRAPH_NONE || v == w->bfs->order[0];
}

static LaneMask lanes_over(const LaneTree *w, guint32 c)
{
	return lane_set_route(w->lanes, c, w->bfs->order[0], w->next, w->legal);
}

static guint64 cost_over(const LaneTree *w, guint32 c)
{
	return w->balance->cost[w->graph->to[c]] + balance_weight(w->balance, c);
}

static void take(LaneTree *w, guint32 v, guint32 c)
{
	w->legal[v] = lanes_over(w, c);
	w->next[v] = c;
	w->length[v] = w->length[w->graph->to[c]] + 1;
	w->balance->cost[v] = cost_over(w, c);
	w->order[w->n_order++] = v;
}

/* Whether a channel that keeps `kept` of the lanes wanted may come before one that keeps `most`, whatever it costs. */
static gint compare_lanes(const LaneTree *w, LaneMask kept, LaneMask most)
{
	return w->longer ? __builtin_popcount(kept) - __builtin_popcount(most) : 0;
}

/* The cheapest minimal channel that keeps one of the lanes, any when `want` is 0; GRAPH_NONE: none. */
static guint32 cheapest(const LaneTree *w, guint32 i, LaneMask want)
{
	guint32 n = w->bfs->first[i + 1] - w->bfs->first[i], best = GRAPH_NONE;
	const guint32 *channel = w->bfs->channel + w->bfs->first[i];
	guint64 best_cost = G_MAXUINT64;
	LaneMask most = 0;
	for (guint32 k = 0, at = w->turn % n; k < n; k++, at = at + 1 == n ? 0 : at + 1) {
		guint32 c = channel[at];
		guint64 cost = cost_over(w, c);
		if ((cost >= best_cost && !(want && w->longer)) || !is_settled(w, w->graph->to[c]))
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
static guint32 shortest(const LaneTree *w, guint32 v)
{
	const Graph *g = w->graph;
	guint32 n = g->first[v + 1] - g->first[v], best = GRAPH_NONE;
	LaneMask want = w->wanted[v];
	for (guint32 i = 0; i < n; i++) {
		guint32 c = g->first[v] + (i + w->turn) % n, to = g->to[c];
		if (!is_settled(w, to) || w->length[to] >= GRAPH_FAR - 1 || (want && !(lanes_over(w, c) & want)))
			continue;
		if (best == GRAPH_NONE || w->length[to] < w->length[g->to[best]] ||
		    (w->length[to] == w->length[g->to[best]] && cost_over(w, c) < cost_over(w, best)))
			best = c;
	}
	return best;
}

/* Longer routes for those that no minimal one was found for, as long as some are found. */
static guint32 settle(LaneTree *w, guint32 n)
{
	for (guint32 before = 0; n != before;) {
		before = n;
		n = 0;
		for (guint32 i = 0; i < before; i++) {
			guint32 v = w->waiting[i], c = shortest(w, v);
			if (c != GRAPH_NONE)
				take(w, v, c);
			else
				w->waiting[n++] = v;
		}
	}
	return n;
}

static void begin_tree(LaneTree *w)
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
		take(w, w->pins[i], w->pinned[w->pins[i]]);
}

guint32 lane_tree_try(LaneTree *w, gboolean any)
{
	guint32 n = 0;
	lane_tree_spend(w, w->graph->n_channels);
	begin_tree(w);
	for (guint32 i = 1; i < w->bfs->n_reached; i++) {
		guint32 v = w->bfs->order[i], c;
		if (w->next[v] != GRAPH_NONE)
			continue;
		c = cheapest(w, i, w->wanted[v]);
		if (c == GRAPH_NONE && any)
			c = cheapest(w, i, 0);
		if (c != GRAPH_NONE)
			take(w, v, c);
		else
			w->waiting[n++] = v;
	}
	return n ? settle(w, n) : 0;
}

void lane_tree_publish(LaneTree *w, guint32 dest, LaneMask *legal)
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
static void read_order(LaneTree *w, const guint8 *row)
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

static void count(LaneTree *w, guint32 dest, gint sign)
{
	balance_count_order(w->graph, w->order, w->n_order, w->balance, dest, sign, w->routes);
}

void lane_tree_count(LaneTree *w, guint32 dest)
{
	count(w, dest, 1);
}

void lane_tree_withdraw(LaneTree *w, guint32 dest)
{
	read_order(w, routes_row(w->routes, dest));
	count(w, dest, -1);
}
