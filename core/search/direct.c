/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The first minimal channel for everything; then lanes, one at a time, for what has none. */
#include "core/search/direct.h"

#include "core/engines/balance.h"
#include "core/graph/bfs.h"
#include "core/base/error.h"
#include "core/lanes/lane_by_order.h"
#include "core/lanes/lane_assign.h"
#include "core/graph/routes.h"

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

typedef struct {
	const Graph *graph;
	const Routes *routes;
	LaneSet *lanes;
	LaneMask *legal;  /* [n_dests][n_switches] lanes of each route */
	LaneMask *common; /* [from][to] lanes of all routes of a pair, there and back */
} Fixed;

/* Lanes of the routes of one tree, from the destination outwards. */
static void find_legal(const Fixed *f, const Bfs *bfs, guint32 dest)
{
	const Graph *g = f->graph;
	LaneMask *legal = f->legal + (gsize)dest * g->n_switches;
	guint32 target = bfs->order[0];
	lane_set_legal(f->lanes, f->routes, dest, bfs, legal);
	for (guint32 i = 1; i < bfs->n_reached; i++) {
		guint32 v = bfs->order[i];
		if (!pair_of_hosts(g, v, target))
			continue;
		f->common[(gsize)v * g->n_switches + target] &= legal[v];
		f->common[(gsize)target * g->n_switches + v] &= legal[v];
	}
}

/* Whether every route has a lane, in symmetric mode every pair. */
static gboolean all_served(const Fixed *f, gboolean symmetric)
{
	gsize n = f->graph->n_switches;
	for (gsize i = 0; symmetric && i < n * n; i++)
		if (!f->common[i])
			return FALSE;
	for (guint32 d = 0; !symmetric && d < f->graph->n_dests; d++)
		for (guint32 v = 0; v < n; v++)
			if (!f->legal[d * n + v] && route_of_hosts(f->graph, v, d) &&
			    routes_row(f->routes, d)[v] != ROUTE_NONE)
				return FALSE;
	return TRUE;
}

static gboolean look(const Fixed *f, Bfs *bfs, gboolean symmetric)
{
	gsize n = f->graph->n_switches;
	for (gsize i = 0; i < n * n; i++)
		f->common[i] = lane_set_all(f->lanes);
	for (guint32 d = 0; d < f->graph->n_dests; d++) {
		if (!d || f->graph->dests[d].vertex != f->graph->dests[d - 1].vertex)
			bfs_run(f->graph, f->graph->dests[d].vertex, bfs);
		find_legal(f, bfs, d);
	}
	return all_served(f, symmetric);
}

/* Lane after lane for the routes that have none yet; the first keeps the spanning tree of multicast. */
static Layers *find_lanes(Fixed *f, const guint8 *hops, const SearchOptions *options, Bfs *bfs, GError **error)
{
	LaneAssignment assignment = {.lanes = f->lanes,
				     .common = f->common,
				     .legal = options->asymmetric ? f->legal : NULL,
				     .max_lanes = options->max_lanes,
				     .spread = options->spread};
	LanePlan plan = {.graph = f->graph, .routes = f->routes, .hops = hops, .aim = LANE_FOR_ROUTES};
	g_autofree LaneMask *covered = g_try_new0(LaneMask, (gsize)f->graph->n_switches * f->graph->n_switches + 1);
	if (!covered) {
		sssp_error_memory(error, "lanes of pairs", (gsize)f->graph->n_switches * f->graph->n_switches);
		return NULL;
	}
	plan.covered = covered;
	while (f->lanes->n_lanes < MIN(options->max_lanes, DIRECT_LANES)) {
		plan.spanning_tree = f->lanes->n_lanes == 0;
		if (!lane_by_order(f->lanes, &plan, error))
			return NULL;
		if (look(f, bfs, !options->asymmetric))
			return lane_assign(f->graph, &assignment, error);
	}
	return NULL;
}

Layers *direct_layers(const Graph *graph, const guint8 *hops, const SearchOptions *options, const Routes *routes,
		      GError **error)
{
	gsize routes_size = (gsize)graph->n_dests * graph->n_switches,
	      pairs = (gsize)graph->n_switches * graph->n_switches;
	g_autoptr(CdgTurns) turns = cdg_turns_new(graph, error);
	g_autoptr(LaneSet) lanes = turns ? lane_set_new(turns, !options->asymmetric, error) : NULL;
	g_autoptr(Bfs) bfs = lanes ? bfs_new(graph, error) : NULL;
	if (!bfs)
		return NULL;
	g_autofree LaneMask *legal = g_try_new0(LaneMask, routes_size + 1);
	g_autofree LaneMask *common = g_try_new0(LaneMask, pairs + 1);
	if (!legal || !common) {
		sssp_error_memory(error, "lanes of routes", routes_size * sizeof(LaneMask));
		return NULL;
	}
	Fixed fixed = {graph, routes, lanes, legal, common};
	return find_lanes(&fixed, hops, options, bfs, error);
}
