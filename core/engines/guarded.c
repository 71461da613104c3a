/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes the routes of P-SSSP (the default engine: minimal routes balanced by load) so that no channel dependency
 * closes a cycle. Every route enters a dependency graph, which refuses what would close one (Guard). Hosts are routed
 * first (psssp_compute()), all other destinations beside them (guard_finish()).
 *
 * Without options->trees there is one attempt. With options->trees there are up to two, each beside a spanning tree.
 * The tree enters the dependency graph before any route, so that its paths can serve pairs that find no other. The tree
 * of the first attempt joins all hosts. Where pairs are left all the same, the tree of the second attempt joins all
 * switches; pairs that are left then are too far apart, which is an error. At the limit of looks (options->most_looks)
 * attempts end without an error. guarded_serve_rest() starts from finished routes of hosts and routes the other
 * destinations.
 */
#include "core/engines/guarded.h"

#include "core/base/error.h"
#include "core/engines/psssp.h"
#include "core/graph/spanning_tree.h"

typedef enum { NO_TREE, TREE_OF_HOSTS, TREE_OF_ALL } TreeKind;

/* Returns a tree of this kind (TREE_OF_HOSTS, TREE_OF_ALL), [n_channels]. NULL with SSSP_ERROR_MEMORY. */
static guint8 *make_tree(const Graph *graph, const guint32 *place, TreeKind kind, GError **error)
{
	gboolean all = kind == TREE_OF_ALL;
	g_autofree guint8 *wanted = g_try_malloc((gsize)graph->n_switches + 1);
	if (!wanted)
		return sssp_error_memory_null(error, "a spanning tree", graph->n_switches);
	for (guint32 v = 0; v < graph->n_switches; v++)
		wanted[v] = all || graph->hosts[v];
	return spanning_tree_ascending_marks(graph, place, wanted, all, error);
}

GuardedTally guarded_tally(const Guard *guard)
{
	return (GuardedTally){.complete = !guard_is_stuck(guard),
			      .given_up = guard->given_up,
			      .n_careful = guard->n_careful,
			      .n_failed = guard->n_failed,
			      .n_failed_others = guard->n_failed_others,
			      .n_rerouted_hosts = guard->n_rerouted_hosts,
			      .refused = guard->deps->n_refused,
			      .looks = careful_looks(guard->careful)};
}

PortVls *guarded_port_vls(const Graph *graph, const DependencyGraph *deps, GError **error)
{
	PortVls *vls = port_vls_new(graph, deps->n_vls, error);
	if (vls)
		dependency_read_vls(deps, vls);
	return vls;
}

/* Computes the routes once, beside a tree of this kind. FALSE with SSSP_ERROR_MEMORY. */
static gboolean attempt(Guard *guard, const GuardedOptions *options, TreeKind kind, Routes *routes, GuardedTally *tally,
			GError **error)
{
	const guint32 *place = options->place ? options->place : guard->by_number;
	g_autofree guint8 *in_tree = kind == NO_TREE ? NULL : make_tree(guard->graph, place, kind, error);
	PssspOptions psssp = {
		.passes = options->passes, .guard = guard, .levels = options->levels, .guided = options->guided};
	if (kind != NO_TREE && !in_tree)
		return FALSE;
	routes_clear(guard->graph, routes);
	balance_recall(guard->balance, routes);
	guard_begin(guard, options->place, options->rank, in_tree ? in_tree : options->tree);
	if (!psssp_compute(guard->graph, &psssp, routes, error))
		return FALSE;
	guard->hosts_only = options->hosts_only;
	guard->unserved = options->unserved; /* guard_finish() fills it; other functions would read it */
	if (!guard_is_stuck(guard) && !guard_finish(guard, routes, error))
		return FALSE;
	guard->unserved = NULL;
	*tally = guarded_tally(guard);
	return TRUE;
}

gboolean guarded_compute(const Graph *graph, const guint8 *hops, const GuardedOptions *options, Routes *routes,
			 GuardedTally *tally, PortVls **vls, GError **error)
{
	g_autoptr(Balance) balance = balance_new(graph, error);
	g_autoptr(Guard) guard = balance ? guard_new(balance, hops, options->n_vls, error) : NULL;
	if (vls)
		*vls = NULL;
	if (!guard)
		return FALSE;
	guard->careful->most = options->most_looks;
	guard->tree_vl = options->tree_vl;
	guard->ordered = options->ordered;
	guard->complete = options->complete;
	for (TreeKind kind = options->trees ? TREE_OF_HOSTS : NO_TREE; kind <= TREE_OF_ALL; kind++) {
		if (!attempt(guard, options, kind, routes, tally, error))
			return FALSE;
		if (tally->complete && options->n_vls > 1)
			return (*vls = guarded_port_vls(graph, guard->deps, error)) != NULL;
		if (tally->complete || careful_is_over(guard->careful) || !options->trees)
			return TRUE;
	}
	return sssp_error_set(error, SSSP_ERROR_LANES,
			      "on so few lanes some paths lead over switches that are more than %d hops away",
			      GRAPH_FAR - 1);
}

gboolean guarded_serve_rest(const Graph *graph, const guint8 *hops, const GuardedOptions *options, Routes *routes,
			    GuardedTally *tally, PortVls **vls, GError **error)
{
	GError *failure = NULL;
	g_autoptr(Balance) balance = balance_new(graph, error);
	g_autoptr(Guard) guard = balance ? guard_new(balance, hops, options->n_vls, error) : NULL;
	if (vls)
		*vls = NULL;
	if (!guard)
		return FALSE;
	guard->careful->most = options->most_looks;
	guard->unserved = options->unserved;
	balance_recall(balance, routes);
	guard_begin(guard, options->place, NULL, NULL);
	gboolean fine = guard_fill(guard, options->used, routes, &failure) && guard_finish(guard, routes, &failure);
	*tally = guarded_tally(guard);
	tally->complete &= fine;
	/* guard_fill() has put the finished routes on the highest VL; switches have them on the lowest. */
	if (tally->complete && options->n_vls > 1 && (*vls = guarded_port_vls(graph, guard->deps, &failure)))
		port_vls_reverse(graph, *vls);
	return sssp_error_pass(error, failure);
}
