/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gives switches paths whose dependencies fit the order of the graph as it stands, level by level, with one VL. As
 * nothing changes the order, each channel is looked at once, from the switch that it leads to. P-SSSP looks at as many
 * channels for a destination, so careful->looked does not count these.
 */
#include "core/admit/careful.h"

/*
 * Returns the rank of channel b to switch u among those of its switch: its place in the order (latest_first) or the
 * cost of its path, then its turn among equals, then its number in the last byte.
 */
static guint64 key_of(const Careful *careful, guint32 u, guint32 b)
{
	const Graph *graph = careful->graph;
	guint32 w = graph->from[b], n = graph->first[w + 1] - graph->first[w], at = b - graph->first[w];
	guint32 turn = balance_turn(graph, careful->dest) % n;
	guint64 cost = careful->latest_first ? careful->deps->n_vertices - dependency_place(careful->deps, b)
					     : careful->cost[u] + balance_weight(careful->balance, b);
	return cost << 16 | (at >= turn ? at - turn : at + n - turn) << 8 | at;
}

/*
 * Looks at the channels by which switches without a path reach switch u. careful->order[n] lists the switches that have
 * found a channel, and careful->key[] the keys of the best of their channels. Returns the new n.
 */
static guint32 offer(Careful *careful, guint32 u, guint32 n)
{
	const Graph *graph = careful->graph;
	guint32 before = u == careful->target ? GRAPH_NONE : dependency_place(careful->deps, careful->next[u]);
	for (guint32 c = graph->first[u]; c < graph->first[u + 1]; c++) {
		guint32 w = graph->to[c], b = graph->reverse[c];
		if (careful->hops[w] != GRAPH_FAR || dependency_place(careful->deps, b) >= before)
			continue;
		guint64 key = key_of(careful, u, b);
		if (careful->asked[w] != careful->round) {
			careful->asked[w] = careful->round;
			careful->order[n++] = w;
			careful->key[w] = key;
		}
		careful->key[w] = MIN(careful->key[w], key);
	}
	return n;
}

void careful_ask_free(Careful *careful)
{
	const Graph *graph = careful->graph;
	for (guint hops = 0; hops < GRAPH_FAR - 1 && careful->level[hops] != GRAPH_NONE; hops++) {
		guint32 n = 0;
		careful->round++;
		for (guint32 u = careful->level[hops]; u != GRAPH_NONE; u = careful->another[u])
			n = offer(careful, u, n);
		for (guint32 i = 0; i < n; i++) {
			guint32 w = careful->order[i];
			careful_take(careful, w, graph->first[w] + (careful->key[w] & 255));
		}
	}
}
