/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Fills in the entries of forwarding tables that no host's packet uses (free entries), so that they close no cycle in
 * the dependency graph, which has the routes of hosts. guard_rest.h has the terms.
 *
 * Free entries are for packets that port 0 of a switch sends to hosts, and for the trees to aggregation nodes and
 * switches. Other LIDs on a switch with hosts take the paths of the first host there, unless their own fit. Most
 * entries need no new dependency; where one closes a cycle, the free entries are chosen anew. Destinations that are
 * left are tried again with more freedom each time:
 *
 *   1. within the order of the graph (serve_all()). First guard_suggest_tree() adds the dependencies of a spanning tree
 *      and so changes the order, unless that is a guide's order (guard.h) that serves all hosts and so is to stay.
 *   2. in such an order that is to stay: entries of hosts make room on paths as short (serve_late()).
 *   3. in such an order: beside a suggested tree (serve_beside_tree()), and then switches may turn against the order.
 *      In a complete order, which has a path for each pair of hosts, paths of hosts get longer before the tree, and no
 *      switch turns (serve_bent()).
 *   4. by all means (rest.last in guard_finish()).
 */
#include "core/admit/guard_rest.h"

#include <string.h>

static gboolean init(Rest *rest, Arena *arena, const Graph *graph, GError **error)
{
	gsize n = graph->n_switches + (gsize)1;
	rest->sends = arena_new_array(arena, guint8, n);
	rest->kept = arena_new_array(arena, guint8, n);
	rest->before = arena_new_array(arena, guint8, n);
	rest->list = arena_new_array(arena, guint32, n);
	rest->left = arena_new_array(arena, guint32, graph->n_dests + (gsize)1);
	return arena_check(arena, "routes to switches", error);
}

/*
 * Copies the routes to guard->hosts_only, and marks the destinations left in guard->unserved, before the last try may
 * make routes of hosts longer: an engine with more lanes can start from these. Does so once. FALSE with
 * SSSP_ERROR_MEMORY.
 */
static gboolean keep_hosts_only(const Guard *guard, const Rest *rest, const Routes *routes, GError **error)
{
	if (!guard->hosts_only || *guard->hosts_only || guard->filled || !rest->n_left)
		return TRUE;
	memset(guard->unserved, 0, guard->graph->n_dests);
	for (guint32 i = 0; i < rest->n_left; i++)
		guard->unserved[rest->left[i]] = 1;
	return (*guard->hosts_only = routes_copy(guard->graph, routes, error)) != NULL;
}

/* Serves the destinations that have paths of their own; rest->left gets those that the order has no room for. */
static void serve_all(Guard *guard, Rest *rest, Routes *routes)
{
	const Graph *graph = guard->graph;
	for (guint32 d = 0; d < graph->n_dests; d++)
		if (!route_follows_host(graph, d) && (!guard->filled || guard->unserved[d]) &&
		    !(guard->among_hosts && guard->among_hosts[d] == GUARD_SERVED) &&
		    (careful_is_over(guard->careful) || !rest_finish_dest(guard, rest, d, routes)))
			rest->left[rest->n_left++] = d;
}

/* Serves the destinations that are left; rest->left keeps those that still are. */
static void serve_left(Guard *guard, Rest *rest, Routes *routes)
{
	guint32 n = rest->n_left;
	rest->n_left = 0;
	for (guint32 i = 0; i < n; i++)
		if (guard_gives_up(guard) || !rest_finish_dest(guard, rest, rest->left[i], routes))
			rest->left[rest->n_left++] = rest->left[i];
}

/* Serves the hosts that are left by rest_serve_late(); rest->left keeps those that still are, and all others. */
static void serve_late(Guard *guard, Rest *rest, gboolean may_bend, Routes *routes)
{
	guint32 n = rest->n_left;
	rest->n_left = 0;
	for (guint32 i = 0; i < n; i++) {
		guint32 d = rest->left[i];
		if (guard_gives_up(guard) || !guard->graph->dests[d].is_host ||
		    !rest_serve_late(guard, rest, d, may_bend, routes))
			rest->left[rest->n_left++] = d;
	}
	guard->n_rerouted_hosts += may_bend ? n - rest->n_left : 0;
}

