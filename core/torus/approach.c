/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lays out the minimal channels towards a switch, found by a breadth-first search, and the lanes of each turn between
 * them (approach.h). The turns from one channel lie together in the table of all turns, so the lanes of all channels
 * that may follow it are copied from one place.
 */
#include "core/torus/approach.h"

typedef struct {
	const LaneSet *lanes;
	const guint32 *targets;
} Targets;

static void slot_free(gpointer slot)
{
	Approach *a = slot;
	bfs_free(a->bfs);
	arena_free(a->arena);
	g_free(a);
}

static gpointer slot_new(gconstpointer data, GError **error)
{
	const CdgTurns *turns = ((const Targets *)data)->lanes->turns;
	gsize n = turns->graph->n_channels;
	Approach *a = g_new0(Approach, 1);
	a->arena = arena_new();
	a->row = arena_new_array(a->arena, guint32, n);
	a->mask = arena_new_array(a->arena, LaneMask, turns->first[n] + n);
	if ((a->bfs = bfs_new(turns->graph, error)) && arena_check(a->arena, "minimal channels", error))
		return a;
	slot_free(a);
	return NULL;
}

/* The lanes of the turns from minimal channel k, from place n on; returns where they end. */
static guint32 copy_row(const Approach *a, const LaneSet *lanes, guint32 k, guint32 n)
{
	const Bfs *bfs = a->bfs;
	guint32 begin = bfs->first[bfs->to[k]], end = bfs->first[bfs->to[k] + 1];
	const LaneMask *allowed = lanes->allowed;
	guint32 base = lanes->turns->base[bfs->channel[k]];
	a->row[k] = n - begin;
	if (!bfs->to[k])
		a->mask[n++] = lane_set_of(lanes, bfs->channel[k]);
	for (guint32 j = begin; j < end; j++)
		a->mask[n++] = allowed[(guint32)(base + bfs->channel[j])];
	return n;
}

static void make(gpointer slot, guint32 i, gconstpointer data)
{
	const Targets *t = data;
	const Graph *g = t->lanes->turns->graph;
	const Approach *a = slot;
	guint32 n = 0;
	bfs_run(g, t->targets[i], a->bfs);
	bfs_lay_out(g, a->bfs);
	for (guint32 k = 0; k < a->bfs->first[a->bfs->n_reached]; k++)
		n = copy_row(a, t->lanes, k, n);
}

Ahead *approach_ahead(const LaneSet *lanes, const guint32 *targets, guint32 n, GError **error)
{
	const Graph *g = lanes->turns->graph;
	guint64 turns = lanes->turns->first[g->n_channels];
	guint64 bytes = BFS_BYTES(g) + 4 * (guint64)g->n_channels + turns * sizeof(LaneMask);
	guint helpers = graph_threads_with(g, n, ahead_slots(1) * bytes) - 1;
	Targets *t = g_new(Targets, 1);
	*t = (Targets){lanes, targets};
	return ahead_new(&(AheadJob){slot_new, slot_free, n, make, t}, helpers, error);
}
