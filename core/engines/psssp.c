/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes the routes of P-SSSP: T. Hoefler, T. Schneider, A. Lumsdaine, "Optimized Routing for Large-Scale InfiniBand
 * Networks" (2009), section III.A. One host's destination after the other, in the graph's order, gets the tree of
 * cheapest minimal routes from everywhere, then every channel's weight grows by the number of routes over it. With a
 * guard (guard.h) only routes that close no cycle are admitted. All other destinations, whose routes add no weight, are
 * routed after the last pass (psssp_serve_rest()).
 *
 * The shortest-path graph towards a switch serves all its LIDs (the order keeps them together unless the user asks for
 * another), so the cost is one search a run of LIDs plus one look at each minimal channel a LID.
 *
 * More passes than one take each destination's routes out of the weights and route it again on what the others left.
 * Where nobody says how many, more passes follow where they pay, and the first pass gives each destination a trunk: one
 * path down to it that is kept for it in fabrics with levels (trunk.h). The published algorithm has no trunks.
 */
#include "core/engines/psssp.h"

#include "core/base/error.h"
#include "core/balance/balance_run.h"
#include "core/graph/bfs.h"
#include "core/balance/score.h"
#include "core/balance/trunk.h"

/* Loads are even when the highest is at most this much above the mean (levels of a full tree differ by less). */
#define EVEN 1.05

/* Routes with less than this part of the bandwidth of others are not better, however low the highest load is. */
#define LEAST_BANDWIDTH 0.98

typedef struct {
	const Graph *graph;
	const guint8 *hops; /* or NULL */
	BalanceRun *run;
	Routes *routes;
	Guard *guard;        /* or NULL */
	gboolean only_unfit; /* route only the destinations in guard->unfit */
	gboolean rest;       /* route the destinations that are no hosts, else hosts alone */
	guint32 *targets;    /* [n_targets] switches of the destinations in their order; of equals in a row only one */
	guint32 n_targets;
} Work;

/* Whether this pass routes a destination. */
static gboolean is_routed(const Work *work, const GraphDest *dest)
{
	return dest->is_host != work->rest && !(work->only_unfit && !work->guard->unfit[dest - work->graph->dests]);
}

/* Routes all destinations; those that lie behind the same switch in a row share its shortest-path graph. */
static gboolean route_all(Work *work, gboolean again, GError **error)
{
	const Graph *graph = work->graph;
	g_autoptr(Ahead) ahead = bfs_ahead(graph, work->hops, work->targets, work->n_targets, error);
	const Bfs *bfs = NULL;
	const GraphDest *before = NULL;
	gboolean going = TRUE;
	if (!ahead)
		return FALSE;
	for (guint32 d = 0; d < graph->n_dests && going; d++) {
		const GraphDest *to = &graph->dests[d];
		if (!is_routed(work, to))
			continue;
		if (!before || before->vertex != to->vertex) {
			balance_run_end(work->run, work->routes);
			bfs = ahead_next(ahead);
			balance_run_begin(work->run, bfs, to->is_host);
		}
		before = to;
		if (work->guard)
			going = guard_route(work->guard, work->run, bfs, d, again, work->routes);
		else
			balance_run_route(work->run, d, again, work->routes);
	}
	balance_run_end(work->run, work->routes);
	return TRUE;
}

static void list_targets(Work *work)
{
	const Graph *graph = work->graph;
	for (guint32 d = 0; d < graph->n_dests; d++) {
		const GraphDest *to = &graph->dests[d];
		if (is_routed(work, to) && (!work->n_targets || to->vertex != work->targets[work->n_targets - 1]))
			work->targets[work->n_targets++] = to->vertex;
	}
}

static gboolean wants_more(const PssspOptions *options, guint done)
{
	return done < (options->passes ? options->passes : PSSSP_PASSES);
}

/*
 * Channels are full with FULL times the mean load. Where no more than one of so many is, as on trees that lost a few
 * cables, level_lane() takes more from them than further passes would, in less time.
 */
#define FULL 1.25
#define FEW_FULL 50

static gboolean are_few_full(const Graph *graph, const Routes *routes)
{
	guint64 full = 0, used = 0;
	double most = FULL * routes_mean_load(graph, routes);
	for (guint32 c = 0; c < graph->n_channels; c++) {
		used += routes->load[c] > 0;
		full += (double)routes->load[c] > most;
	}
	return full * FEW_FULL <= used;
}

/* Whether loads are even, as on full trees, or will be: more passes gain nothing then. */
static gboolean is_even(const Work *work, const PssspOptions *options)
{
	const Graph *graph = work->graph;
	if ((double)routes_efi(graph, work->routes) <= EVEN * routes_mean_load(graph, work->routes))
		return TRUE;
	return options->levels && !(work->guard && work->guard->n_longer) && are_few_full(graph, work->routes);
}

