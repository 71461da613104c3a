/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds a spanning tree of each piece of the fabric (switches that cables join): a breadth-first search from its
 * central switch, where each switch joins by its first minimal channel. The central switch has the fewest hops to all
 * others in sum. But one with more weak links (links with fewer lanes than others) comes before it, as the tree joins
 * its root to all neighbours directly: routes over these links can be those of the tree, for which lane 0 is enough,
 * and every link has lane 0. Where a user names roots, only these can be central.
 *
 * Also cuts branches without endpoints off a tree, and checks whether a tree joins all endpoints that can reach each
 * other.
 */
#include "core/graph/spanning_tree.h"

#include "core/base/error.h"
#include "core/graph/bfs.h"

guint64 spanning_tree_hops_from(const Graph *graph, const guint8 *hops, guint32 v)
{
	const guint8 *row = hops + (gsize)v * graph->n_switches;
	guint64 sum = 0;
	for (guint32 w = 0; w < graph->n_switches; w++)
		sum += row[w] == GRAPH_FAR ? 0 : row[w];
	return sum;
}

/* Whether one of the switches that an administrator wants as roots is in the piece with these hops. */
static gboolean has_root(const Graph *graph, const guint8 *row)
{
	for (guint32 w = 0; graph->root && w < graph->n_switches; w++)
		if (graph->root[w] && row[w] != GRAPH_FAR)
			return TRUE;
	return FALSE;
}

/* Channels of a switch that have fewer lanes than some other channel of the fabric. */
static guint32 count_weak(const Graph *graph, guint32 v, guint most)
{
	guint32 weak = 0;
	for (guint32 c = graph->first[v]; c < graph->first[v + 1]; c++)
		weak += graph->lanes[c] < most;
	return weak;
}

static guint most_lanes(const Graph *graph)
{
	guint most = 0;
	for (guint32 c = 0; graph->lanes && c < graph->n_channels; c++)
		most = graph->lanes[c] == G_MAXUINT8 ? most : MAX(most, graph->lanes[c]);
	return most;
}

/*
 * Finds the central switch of v's piece of the fabric. One with more links of few lanes wins over the most central one:
 * a breadth-first tree has a link to each neighbour of its root, so that routes over these links can be those of the
 * tree, on lane 0, which every link has.
 */
static guint32 find_center(const Graph *graph, const guint8 *hops, guint32 v)
{
	const guint8 *row = hops + (gsize)v * graph->n_switches;
	guint32 best = v;
	guint64 least = G_MAXUINT64;
	guint most = most_lanes(graph);
	guint32 most_weak = 0;
	gboolean roots_only = has_root(graph, row);
	for (guint32 w = 0; w < graph->n_switches; w++) {
		if (row[w] == GRAPH_FAR || (roots_only && !graph->root[w]))
			continue;
		guint64 other = spanning_tree_hops_from(graph, hops, w);
		guint32 weak = most ? count_weak(graph, w, most) : 0;
		if (weak > most_weak || (weak == most_weak && other < least)) {
			most_weak = weak;
			least = other;
			best = w;
		}
	}
	return best;
}

/* Marks the channels, in both directions, of the tree that one search found, from its target. O(switches). */
static void add_branches(const Graph *graph, const Bfs *bfs, guint8 *in_tree)
{
	for (guint32 i = 1; i < bfs->n_reached; i++) {
		guint32 c = bfs->channel[bfs->first[i]];
		in_tree[c] = in_tree[graph->reverse[c]] = 1;
	}
}

guint8 *spanning_tree_find(const Graph *graph, const guint8 *hops, GError **error)
{
	g_autofree guint8 *in_tree = g_try_malloc0((gsize)graph->n_channels + 1);
	g_autofree guint8 *reached = g_try_malloc0((gsize)graph->n_switches + 1);
	g_autoptr(Bfs) bfs = bfs_new(graph, error);
	if (!bfs)
		return NULL;
	if (!in_tree || !reached)
		return sssp_error_memory_null(error, "a spanning tree", graph->n_channels);
	for (guint32 v = 0; v < graph->n_switches; v++) {
		if (reached[v])
			continue;
		bfs_run(graph, find_center(graph, hops, v), bfs);
		reached[v] = 1;
		for (guint32 i = 0; i < bfs->n_reached; i++)
			reached[bfs->order[i]] = 1;
		add_branches(graph, bfs, in_tree);
	}
	return g_steal_pointer(&in_tree);
}

void spanning_tree_prune(const Graph *graph, guint8 *in_tree)
{
	for (gboolean cut = TRUE; cut;) {
		cut = FALSE;
		for (guint32 v = 0; v < graph->n_switches; v++) {
			guint32 degree = 0, last = GRAPH_NONE;
			for (guint32 c = graph->first[v]; c < graph->first[v + 1]; c++)
				if (in_tree[c]) {
					degree++;
					last = c;
				}
			if (degree != 1 || graph->sends[v] != GRAPH_SENDS_NOTHING)
				continue;
			in_tree[last] = in_tree[graph->reverse[last]] = 0;
			cut = TRUE;
		}
	}
}

gboolean spanning_tree_joins(const Graph *graph, const guint8 *hops, const guint8 *in_tree, GError **error)
{
	gsize n = graph->n_switches;
	g_autofree guint8 *met = g_try_malloc0(n + 1);
	g_autofree guint32 *list = g_try_new(guint32, n + 1);
	if (!met || !list)
		return sssp_error_memory(error, "a spanning tree", n * sizeof *list);
	for (guint32 v = 0, end = 0, done = 0; v < n; v++) {
		if (met[v] || graph->sends[v] == GRAPH_SENDS_NOTHING)
			continue;
		/* v sends, but no tree walked so far holds it: it is to be out of the reach of all of them. */
		for (guint32 i = 0; i < end; i++)
			if (hops[v * n + list[i]] != GRAPH_FAR)
				return FALSE;
		list[end++] = v;
		met[v] = 1;
		for (; done < end; done++)
			for (guint32 c = graph->first[list[done]]; c < graph->first[list[done] + 1]; c++)
				if (in_tree[c] && !met[graph->to[c]]) {
					met[graph->to[c]] = 1;
					list[end++] = graph->to[c];
				}
	}
	return TRUE;
}
