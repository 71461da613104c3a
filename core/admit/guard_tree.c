/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Puts a spanning tree of the switches into the dependency graph, so that paths along it can be taken later without a
 * cycle. guard_begin() empties the graph and adds the tree whose paths guard_take_tree() gives to destinations that
 * find no others. guard_suggest_tree() adds dependencies along another tree, whose paths mostly ascend in an order of
 * the channels (guard->place), as far as they close no cycle: a path can follow that tree where the order allows none.
 */
#include "core/admit/guard.h"

#include "core/graph/spanning_tree.h"

#include <string.h>

/*
 * Adds the dependencies of channel b on channel c, which begins where b ends, as far as they close no cycle: those of
 * packets that b's switch sends itself, and with several VLs those of packets that come to b in a state with a VL. The
 * state (b, c) gets the VL `vl` if it has none, or VL 0 where c lacks that lane. All is final (dependency_keep()).
 */
static void suggest(Guard *guard, guint32 b, guint32 c, guint vl)
{
	const Graph *graph = guard->graph;
	DependencyGraph *deps = guard->deps;
	guint32 v = graph->from[b];
	if (dependency_sent_vl(deps, b) == DEPENDENCY_NO_VL)
		dependency_set_sent(deps, b, 0);
	if (dependency_state_vl(deps, b, c) == DEPENDENCY_NO_VL)
		dependency_set_state(deps, b, c, graph_has_lane(graph, c, vl) ? vl : 0);
	dependency_add(deps, b, dependency_sent_vl(deps, b), c);
	for (guint32 k = graph->first[v]; deps->n_vls > 1 && k < graph->first[v + 1]; k++) {
		guint before = dependency_state_vl(deps, graph->reverse[k], b);
		if (k != b && before != DEPENDENCY_NO_VL)
			dependency_add(deps, b, before, c);
	}
	dependency_keep(deps);
}

/*
 * Adds the dependencies of guard->in_tree: all pairs of its channels at a switch, but for those that turn back. A
 * channel to a leaf of the tree is first in no pair, so all VLs of packets that switches send themselves are set first.
 */
static void add_tree(Guard *guard)
{
	const Graph *graph = guard->graph;
	guint rounds = guard->deps->n_vls > 1 ? 2 : 1; /* suggest() needs the VLs of states, which round 1 sets */
	for (guint32 b = 0; b < graph->n_channels; b++)
		if (guard->in_tree[b]) {
			dependency_set_sent(guard->deps, b, 0);
			dependency_keep(guard->deps);
		}
	for (guint i = 0; i < rounds; i++)
		for (guint32 b = 0; b < graph->n_channels; b++) {
			guint32 w = graph->to[b];
			for (guint32 c = graph->first[w]; guard->in_tree[b] && c < graph->first[w + 1]; c++)
				if (guard->in_tree[c] && c != graph->reverse[b])
					suggest(guard, b, c, guard->tree_vl);
		}
}

void guard_begin(Guard *guard, const guint32 *place, const guint32 *rank, const guint8 *in_tree)
{
	guard->n_longer = guard->n_routed = 0;
	guard->n_careful = guard->n_failed = guard->n_failed_others = guard->n_rerouted_hosts = 0;
	guard->tree_looks = 0;
	memset(guard->longer, 0, guard->graph->n_dests);
	memset(guard->unfit, 0, guard->graph->n_dests);
	guard->place = place ? place : guard->by_number;
	guard->rank = rank;
	guard->searched = GRAPH_NONE;
	guard->room.n_reorders = G_MAXUINT64;
	dependency_clear(guard->deps, place);
	guard->deps->keeps_order = FALSE;
	guard->in_tree = in_tree ? guard->tree_room : NULL;
	if (in_tree) {
		memcpy(guard->in_tree, in_tree, guard->graph->n_channels);
		add_tree(guard);
	}
	guard->deps->keeps_order = guard->ordered;
}

/*
 * Where the path from switch w up the tree, over its parent and on, does not ascend in the order, or the path back does
 * not, or the parent is the root: adds all pairs of the cable to the parent and another channel there, both directions.
 */
