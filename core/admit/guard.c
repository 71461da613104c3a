/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Admits the tree that P-SSSP chose for a destination, the routes to it, to the dependency graph, so that no cycle
 * closes there. As a rule the graph has all dependencies of the tree, and one bit is read for each switch that packets
 * cross. Where the tree would close a cycle, the destination gets other routes: within the order of the graph first, if
 * that is to be kept; then with care, hop by hop (careful.h), where the order may change; then along a spanning tree
 * that is in the graph already. In a later pass it gets its old routes back where the new ones are longer for more
 * pairs.
 */
#include "core/admit/guard.h"

#include "core/base/error.h"

#include <string.h>

Guard *guard_new(Balance *balance, const guint8 *near, guint n_vls, GError **error)
{
	const Graph *graph = balance->graph;
	g_autoptr(Guard) guard = g_new0(Guard, 1);
	gsize n = graph->n_switches + (gsize)1;
	Arena *arena = guard->arena = arena_new();
	guard->graph = graph;
	guard->balance = balance;
	guard->near = near;
	guard->sends = arena_new_array(arena, guint8, n);
	guard->longer = arena_new_array0(arena, guint8, graph->n_dests + (gsize)1);
	guard->unfit = arena_new_array0(arena, guint8, graph->n_dests + (gsize)1);
	guard->lacking = arena_new_array0(arena, guint8, n);
	guard->row = arena_new_array(arena, guint8, n);
	guard->hops = arena_new_array(arena, guint8, n);
	guard->kept = arena_new_array(arena, guint8, n);
	guard->tree_row = arena_new_array(arena, guint8, n);
	guard->tree_room = arena_new_array(arena, guint8, graph->n_channels + (gsize)1);
	guard->room.by_place = arena_new_array(arena, guint32, graph->n_channels + (gsize)1);
	guard->room.latest = arena_new_array(arena, guint32, n);
	guard->room.as_short = arena_new_array(arena, guint8, n);
	guard->missing = arena_new_array(arena, guint32, n);
	guard->by_number = arena_new_array(arena, guint32, graph->n_channels + (gsize)1);
	if (!arena_check(arena, "routes without a cycle", error) || !(guard->turns = cdg_turns_new(graph, error)) ||
	    !(guard->deps = dependency_new(guard->turns, n_vls, error)) ||
	    !(guard->careful = careful_new(balance, guard->deps, error)))
		return NULL;
	for (guint32 v = 0; v < graph->n_switches; v++)
		guard->sends[v] = graph->hosts[v] > 0;
	for (guint32 c = 0; c < graph->n_channels; c++)
		guard->by_number[c] = c;
	return g_steal_pointer(&guard);
}

void guard_free(Guard *guard)
{
	if (!guard)
		return;
	careful_free(guard->careful);
	dependency_free(guard->deps);
	cdg_turns_free(guard->turns);
	arena_free(guard->arena);
	g_free(guard);
}

void guard_take_over(Guard *guard, const Guard *from, const Routes *routes)
{
	dependency_copy(guard->deps, from->deps);
	memcpy(guard->longer, from->longer, guard->graph->n_dests);
	memcpy(guard->unfit, from->unfit, guard->graph->n_dests);
	balance_recall(guard->balance, routes);
}

Guard *guard_copy(const Guard *guard, const Routes *routes, GError **error)
{
	Guard *copy = guard_new(guard->balance, guard->near, guard->deps->n_vls, error);
	if (copy)
		guard_take_over(copy, guard, routes);
	return copy;
}

void guard_guide(Guard *guard, BalanceRun *run, gboolean guided)
{
	guard->careful->guided = guided;
	balance_run_guide(run, guided && guard->deps->n_vls == 1 ? guard->deps : NULL, guard->rank);
}

/* ---- a tree that was chosen freely */

/* With one VL: adds the dependencies that the graph lacks, from the destination outward. FALSE: one closes a cycle. */
static gboolean admit_one(Guard *guard, const BalanceTree *tree)
{
	const Bfs *bfs = tree->bfs;
	guint32 n = 0;
	for (guint32 i = bfs->n_reached; i-- > 1;) {
		guint32 p = bfs->to[tree->taken[i]];
		if (tree->flow[i] && p &&
		    !dependency_has(guard->deps, bfs->channel[tree->taken[i]], 0, bfs->channel[tree->taken[p]]))
			guard->missing[n++] = i;
	}
	while (n--) {
		guint32 k = tree->taken[guard->missing[n]];
		if (!dependency_add(guard->deps, bfs->channel[k], 0, bfs->channel[tree->taken[bfs->to[k]]]))
			return FALSE;
	}
	return TRUE;
}

/*
 * With several VLs: adds, for each switch that hosts' packets cross, the dependencies of the packets that come through
 * it and of those that it sends itself, be it only from port 0. FALSE: one closes a cycle.
 */
