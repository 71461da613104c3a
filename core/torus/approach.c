/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lays out the minimal channels towards a switch. What follows one channel lies together in the table of all turns, so
 * a row of lanes is copied at once.
 */
#include "core/torus/approach.h"

#include "core/base/ahead.h"
#include "core/base/arena.h"

struct ApproachAhead {
	const LaneSet *lanes;
	const guint32 *targets;
	guint32 n_slots;
	Approach *approach; /* [n_slots] */
	gpointer *slots;    /* pointers to these */
	Ahead *ahead;
	Arena *arena; /* holds the arrays of all slots */
};

static gboolean approach_init(Approach *a, const CdgTurns *turns, Arena *arena, GError **error)
{
	gsize n = turns->graph->n_channels;
	a->row = arena_new_array(arena, guint32, n);
	a->mask = arena_new_array(arena, LaneMask, turns->first[n] + n);
	return (a->bfs = bfs_new(turns->graph, error)) && arena_check(arena, "minimal channels", error);
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
	const ApproachAhead *ahead = data;
	const Graph *g = ahead->lanes->turns->graph;
	const Approach *a = slot;
	guint32 n = 0;
	bfs_run(g, ahead->targets[i], a->bfs);
	bfs_lay_out(g, a->bfs);
	for (guint32 k = 0; k < a->bfs->first[a->bfs->n_reached]; k++)
		n = copy_row(a, ahead->lanes, k, n);
}

ApproachAhead *approach_ahead_new(const LaneSet *lanes, const guint32 *targets, guint32 n, GError **error)
{
	const Graph *g = lanes->turns->graph;
	g_autoptr(ApproachAhead) a = g_new0(ApproachAhead, 1);
	guint64 turns = lanes->turns->first[g->n_channels];
	guint64 bytes = BFS_BYTES(g) + 4 * (guint64)g->n_channels + turns * sizeof(LaneMask);
	guint helpers = graph_threads_with(g, n, ahead_slots(1) * bytes) - 1;
	*a = (ApproachAhead){.lanes = lanes, .targets = targets, .n_slots = ahead_slots(helpers)};
	a->arena = arena_new();
	a->approach = g_new0(Approach, a->n_slots);
	a->slots = g_new(gpointer, a->n_slots);
	for (guint32 i = 0; i < a->n_slots; i++) {
		a->slots[i] = &a->approach[i];
		if (!approach_init(&a->approach[i], lanes->turns, a->arena, error))
			return NULL;
	}
	a->ahead = ahead_new(&(AheadJob){.slot = a->slots, .n = n, .make = make, .data = a}, helpers);
	return g_steal_pointer(&a);
}

void approach_ahead_free(ApproachAhead *a)
{
	if (!a)
		return;
	ahead_free(a->ahead);
	for (guint32 i = 0; i < a->n_slots; i++)
		bfs_free(a->approach[i].bfs);
	arena_free(a->arena);
	g_free(a->approach);
	g_free(a->slots);
	g_free(a);
}

const Approach *approach_ahead_next(ApproachAhead *a)
{
	return ahead_next(a->ahead);
}
