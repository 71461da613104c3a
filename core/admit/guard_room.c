/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gives switches without an entry to a destination a path whose channels ascend in the topological order of the
 * dependency graph, so that it closes no cycle (with one VL). Other switches may move their entries for that, to
 * channels later in the order, on paths as short, or of any length where Late.bends says so. A scan over all channels,
 * the last in the order first, finds for each switch the last channel with which an ascending path can begin: a channel
 * that leads to the switch is allowed if it stands before that one. Then each switch without an entry, and each that
 * has to move, takes the best allowed channel: to the nearest switch, of equals on a minimal path, then the least
 * loaded. guard_fit_tree() makes the whole tree that P-SSSP chose for a destination fit in this manner, and adds the
 * dependencies of hosts' paths.
 */
#include "core/admit/guard.h"

#include <string.h>

typedef struct {
	Guard *guard;
	const Graph *graph;
	const DependencyGraph *deps;
	guint32 target;     /* the destination's switch */
	const guint8 *near; /* [n_switches] hops to it */
	guint8 *kept;       /* [n_switches] 1: has a path within the order */
	gboolean bends;     /* a path that is there may get longer */
} Late;

/* The channel of a switch's entry if late->kept marks the switch, else GRAPH_NONE. */
static guint32 kept_channel(const Late *late, const guint8 *row, guint32 v)
{
	return late->kept[v] ? route_channel(late->graph, row, v) : GRAPH_NONE;
}

/* Fills room->by_place where the graph's order has changed since. */
static void find_order(Guard *guard)
{
	GuardRoom *room = &guard->room;
	if (room->n_reorders == guard->deps->n_reorders)
		return;
	room->n_reorders = guard->deps->n_reorders;
	for (guint32 c = 0; c < guard->graph->n_channels; c++)
		room->by_place[dependency_place(guard->deps, c)] = c;
}

/* Whether packets over channel c can go on to the destination within the order. */
static inline gboolean goes_on(const Late *late, guint32 c)
{
	guint32 u = late->graph->to[c], next = late->guard->room.latest[u];
	return u == late->target || (next != GRAPH_NONE && dependency_ascends(late->deps, c, next));
}

/* Whether the path over channel c, by which packets can go on, is minimal. */
static inline gboolean is_short(const Late *late, guint32 c)
{
	guint32 u = late->graph->to[c];
	return late->near[u] + 1 == late->near[late->graph->from[c]] && late->guard->room.as_short[u];
}

/*
 * Fills room->latest with the last channel in the order with which a path within it can begin, GRAPH_NONE: there is
 * none. A switch that has a path may only take its own channel, or one on a minimal path, unless late->bends. A channel
 * that ascends to the switch's entry also ascends to its latest channel. O(channels).
 */
static void find_latest(const Late *late, const guint8 *row)
{
	const Graph *graph = late->graph;
	const GuardRoom *room = &late->guard->room;
	memset(room->latest, 0xff, graph->n_switches * sizeof *room->latest);
	memset(room->as_short, 0, graph->n_switches);
	room->as_short[late->target] = 1;
	for (guint32 i = graph->n_channels; i-- > 0;) {
		guint32 c = room->by_place[i], v = graph->from[c];
		if (v == late->target || room->latest[v] != GRAPH_NONE || !goes_on(late, c) ||
		    (late->kept[v] && !late->bends && !is_short(late, c) && route_channel(graph, row, v) != c))
			continue;
		room->latest[v] = c;
		room->as_short[v] = is_short(late, c) ? 1 : 0;
	}
	late->guard->careful->looked += graph->n_channels;
}

/* The nearest switch comes first, then a channel on a minimal path, then the least load. */
#define OF_NEAR ((guint64)1 << 49)
#define OF_LONGER ((guint64)1 << 48)

/*
 * Returns the channel that v takes for packets that come over channel b (GRAPH_NONE: its own packets alone), the best
 * by the rule above. It is later in the order than v's present entry `own` (GRAPH_NONE: none), and minimal if v has a
 * minimal path, unless late->bends.
 */