static gboolean admit_all(Guard *guard, const BalanceTree *tree)
{
	const Bfs *bfs = tree->bfs;
	for (guint32 i = 1; i < bfs->n_reached; i++) {
		guint32 b = bfs->channel[tree->taken[i]], p = bfs->to[tree->taken[i]], c = GRAPH_NONE;
		if (!tree->flow[i])
			continue;
		if (p) {
			guint32 q = bfs->to[tree->taken[p]];
			c = bfs->channel[tree->taken[p]];
			if (!dependency_add_hop(guard->deps, b, c, q ? bfs->channel[tree->taken[q]] : GRAPH_NONE))
				return FALSE;
		}
		if (!dependency_send(guard->deps, b, c))
			return FALSE;
	}
	return TRUE;
}

/* TRUE: the tree's dependencies are in the graph. FALSE: one closes a cycle, and the graph is as before. */
static gboolean admit(Guard *guard, const BalanceTree *tree)
{
	if (guard->deps->n_vls > 1 ? admit_all(guard, tree) : admit_one(guard, tree)) {
		dependency_keep(guard->deps);
		return TRUE;
	}
	dependency_return(guard->deps, 0);
	return FALSE;
}

/* ---- with care */

/* Counts hosts whose path has more hops (hops[n_switches]) than the minimal one. */
static guint64 longer_by_hops(const Guard *guard, const Bfs *bfs, const guint8 *hops)
{
	guint64 pairs = 0;
	for (guint32 i = 0; i < bfs->n_reached; i++) {
		guint32 v = bfs->order[i];
		pairs += hops[v] > bfs->hops[v] ? guard->graph->hosts[v] : 0;
	}
	return pairs;
}

/* Counts hosts whose path in row[n_switches] has more hops than the minimal one. Changes guard->hops. */
static guint64 count_longer_hosts(Guard *guard, const Bfs *bfs, guint32 dest, const guint8 *row)
{
	careful_order(guard->careful, dest, row, guard->careful->order, guard->hops);
	return longer_by_hops(guard, bfs, guard->hops);
}

guint32 guard_count_row(Guard *guard, guint32 dest, gint sign, Routes *routes)
{
	guint32 *order = guard->missing;
	guint32 n = careful_order(guard->careful, dest, routes_row(routes, dest), order, guard->hops);
	balance_count_order(guard->graph, order, n, guard->balance, dest, sign, routes);
	return n;
}

/* Adds (sign 1) a row's routes to the loads, or takes them away (-1). Also sets guard->longer of the destination. */
static void count_row(Guard *guard, const Bfs *bfs, guint32 dest, gint sign, Routes *routes)
{
	guint32 n = guard_count_row(guard, dest, sign, routes);
	guard->longer[dest] = n != bfs->n_reached || memcmp(guard->hops, bfs->hops, guard->graph->n_switches) != 0;
}

/* Switches that may take the spanning tree's path before the whole destination does, as each costs a search. */
#define TREE_ROUNDS 64

/* Channels that all these searches may look at: large fabrics cannot have a search for every switch. */
#define TREE_LOOKS (G_GUINT64_CONSTANT(1) << 32)

/*
 * Whenever a switch finds no path, it and all switches along the spanning tree's path from it take that path, and the
 * others are routed again. Gives up after TREE_ROUNDS of these, or TREE_LOOKS in all.
 */
gboolean guard_route_with_tree(Guard *guard, guint32 dest, const guint8 *sends, guint8 *row)
{
	const Graph *graph = guard->graph;
	guint32 target = graph->dests[dest].vertex;
	if (!guard->in_tree || !guard_take_tree(guard, dest, sends, guard->tree_row))
		return FALSE;
	memset(guard->kept, 0, graph->n_switches);
	for (guint i = 0; i < TREE_ROUNDS && guard->tree_looks < TREE_LOOKS && !careful_is_over(guard->careful); i++) {
		guint64 looks = careful_looks(guard->careful);
		for (guint32 v = guard->careful->order[0]; v != target && !guard->kept[v];
		     v = graph->to[route_channel(graph, row, v)]) {
			guard->kept[v] = 1;
			row[v] = guard->tree_row[v];
		}
		gboolean fine = careful_route(guard->careful, dest, sends, guard->kept, TRUE, row);
		guard->tree_looks += graph->n_channels + careful_looks(guard->careful) - looks;
		if (fine)
			return TRUE;
	}
	return FALSE;
}

/*
 * Routes within the order of the graph. With one VL and an order that is to be kept, the tree that P-SSSP chose, in the
 * row, is made to fit; else the destination is routed with care. FALSE, with the graph as before, if a switch finds no
 * path so, or if more than `allowed` hosts get a path longer than minimal.
 */
