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
#include "core/bfs_ahead.h"
#include "core/engines.h"
#include "core/error.h"

#include <string.h>

/* Loads are even when the highest is at most this much above the mean (levels of a full tree differ by less). */
#define EVEN 1.05

typedef struct {
	const Graph *graph;
	BalanceRun *run;
	Routes *routes;
	const guint32 *rank; /* or NULL */
	guint32 *targets;    /* [n_targets] switches of the destinations, in their order, neighbours but once */
	guint32 n_targets;
} Work;

typedef void (*Visit)(Work *work, guint32 dest, gboolean again);

/* Visits all destinations; those that lie behind the same switch in a row share its shortest-path graph. */
static gboolean for_all(Work *work, Visit visit, gboolean again, GError **error)
{
	const Graph *graph = work->graph;
	g_autoptr(BfsAhead) ahead = bfs_ahead_new(graph, work->targets, work->n_targets, work->rank, error);
	const Bfs *bfs = NULL;
	if (!ahead)
		return FALSE;
	for (guint32 d = 0; d < graph->n_dests; d++) {
		const GraphDest *to = &graph->dests[d], *before = d ? to - 1 : NULL;
		gboolean other_switch = !before || before->vertex != to->vertex;
		if (other_switch || before->is_host != to->is_host) {
			balance_run_end(work->run, work->routes);
			bfs = other_switch ? bfs_ahead_next(ahead) : bfs;
			balance_run_begin(work->run, bfs, to->is_host);
		}
		visit(work, d, again);
	}
	balance_run_end(work->run, work->routes);
	return TRUE;
}

static void route(Work *work, guint32 dest, gboolean again)
{
	balance_run_route(work->run, dest, again, work->routes);
}

static void recall(Work *work, guint32 dest, gboolean again)
{
	(void)again;
	balance_run_recall(work->run, dest, work->routes);
}

static void list_targets(Work *work)
{
	const Graph *graph = work->graph;
	for (guint32 d = 0; d < graph->n_dests; d++)
		if (!d || graph->dests[d].vertex != graph->dests[d - 1].vertex)
			work->targets[work->n_targets++] = graph->dests[d].vertex;
}

/* The passes that were asked for; else as many as pay, none where the loads are even already, as on full trees. */
static gboolean wants_more(const Graph *graph, const EngineOptions *options, const Routes *routes, guint done)
{
	if (options->passes)
		return done < options->passes;
	return done < ENGINE_PASSES && (double)routes_efi(graph, routes) > EVEN * routes_mean_load(graph, routes);
}

/* The weights that the passes done before left: every destination's routes once. */
static gboolean recall_all(Work *work, GError **error)
{
	memset(work->routes->load, 0, work->graph->n_channels * sizeof(guint64));
	return for_all(work, recall, FALSE, error);
}

static gboolean compute(const Graph *graph, const EngineOptions *options, Routes *routes, GError **error)
{
	g_autoptr(Balance) balance = balance_new(graph, error);
	g_autoptr(BalanceRun) run = balance ? balance_run_new(balance, error) : NULL;
	g_autofree guint32 *targets = g_try_new(guint32, graph->n_dests + 1);
	if (!run)
		return FALSE;
	if (!targets)
		return sssp_error_memory(error, "destinations", graph->n_dests * sizeof *targets);
	Work work = {graph, run, routes, options->rank, targets, 0};
	list_targets(&work);
	if (routes->passes && wants_more(graph, options, routes, routes->passes) && !recall_all(&work, error))
		return FALSE;
	for (guint pass = routes->passes; pass == 0 || wants_more(graph, options, routes, pass); pass++) {
		if (!for_all(&work, route, pass > 0, error))
			return FALSE;
		routes->passes = pass + 1;
	}
	return TRUE;
}

const RouteEngine engine_psssp = {
	.name = "psssp",
	.summary = "minimal routes, each destination on the loads of those before it",
	.compute = compute,
};