static void suggest_at(Guard *guard, const guint32 *up, guint32 w)
{
	const Graph *graph = guard->graph;
	guint32 b = up[w], u = graph->to[b], on = up[u], back = graph->reverse[b];
	if (on != GRAPH_NONE && guard->place[b] < guard->place[on] &&
	    guard->place[graph->reverse[on]] < guard->place[back])
		return;
	for (guint32 c = graph->first[u]; c < graph->first[u + 1]; c++) {
		if (c == back)
			continue;
		suggest(guard, b, c, guard->deps->n_vls - 1);
		suggest(guard, graph->reverse[c], back, guard->deps->n_vls - 1);
	}
	dependency_keep(guard->deps);
}

/*
 * Adds all pairs of the tree's channels one of which leads to the parent and the other from a child, both directions.
 */
static void suggest_all(Guard *guard, const guint32 *up)
{
	const Graph *graph = guard->graph;
	for (guint32 v = 0; v < graph->n_switches; v++)
		for (guint32 c = graph->first[v], b = up[v]; b != GRAPH_NONE && c < graph->first[v + 1]; c++)
			if (up[graph->to[c]] == graph->reverse[c]) {
				suggest(guard, graph->reverse[b], c, guard->deps->n_vls - 1);
				suggest(guard, graph->reverse[c], b, guard->deps->n_vls - 1);
			}
}

gboolean guard_suggest_tree(Guard *guard, GError **error)
{
	const Graph *graph = guard->graph;
	g_autofree guint32 *up = spanning_tree_ascending(graph, guard->place, NULL, error);
	if (!up)
		return FALSE;
	suggest_all(guard, up);
	if (guard->deps->n_vls > 1) /* suggest() needs the VLs of states, which the first call sets */
		suggest_all(guard, up);
	for (guint32 v = 0; v < graph->n_switches; v++)
		if (up[v] != GRAPH_NONE)
			suggest_at(guard, up, v);
	return TRUE;
}

/*
 * Gives entries to switches without one, breadth-first from the switches guard->missing[n], the destination's first,
 * whose hops are in guard->hops: over the tree's channels, or with `any` over all. Returns how many switches have an
 * entry then; all are in guard->missing. `*serves` becomes FALSE where a switch of sends[n_switches] (NULL: none) gets
 * its entry here, or gets none as it would have more hops than a byte can count, though fewer would do (guard->near).
 */
static guint32 grow(Guard *guard, guint32 n, gboolean any, const guint8 *sends, guint8 *row, gboolean *serves)
{
	const Graph *graph = guard->graph;
	guint32 *list = guard->missing;
	const guint8 *near = guard->near + (gsize)list[0] * graph->n_switches;
	for (guint32 i = 0; i < n; i++)
		for (guint32 c = graph->first[list[i]]; c < graph->first[list[i] + 1]; c++) {
			guint32 w = graph->to[c];
			if (row[w] != ROUTE_NONE || (!any && !guard->in_tree[c]))
				continue;
			if (guard->hops[list[i]] >= GRAPH_FAR - 1) {
				*serves = *serves && near[w] == GRAPH_FAR;
				continue;
			}
			guard->hops[w] = (guint8)(guard->hops[list[i]] + 1);
			list[n++] = w;
			row[w] = graph->port[graph->reverse[c]];
			*serves = *serves && !(sends && sends[w]);
		}
	return n;
}

gboolean guard_take_tree(Guard *guard, guint32 dest, const guint8 *sends, guint8 *row)
{
	const Graph *graph = guard->graph;
	guint32 target = graph->dests[dest].vertex;
	gboolean serves = TRUE;
	if (!guard->in_tree)
		return FALSE;
	memset(row, ROUTE_NONE, graph->n_switches);
	row[target] = 0;
	guard->missing[0] = target;
	guard->hops[target] = 0;
	/* Switches that the tree lacks take any channel towards it, but must send nothing. */
	guint32 n = grow(guard, 1, FALSE, NULL, row, &serves);
	grow(guard, n, TRUE, sends, row, &serves);
	return serves;
}
