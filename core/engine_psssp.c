/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * P-SSSP: T. Hoefler, T. Schneider, A. Lumsdaine, "Optimized Routing for Large-Scale InfiniBand Networks" (2009),
 * section III.A. One destination after the other, in the graph's order: the tree of cheapest minimal routes from
 * everywhere, then every channel's weight grows by the number of routes over it.
 *
 * The shortest-path graph towards a switch serves all its LIDs (the order keeps them together unless the user asks
 * for another), so the cost is one search a run of LIDs plus one look at each minimal channel a LID.
 *
 * More passes than one take each destination's routes out of the weights and route it again on what the others left.
 */
#include "core/balance.h"
#include "core/bfs.h"
#include "core/engines.h"

/* Loads are even when the highest is at most this much above the mean (levels of a full tree differ by less). */
#define EVEN 1.05

typedef struct {
	const Graph *graph;
	Bfs *bfs;
	Balance *balance;
	Routes *routes;
	guint32 target; /* the switch that bfs was run for */
} Work;

static void route_dest(Work *work, guint32 dest, gboolean again)
{
	guint32 target = work->graph->dests[dest].vertex;
	if (target != work->target) {
		bfs_run(work->graph, target, work->bfs);
		work->target = target;
	}
	if (again)
		balance_count(work->graph, work->bfs, work->balance, dest, -1, work->routes);
	balance_route(work->graph, work->bfs, work->balance, dest, balance_turn(work->graph, dest), FALSE,
		      work->routes);
	balance_count(work->graph, work->bfs, work->balance, dest, 1, work->routes);
}

/* The passes that were asked for; else as many as pay, none where the loads are even already, as on full trees. */
static gboolean wants_more(const Graph *graph, const EngineOptions *options, const Routes *routes, guint done)
{
	if (options->passes)
		return done < options->passes;
	return done < ENGINE_PASSES && (double)routes_efi(graph, routes) > EVEN * routes_mean_load(graph, routes);
}

static gboolean compute(const Graph *graph, const EngineOptions *options, Routes *routes, GError **error)
{
	g_autoptr(Bfs) bfs = bfs_new(graph, error);
	g_autoptr(Balance) balance = bfs ? balance_new(graph, error) : NULL;
	if (!balance)
		return FALSE;
	Work work = {graph, bfs, balance, routes, GRAPH_NONE};
	for (guint pass = 0; pass == 0 || wants_more(graph, options, routes, pass); pass++) {
		for (guint32 d = 0; d < graph->n_dests; d++)
			route_dest(&work, d, pass > 0);
		routes->passes = pass + 1;
	}
	return TRUE;
}

const RouteEngine engine_psssp = {
	.name = "psssp",
	.summary = "minimal routes, each destination on the loads of those before it",
	.compute = compute,
};
