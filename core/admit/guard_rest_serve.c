/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses, for one destination, the entries that no host's packet uses (free entries, guard_rest.h), so that they close
 * no cycle in the dependency graph beside the routes of hosts. Free entries are for packets that switches send
 * themselves, and for all packets to management ports and aggregation nodes. Entries that fit as they are stay
 * (guard_rest_fit.c). The others get a path whose channels ascend in the graph's topological order. guard_rest.c calls
 * this for several tries, each of which may do more: change that order, give hosts other paths as short or longer ones
 * to make room (rest_serve_late()), and in the last try use the paths of a spanning tree.
 */
#include "core/admit/guard_rest.h"

#include <string.h>

/*
 * Chooses paths with care from all switches that send. If that makes paths of more hosts longer, it is undone, and the
 * entries of hosts (`kept`) stay, except for neighbours that take other channels for switches without a path. If that
 * fails, too, hosts get longer paths. FALSE: some switch has no path.
 */
static gboolean route_anew(Guard *guard, Rest *rest, guint32 dest, const guint8 *kept, Routes *routes)
{
	const Graph *graph = guard->graph;
	guint8 *row = routes_row(routes, dest);
	guint32 mark = dependency_mark(guard->deps);
	guint64 then = routes_nonminimal_to(graph, routes, guard->near, dest);
	memcpy(rest->before, row, graph->n_switches);
	gboolean fine = careful_route(guard->careful, dest, rest->sends, NULL, TRUE, row);
	if (fine && routes_nonminimal_to(graph, routes, guard->near, dest) <= then)
		return TRUE;
	dependency_return(guard->deps, mark);
	memcpy(row, rest->before, graph->n_switches);
	return careful_route(guard->careful, dest, rest->sends, kept, TRUE, row) ||
	       (fine && careful_route(guard->careful, dest, rest->sends, NULL, TRUE, row));
}

/*
 * Chooses paths to a destination anew, those of hosts as well (`kept`; NULL: there are none, and serve() has tried with
 * care): with care, or else beside the spanning tree's paths of some switches, or by these alone. FALSE: none serves.
 */
static gboolean serve_anew(Guard *guard, Rest *rest, guint32 dest, const guint8 *kept, Routes *routes)
{
	guint8 *row = routes_row(routes, dest);
	guard_count_row(guard, dest, -1, routes);
	gboolean fine = (kept && route_anew(guard, rest, dest, kept, routes)) ||
			guard_route_with_tree(guard, dest, rest->sends, row) ||
			guard_take_tree(guard, dest, rest->sends, row);
	if (fine)
		guard_count_row(guard, dest, 1, routes);
	guard->n_rerouted_hosts += guard->graph->dests[dest].is_host;
	return fine;
}

/*
 * With one VL: chooses all entries of a destination, none of which is a host's: each path begins with the last channel
 * in the order that is possible, so that a switch is served wherever some path within the order leads. FALSE, with the
 * row as before: a switch that sends is not served.
 */
static gboolean serve_latest(Guard *guard, Rest *rest, guint32 dest, guint8 *row)
{
	const Graph *graph = guard->graph;
	guint32 target = graph->dests[dest].vertex, n = 0;
	for (guint32 v = 0; v < graph->n_switches; v++)
		if (rest->sends[v] && v != target && rest_is_connected(guard, v, target))
			rest->list[n++] = v;
	memcpy(rest->before, row, graph->n_switches);
	memset(row, ROUTE_NONE, graph->n_switches);
	memset(rest->kept, 0, graph->n_switches);
	row[target] = 0;
	guard_make_room(guard, target, TRUE, rest->kept, rest->list, n, row);
	if (rest_is_legal(guard, rest, dest, row) &&
	    careful_route(guard->careful, dest, rest->sends, rest->kept, FALSE, row))
		return TRUE;
	memcpy(row, rest->before, graph->n_switches);
	return FALSE;
}

/* With several VLs: chooses the free entries, and has entries of hosts make room. FALSE: some switch has no path. */
static gboolean repair_kept(Guard *guard, Rest *rest, guint32 dest, const guint8 *kept, Routes *routes)
{
	if (guard->deps->n_vls == 1)
		return FALSE;
	guard_count_row(guard, dest, -1, routes);
	gboolean fine = careful_route(guard->careful, dest, rest->sends, kept, TRUE, routes_row(routes, dest));
	guard_count_row(guard, dest, 1, routes);
	guard->n_rerouted_hosts += fine ? 1 : 0;
	return fine;
}

/*
 * Chooses the free entries of a destination, which `kept` does not mark (NULL: all are free), within the order of the
 * graph; with one VL only where all are free, as attach() has tried entries beside kept ones. In the last try the
 * spanning tree serves where the destination is no host; else the order may change, and then hosts' paths as well,
 * unless guard_fill() put those in on one VL. FALSE: a switch that sends has no path.
 */
