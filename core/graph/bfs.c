/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Cables work both ways, so a search from the target finds the hops of all switches towards it. */
#include "core/graph/bfs.h"

#include "core/base/crew.h"
#include "core/base/error.h"

#include <string.h>

Bfs *bfs_new(const Graph *graph, GError **error)
{
	g_autoptr(Bfs) bfs = g_new0(Bfs, 1);
	bfs->order = g_try_new(guint32, graph->n_switches + 1);
	bfs->hops = g_try_new(guint8, graph->n_switches + 1);
	bfs->first = g_try_new(guint32, graph->n_switches + 1);
	bfs->channel = g_try_new(guint32, graph->n_channels + 1);
	if (!bfs->order || !bfs->hops || !bfs->first || !bfs->channel) {
		sssp_error_memory(error, "a search", (gsize)graph->n_switches * 9 + (gsize)graph->n_channels * 4);
		return NULL;
	}
	return g_steal_pointer(&bfs);
}

void bfs_free(Bfs *bfs)
{
	if (!bfs)
		return;
	g_free(bfs->order);
	g_free(bfs->hops);
	g_free(bfs->first);
	g_free(bfs->channel);
	g_free(bfs);
}

/* Cables work both ways, so the switches that can step to v are those that v's own channels lead to. */
static void search(const Graph *graph, guint32 target, Bfs *bfs)
{
	memset(bfs->hops, GRAPH_FAR, graph->n_switches);
	bfs->hops[target] = 0;
	bfs->order[0] = target;
	bfs->n_reached = 1;
	for (guint32 i = 0; i < bfs->n_reached; i++) {
		guint32 v = bfs->order[i];
		guint8 next = bfs->hops[v] + 1;
		if (next == GRAPH_FAR)
			return;
		for (guint32 c = graph->first[v]; c < graph->first[v + 1]; c++) {
			guint32 w = graph->to[c];
			if (bfs->hops[w] != GRAPH_FAR)
				continue;
			bfs->hops[w] = next;
			bfs->order[bfs->n_reached++] = w;
		}
	}
}

void bfs_run(const Graph *graph, guint32 target, Bfs *bfs)
{
	search(graph, target, bfs);
	guint32 n = 0;
	for (guint32 i = 0; i < bfs->n_reached; i++) {
		guint32 v = bfs->order[i];
		guint nearer = bfs->hops[v] - 1u; /* of the target itself: no hop count at all */
		bfs->first[i] = n;
		for (guint32 c = graph->first[v]; c < graph->first[v + 1]; c++)
			if (bfs->hops[graph->to[c]] == nearer)
				bfs->channel[n++] = c;
	}
	bfs->first[bfs->n_reached] = n;
}

typedef struct {
	const Graph *graph;
	Bfs *bfs;
	guint8 *hops;
} HopsWorker;

/* Cables work both ways: the hops to v are the hops from v. */
static void hops_of(gpointer data, guint32 v)
{
	HopsWorker *w = data;
	search(w->graph, v, w->bfs);
	memcpy(w->hops + (gsize)v * w->graph->n_switches, w->bfs->hops, w->graph->n_switches);
}

guint8 *graph_hops(const Graph *graph, GError **error)
{
	gsize n = graph->n_switches;
	guint threads = graph_threads_for(graph, graph->n_switches);
	g_autofree HopsWorker *worker = g_new0(HopsWorker, threads);
	g_autofree gpointer *workers = g_new0(gpointer, threads);
	guint8 *hops = g_try_malloc(n * n + 1);
	gboolean ready = TRUE;
	if (!hops)
		sssp_error_memory(error, "the hops between switches", n * n);
	for (guint i = 0; hops && ready && i < threads; i++) {
		worker[i] = (HopsWorker){graph, bfs_new(graph, error), hops};
		workers[i] = &worker[i];
		ready = worker[i].bfs != NULL;
	}
	if (hops && ready)
		crew_run(workers, threads, graph->n_switches, &(CrewJob){.work = hops_of});
	for (guint i = 0; i < threads; i++)
		bfs_free(worker[i].bfs);
	if (ready)
		return hops;
	g_free(hops);
	return NULL;
}
