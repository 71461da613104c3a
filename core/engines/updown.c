/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Orders the switches of a graph, by hops from given roots or by given heights, and finds legal routes, which never go
 * down and then up: up is towards the front of the order. A search from the target finds paths that only go down. All
 * other switches, in their order, then go up by the channel with the fewest hops to such a path.
 */
#include "core/engines/updown.h"

#include "core/base/by_keys.h"

#include <string.h>

Updown *updown_new(const Graph *graph, GError **error)
{
	gsize n = (gsize)graph->n_switches + 1;
	g_autoptr(Updown) updown = g_new0(Updown, 1);
	updown->graph = graph;
	updown->arena = arena_new();
	updown->sorted = arena_new_array(updown->arena, guint32, n);
	updown->place = arena_new_array(updown->arena, guint32, n);
	updown->below = arena_new_array(updown->arena, guint32, n);
	updown->total = arena_new_array(updown->arena, guint32, n);
	updown->state = arena_new_array(updown->arena, guint8, n);
	if (!arena_check(updown->arena, "the order of switches", error))
		return NULL;
	if (!(updown->plain = bfs_new(graph, error)))
		return NULL;
	return g_steal_pointer(&updown);
}

void updown_free(Updown *updown)
{
	if (!updown)
		return;
	bfs_free(updown->plain);
	arena_free(updown->arena);
	g_free(updown);
}

/* ---- the order */

static int compare_ranks(gconstpointer a, gconstpointer b, gpointer user)
{
	const guint32 *rank = user;
	guint32 va = *(const guint32 *)a, vb = *(const guint32 *)b;
	return BY_KEYS({rank[va], rank[vb]}, {va, vb});
}

static void sort_by_rank(guint32 *list, guint32 n, guint32 *rank)
{
	if (n)
		g_qsort_with_data(list, (gint)n, sizeof *list, compare_ranks, rank);
}

void updown_order(Updown *updown, const guint8 *root)
{
	const Graph *graph = updown->graph;
	guint32 n = graph->n_switches, tail = 0, *queue = updown->sorted, *rank = updown->total;
	for (guint32 v = 0; v < n; v++) {
		rank[v] = root[v] ? 0 : GRAPH_NONE;
		if (root[v])
			queue[tail++] = v;
	}
	for (guint32 head = 0, next = 0; head < n; head++) {
		for (; head == tail; next++) /* the next piece has no root */
			if (rank[next] == GRAPH_NONE) {
				rank[next] = 0;
				queue[tail++] = next;
			}
		for (guint32 v = queue[head], c = graph->first[v]; c < graph->first[v + 1]; c++)
			if (rank[graph->to[c]] == GRAPH_NONE) {
				rank[graph->to[c]] = rank[v] + 1;
				queue[tail++] = graph->to[c];
			}
	}
	sort_by_rank(updown->sorted, n, rank);
	for (guint32 i = 0; i < n; i++)
		updown->place[updown->sorted[i]] = i;
}

/*
 * Of a switch while updown_order_by() makes its order: neither it nor a neighbour is in the order; a neighbour is; it
 * is.
 */
enum { NOT_MET, WAITING, ORDERED };

/*
 * Returns the switch that comes next in the order, as a place in `state`, where the highest come first: the first that
 * waits, so that it has a neighbour before it, and all but the first of a piece can go up; where none waits, the first
 * of the next piece.
 */
static guint32 next_in_turn(const guint8 *state, guint32 n)
{
	const guint8 *next = memchr(state, WAITING, n);
	return (guint32)((next ? next : (const guint8 *)memchr(state, NOT_MET, n)) - state);
}

/* Fills `below` with the switches, the highest first, the lowest GUID among equals, and `total` with their places. */
static void list_by_height(Updown *updown, const guint32 *height)
{
	guint32 n = updown->graph->n_switches;
	for (guint32 v = 0; v < n; v++) {
		updown->below[v] = v;
		updown->total[v] = G_MAXUINT32 - height[v];
	}
	sort_by_rank(updown->below, n, updown->total);
	for (guint32 i = 0; i < n; i++)
		updown->total[updown->below[i]] = i;
}

void updown_order_by(Updown *updown, const guint32 *height)
{
	const Graph *graph = updown->graph;
	list_by_height(updown, height);
	memset(updown->state, NOT_MET, graph->n_switches);
	for (guint32 i = 0; i < graph->n_switches; i++) {
		guint32 at = next_in_turn(updown->state, graph->n_switches), v = updown->below[at];
		updown->state[at] = ORDERED;
		updown->sorted[i] = v;
		updown->place[v] = i;
		for (guint32 c = graph->first[v]; c < graph->first[v + 1]; c++) {
			guint8 *other = &updown->state[updown->total[graph->to[c]]];
			*other = MAX(*other, WAITING);
		}
	}
}

