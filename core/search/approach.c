/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "core/search/approach.h"

#include "core/base/ahead.h"
#include "core/base/error.h"

struct ApproachAhead {
	const CdgTurns *turns;
	const guint32 *targets;
	guint32 n_rooms;
	gpointer *rooms; /* Approach each */
	Ahead *ahead;
};

static Approach *approach_new(const Graph *graph, GError **error)
{
	g_autofree Approach *a = g_new0(Approach, 1);
	if (!(a->bfs = bfs_new(graph, error)))
		return NULL;
	a->arena = arena_new();
	a->place = arena_new_array(a->arena, guint32, graph->n_switches + 1);
	a->to = arena_new_array(a->arena, guint32, graph->n_channels + 1);
	a->base = arena_new_array(a->arena, guint32, graph->n_channels + 1);
	if (arena_check(a->arena, "minimal channels", error))
		return g_steal_pointer(&a);
	arena_free(a->arena);
	bfs_free(a->bfs);
	return NULL;
}

static void approach_free(Approach *a)
{
	if (!a)
		return;
	arena_free(a->arena);
	bfs_free(a->bfs);
	g_free(a);
}

static void make(gpointer room, guint32 i, gconstpointer data)
{
	const ApproachAhead *ahead = data;
	const Graph *g = ahead->turns->graph;
	const Approach *a = room;
	bfs_run(g, ahead->targets[i], a->bfs);
	for (guint32 k = 0; k < a->bfs->n_reached; k++)
		a->place[a->bfs->order[k]] = k;
	for (guint32 k = 0; k < a->bfs->first[a->bfs->n_reached]; k++) {
		a->to[k] = a->place[g->to[a->bfs->channel[k]]];
		a->base[k] = ahead->turns->base[a->bfs->channel[k]];
	}
}

ApproachAhead *approach_ahead_new(const CdgTurns *turns, const guint32 *targets, guint32 n, GError **error)
{
	const Graph *g = turns->graph;
	g_autoptr(ApproachAhead) a = g_new0(ApproachAhead, 1);
	guint64 bytes = ahead_room(1) * ((guint64)g->n_switches * 13 + (guint64)g->n_channels * 12);
	guint helpers = graph_threads_with(g, n, bytes) - 1;
	*a = (ApproachAhead){.turns = turns, .targets = targets, .n_rooms = ahead_room(helpers)};
	a->rooms = g_new0(gpointer, a->n_rooms);
	for (guint32 i = 0; i < a->n_rooms; i++)
		if (!(a->rooms[i] = approach_new(g, error)))
			return NULL;
	a->ahead = ahead_new(&(AheadJob){.room = a->rooms, .n = n, .make = make, .data = a}, helpers);
	return g_steal_pointer(&a);
}

void approach_ahead_free(ApproachAhead *a)
{
	if (!a)
		return;
	ahead_free(a->ahead);
	for (guint32 i = 0; i < a->n_rooms; i++)
		approach_free(a->rooms[i]);
	g_free(a->rooms);
	g_free(a);
}

const Approach *approach_ahead_next(ApproachAhead *a)
{
	return ahead_next(a->ahead);
}
