/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Decides which of the entries to a destination that no host's packet uses (free entries, guard_rest.h) may stay as
 * they are, before guard_rest_serve.c finds others for the rest. The routes of hosts are admitted already: guard->deps
 * has their channel dependencies without a cycle, and a topological order of the channels. Entries that hosts' packets
 * use are kept; the others are judged here.
 *
 * With one VL a free entry is legal, and kept, if each dependency of the path that begins with it is in the graph, or
 * ascends in that order and so can be added without a cycle. With several VLs it is kept if its dependencies can be
 * added and the entry of the next switch is kept; where guard_fill() has put other routes in (guard->filled), the first
 * of them has to ascend in the order that the graph began with. All other switches get another entry in
 * guard_rest_serve.c, which asks here first: rest_keep_*() entry by entry, mostly towards hosts, or rest_is_legal() and
 * rest_may_stay() whether a whole row can stay.
 */
#include "core/admit/guard_rest.h"

#include <string.h>

void rest_mark_kept(const Guard *guard, const guint8 *row, guint8 *kept)
{
	const Graph *graph = guard->graph;
	memset(kept, 0, graph->n_switches);
	/* The rest of a path from a marked switch is marked, too. */
	for (guint32 v = 0; v < graph->n_switches; v++)
		for (guint32 w = v, c; graph->hosts[v] && !kept[w]; w = graph->to[c]) {
			c = route_channel(graph, row, w);
			if (c == GRAPH_NONE)
				break;
			kept[w] = 1;
		}
}

gboolean rest_is_connected(const Guard *guard, guint32 v, guint32 target)
{
	return guard->near[(gsize)target * guard->graph->n_switches + v] != GRAPH_FAR;
}

/* Whether a path in a row has more hops than a byte can count: careful_order() does not list its switch. */
static gboolean is_too_long(Guard *guard, guint32 dest, const guint8 *row)
{
	careful_order(guard->careful, dest, row, guard->missing, guard->hops);
	for (guint32 v = 0; v < guard->graph->n_switches; v++)
		if (guard->hops[v] == GRAPH_FAR && rest_is_connected(guard, v, guard->graph->dests[dest].vertex))
			return TRUE;
	return FALSE;
}

gboolean rest_has_all(Guard *guard, guint32 dest, const guint8 *row)
{
	const Graph *graph = guard->graph;
	/* guard->missing is scratch here: the channel of each switch's entry. */
	guint32 target = graph->dests[dest].vertex, *next = guard->missing;
	for (guint32 v = 0; v < graph->n_switches; v++) {
		next[v] = route_channel(graph, row, v);
		if (next[v] == GRAPH_NONE && v != target && rest_is_connected(guard, v, target))
			return FALSE;
	}
	/* A row that leads nowhere would have a cycle of dependencies, which the graph has not. */
	for (guint32 v = 0; v < graph->n_switches; v++) {
		guint32 b = next[v], c = b == GRAPH_NONE ? GRAPH_NONE : next[graph->to[b]];
		if (c != GRAPH_NONE && !dependency_has(guard->deps, b, 0, c))
			return FALSE;
	}
	return !guard->longer[dest] || !is_too_long(guard, dest, row);
}

/*
 * Fills guard->hops with the hops of a row's paths, GRAPH_FAR where the entry does not lead to the destination. Lists
 * the switches that have a path in guard->missing, each after the next switch on its path (so the destination's own
 * switch is number 0, and callers begin with 1), and returns their number. O(switches).
 */
static guint32 order_row(Guard *guard, guint32 dest, const guint8 *row)
{
	const Graph *graph = guard->graph;
	if (guard->longer[dest])
		return careful_order(guard->careful, dest, row, guard->missing, guard->hops);
	memcpy(guard->hops, guard->near + (gsize)graph->dests[dest].vertex * graph->n_switches, graph->n_switches);
	return careful_list(graph, guard->hops, guard->missing);
}

/*
 * With one VL: whether packets over channel b may go on with channel c (GRAPH_NONE: they have arrived). Adds the
 * dependency if it is in the order of the graph.
 */
static gboolean may_go_on(Guard *guard, guint32 b, guint32 c)
{
	return c == GRAPH_NONE || dependency_has(guard->deps, b, 0, c) ||
	       (dependency_ascends(guard->deps, b, c) && dependency_add(guard->deps, b, 0, c));
}

guint32 rest_keep_legal(Guard *guard, const Rest *rest, guint32 dest, const guint8 *row)
{
	const Graph *graph = guard->graph;
	guint32 target = graph->dests[dest].vertex, n = order_row(guard, dest, row), left = 0;
	for (guint32 i = 1; i < n; i++) {
		guint32 v = guard->missing[i];
		if (rest->kept[v])
			continue;
		guint32 b = route_channel(graph, row, v), u = graph->to[b];
		rest->kept[v] = (u == target || rest->kept[u]) && may_go_on(guard, b, route_channel(graph, row, u));
		if (!rest->kept[v])
			rest->list[left++] = v;
	}
	/* Switches whose entry leads nowhere, though cables join them with the destination. */
	for (guint32 v = 0; v < graph->n_switches; v++)
		if (guard->hops[v] == GRAPH_FAR && rest_is_connected(guard, v, target))
			rest->list[left++] = v;
	dependency_keep(guard->deps);
	return left;
}

gboolean rest_keep_fitting(Guard *guard, const Rest *rest, guint32 dest, const guint8 *row)
{
	const Graph *graph = guard->graph;
	DependencyGraph *deps = guard->deps;
	guint32 n = order_row(guard, dest, row);
	gboolean all = TRUE;
	for (guint32 i = 1; i < n; i++) {
		guint32 v = guard->missing[i], mark = dependency_mark(deps);
		if (rest->kept[v])
			continue;
		/* The path goes over b to u, and on over c (GRAPH_NONE: u is the target). */
		guint32 b = route_channel(graph, row, v), u = graph->to[b], c = route_channel(graph, row, u);
		gboolean on =
			c == GRAPH_NONE || (rest->kept[u] && (!guard->filled || dependency_ascends(deps, b, c)) &&
					    dependency_add_hop(deps, b, c, route_channel(graph, row, graph->to[c])));
		gboolean fits = on && dependency_send(deps, b, c); /* for packets that begin at v */
		if (!fits)
			dependency_return(deps, mark);
		rest->kept[v] = fits ? 1 : 0;
		all &= fits;
	}
	dependency_keep(deps);
	return all;
}

gboolean rest_is_legal(Guard *guard, const Rest *rest, guint32 dest, const guint8 *row)
{
	const Graph *graph = guard->graph;
	guint32 target = graph->dests[dest].vertex;
	gboolean fine = row[target] == 0; /* port 0 is the switch itself */
	memset(rest->kept, 0, graph->n_switches);
	/* Here `kept` marks switches whose path was followed, so that each is followed once. */
	for (guint32 v = 0; v < graph->n_switches && fine; v++)
		for (guint32 w = v; fine && w != target && rest->sends[v] && !rest->kept[w];) {
			guint32 b = route_channel(graph, row, w);
			if (b == GRAPH_NONE) {
				fine = !rest_is_connected(guard, w, target);
				break;
			}
			rest->kept[w] = 1;
			w = graph->to[b];
			fine = w == target || may_go_on(guard, b, route_channel(graph, row, w));
		}
	dependency_keep(guard->deps);
	return fine;
}

gboolean rest_may_stay(Guard *guard, const Rest *rest, guint32 dest, const guint8 *row)
{
	return rest_is_legal(guard, rest, dest, row) && !is_too_long(guard, dest, row);
}