static gboolean route_in_order(Guard *guard, const Bfs *bfs, guint32 dest, guint64 allowed, guint8 *row)
{
	gboolean fits_tree = guard->ordered && guard->deps->n_vls == 1;
	guard->deps->keeps_order = TRUE;
	gboolean fine = fits_tree ? guard_fit_tree(guard, bfs, dest, row)
				  : careful_route(guard->careful, dest, guard->sends, NULL, FALSE, row);
	guard->deps->keeps_order = guard->ordered;
	guint64 longer = fine ? longer_by_hops(guard, bfs, fits_tree ? guard->hops : guard->careful->hops) : 0;
	if (fine && longer <= allowed) {
		guard->n_longer += longer;
		return TRUE;
	}
	dependency_return(guard->deps, 0);
	return FALSE;
}

/*
 * An order that is to be kept is poor when more than one path in FEW_LONGER is longer than minimal. SOME_DESTS is added
 * to the number of destinations, so that a few bad ones at the beginning do not tell.
 */
#define FEW_LONGER 32
#define SOME_DESTS 32

static gboolean is_poor_order(const Guard *guard)
{
	return guard->ordered && !guard->complete &&
	       guard->n_longer * FEW_LONGER > (guint64)guard->graph->n_hosts * (guard->n_routed + SOME_DESTS);
}

/*
 * Routes with care, and lets the graph search for another order where the present one leaves no channel. FALSE if a
 * switch finds no path, or if more than `allowed` hosts get one longer than minimal; what was added is still in the
 * graph then. `first`: the destination has no routes yet, so neighbours may change channels and the tree may help.
 */
static gboolean route_with_searches(Guard *guard, const Bfs *bfs, guint32 dest, gboolean first, guint64 allowed,
				    guint8 *row)
{
	guint32 target = guard->graph->dests[dest].vertex;
	guard->deps->keeps_order = FALSE;
	gboolean fine = careful_route(guard->careful, dest, guard->sends, NULL, first, row) ||
			(first && guard_route_with_tree(guard, dest, guard->sends, row));
	guard->deps->keeps_order = guard->ordered;
	guard->longer_there = fine ? count_longer_hosts(guard, bfs, dest, row) : 0;
	guard->n_longer += first ? guard->longer_there : 0;
	fine = fine && guard->longer_there <= allowed;
	guard->searched = fine ? target : GRAPH_NONE;
	return fine;
}

/*
 * Routes a destination with care; to be called while no row of the run is open. `old`: the row that the destination
 * had, NULL: none; `longer`: some of its paths are longer than minimal. TRUE: row[] is filled with new routes, with the
 * old ones if the new ones are worse, or by the spanning tree. FALSE: there are no old ones and the tree does not
 * serve.
 *
 * When another destination at the same switch was just routed with searches, the order that they left is tried first.
 */
static gboolean route_with_care(Guard *guard, const Bfs *bfs, guint32 dest, const guint8 *old, gboolean longer,
				guint8 *row)
{
	guint64 allowed = !old ? G_MAXUINT64 : longer ? count_longer_hosts(guard, bfs, dest, old) : 0;
	gboolean searched = guard->searched == guard->graph->dests[dest].vertex;
	guard->n_careful++;
	if (((guard->ordered || searched) &&
	     route_in_order(guard, bfs, dest, searched ? MIN(allowed, guard->longer_there) : allowed, row)) ||
	    (!(guard->ordered && old) && route_with_searches(guard, bfs, dest, !old, allowed, row))) {
		dependency_keep(guard->deps);
		return TRUE;
	}
	dependency_return(guard->deps, 0);
	if (old)
		memcpy(row, old, guard->graph->n_switches);
	return old || guard_take_tree(guard, dest, guard->sends, row);
}

gboolean guard_gives_up(Guard *guard)
{
	guard->given_up |= careful_is_over(guard->careful) || is_poor_order(guard);
	return guard->given_up;
}

gboolean guard_route(Guard *guard, BalanceRun *run, const Bfs *bfs, guint32 dest, gboolean again, Routes *routes)
{
	guint8 *row = routes_row(routes, dest);
	gboolean longer = guard->longer[dest], legal = again && !guard->unfit[dest];
	if (again)
		memcpy(guard->row, row, guard->graph->n_switches);
	if (again && longer) {
		balance_run_end(run, routes);
		count_row(guard, bfs, dest, -1, routes);
		balance_run_begin(run, bfs, TRUE);
	}
	balance_run_route(run, dest, again && !longer, routes);
	guard->n_routed++;
	BalanceTree tree = balance_run_tree(run);
	guard->longer[dest] = guard->unfit[dest] = 0;
	if (admit(guard, &tree))
		return TRUE;
	balance_run_take_back(run);
	balance_run_end(run, routes);
	if (guard_gives_up(guard)) {
		balance_run_begin(run, bfs, TRUE);
		return FALSE;
	}
	guard->careful->bfs = bfs;
	gboolean fine = route_with_care(guard, bfs, dest, legal ? guard->row : NULL, longer, row);
	guard->careful->bfs = NULL;
	if (fine)
		count_row(guard, bfs, dest, 1, routes);
	else
		memset(row, ROUTE_NONE, guard->graph->n_switches);
	guard->n_failed += !fine;
	guard->unfit[dest] = !fine;
	balance_run_begin(run, bfs, TRUE);
	return fine;
}
