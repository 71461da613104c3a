/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The first minimal channel for everything; then lanes, one at a time, for what has none. */
#include "core/search/direct.h"

#include "core/engines/balance.h"
#include "core/graph/bfs.h"
#include "core/base/error.h"
#include "core/lanes/lane_by_order.h"
#include "core/graph/routes.h"

#include <string.h>

gboolean direct_routes(const Graph *graph, Routes *routes, GError **error)
{
	g_autoptr(Bfs) bfs = bfs_new(graph, error);
	g_autoptr(Balance) balance = bfs ? balance_new(graph, error) : NULL;
	if (!balance)
		return FALSE;
	for (guint32 d = 0; d < graph->n_dests; d++) {
		guint32 target = graph->dests[d].vertex;
		guint8 *row = routes_row(routes, d);
		if (!d || target != graph->dests[d - 1].vertex)
			bfs_run(graph, target, bfs);
		row[target] = 0;
		for (guint32 i = 1; i < bfs->n_reached; i++) {
			guint32 n = bfs->first[i + 1] - bfs->first[i], k = graph->dests[d].sibling % n;
			row[bfs->order[i]] = graph->port[bfs->channel[bfs->first[i] + k]];
		}
		balance_count(graph, bfs, balance, d, 1, routes);
	}
	routes->passes = 1;
	return TRUE;
}

/*
 * More lanes than this are not spent on keeping direct routes, and they may leave out so many times fewer than others.
 */
#define DIRECT_LANES 4
#define FEW 10

/*
 * Whether the lanes to come may leave few pairs, if each does three times as well as the last one: of a part that it
 * left, they leave the third power.
 */
static gboolean is_hopeful(const Search *l, guint64 before, guint64 left)
{
	double part = (double)left / (double)MAX(before, 1), rest = (double)left;
	for (guint lane = l->lanes->n_lanes; lane < MIN(l->options.max_lanes, DIRECT_LANES); lane++)
		rest *= part * part * part;
	return search_are_few(l, (guint64)(FEW * rest));
}

typedef struct {
	const Graph *graph;
	const Routes *routes;
	const LaneSet *lanes;
	Bfs *bfs;
	LaneMask *legal;  /* [n_dests][n_switches] lanes of each route */
	LaneMask *common; /* [from][to] lanes of all routes of a pair, there and back */
} Fixed;

/* Lanes of the routes of one tree, from the destination outwards. */
static void find_legal(const Fixed *f, guint32 dest)
{
	const Graph *g = f->graph;
	LaneMask *legal = f->legal + (gsize)dest * g->n_switches;
	guint32 target = f->bfs->order[0];
	lane_set_legal(f->lanes, f->routes, dest, f->bfs, legal);
	for (guint32 i = 1; i < f->bfs->n_reached; i++) {
		guint32 v = f->bfs->order[i];
		if (!pair_of_hosts(g, v, target))
			continue;
		f->common[(gsize)v * g->n_switches + target] &= legal[v];
		f->common[(gsize)target * g->n_switches + v] &= legal[v];
	}
}

/* What is on one switch goes direct by the same ways but for LMC. */
static void look(const Fixed *f)
{
	gsize n = f->graph->n_switches;
	guint32 last = GRAPH_NONE;
	for (gsize i = 0; i < n * n; i++)
		f->common[i] = lane_set_all(f->lanes);
	for (guint32 d = 0; d < f->graph->n_dests; d++) {
		if (route_follows_host(f->graph, d))
			continue;
		gboolean same_switch = last != GRAPH_NONE && f->graph->dests[d].vertex == f->graph->dests[last].vertex;
		if (!same_switch)
			bfs_run(f->graph, f->graph->dests[d].vertex, f->bfs);
		if (same_switch && !memcmp(routes_row(f->routes, d), routes_row(f->routes, last), n))
			memcpy(f->legal + d * n, f->legal + last * n, n * sizeof *f->legal);
		else
			find_legal(f, d);
		last = d;
	}
}

/* Lane after lane for the routes that have none yet, until few are left; the first keeps the tree of multicast. */
static gboolean find_lanes(Search *l, Fixed *f, GError **error)
{
	const LaneMask *legal = l->options.asymmetric ? f->legal : NULL;
	LanePlan plan = {
		.graph = l->graph, .routes = f->routes, .hops = l->hops, .aim = LANE_FOR_ROUTES, .one_way = TRUE};
	guint64 before = search_count_left(l, f->common, legal), left = 0;
	plan.covered = l->covered;
	while (l->lanes->n_lanes < MIN(l->options.max_lanes, DIRECT_LANES)) {
		plan.spanning_tree = l->lanes->n_lanes == 0;
		if (!lane_by_order(l->lanes, &plan, error))
			return FALSE;
		look(f);
		left = search_count_left(l, f->common, legal);
		if (!left || !is_hopeful(l, before, left))
			break;
		before = left;
	}
	if (!search_are_few(l, FEW * left))
		return TRUE;
	g_autoptr(Routes) routes = routes_copy(l->graph, f->routes, error);
	return routes && search_settle(l, f->common, legal, !left, &routes, error);
}

gboolean direct_lanes(Search *l, const Routes *routes, GError **error)
{
	gsize routes_size = (gsize)l->graph->n_dests * l->graph->n_switches,
	      pairs = (gsize)l->graph->n_switches * l->graph->n_switches;
	g_autoptr(Bfs) bfs = bfs_new(l->graph, error);
	if (!bfs)
		return FALSE;
	g_autofree LaneMask *legal = g_try_new0(LaneMask, routes_size + 1);
	g_autofree LaneMask *common = g_try_new0(LaneMask, pairs + 1);
	if (!legal || !common)
		return sssp_error_memory(error, "lanes of routes", routes_size * sizeof(LaneMask));
	Fixed fixed = {l->graph, routes, l->lanes, bfs, legal, common};
	gboolean fine = find_lanes(l, &fixed, error);
	search_clear(l);
	return fine;
}
