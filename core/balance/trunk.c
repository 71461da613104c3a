/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the levels of a fabric, by a search from all leaf switches at once, and the next channel of a trunk, the one
 * path down that is kept for a destination (trunk.h). The level of a switch is its hops from the nearest leaf switch. A
 * trunk is continued over the minimal channel down that is in the fewest trunks for its data rate. begin_trunk() in
 * balance_run.c lays whole trunks.
 */
#include "core/balance/trunk.h"

#include <string.h>

/*
 * Fills trunk->level and trunk->flat, breadth-first from all leaf switches at once. Switches with a few hosts, less
 * than half of the most, are no leaf switches: on them sit storage or management hosts. queue[n_switches] is scratch.
 */
static void find_levels(const Graph *graph, Trunk *trunk, guint32 *queue)
{
	guint32 most = 0, n = 0;
	for (guint32 v = 0; v < graph->n_switches; v++)
		most = MAX(most, graph->hosts[v]);
	memset(trunk->level, GRAPH_FAR, graph->n_switches);
	for (guint32 v = 0; v < graph->n_switches; v++)
		if (2 * graph->hosts[v] >= most) {
			trunk->level[v] = 0;
			queue[n++] = v;
		}
	trunk->flat = TRUE;
	for (guint32 i = 0; i < n; i++) {
		guint32 v = queue[i];
		trunk->flat = trunk->flat && trunk->level[v] == 0;
		for (guint32 c = graph->first[v]; c < graph->first[v + 1] && trunk->level[v] < GRAPH_FAR - 1; c++) {
			guint32 w = graph->to[c];
			if (trunk->level[w] != GRAPH_FAR)
				continue;
			trunk->level[w] = trunk->level[v] + 1;
			queue[n++] = w;
		}
	}
	trunk->lone = most < 2;
}

Trunk *trunk_new(const Graph *graph, GError **error)
{
	g_autoptr(Trunk) trunk = g_new0(Trunk, 1);
	trunk->arena = arena_new();
	guint32 *queue = arena_new_array(trunk->arena, guint32, graph->n_switches);
	trunk->level = arena_new_array(trunk->arena, guint8, graph->n_switches + 1);
	trunk->count = arena_new_array0(trunk->arena, guint32, graph->n_channels + 1);
	if (!arena_check(trunk->arena, "levels", error))
		return NULL;
	find_levels(graph, trunk, queue);
	return g_steal_pointer(&trunk);
}

/* The trunks over channel c with one more, times the channel's slowness. */
static guint64 share_of(const Trunk *trunk, const Balance *balance, guint32 c)
{
	return balance_rated(balance, c, (guint64)trunk->count[c] + 1);
}

guint32 trunk_climb(const Trunk *trunk, const Balance *balance, const Bfs *bfs, guint32 v, guint32 turn)
{
	const Graph *g = balance->graph;
	guint32 n = g->first[v + 1] - g->first[v], best = GRAPH_NONE;
	for (guint32 i = 0; i < n; i++) {
		guint32 c = g->reverse[g->first[v] + (i + turn) % n], k = bfs->entry[c];
		gboolean minimal = bfs->hops[g->from[c]] == bfs->hops[v] + 1 && k < bfs->first[bfs->n_reached] &&
				   bfs->channel[k] == c;
		if (!minimal || !trunk_descends(trunk, g, c))
			continue;
		if (best == GRAPH_NONE || share_of(trunk, balance, c) < share_of(trunk, balance, best))
			best = c;
	}
	return best;
}

void trunk_free(Trunk *trunk)
{
	if (!trunk)
		return;
	arena_free(trunk->arena);
	g_free(trunk);
}
