/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gives some switches without an entry a path to a destination, so that no cycle closes in the dependency graph. The
 * switches are asked in rounds, as one that has found a path can serve the next. A switch takes a channel after which
 * the path ascends in the topological order of the graph. After a round in which none has found one, and if the order
 * may change (`anew`), a switch takes any channel that closes no cycle. If paths are to avoid some switches
 * (careful->avoid), it then tries two things before that: a channel whose path avoids them, then a channel to a
 * neighbour that changes its own entry to such a path of as many hops. All entries but those of such neighbours stay.
 */
#include "core/admit/careful.h"

#include "core/admit/careful_repair.h"
#include "core/admit/careful_step.h"

#include <string.h>

/* Takes over all entries of a row, with hops[n_switches], but those of the switches list[n]. */
static void keep_others(Careful *careful, guint32 dest, const guint8 *hops, const guint32 *list, guint32 n,
			const guint8 *row)
{
	const Graph *graph = careful->graph;
	careful->dest = dest;
	careful->target = graph->dests[dest].vertex;
	careful->sends = NULL;
	careful->n_woken = 0;
	memcpy(careful->hops, hops, graph->n_switches);
	memset(careful->active, 1, graph->n_switches);
	memset(careful->cost, 0, graph->n_switches * sizeof *careful->cost);
	for (guint32 v = 0; v < graph->n_switches; v++)
		careful->next[v] = route_channel(graph, row, v);
	for (guint32 i = 0; i < n; i++) {
		careful->hops[list[i]] = GRAPH_FAR;
		careful->active[list[i]] = 0;
	}
}

/* Hops of the longest path that a switch may join where the order of the graph has to change for it. */
#define LONGEST 16

/*
 * Returns the channel of w that fits the order and leads to a switch with the fewest hops, of several such the one with
 * the least weight; GRAPH_NONE: none fits.
 */
static guint32 find_free(Careful *careful, guint32 w)
{
	const Graph *graph = careful->graph;
	guint32 best = GRAPH_NONE;
	careful->looked += graph->first[w + 1] - graph->first[w];
	for (guint32 b = graph->first[w]; b < graph->first[w + 1]; b++) {
		guint32 u = graph->to[b], than = best == GRAPH_NONE ? u : graph->to[best];
		if (careful->hops[u] >= GRAPH_FAR - 1 || u == w || careful->hops[u] > careful->hops[than])
			continue;
		if (u != careful->target && !dependency_is_free(careful->deps, b, careful->next[u]))
			continue;
		if (best == GRAPH_NONE || careful->hops[u] < careful->hops[than] ||
		    balance_weight(careful->balance, b) < balance_weight(careful->balance, best))
			best = b;
	}
	return best;
}

/* Has switch w take a channel that closes no cycle, with `clear` to a path that is clear. FALSE: there is none. */
static gboolean attach_anew(Careful *careful, guint32 w, gboolean clear)
{
	const Graph *graph = careful->graph;
	for (guint hops = 0; hops <= LONGEST; hops++)
		for (guint32 b = graph->first[w]; b < graph->first[w + 1] && !careful_is_over(careful); b++) {
			guint32 u = graph->to[b];
			if (careful->hops[u] == hops && (!clear || careful_is_clear(careful, u)) &&
			    careful_take(careful, w, b))
				return TRUE;
		}
	return FALSE;
}

/* Has switch w take a channel to a switch that takes a clear path of the same length for it. FALSE: there is none. */
static gboolean attach_by_turn(Careful *careful, guint32 w)
{
	const Graph *graph = careful->graph;
	for (guint32 b = graph->first[w]; b < graph->first[w + 1] && !careful_is_over(careful); b++) {
		guint32 u = graph->to[b];
		if (careful->hops[u] < LONGEST && !careful->avoid[u] && careful_make_room(careful, w, b, TRUE))
			return TRUE;
	}
	return FALSE;
}

/*
 * Has switch w take a channel that fits the order, or else with `anew` any that closes no cycle; of these, where some
 * switches are to be avoided, paths past them come first, even where a neighbour has to turn. FALSE: there is none.
 */
static gboolean attach(Careful *careful, guint32 w, gboolean anew)
{
	guint32 b = find_free(careful, w);
	if (b != GRAPH_NONE && careful_take(careful, w, b))
		return TRUE;
	if (anew && careful->avoid && (attach_anew(careful, w, TRUE) || attach_by_turn(careful, w)))
		return TRUE;
	return anew && attach_anew(careful, w, FALSE);
}

gboolean careful_attach(Careful *careful, guint32 dest, const guint8 *hops, gboolean anew, guint32 *list, guint32 n,
			guint8 *row)
{
	const Graph *graph = careful->graph;
	guint32 mark = dependency_mark(careful->deps), before = n + 1;
	keep_others(careful, dest, hops, list, n, row);
	while (n && (n < before || anew)) {
		guint32 left = 0;
		gboolean stuck = n == before;
		before = n;
		for (guint32 i = 0; i < n; i++) {
			guint32 w = list[i];
			if (attach(careful, w, stuck))
				continue;
			list[i] = list[left];
			list[left++] = w;
		}
		if (stuck && left == n)
			break;
		n = left;
	}
	if (n) {
		dependency_return(careful->deps, mark);
		return FALSE;
	}
	for (guint32 v = 0; v < graph->n_switches; v++)
		if (careful->next[v] != GRAPH_NONE)
			row[v] = graph->port[careful->next[v]];
	dependency_keep(careful->deps);
	return TRUE;
}
