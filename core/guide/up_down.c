/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Orders channels by ranks of the switches: first all channels to a lower rank (up), then all others (down). Switches
 * are ranked in the order in which a search from the root meets them, so no two have the same rank. With `from_ends`
 * they are ranked by hops from the ends of a long fabric instead: up is away from the ends, and channels between equals
 * are down.
 */
#include "core/guide/up_down.h"

#include "core/base/error.h"

#include <string.h>

/*
 * Returns the switch with the fewest hops to all destinations, where a missing path counts as the longest; the first of
 * equals.
 */
static guint32 find_root(GuideSample *sample, guint32 *hops)
{
	guint32 n = sample->graph->n_switches, root = 0;
	memset(hops, 0, n * sizeof *hops);
	for (guint i = 0; i < sample->n; i++) {
		bfs_run(sample->graph, sample->target[i], sample->bfs);
		for (guint32 v = 0; v < n; v++)
			hops[v] += sample->bfs->hops[v];
	}
	for (guint32 v = 1; v < n; v++)
		root = hops[v] < hops[root] ? v : root;
	return root;
}

/* Ranks switches in the order in which a search from the root meets them, and those that it does not meet last. */
static void rank_from(GuideSample *sample, guint32 root, guint32 *rank)
{
	guint32 n = sample->graph->n_switches;
	bfs_run(sample->graph, root, sample->bfs);
	for (guint32 v = 0; v < n; v++)
		rank[v] = sample->bfs->n_reached + v;
	for (guint32 i = 0; i < sample->bfs->n_reached; i++)
		rank[sample->bfs->order[i]] = i;
}

/*
 * Ranks switches by hops from one end of the fabric. Of two searches, each from the switch that the one before met
 * last, the second finds the ends: all switches that are farthest from its start. Channels away from the ends come
 * first.
 */
static void rank_from_ends(GuideSample *sample, guint32 *rank)
{
	const Graph *g = sample->graph;
	const Bfs *bfs = sample->bfs;
	guint32 *queue = sample->best, n = 0;
	for (guint i = 0; i < 2; i++)
		bfs_run(g, bfs->order[bfs->n_reached - 1], sample->bfs);
	guint8 most = bfs->hops[bfs->order[bfs->n_reached - 1]];
	for (guint32 v = 0; v < g->n_switches; v++) {
		rank[v] = bfs->hops[v] == most ? g->n_switches : 0;
		if (rank[v])
			queue[n++] = v;
	}
	for (guint32 i = 0; i < n; i++)
		for (guint32 c = g->first[queue[i]]; c < g->first[queue[i] + 1]; c++)
			if (!rank[g->to[c]]) {
				rank[g->to[c]] = rank[queue[i]] - 1;
				queue[n++] = g->to[c];
			}
}

gboolean up_down_order(GuideSample *sample, gboolean from_ends, Places *places, GError **error)
{
	const Graph *g = sample->graph;
	g_autofree guint32 *rank = g_try_new(guint32, g->n_switches + 1);
	if (!rank)
		return sssp_error_memory(error, "ranks of switches", g->n_switches * sizeof *rank);
	rank_from(sample, find_root(sample, rank), rank);
	if (from_ends)
		rank_from_ends(sample, rank);
	for (guint32 c = 0; c < g->n_channels; c++) {
		guint64 from = rank[g->from[c]], most = 2 * (guint64)g->n_switches;
		places->key[c] = rank[g->to[c]] >= from ? most + from : most - from;
	}
	places_sort(places);
	return TRUE;
}
