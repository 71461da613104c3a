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
#include "core/balance_run.h"
#include "core/bfs.h"
#include "core/engines.h"
#include "core/error.h"
#include "core/levels.h"

#include <string.h>

/* Loads are even when the highest is at most this much above the mean (levels of a full tree differ by less). */
#define EVEN 1.05

typedef struct {
	const Graph *graph;
	Bfs *bfs;
	BalanceRun *run;
	Routes *routes;
	guint32 target;      /* the switch that bfs was run for */
	gboolean hosts;      /* the row is of hosts */
	const guint32 *rank; /* or NULL */
	guint8 *way;         /* scratch for ranks */
} Work;

/* Begins a new row of destinations when this one does not go on with the one before. */
static void aim(Work *work, guint32 dest)
{
	const GraphDest *to = &work->graph->dests[dest];
	if (to->vertex == work->target && to->is_host == work->hosts)
		return;
	balance_run_end(work->run, work->routes);
	if (to->vertex != work->target) {
		bfs_run(work->graph, to->vertex, work->bfs);
		if (work->rank)
			levels_restrict(work->graph, work->rank, work->bfs, work->way);
	}
	work->target = to->vertex;
	work->hosts = to->is_host;
	balance_run_begin(work->run, work->bfs, work->hosts);
}

static void route_all(Work *work, gboolean again)
{
	for (guint32 d = 0; d < work->graph->n_dests; d++) {
		aim(work, d);
		balance_run_route(work->run, d, again, work->routes);
	}
	balance_run_end(work->run, work->routes);
	work->target = GRAPH_NONE;
}

/* The passes that were asked for; else as many as pay, none where the loads are even already, as on full trees. */
static gboolean wants_more(const Graph *graph, const EngineOptions *options, const Routes *routes, guint done)
{
	if (options->passes)
		return done < options->passes;
	return done < ENGINE_PASSES && (double)routes_efi(graph, routes) > EVEN * routes_mean_load(graph, routes);
}

/* The weights that the passes done before left: every destination's routes once. */
static void recall(Work *work)
{
	memset(work->routes->load, 0, work->graph->n_channels * sizeof(guint64));
	for (guint32 d = 0; d < work->graph->n_dests; d++) {
		aim(work, d);
		balance_run_recall(work->run, d, work->routes);
	}
	balance_run_end(work->run, work->routes);
	work->target = GRAPH_NONE;
}

static gboolean compute(const Graph *graph, const EngineOptions *options, Routes *routes, GError **error)
{
	g_autoptr(Bfs) bfs = bfs_new(graph, error);
	g_autoptr(Balance) balance = bfs ? balance_new(graph, error) : NULL;
	g_autofree guint8 *way = g_try_malloc(graph->n_switches + 1);
	g_autoptr(BalanceRun) run = balance ? balance_run_new(balance, error) : NULL;
	if (!run)
		return FALSE;
	if (!way)
		return sssp_error_memory(error, "ranks", graph->n_switches);
	Work work = {graph, bfs, run, routes, GRAPH_NONE, FALSE, options->rank, way};
	if (routes->passes && wants_more(graph, options, routes, routes->passes))
		recall(&work);
	for (guint pass = routes->passes; pass == 0 || wants_more(graph, options, routes, pass); pass++) {
		route_all(&work, pass > 0);
		routes->passes = pass + 1;
	}
	return TRUE;
}

const RouteEngine engine_psssp = {
	.name = "psssp",
	.summary = "minimal routes, each destination on the loads of those before it",
	.compute = compute,
};
