/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Finds shortest-path graphs ahead of the thread that routes on them. A room holds the graph of one target. */
#include "core/graph/bfs_ahead.h"

#include "core/base/ahead.h"
#include "core/base/error.h"
#include "core/graph/ranks.h"

typedef struct {
	Bfs *bfs;
	guint8 *direction; /* scratch for ranks */
} Room;

struct BfsAhead {
	const Graph *graph;
	const guint32 *targets, *rank;
	guint32 n_rooms;
	gpointer *rooms;
	Ahead *ahead;
};

static void make(gpointer room, guint32 i, gconstpointer data)
{
	const BfsAhead *a = data;
	const Room *r = room;
	bfs_run(a->graph, a->targets[i], r->bfs);
	if (a->rank)
		ranks_restrict(a->graph, a->rank, r->bfs, r->direction);
	bfs_lay_out(a->graph, r->bfs);
}

const Bfs *bfs_ahead_next(BfsAhead *a)
{
	const Room *room = ahead_next(a->ahead);
	return room->bfs;
}

static gboolean make_rooms(BfsAhead *a, GError **error)
{
	a->rooms = g_new0(gpointer, a->n_rooms);
	for (guint32 i = 0; i < a->n_rooms; i++) {
		Room *room = a->rooms[i] = g_new0(Room, 1);
		if (!(room->bfs = bfs_new(a->graph, error)))
			return FALSE;
		if (!(room->direction = g_try_malloc(a->graph->n_switches + 1)))
			return sssp_error_memory(error, "ranks", a->graph->n_switches);
	}
	return TRUE;
}

BfsAhead *bfs_ahead_new(const Graph *graph, const guint32 *targets, guint32 n, const guint32 *rank, GError **error)
{
	g_autoptr(BfsAhead) a = g_new0(BfsAhead, 1);
	guint64 bytes = ahead_room(1) * (BFS_BYTES(graph) + graph->n_switches);
	guint helpers = graph_threads_with(graph, n, bytes) - 1;
	*a = (BfsAhead){.graph = graph, .targets = targets, .rank = rank, .n_rooms = ahead_room(helpers)};
	if (!make_rooms(a, error))
		return NULL;
	a->ahead = ahead_new(&(AheadJob){.room = a->rooms, .n = n, .make = make, .data = a}, helpers);
	return g_steal_pointer(&a);
}

void bfs_ahead_free(BfsAhead *a)
{
	if (!a)
		return;
	ahead_free(a->ahead);
	for (guint32 i = 0; i < a->n_rooms; i++) {
		Room *room = a->rooms[i];
		if (room) {
			bfs_free(room->bfs);
			g_free(room->direction);
		}
		g_free(room);
	}
	g_free(a->rooms);
	g_free(a);
}
