/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Searches breadth-first from one switch, and lists for every other switch the channels that lead nearer to it. Cables
 * work both ways, so a search from the target finds the hops of all switches towards it. Where all hops are known
 * already, the lists are made without a search. Threads can make those of a list of targets ahead of their use.
 */
#include "core/graph/bfs.h"

#include <string.h>

Bfs *bfs_new(const Graph *graph, GError **error)
{
	gsize n = graph->n_switches + (gsize)1, m = graph->n_channels + (gsize)1;
	g_autoptr(Bfs) bfs = g_new0(Bfs, 1);
	bfs->arena = arena_new();
	bfs->order = arena_new_array(bfs->arena, guint32, n);
	bfs->hops = arena_new_array(bfs->arena, guint8, n);
	bfs->first = arena_new_array(bfs->arena, guint32, n);
	bfs->channel = arena_new_array(bfs->arena, guint32, m);
	bfs->place = arena_new_array(bfs->arena, guint32, n);
	bfs->to = arena_new_array(bfs->arena, guint32, m);
	bfs->entry = arena_new_array0(bfs->arena, guint32, m);
	return arena_check(bfs->arena, "a search", error) ? g_steal_pointer(&bfs) : NULL;
}

void bfs_free(Bfs *bfs)
{
	if (!bfs)
		return;
	arena_free(bfs->arena);
	g_free(bfs);
}

/*
 * Cables work both ways, so the switches with a channel to v are those that v's own channels lead to. When v has its
 * turn all nearer switches have been met, so one look at v's channels finds its minimal ones and the switches that come
 * next. The inner loop has no branches, because a processor could not predict them.
 */
void bfs_run(const Graph *graph, guint32 target, Bfs *bfs)
{
	guint32 n = 0, reached = 1;
	memset(bfs->hops, GRAPH_FAR, graph->n_switches);
	bfs->hops[target] = 0;
	bfs->order[0] = target;
	for (guint32 i = 0; i < reached; i++) {
		guint32 v = bfs->order[i];
		guint nearer = bfs->hops[v] - 1u; /* at the target G_MAXUINT, which no hop count equals */
		guint8 next = bfs->hops[v] + 1;
		guint32 more = next != GRAPH_FAR;
		bfs->first[i] = n;
		for (guint32 c = graph->first[v]; c < graph->first[v + 1]; c++) {
			guint32 w = graph->to[c];
			guint8 hops = bfs->hops[w];
			bfs->channel[n] = c;
			n += hops == nearer;
			bfs->order[reached] = w;
			reached += (hops == GRAPH_FAR) & more;
			bfs->hops[w] = MIN(hops, next);
		}
	}
	bfs->n_reached = reached;
	bfs->first[reached] = n;
}

void bfs_lay_out(const Graph *graph, Bfs *bfs)
{
	for (guint32 i = 0; i < bfs->n_reached; i++)
		bfs->place[bfs->order[i]] = i;
	for (guint32 k = 0; k < bfs->first[bfs->n_reached]; k++) {
		bfs->to[k] = bfs->place[graph->to[bfs->channel[k]]];
		bfs->entry[bfs->channel[k]] = k;
	}
}

/* Fills order[] and place[] by bfs->hops: equals by their number. */
static void sort_by_hops(const Graph *graph, Bfs *bfs)
{
	guint32 start[GRAPH_FAR + 2] = {0};
	for (guint32 v = 0; v < graph->n_switches; v++)
		start[bfs->hops[v] + 1]++;
	for (guint h = 0; h < GRAPH_FAR; h++)
		start[h + 1] += start[h];
	bfs->n_reached = start[GRAPH_FAR];
	for (guint32 v = 0; v < graph->n_switches; v++)
		if (bfs->hops[v] != GRAPH_FAR) {
			guint32 i = start[bfs->hops[v]]++;
			bfs->order[i] = v;
			bfs->place[v] = i;
		}
}

/* The inner loop has no branches: what it writes for a channel that is not minimal the next one overwrites. */
void bfs_by_hops(const Graph *graph, const guint8 *hops, guint32 target, Bfs *bfs)
{
	guint32 n = 0;
	memcpy(bfs->hops, hops + (gsize)target * graph->n_switches, graph->n_switches);
	sort_by_hops(graph, bfs);
	for (guint32 i = 0; i < bfs->n_reached; i++) {
		guint32 v = bfs->order[i];
		guint nearer = bfs->hops[v] - 1u; /* at the target G_MAXUINT, which no hop count equals */
		bfs->first[i] = n;
		for (guint32 c = graph->first[v]; c < graph->first[v + 1]; c++) {
			guint32 w = graph->to[c];
			bfs->channel[n] = c;
			bfs->to[n] = bfs->place[w];
			bfs->entry[c] = n;
			n += bfs->hops[w] == nearer;
		}
	}
	bfs->first[bfs->n_reached] = n;
}

/* ---- ahead: a slot holds the graph of one target */

typedef struct {
	const Graph *graph;
	const guint8 *hops; /* or NULL */
	const guint32 *targets;
} Targets;

static gpointer slot_new(gconstpointer data, GError **error)
{
	const Targets *t = data;
	return bfs_new(t->graph, error);
}

static void slot_free(gpointer slot)
{
	bfs_free(slot);
}

static void make(gpointer slot, guint32 i, gconstpointer data)
{
	const Targets *t = data;
	Bfs *bfs = slot;
	if (t->hops) {
		bfs_by_hops(t->graph, t->hops, t->targets[i], bfs);
		return;
	}
	bfs_run(t->graph, t->targets[i], bfs);
	bfs_lay_out(t->graph, bfs);
}

Ahead *bfs_ahead(const Graph *graph, const guint8 *hops, const guint32 *targets, guint32 n, GError **error)
{
	guint helpers = graph_threads_with(graph, n, ahead_slots(1) * BFS_BYTES(graph)) - 1;
	Targets *t = g_new(Targets, 1);
	*t = (Targets){graph, hops, targets};
	return ahead_new(&(AheadJob){slot_new, slot_free, n, make, t}, helpers, error);
}