static guint32 choose_later(const Late *late, guint32 v, guint32 b, guint32 own)
{
	const Graph *graph = late->graph;
	guint32 best = GRAPH_NONE;
	guint64 least = G_MAXUINT64;
	for (guint32 c = graph->first[v]; c < graph->first[v + 1]; c++) {
		gboolean is_direct = is_short(late, c);
		guint64 cost = late->near[graph->to[c]] * OF_NEAR + (is_direct ? 0 : OF_LONGER) +
			       balance_weight(late->guard->balance, c);
		if (cost >= least || (b != GRAPH_NONE && !dependency_ascends(late->deps, b, c)) || !goes_on(late, c) ||
		    (own != GRAPH_NONE && !dependency_ascends(late->deps, own, c)) ||
		    (own != GRAPH_NONE && !late->bends && late->guard->room.as_short[v] && !is_direct))
			continue;
		best = c;
		least = cost;
	}
	late->guard->careful->looked += graph->first[v + 1] - graph->first[v];
	return best;
}

/* Gives v a path; switches on it that have an entry may take a later channel. */
static void lead(const Late *late, guint8 *row, guint32 v)
{
	guint32 own = GRAPH_NONE;
	for (guint32 b = GRAPH_NONE; v != late->target; own = kept_channel(late, row, v)) {
		if (own != GRAPH_NONE && dependency_ascends(late->deps, b, own))
			return;
		b = choose_later(late, v, b, own);
		g_return_if_fail(b != GRAPH_NONE);
		row[v] = late->graph->port[b];
		late->kept[v] = 1;
		v = late->graph->to[b];
	}
}

void guard_make_room(Guard *guard, guint32 target, gboolean bends, guint8 *kept, const guint32 *list, guint32 n,
		     guint8 *row)
{
	Late late = {.guard = guard,
		     .graph = guard->graph,
		     .deps = guard->deps,
		     .target = target,
		     .near = guard->near + (gsize)target * guard->graph->n_switches,
		     .kept = kept,
		     .bends = bends};
	if (!n)
		return;
	find_order(guard);
	find_latest(&late, row);
	for (guint32 i = 0; i < n; i++)
		if (!kept[list[i]] && guard->room.latest[list[i]] != GRAPH_NONE)
			lead(&late, row, list[i]);
}

/* ---- the tree that P-SSSP chose */

/* Marks in guard->kept the switches whose path in the row ascends; lists the others in guard->missing. How many. */
static guint32 list_others(Guard *guard, const Bfs *bfs, const guint8 *row)
{
	const Graph *graph = guard->graph;
	guint32 target = bfs->order[0], n = 0;
	memset(guard->kept, 0, graph->n_switches);
	for (guint32 i = 1; i < bfs->n_reached; i++) {
		guint32 v = bfs->order[i], b = route_channel(graph, row, v), u = graph->to[b];
		gboolean ascends = u == target ||
				   (guard->kept[u] && dependency_ascends(guard->deps, b, route_channel(graph, row, u)));
		guard->kept[v] = ascends ? 1 : 0;
		if (!ascends)
			guard->missing[n++] = v;
	}
	return n;
}

/* Adds the dependencies of hosts' paths in the row, all of which ascend; FALSE where one is too long. */
static gboolean admit_row(Guard *guard, const Bfs *bfs, guint32 dest, guint8 *row)
{
	const Graph *graph = guard->graph;
	guint32 target = bfs->order[0];
	careful_order(guard->careful, dest, row, guard->missing, guard->hops);
	memset(guard->kept, 0, graph->n_switches);
	for (guint32 i = 1; i < bfs->n_reached; i++)
		for (guint32 v = bfs->order[i], b; graph->hosts[bfs->order[i]] && v != target && !guard->kept[v];
		     v = graph->to[b]) {
			guard->kept[v] = 1;
			b = route_channel(graph, row, v);
			if (guard->hops[v] == GRAPH_FAR ||
			    (graph->to[b] != target &&
			     !dependency_add(guard->deps, b, 0, route_channel(graph, row, graph->to[b]))))
				return FALSE;
		}
	return TRUE;
}

/* Leaves in guard->missing[n] the switches with hosts that have no path yet. How many. */
static guint32 list_unserved(Guard *guard, guint32 n)
{
	guint32 left = 0;
	for (guint32 i = 0; i < n; i++)
		if (guard->graph->hosts[guard->missing[i]] && !guard->kept[guard->missing[i]])
			guard->missing[left++] = guard->missing[i];
	return left;
}

gboolean guard_fit_tree(Guard *guard, const Bfs *bfs, guint32 dest, guint8 *row)
{
	guint32 n = list_others(guard, bfs, row);
	guard_make_room(guard, bfs->order[0], FALSE, guard->kept, guard->missing, n, row);
	n = list_unserved(guard, n);
	guard_make_room(guard, bfs->order[0], TRUE, guard->kept, guard->missing, n, row);
	return !list_unserved(guard, n) && admit_row(guard, bfs, dest, row);
}