/* ---- routes */

/* Whether channel c goes up. */
static gboolean is_up(const Updown *updown, guint32 c)
{
	return updown->place[updown->graph->to[c]] < updown->place[updown->graph->from[c]];
}

/*
 * Fills `below` with the hops of paths that only go down to the target, and lists the switches that have one. A channel
 * down is one up when seen from its other end, so the search goes up from the target.
 */
static void search_below(Updown *updown, guint32 target, Bfs *legal)
{
	const Graph *graph = updown->graph;
	memset(updown->below, 0xff, graph->n_switches * sizeof(guint32));
	updown->below[target] = 0;
	legal->order[0] = target;
	legal->n_reached = 1;
	for (guint32 i = 0; i < legal->n_reached; i++) {
		guint32 v = legal->order[i];
		for (guint32 c = graph->first[v]; c < graph->first[v + 1]; c++) {
			guint32 w = graph->to[c];
			if (!is_up(updown, c) || updown->below[w] != GRAPH_NONE || updown->below[v] + 1 >= GRAPH_FAR)
				continue;
			updown->below[w] = updown->below[v] + 1;
			legal->order[legal->n_reached++] = w;
		}
	}
}

/*
 * Fills `total` for switches that have to go up first, and lists them, in the order of all switches: up leads to
 * switches before, so their totals are there.
 */
static void search_above(Updown *updown, Bfs *legal)
{
	const Graph *graph = updown->graph;
	memcpy(updown->total, updown->below, graph->n_switches * sizeof(guint32));
	for (guint32 i = 0; i < graph->n_switches; i++) {
		guint32 v = updown->sorted[i], least = GRAPH_NONE;
		if (updown->below[v] != GRAPH_NONE)
			continue;
		for (guint32 c = graph->first[v]; c < graph->first[v + 1]; c++)
			if (is_up(updown, c))
				least = MIN(least, updown->total[graph->to[c]]);
		if (least == GRAPH_NONE || least + 1 >= GRAPH_FAR)
			continue;
		updown->total[v] = least + 1;
		legal->order[legal->n_reached++] = v;
	}
}

/* Lists the switches with no legal path but some path, and returns how many exchange data with the target. */
static guint32 search_rest(Updown *updown, guint32 target, Bfs *legal)
{
	const Graph *graph = updown->graph;
	guint32 missed = 0;
	bfs_run(graph, target, updown->plain);
	for (guint32 i = 0; i < updown->plain->n_reached; i++) {
		guint32 v = updown->plain->order[i];
		if (updown->total[v] != GRAPH_NONE)
			continue;
		legal->order[legal->n_reached++] = v;
		missed += graph->sends[v] || graph->sends[target];
	}
	return missed;
}

/* Whether channel c begins a route that its switch may take. */
static gboolean leads_on(const Updown *updown, guint32 c)
{
	guint32 v = updown->graph->from[c], w = updown->graph->to[c];
	if (updown->total[v] == GRAPH_NONE)
		return updown->plain->hops[w] + 1u == updown->plain->hops[v];
	if (updown->below[v] != GRAPH_NONE)
		return !is_up(updown, c) && updown->below[w] != GRAPH_NONE && updown->below[w] + 1 == updown->below[v];
	return is_up(updown, c) && updown->total[w] != GRAPH_NONE && updown->total[w] + 1 == updown->total[v];
}

guint32 updown_find_legal(Updown *updown, guint32 target, Bfs *legal)
{
	const Graph *graph = updown->graph;
	guint32 n = 0, missed;
	search_below(updown, target, legal);
	search_above(updown, legal);
	missed = search_rest(updown, target, legal);
	for (guint32 i = 0; i < legal->n_reached; i++) {
		guint32 v = legal->order[i];
		legal->first[i] = n;
		legal->hops[v] = (guint8)(updown->total[v] == GRAPH_NONE ? updown->plain->hops[v] : updown->total[v]);
		for (guint32 c = graph->first[v]; v != target && c < graph->first[v + 1]; c++)
			if (leads_on(updown, c))
				legal->channel[n++] = c;
	}
	legal->first[legal->n_reached] = n;
	return missed;
}
