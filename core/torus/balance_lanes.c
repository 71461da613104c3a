/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses balanced routes of a torus, destination by destination, so that each keeps a lane of its pair of switches.
 * pinned_tree.c makes each tree by the loads so far; the routes of hosts are then added to the loads, and the lanes
 * that a tree leaves to a pair are noted. In later passes the destination's routes are taken off the loads first.
 * Minimal channels and the lanes of their turns do not depend on loads, so threads of their own compute them ahead
 * (approach.h).
 */
#include "core/torus/balance_lanes.h"

#include "core/base/arena.h"
#include "core/balance/balance.h"
#include "core/graph/routes.h"
#include "core/torus/pinned_tree.h"

typedef struct {
	const Graph *graph;
	const LaneSet *lanes;
	PairRoutes *trees;
	Routes *routes;
	Balance *balance;
	PinnedTree tree;
	guint32 target;
	guint32 last;  /* the destination that tree.start was made for */
	guint64 *flow; /* [n_switches] hosts whose routes come through, by place */
} Work;

static guint32 switch_at(const Work *w, guint32 i)
{
	return w->tree.approach->bfs->order[i];
}

/*
 * Sets the lanes of which each switch's route must keep one: those of its pair where both switches have hosts, else 0:
 * any.
 */
static void want_lanes(Work *w)
{
	const guint32 *order = w->tree.approach->bfs->order;
	const LaneMask *row = w->trees->common + (gsize)w->target * w->graph->n_switches;
	LaneMask all = lane_set_all(w->lanes);
	for (guint32 i = 1; i < w->tree.approach->bfs->n_reached; i++) {
		LaneMask some = w->lanes->symmetric ? row[order[i]] : all;
		w->tree.wanted[i] = pair_of_hosts(w->graph, order[i], w->target) ? some : 0;
	}
}

/* Pairs keep the lanes in which all their routes are legal. */
static void keep_lanes(Work *w)
{
	gsize n = w->graph->n_switches;
	LaneMask *common = w->trees->common, *row = common + w->target * n;
	for (guint32 i = 1; w->lanes->symmetric && i < w->tree.approach->bfs->n_reached; i++) {
		guint32 v = switch_at(w, i);
		if (!(row[v] & ~w->tree.hop[i].legal) || !pair_of_hosts(w->graph, v, w->target))
			continue;
		row[v] &= w->tree.hop[i].legal;
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
	for (guint32 i = 1; i < w->tree.approach->bfs->n_reached; i++) {
		row[switch_at(w, i)] = w->graph->port[w->tree.approach->bfs->channel[w->tree.hop[i].taken]];
		if (legal)
			legal[(gsize)dest * n + switch_at(w, i)] = w->tree.hop[i].legal;
	}
	keep_lanes(w);
}

/* Adds the routes of all hosts over the channels taken, or takes them away. */
static void count(Work *w, guint32 dest, gboolean add)
{
	const Approach *a = w->tree.approach;
	if (!w->graph->dests[dest].is_host)
		return;
	for (guint32 i = 0; i < a->bfs->n_reached; i++)
		w->flow[i] = w->graph->hosts[a->bfs->order[i]];
	for (guint32 i = a->bfs->n_reached; i-- > 1;) {
		guint32 k = w->tree.hop[i].taken, c = a->bfs->channel[k];
		guint64 change = add ? w->flow[i] : -w->flow[i];
		w->flow[a->bfs->to[k]] += w->flow[i];
		balance_add(w->balance, c, change);
		w->routes->load[c] += change;
		w->tree.price[k] = balance_weight(w->balance, c);
	}
}

/* The channels that a destination's row has. */
static void read_row(Work *w, guint32 dest)
{
	const guint8 *row = routes_row(w->routes, dest);
	const Bfs *bfs = w->tree.approach->bfs;
	for (guint32 i = 1; i < bfs->n_reached; i++)
		w->tree.hop[i].taken = bfs->entry[graph_channel(w->graph, bfs->order[i], row[bfs->order[i]])];
}

/*
 * Sets the channel with which each switch begins to look (balance_turn()); where possible the one after that of the
 * destination before, which saves a division.
 */
static void turn_starts(Work *w, guint32 dest)
{
	const Bfs *bfs = w->tree.approach->bfs;
	guint turn = balance_turn(w->graph, dest);
	gboolean next = w->last != GRAPH_NONE && turn == balance_turn(w->graph, w->last) + 1;
	for (guint32 i = 1; i < bfs->n_reached; i++) {
		guint32 n = bfs->first[i + 1] - bfs->first[i];
		if (next)
			w->tree.start[i] = w->tree.start[i] + 1 == n ? 0 : w->tree.start[i] + 1;
		else
			w->tree.start[i] = turn % n;
	}
	w->last = dest;
}

static void aim(Work *w, const Approach *approach)
{
	const Bfs *bfs = approach->bfs;
	w->tree.approach = approach;
	w->target = bfs->order[0];
	w->tree.known = w->trees->next + (gsize)w->target * w->graph->n_switches;
	w->last = GRAPH_NONE;
	for (guint32 k = 0; k < bfs->first[bfs->n_reached]; k++)
		w->tree.price[k] = balance_weight(w->balance, bfs->channel[k]);
}

static void route_dest(Work *w, guint32 dest, gboolean again, LaneMask *legal)
{
	if (again) {
		read_row(w, dest);
		count(w, dest, FALSE);
	}
	turn_starts(w, dest);
	want_lanes(w);
	pinned_tree_make(&w->tree);
	publish(w, dest, legal);
	count(w, dest, TRUE);
}

/* Lists the switches that destinations with trees of their own hang on, one after the other; returns how many. */
static guint32 list_targets(const Graph *g, guint32 *target)
{
	guint32 n = 0;
	for (guint32 d = 0; d < g->n_dests; d++)
		if (!route_follows_host(g, d) && (!n || target[n - 1] != g->dests[d].vertex))
			target[n++] = g->dests[d].vertex;
	return n;
}

static gboolean make_pass(Work *w, const guint32 *target, guint32 n, LaneMask *legal, GError **error)
{
	g_autoptr(Ahead) ahead = approach_ahead(w->lanes, target, n, error);
	w->target = GRAPH_NONE;
	for (guint32 d = 0; ahead && d < w->graph->n_dests; d++) {
		if (route_follows_host(w->graph, d))
			continue;
		if (w->target != w->graph->dests[d].vertex)
			aim(w, ahead_next(ahead));
		route_dest(w, d, w->routes->passes > 0, legal);
	}
	return ahead != NULL;
}

gboolean balance_lanes(const Graph *graph, const LaneSet *lanes, PairRoutes *trees, guint passes, Routes *routes,
		       LaneMask *legal, GError **error)
{
	g_autoptr(Arena) arena = arena_new();
	g_autoptr(Balance) balance = balance_new(graph, error);
	Work w = {.graph = graph, .lanes = lanes, .trees = trees, .routes = routes, .balance = balance};
	w.tree = pinned_tree_new(graph, lanes, arena);
	w.flow = arena_new_array(arena, guint64, graph->n_switches);
	guint32 *target = arena_new_array(arena, guint32, graph->n_dests);
	if (!balance || !arena_check(arena, "routes on lanes", error))
		return FALSE;
	guint32 n_targets = list_targets(graph, target);
	for (routes->passes = 0; routes->passes < passes; routes->passes++)
		if (!make_pass(&w, target, n_targets, legal, error))
			return FALSE;
	return TRUE;
}