/*
 * Suggests a spanning tree, for which the order of the graph may change, and serves the destinations that are left
 * beside it. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean serve_beside_tree(Guard *guard, Rest *rest, Routes *routes, GError **error)
{
	guard->deps->keeps_order = FALSE;
	if (!guard_suggest_tree(guard, error))
		return FALSE;
	serve_left(guard, rest, routes);
	return TRUE;
}

/*
 * Serves the destinations that are left in a complete order of the graph, where paths of hosts may get longer for them.
 * Destinations that still have no path are tried beside a suggested spanning tree. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean serve_bent(Guard *guard, Rest *rest, Routes *routes, GError **error)
{
	serve_late(guard, rest, TRUE, routes);
	return !rest->n_left || guard->in_tree || serve_beside_tree(guard, rest, routes, error);
}

/*
 * Serves what can be served without longer paths of hosts. All destinations are tried within the order of the graph
 * first; before that a spanning tree is suggested, which changes the order. Where the guide's order serves all hosts it
 * is to stay (`order_stays`), so there the tree is only suggested for destinations that the order leaves over. With one
 * VL hosts' entries make room for these before that (rest_serve_late()), and after it switches that lack paths may turn
 * against the order (rest->turns). FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean serve_in_order(Guard *guard, Rest *rest, Routes *routes, GError **error)
{
	gboolean suggests = !guard->in_tree && !guard->filled,
		 order_stays = guard->careful->guided && (guard->ordered || !guard->n_careful);
	if (suggests && !order_stays && !guard_suggest_tree(guard, error))
		return FALSE;
	rest->late = order_stays && guard->deps->n_vls == 1;
	serve_all(guard, rest, routes);
	if (rest->late)
		serve_late(guard, rest, FALSE, routes);
	gboolean left_out = rest->late && !suggests; /* by rest_finish_dest() */
	rest->late = FALSE;
	if (left_out)
		serve_left(guard, rest, routes);
	if (!suggests || !order_stays || !rest->n_left || guard->complete)
		return TRUE;
	if (!serve_beside_tree(guard, rest, routes, error))
		return FALSE;
	rest->turns = guard->deps->n_vls == 1;
	guard->careful->avoid = rest->turns ? guard->lacking : NULL;
	if (rest->turns)
		serve_left(guard, rest, routes);
	return TRUE;
}

/* Gives the other LIDs on a switch with hosts the routes of the first host there, unless they have some that fit. */
static void follow_hosts(Guard *guard, Rest *rest, const guint32 *host, Routes *routes)
{
	const Graph *graph = guard->graph;
	for (guint32 d = 0; d < graph->n_dests; d++)
		if (route_follows_host(graph, d) && !rest_can_stay(guard, rest, d, routes_row(routes, d)))
			memcpy(routes_row(routes, d), routes_row(routes, host[graph->dests[d].vertex]),
			       graph->n_switches);
}

gboolean guard_finish(Guard *guard, Routes *routes, GError **error)
{
	const Graph *graph = guard->graph;
	g_autoptr(Arena) arena = arena_new();
	g_autofree guint32 *host = routes_first_hosts(graph, error);
	Rest rest = {.n_left = 0};
	if (!host || !init(&rest, arena, graph, error))
		return FALSE;
	memset(guard->lacking, 0, graph->n_switches);
	if (!serve_in_order(guard, &rest, routes, error) || !keep_hosts_only(guard, &rest, routes, error))
		return FALSE;
	if (guard->complete && !serve_bent(guard, &rest, routes, error))
		return FALSE;
	guard->careful->guided |= guard->filled;
	guard->deps->keeps_order = FALSE;
	rest.last = TRUE;
	gboolean on = !guard->n_failed;
	for (guint32 i = 0; i < rest.n_left && on && !guard_gives_up(guard); i++)
		on = rest_finish_dest(guard, &rest, rest.left[i], routes) || guard_leave_out(guard, rest.left[i]);
	guard->careful->avoid = NULL;
	follow_hosts(guard, &rest, host, routes);
	return TRUE;
}
