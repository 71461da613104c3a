/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A ring of slots, each with the graph of one target: helpers fill those that are free, the router takes them in
 * order.
 */
#include "core/graph/bfs_ahead.h"

#include "core/base/error.h"
#include "core/graph/ranks.h"

/* Graphs that each helper may be ahead. */
#define LEAD 4

typedef struct {
	Bfs *bfs;
	guint8 *way;   /* scratch for ranks */
	guint32 holds; /* number of the target that is ready here, plus one; 0: none */
} Slot;

struct BfsAhead {
	const Graph *graph;
	const guint32 *targets, *rank;
	guint32 n;
	guint32 n_slots; /* target i goes to slot i % n_slots */
	Slot *slots;
	guint n_helpers;
	GThread **helpers;

	GMutex mutex; /* guards what follows, and `holds` */
	GCond ready, room;
	guint32 begun; /* targets that some thread has begun with */
	guint32 taken; /* targets handed out; the slot of the latest is in use */
	gboolean stop;
};

static void fill(const BfsAhead *a, guint32 i, Slot *slot)
{
	bfs_run(a->graph, a->targets[i], slot->bfs);
	if (a->rank)
		ranks_restrict(a->graph, a->rank, slot->bfs, slot->way);
}

/* Waits until there is a target to begin with and a slot that is neither in use nor waiting to be. */
static gboolean begin(BfsAhead *a, guint32 *i)
{
	g_mutex_lock(&a->mutex);
	while (!a->stop && a->begun < a->n && a->begun + 1 >= a->taken + a->n_slots)
		g_cond_wait(&a->room, &a->mutex);
	gboolean more = !a->stop && a->begun < a->n;
	if (more)
		*i = a->begun++;
	g_mutex_unlock(&a->mutex);
	return more;
}

static gpointer help(gpointer data)
{
	BfsAhead *a = data;
	for (guint32 i; begin(a, &i);) {
		Slot *slot = &a->slots[i % a->n_slots];
		fill(a, i, slot);
		g_mutex_lock(&a->mutex);
		slot->holds = i + 1;
		g_cond_signal(&a->ready);
		g_mutex_unlock(&a->mutex);
	}
	return NULL;
}

const Bfs *bfs_ahead_next(BfsAhead *a)
{
	guint32 i = a->taken;
	Slot *slot = &a->slots[i % a->n_slots];
	g_mutex_lock(&a->mutex);
	a->taken++;
	g_cond_broadcast(&a->room);
	gboolean mine = a->begun == i; /* nobody began with it: no helpers, or they are late */
	if (mine)
		a->begun++;
	while (!mine && slot->holds != i + 1)
		g_cond_wait(&a->ready, &a->mutex);
	g_mutex_unlock(&a->mutex);
	if (mine)
		fill(a, i, slot);
	return slot->bfs;
}

static gboolean make_slots(BfsAhead *a, GError **error)
{
	a->slots = g_new0(Slot, a->n_slots);
	for (guint32 i = 0; i < a->n_slots; i++) {
		if (!(a->slots[i].bfs = bfs_new(a->graph, error)))
			return FALSE;
		if (!(a->slots[i].way = g_try_malloc(a->graph->n_switches + 1)))
			return sssp_error_memory(error, "ranks", a->graph->n_switches);
	}
	return TRUE;
}

BfsAhead *bfs_ahead_new(const Graph *graph, const guint32 *targets, guint32 n, const guint32 *rank, GError **error)
{
	BfsAhead *a = g_new0(BfsAhead, 1);
	guint64 ahead = LEAD * ((guint64)graph->n_switches * 10 + (guint64)graph->n_channels * 4);
	guint helpers = graph_threads_with(graph, n, ahead) - 1;
	a->graph = graph;
	a->targets = targets;
	a->rank = rank;
	a->n = n;
	a->n_slots = 1 + helpers * LEAD;
	g_mutex_init(&a->mutex);
	g_cond_init(&a->ready);
	g_cond_init(&a->room);
	if (!make_slots(a, error)) {
		bfs_ahead_free(a);
		return NULL;
	}
	a->helpers = g_new0(GThread *, helpers + 1);
	for (guint i = 0; i < helpers; i++)
		if ((a->helpers[a->n_helpers] = g_thread_try_new("paths", help, a, NULL)))
			a->n_helpers++;
	return a;
}

void bfs_ahead_free(BfsAhead *a)
{
	if (!a)
		return;
	g_mutex_lock(&a->mutex);
	a->stop = TRUE;
	g_cond_broadcast(&a->room);
	g_mutex_unlock(&a->mutex);
	for (guint i = 0; i < a->n_helpers; i++)
		g_thread_join(a->helpers[i]);
	for (guint32 i = 0; a->slots && i < a->n_slots; i++) {
		bfs_free(a->slots[i].bfs);
		g_free(a->slots[i].way);
	}
	g_mutex_clear(&a->mutex);
	g_cond_clear(&a->ready);
	g_cond_clear(&a->room);
	g_free(a->slots);
	g_free(a->helpers);
	g_free(a);
}
