/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds a spanning tree that suits an order of the channels: as many paths to and from its root as possible ascend,
 * each channel with a higher place in the order than the one before. From each of up to 64 roots a tree grows
 * breadth-first, as far as such paths lead. The root whose tree reaches the most wanted switches is taken, of several
 * that with the fewest turns at the root that do not ascend. Switches that its tree leaves out join at the end by paths
 * that need not ascend; other pieces of the fabric get a tree of their own.
 *
 * In a fat tree whose channels are ordered up before down such a tree has a leaf switch as its root: all others reach
 * it up and then down, so that it alone has turns from down to up, and these close no cycle with anything that goes up
 * and then down. It joins spines of different planes, too, which no other path does.
 */
#include "core/graph/spanning_tree.h"

#include "core/base/arena.h"
#include "core/base/error.h"
#include "core/base/number_sort.h"

#include <string.h>

#define ROOTS 64

typedef struct {
	const Graph *graph;
	const guint32 *place;
	const guint8 *wanted;
	guint32 *up;     /* [n_switches] channel towards the root */
	guint8 *met;     /* [n_switches] */
	guint32 *list;   /* [n_switches] switches that were met */
	guint32 n, done; /* switches in `list`; those of them whose neighbours were looked at */
} Growth;

static void meet(Growth *growth, guint32 w, guint32 up)
{
	growth->up[w] = up;
	growth->met[w] = 1;
	growth->list[growth->n++] = w;
}

/* Whether a switch that joins by its channel c ascends to the root and is reached by an ascending path. */
static gboolean ascends(const Growth *growth, guint32 c)
{
	const Graph *graph = growth->graph;
	guint32 on = growth->up[graph->to[c]];
	return on == GRAPH_NONE || (growth->place[c] < growth->place[on] &&
				    growth->place[graph->reverse[on]] < growth->place[graph->reverse[c]]);
}

/* Goes on from all that were met; `any`: paths need not ascend. */
static void grow(Growth *growth, gboolean any)
{
	const Graph *graph = growth->graph;
	for (; growth->done < growth->n; growth->done++) {
		guint32 u = growth->list[growth->done];
		for (guint32 c = graph->first[u]; c < graph->first[u + 1]; c++) {
			guint32 w = graph->to[c];
			if (!growth->met[w] && (any || ascends(growth, graph->reverse[c])))
				meet(growth, w, graph->reverse[c]);
		}
	}
}

static void grow_from(Growth *growth, guint32 root)
{
	memset(growth->met, 0, growth->graph->n_switches);
	growth->n = growth->done = 0;
	meet(growth, root, GRAPH_NONE);
	grow(growth, FALSE);
}

/* Pairs of the tree's channels at its root, to it and from it, that do not ascend. */
static guint32 descents(const Growth *growth, guint32 root)
{
	const Graph *graph = growth->graph;
	guint32 n = 0;
	for (guint32 b = graph->first[root]; b < graph->first[root + 1]; b++)
		for (guint32 c = graph->first[root]; c < graph->first[root + 1]; c++) {
			guint32 in = graph->reverse[b], out = graph->reverse[c];
			n += b != c && growth->up[graph->from[in]] == in && growth->up[graph->from[out]] == out &&
			     growth->place[in] > growth->place[c];
		}
	return n;
}

/* Wanted switches that were met, most; then few descents. */
static guint64 score(const Growth *growth, guint32 root)
{
	guint64 reached = 0;
	for (guint32 i = 0; i < growth->n; i++)
		reached += !growth->wanted || growth->wanted[growth->list[i]];
	return reached << 32 | (G_MAXUINT32 - descents(growth, root));
}

/*
 * Lists the roots to try in sorted[n_switches]: of the switches with hosts those with the most channels, ROOTS / 2 at
 * most, and of the switches without hosts as many at most. Returns their number.
 */
static guint32 list_roots(const Growth *growth, guint64 *sorted, guint64 *scratch)
{
	const Graph *graph = growth->graph;
	guint32 n = graph->n_switches, n_hosts = 0, kept = 0;
	for (guint32 v = 0; v < n; v++) {
		n_hosts += graph->hosts[v] > 0;
		sorted[v] = (guint64)!graph->hosts[v] << 63 |
			    (guint64)(G_MAXUINT8 + 1 - (graph->first[v + 1] - graph->first[v])) << 32 | v;
	}
	number_sort(sorted, n, scratch);
	for (guint32 i = 0; i < n; i++)
		if (i < ROOTS / 2 || (i >= n_hosts && i < n_hosts + ROOTS / 2))
			sorted[kept++] = sorted[i];
	return kept;
}

static guint32 best_root(Growth *growth, guint64 *sorted, guint64 *scratch)
{
	guint32 n = list_roots(growth, sorted, scratch), best = 0;
	guint64 most = 0;
	for (guint32 i = 0; i < n; i++) {
		guint32 root = (guint32)sorted[i];
		grow_from(growth, root);
		guint64 value = score(growth, root);
		best = value > most ? root : best;
		most = MAX(most, value);
	}
	return best;
}

guint32 *spanning_tree_ascending(const Graph *graph, const guint32 *place, const guint8 *wanted, GError **error)
{
	gsize n = graph->n_switches + (gsize)1;
	g_autoptr(Arena) arena = arena_new();
	g_autofree guint32 *up = g_try_new(guint32, n);
	Growth growth = {.graph = graph, .place = place, .wanted = wanted, .up = up};
	growth.met = arena_new_array(arena, guint8, n);
	growth.list = arena_new_array(arena, guint32, n);
	guint64 *sorted = arena_new_array(arena, guint64, n), *scratch = arena_new_array(arena, guint64, n);
	if (!arena_check(arena, "a spanning tree", error))
		return NULL;
	if (!up)
		return sssp_error_memory_null(error, "a spanning tree", n * sizeof *up);
	if (graph->n_switches)
		grow_from(&growth, best_root(&growth, sorted, scratch));
	growth.done = 0;
	for (guint32 v = 0; v < graph->n_switches; v++) {
		grow(&growth, TRUE);
		if (!growth.met[v])
			meet(&growth, v, GRAPH_NONE);
	}
	return g_steal_pointer(&up);
}

guint8 *spanning_tree_ascending_marks(const Graph *graph, const guint32 *place, const guint8 *wanted, gboolean whole,
				      GError **error)
{
	g_autofree guint32 *up = spanning_tree_ascending(graph, place, wanted, error);
	guint8 *in_tree = up ? g_try_malloc0(graph->n_channels + (gsize)1) : NULL;
	if (up && !in_tree)
		sssp_error_memory(error, "a spanning tree", graph->n_channels);
	for (guint32 v = 0; in_tree && v < graph->n_switches; v++)
		if (up[v] != GRAPH_NONE)
			in_tree[up[v]] = in_tree[graph->reverse[up[v]]] = 1;
	if (in_tree && !whole)
		spanning_tree_prune(graph, in_tree);
	return in_tree;
}