static gboolean serve(Guard *guard, Rest *rest, guint32 dest, const guint8 *kept, Routes *routes)
{
	guint8 *row = routes_row(routes, dest);
	gboolean one_vl = guard->deps->n_vls == 1, fine = FALSE;
	guard->careful->free_only = TRUE;
	if (!kept || !one_vl)
		fine = careful_route(guard->careful, dest, rest->sends, kept, FALSE, row) ||
		       (one_vl && serve_latest(guard, rest, dest, row));
	guard->careful->free_only = FALSE;
	if (!fine && rest->last)
		fine = (!kept && guard_take_tree(guard, dest, rest->sends, row)) ||
		       careful_route(guard->careful, dest, rest->sends, kept, !kept, row) ||
		       (guard->filled ? kept && repair_kept(guard, rest, dest, kept, routes)
				      : serve_anew(guard, rest, dest, kept, routes));
	dependency_keep(guard->deps);
	return fine;
}

/*
 * With one VL: gives the switches rest->list[n] entries beside those of hosts, which may change to others as short
 * where rest->turns says so. FALSE, with all as before: one of them finds none.
 */
static gboolean attach(Guard *guard, Rest *rest, guint32 dest, guint32 n, Routes *routes)
{
	gboolean anew = rest->turns || rest->last || guard->filled;
	guint8 *row = routes_row(routes, dest);
	if (!rest->turns)
		return careful_attach(guard->careful, dest, guard->hops, anew, rest->list, n, row);
	memcpy(guard->kept, guard->hops, guard->graph->n_switches);
	guard_count_row(guard, dest, -1, routes);
	gboolean fine = careful_attach(guard->careful, dest, guard->kept, anew, rest->list, n, row);
	guard_count_row(guard, dest, 1, routes);
	return fine;
}

/*
 * With one VL, where all other routes are in the graph (guard->filled): gives only those switches other entries,
 * towards a destination that is no host, whose entries close a cycle. FALSE, with all as before, where that cannot be.
 */
static gboolean repair(Guard *guard, Rest *rest, guint32 dest, Routes *routes)
{
	if (guard->deps->n_vls > 1 || !guard->filled)
		return FALSE;
	memset(rest->kept, 0, guard->graph->n_switches);
	guint32 n = rest_keep_legal(guard, rest, dest, routes_row(routes, dest));
	return attach(guard, rest, dest, n, routes);
}

gboolean rest_can_stay(Guard *guard, Rest *rest, guint32 dest, const guint8 *row)
{
	if (guard->deps->n_vls > 1 || !guard->filled)
		return FALSE;
	guard_senders(guard->graph, dest, rest->sends);
	return rest_is_legal(guard, rest, dest, row);
}

gboolean rest_finish_dest(Guard *guard, Rest *rest, guint32 dest, Routes *routes)
{
	const Graph *graph = guard->graph;
	guint8 *row = routes_row(routes, dest);
	gboolean one_vl = guard->deps->n_vls == 1;
	if (one_vl && graph->dests[dest].is_host && rest_has_all(guard, dest, row))
		return TRUE;
	guard_senders(graph, dest, rest->sends);
	if (!graph->dests[dest].is_host)
		return (one_vl && rest_is_legal(guard, rest, dest, row)) || repair(guard, rest, dest, routes) ||
		       serve(guard, rest, dest, NULL, routes);
	rest_mark_kept(guard, row, rest->kept);
	if (one_vl) {
		guint32 n = rest_keep_legal(guard, rest, dest, row);
		if (!n || attach(guard, rest, dest, n, routes))
			return TRUE;
		if (rest->late || (rest->turns && !rest->last))
			return FALSE;
		rest_mark_kept(guard, row, rest->kept);
	} else if (rest_keep_fitting(guard, rest, dest, row))
		return TRUE;
	return serve(guard, rest, dest, rest->kept, routes);
}

gboolean rest_serve_late(Guard *guard, Rest *rest, guint32 dest, gboolean may_bend, Routes *routes)
{
	const Graph *graph = guard->graph;
	guint8 *row = routes_row(routes, dest);
	guint32 target = graph->dests[dest].vertex;
	guint64 then = routes_nonminimal_to(graph, routes, guard->near, dest);
	memcpy(rest->before, row, graph->n_switches);
	guard_senders(graph, dest, rest->sends);
	guard_count_row(guard, dest, -1, routes);
	rest_mark_kept(guard, row, rest->kept);
	guint32 n = rest_keep_legal(guard, rest, dest, row);
	guard_make_room(guard, target, may_bend, rest->kept, rest->list, n, row);
	for (guint32 i = 0; i < n; i++)
		if (!rest->kept[rest->list[i]])
			guard->lacking[rest->list[i]] = 1;
	gboolean bends = !may_bend && routes_nonminimal_to(graph, routes, guard->near, dest) > then;
	gboolean fine = !bends && rest_may_stay(guard, rest, dest, row);
	memcpy(rest->sends, guard->sends, graph->n_switches);
	if (bends || (!fine && !rest_may_stay(guard, rest, dest, row)))
		memcpy(row, rest->before, graph->n_switches);
	guard->longer[dest] = 1; /* maybe: paths are followed from now on */
	guard_count_row(guard, dest, 1, routes);
	return fine;
}
