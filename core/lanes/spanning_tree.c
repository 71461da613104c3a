/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "core/lanes/spanning_tree.h"

#include "core/graph/bfs.h"
#include "core/base/error.h"

/* Hops from v to all switches of its piece. */
static guint64 remoteness(const Graph *graph, const guint8 *hops, guint32 v)
{
	guint64 sum = 0;
	for (guint32 w = 0; w < graph->n_switches; w++)
		if (hops[(gsize)v * graph->n_switches + w] != GRAPH_FAR)
			sum += hops[(gsize)v * graph->n_switches + w];
	return sum;
}

static gboolean is_near(const Graph *graph, const guint8 *hops, guint32 v, guint32 w)
{
	return hops[(gsize)v * graph->n_switches + w] != GRAPH_FAR;
}

/* Whether one of the switches that an administrator wants as roots is in v's piece. */
static gboolean has_root(const Graph *graph, const guint8 *hops, guint32 v)
{
	for (guint32 w = v; graph->root && w < graph->n_switches; w++)
		if (graph->root[w] && is_near(graph, hops, v, w))
			return TRUE;
	return FALSE;
}

/* The switch of v's piece, whose first v is, that is nearest to all others; one of the wanted ones if there are any. */
static guint32 middle_of(const Graph *graph, const guint8 *hops, guint32 v)
{
	guint32 best = v;
	guint64 least = G_MAXUINT64;
	gboolean wanted = has_root(graph, hops, v);
	for (guint32 w = v; w < graph->n_switches; w++) {
		if (!is_near(graph, hops, v, w) || (wanted && !graph->root[w]))
			continue;
		guint64 other = remoteness(graph, hops, w);
		if (other < least) {
			least = other;
			best = w;
		}
	}
	return best;
}

guint8 *spanning_tree_find(const Graph *graph, const guint8 *hops, GError **error)
{
	g_autofree guint8 *in_tree = g_try_malloc0((gsize)graph->n_channels + 1);
	g_autofree guint8 *reached = g_try_malloc0((gsize)graph->n_switches + 1);
	g_autoptr(Bfs) bfs = bfs_new(graph, error);
	if (!bfs)
		return NULL;
	if (!in_tree || !reached) {
		sssp_error_memory(error, "a spanning tree", graph->n_channels);
		return NULL;
	}
	for (guint32 v = 0; v < graph->n_switches; v++) {
		if (reached[v])
			continue;
		bfs_run(graph, middle_of(graph, hops, v), bfs);
		reached[v] = 1;
		for (guint32 i = 0; i < bfs->n_reached; i++) {
			reached[bfs->order[i]] = 1;
			if (i == 0)
				continue;
			guint32 c = bfs->channel[bfs->first[i]];
			in_tree[c] = in_tree[graph->reverse[c]] = 1;
		}
	}
	return g_steal_pointer(&in_tree);
}
