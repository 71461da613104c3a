/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* One sum of a row of the hops for each switch. */
#include "core/graph/center.h"

guint64 center_distance(const Graph *graph, const guint8 *hops, guint32 v)
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

guint32 center_find(const Graph *graph, const guint8 *hops, guint32 v)
{
	const guint8 *row = hops + (gsize)v * graph->n_switches;
	guint32 best = v;
	guint64 least = G_MAXUINT64;
	gboolean roots_only = has_root(graph, row);
	for (guint32 w = 0; w < graph->n_switches; w++) {
		if (row[w] == GRAPH_FAR || (roots_only && !graph->root[w]))
			continue;
		guint64 other = center_distance(graph, hops, w);
		if (other < least) {
			least = other;
			best = w;
		}
	}
	return best;
}
