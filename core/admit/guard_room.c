/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds entries within the order of the graph for switches that no entry ascends to, by moving entries of others to
 * channels that are later in the order and as short.
 */
#include "core/admit/guard.h"

#include "core/base/number_sort.h"

/* Switches that move_later() may look at for one without a path: there are many shortest paths in large grids. */
#define SEARCHES 256

typedef struct {
	const Graph *graph;
	const DependencyGraph *deps;
	const Balance *balance;
	const guint8 *near; /* [n_switches] hops to the destination's switch */
	guint8 *kept;       /* [n_switches] 1: has a path within the order */
	guint64 *looked;    /* of the guard's Careful */
	guint32 searches;   /* switches at which move_later() may still look for another channel */
} Late;

/* The channel of a switch's entry if late->kept marks the switch, else GRAPH_NONE. */
static guint32 kept_channel(const Late *late, const guint8 *row, guint32 v)
{
	return late->kept[v] ? route_channel(late->graph, row, v) : GRAPH_NONE;
}

/*
 * The channel of v that leads to the destination, or that the entry of a kept switch ascends from: to the nearest
 * switch, of equals the least loaded; GRAPH_NONE: there is none.
 */
static guint32 find_entry(const Late *late, const guint8 *row, guint32 v)
{
	const Graph *graph = late->graph;
	guint32 best = GRAPH_NONE;
	guint64 least = G_MAXUINT64;
	for (guint32 b = graph->first[v]; b < graph->first[v + 1]; b++) {
		guint32 u = graph->to[b], c = kept_channel(late, row, u);
		guint64 cost = (guint64)late->near[u] << 48 | balance_weight(late->balance, b);
		if (cost < least && (!late->near[u] || (c != GRAPH_NONE && dependency_ascends(late->deps, b, c)))) {
			best = b;
			least = cost;
		}
	}
	*late->looked += graph->first[v + 1] - graph->first[v];
	return best;
}

/* Whether the path from v has as many hops as late->near says. O(hops). */
static gboolean is_near(const Late *late, const guint8 *row, guint32 v)
{
	const Graph *graph = late->graph;
	const guint8 *near = late->near;
	guint32 c;
	for (; near[v]; v = graph->to[c]) {
		c = route_channel(graph, row, v);
		if (c == GRAPH_NONE || near[graph->to[c]] + 1 != near[v])
			return FALSE;
	}
	return TRUE;
}

/*
 * Lists in list[256] the channels of w that come later in the order than channel b and lead nearer to the destination,
 * the least loaded first, as load << 8 | number among those of w. Returns how many.
 */
static guint32 list_later(const Late *late, guint32 w, guint32 b, guint64 *list)
{
	const Graph *graph = late->graph;
	guint64 scratch[256];
	guint32 n = 0;
	for (guint32 c = graph->first[w]; c < graph->first[w + 1]; c++)
		if (late->near[graph->to[c]] + 1 == late->near[w] && dependency_ascends(late->deps, b, c))
			list[n++] = balance_weight(late->balance, c) << 8 | (c - graph->first[w]);
	number_sort(list, n, scratch);
	*late->looked += graph->first[w + 1] - graph->first[w];
	return n;
}

/*
 * Lets what comes over channel b go on to the destination within the order: where the entry of b's switch does not
 * ascend from b, the switch takes another channel of the same length, and those after it, too. What came there before
 * ascends to a later channel as well. FALSE: there is none, or the search took all of late->searches.
 * O(hops x channels of a switch) as a rule.
 */
static gboolean move_later(Late *late, guint8 *row, guint32 b)
{
	const Graph *graph = late->graph;
	guint32 w = graph->to[b], own = kept_channel(late, row, w);
	guint64 list[256];
	if (!late->near[w] || !is_near(late, row, w))
		return !late->near[w];
	if (own != GRAPH_NONE && dependency_ascends(late->deps, b, own))
		return TRUE;
	guint32 n = own == GRAPH_NONE || !late->searches ? 0 : list_later(late, w, b, list);
	late->searches -= n > 0;
	for (guint32 i = 0; i < n; i++) {
		guint32 c = graph->first[w] + (list[i] & 255);
		if (move_later(late, row, c)) {
			row[w] = graph->port[c];
			return TRUE;
		}
	}
	return FALSE;
}

/* Gives v an entry, for which others may move theirs (move_later()). FALSE, with v's entry as before: there is none. */
static gboolean find_room(Late *late, guint8 *row, guint32 v)
{
	const Graph *graph = late->graph;
	late->searches = SEARCHES;
	for (guint32 b = graph->first[v]; b < graph->first[v + 1]; b++)
		if (move_later(late, row, b)) {
			row[v] = graph->port[b];
			return TRUE;
		}
	return FALSE;
}

void guard_make_room(Guard *guard, guint32 target, guint8 *kept, guint32 *list, guint32 n, guint8 *row)
{
	const Graph *graph = guard->graph;
	Late late = {.graph = graph,
		     .deps = guard->deps,
		     .balance = guard->balance,
		     .near = guard->near + (gsize)target * graph->n_switches,
		     .kept = kept,
		     .looked = &guard->careful->looked};
	for (guint32 left = 0, before = n + 1; n && n < before; before = n, n = left) {
		left = 0;
		for (guint32 i = 0; i < n; i++) {
			guint32 v = list[i], b = find_entry(&late, row, v);
			if (b != GRAPH_NONE)
				row[v] = graph->port[b];
			kept[v] = b != GRAPH_NONE || find_room(&late, row, v);
			if (!kept[v])
				list[left++] = v;
		}
	}
}
