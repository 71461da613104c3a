/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Finds shortest-path graphs ahead of the thread that routes on them. A slot holds the graph of one target. */
#include "core/graph/bfs_ahead.h"

#include "core/base/ahead.h"

struct BfsAhead {
	const Graph *graph;
	const guint8 *hops; /* or NULL */
	const guint32 *targets;
	guint32 n_slots;
	gpointer *slots; /* Bfs */
	Ahead *ahead;
};

static void make(gpointer slot, guint32 i, gconstpointer data)
{
	const BfsAhead *a = data;
	Bfs *bfs = slot;
	if (a->hops) {
		bfs_by_hops(a->graph, a->hops, a->targets[i], bfs);
		return;
	}
	bfs_run(a->graph, a->targets[i], bfs);
	bfs_lay_out(a->graph, bfs);
}

const Bfs *bfs_ahead_next(BfsAhead *a)
{
	return ahead_next(a->ahead);
}

BfsAhead *bfs_ahead_new(const Graph *graph, const guint8 *hops, const guint32 *targets, guint32 n, GError **error)
{
	g_autoptr(BfsAhead) a = g_new0(BfsAhead, 1);
	guint helpers = graph_threads_with(graph, n, ahead_slots(1) * BFS_BYTES(graph)) - 1;
	*a = (BfsAhead){.graph = graph, .hops = hops, .targets = targets, .n_slots = ahead_slots(helpers)};
	a->slots = g_new0(gpointer, a->n_slots);
	for (guint32 i = 0; i < a->n_slots; i++)
		if (!(a->slots[i] = bfs_new(graph, error)))
			return NULL;
	a->ahead = ahead_new(&(AheadJob){.slot = a->slots, .n = n, .make = make, .data = a}, helpers);
	return g_steal_pointer(&a);
}

void bfs_ahead_free(BfsAhead *a)
{
	if (!a)
		return;
	ahead_free(a->ahead);
	for (guint32 i = 0; i < a->n_slots; i++)
		bfs_free(a->slots[i]);
	g_free(a->slots);
	g_free(a);
}