/* One pass; the first has trunks when nobody said how many passes are wanted. */
static gboolean do_pass(Work *work, const PssspOptions *options, GError **error)
{
	gboolean first = work->routes->passes == 0;
	g_autoptr(Trunk) trunk = NULL;
	if (first && !options->passes && !(trunk = trunk_new(work->graph, error)))
		return FALSE;
	balance_run_use_trunks(work->run, trunk);
	if (work->guard)
		guard_guide(work->guard, work->run, options->guided && (first || work->guard->deps->n_vls == 1));
	gboolean fine = route_all(work, !first, error);
	balance_run_use_trunks(work->run, NULL);
	work->routes->passes++;
	gboolean prune = work->guard && work->guard->deps->n_refused && !guard_is_stuck(work->guard);
	return fine && (!prune || guard_prune(work->guard, work->routes, error));
}

/*
 * Does the passes after the first. Where the engine chooses their number, the routes of the first pass (and the guard's
 * graph) are restored where the new ones have less bandwidth, unless it is little less and the score is better
 * (score.h): full channels can still be levelled, but lost bandwidth does not come back. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean improve(Work *work, const PssspOptions *options, GError **error)
{
	RouteFigures before = {.efi = routes_efi(work->graph, work->routes)}, after = before;
	g_autoptr(Routes) first = routes_copy(work->graph, work->routes, error);
	g_autoptr(Guard) then = NULL;
	if (!first || !probe_bisections(work->graph, first, probe_patterns(work->graph), &before.bandwidth, error) ||
	    (work->guard && !(then = guard_copy(work->guard, first, error))))
		return FALSE;
	while (wants_more(options, work->routes->passes)) {
		if (!do_pass(work, options, error))
			return FALSE;
		if (work->guard && guard_is_stuck(work->guard))
			return TRUE;
	}
	if (!probe_bisections(work->graph, work->routes, probe_patterns(work->graph), &after.bandwidth, error))
		return FALSE;
	after.efi = routes_efi(work->graph, work->routes);
	gboolean weighted = work->graph->slowness || work->graph->ignored; /* which the highest load does not know of */
	gboolean better = after.bandwidth >= before.bandwidth ||
			  (!weighted && after.bandwidth >= LEAST_BANDWIDTH * before.bandwidth &&
			   route_score(work->graph, &after, &before) >= 1);
	if (!options->passes && !better) {
		routes_swap(work->routes, first);
		if (then)
			guard_take_over(work->guard, then, work->routes);
	}
	return TRUE;
}

/* Fills in `work` for these routes, on the balance of options->guard or `balance`. FALSE with SSSP_ERROR_MEMORY. */
static gboolean begin(Work *work, const Graph *graph, const PssspOptions *options, Balance *balance, Routes *routes,
		      GError **error)
{
	*work = (Work){.graph = graph, .hops = options->hops, .routes = routes, .guard = options->guard};
	if (work->guard)
		balance = work->guard->balance;
	if (!balance || !(work->run = balance_run_new(balance, error)))
		return FALSE;
	balance_run_lead(work->run, options->lead);
	work->targets = g_try_new(guint32, graph->n_dests + 1);
	return work->targets || sssp_error_memory(error, "destinations", graph->n_dests * sizeof *work->targets);
}

static void work_clear(Work *work)
{
	balance_run_free(work->run);
	g_free(work->targets);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Work, work_clear)

gboolean psssp_compute(const Graph *graph, const PssspOptions *options, Routes *routes, GError **error)
{
	g_autoptr(Balance) own = options->guard ? NULL : balance_new(graph, error);
	g_auto(Work) work = {0};
	if (!begin(&work, graph, options, own, routes, error))
		return FALSE;
	list_targets(&work);
	if (!do_pass(&work, options, error))
		return FALSE;
	if (options->guard && guard_is_stuck(options->guard))
		return TRUE;
	if (!wants_more(options, routes->passes) || (!options->passes && is_even(&work, options)))
		return TRUE;
	return improve(&work, options, error);
}

gboolean psssp_serve_rest(const Graph *graph, const guint8 *hops, Routes *routes, GError **error)
{
	g_autoptr(Balance) balance = balance_new(graph, error);
	g_auto(Work) work = {0};
	if (!begin(&work, graph, &(PssspOptions){.hops = hops}, balance, routes, error))
		return FALSE;
	work.rest = TRUE;
	balance_recall(balance, routes);
	list_targets(&work);
	return route_all(&work, FALSE, error);
}

gboolean psssp_fit(const Graph *graph, Guard *guard, guint passes, Routes *routes, GError **error)
{
	g_auto(Work) work = {0};
	if (!begin(&work, graph, &(PssspOptions){.guard = guard}, NULL, routes, error))
		return FALSE;
	balance_recall(guard->balance, routes);
	for (guint i = 0; i <= passes && !guard_is_stuck(guard); i++) {
		work.only_unfit = i == 0;
		work.n_targets = 0;
		list_targets(&work);
		if ((i && !guard_prune(guard, routes, error)) || !route_all(&work, TRUE, error))
			return FALSE;
	}
	return TRUE;
}

static gboolean compute(const Graph *graph, guint passes, Routes *routes, GError **error)
{
	return psssp_compute(graph, &(PssspOptions){.passes = passes}, routes, error) &&
	       psssp_serve_rest(graph, NULL, routes, error);
}

const RouteEngine engine_psssp = {
	.name = "psssp",
	.summary = "minimal routes, each destination on the loads of those before it",
	.has_passes = TRUE,
	.compute = compute,
};
