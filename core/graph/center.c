/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Computes how far a switch is from all others, and finds a good root near the middle of its piece of the fabric. */
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
 * A switch with more links of few lanes wins over the most central one: a breadth-first tree has all links of its root,
 * so that routes over them can be those of the tree, on lane 0, which every link has.
 */
guint32 center_find(const Graph *graph, const guint8 *hops, guint32 v)
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
		guint64 other = center_distance(graph, hops, w);
		guint32 weak = most ? count_weak(graph, w, most) : 0;
		if (weak > most_weak || (weak == most_weak && other < least)) {
			most_weak = weak;
			least = other;
			best = w;
		}
	}
	return best;
}
