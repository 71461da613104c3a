/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Ranks switches as a search from the root meets them, so no two have one rank and each channel leads up or down. */
#include "core/guide/up_down.h"

#include "core/base/error.h"

#include <string.h>

/* Fewest hops to all destinations, a path that is missing being the longest; the first of equals. */
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

/* By the order in which switches are met, what is not met after that. */
static void rank_from(GuideSample *sample, guint32 root, guint32 *rank)
{
	guint32 n = sample->graph->n_switches;
	bfs_run(sample->graph, root, sample->bfs);
	for (guint32 v = 0; v < n; v++)
		rank[v] = sample->bfs->n_reached + v;
	for (guint32 i = 0; i < sample->bfs->n_reached; i++)
		rank[sample->bfs->order[i]] = i;
}

gboolean up_down_classify(GuideSample *sample, Classes *classes, GError **error)
{
	const Graph *g = sample->graph;
	g_autofree guint32 *rank = g_try_new(guint32, g->n_switches + 1);
	if (!rank)
		return sssp_error_memory(error, "ranks of switches", g->n_switches * sizeof *rank);
	rank_from(sample, find_root(sample, rank), rank);
	for (guint32 c = 0; c < g->n_channels; c++) {
		guint32 from = rank[g->from[c]];
		gboolean down = rank[g->to[c]] > from;
		classes->class[c] = down ? 1 : 0;
		classes->inner[c] = down ? from : 2 * g->n_switches - from;
	}
	classes->n = 2;
	classes->follows[0] = classes->follows[1] = 1;
	return TRUE;
}
