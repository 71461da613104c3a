/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A search in few bytes: switches by a number of 16 bits, hops in their order, minimal channels counted from the first
 * of their switch. It is laid out again several times as fast as it is found.
 */
#include "core/graph/bfs_kept.h"

#include "core/base/crew.h"

#include <string.h>

/* Bytes that searches may take. */
#define ROOM ((guint64)256 << 20)

typedef struct {
	guint32 n_reached, n_minimal;
	guint8 bytes[]; /* guint16 order[n_reached]; guint8 hops[n_reached], minimal[n_reached], channel[n_minimal] */
} Kept;

struct BfsKept {
	guint32 n;
	Kept **of; /* [n] by target; NULL: nothing is kept */
};

BfsKept *bfs_kept_new(void)
{
	return g_new0(BfsKept, 1);
}

static void forget(BfsKept *kept)
{
	for (guint32 t = 0; kept->of && t < kept->n; t++)
		g_free(kept->of[t]);
	g_clear_pointer(&kept->of, g_free);
}

void bfs_kept_free(BfsKept *kept)
{
	if (!kept)
		return;
	forget(kept);
	g_free(kept);
}

gboolean bfs_kept_recall(const Graph *graph, guint32 target, Bfs *bfs)
{
	if (!graph->kept || !graph->kept->of)
		return FALSE;
	const Kept *kept = graph->kept->of[target];
	const guint16 *order = (const guint16 *)(gconstpointer)kept->bytes;
	const guint8 *hops = (const guint8 *)(order + kept->n_reached), *minimal = hops + kept->n_reached,
		     *channel = minimal + kept->n_reached;
	guint32 n = 0;
	memset(bfs->hops, GRAPH_FAR, graph->n_switches);
	for (guint32 i = 0; i < kept->n_reached; i++) {
		guint32 v = order[i], first = graph->first[v];
		bfs->order[i] = v;
		bfs->hops[v] = hops[i];
		bfs->first[i] = n;
		for (guint k = minimal[i]; k; k--)
			bfs->channel[n++] = first + *channel++;
	}
	bfs->n_reached = kept->n_reached;
	bfs->first[kept->n_reached] = n;
	return TRUE;
}

static Kept *keep(const Graph *graph, const Bfs *bfs)
{
	guint32 n = bfs->n_reached, m = bfs->first[n];
	Kept *kept = g_try_malloc(sizeof *kept + 4 * (gsize)n + m);
	if (!kept)
		return NULL;
	guint16 *order = (guint16 *)(gpointer)kept->bytes;
	guint8 *hops = (guint8 *)(order + n), *minimal = hops + n, *channel = minimal + n;
	kept->n_reached = n;
	kept->n_minimal = m;
	for (guint32 i = 0; i < n; i++) {
		guint32 v = bfs->order[i];
		order[i] = (guint16)v;
		hops[i] = bfs->hops[v];
		minimal[i] = (guint8)(bfs->first[i + 1] - bfs->first[i]);
		for (guint32 k = bfs->first[i]; k < bfs->first[i + 1]; k++)
			*channel++ = (guint8)(bfs->channel[k] - graph->first[v]);
	}
	return kept;
}

typedef struct {
	const Graph *graph;
	Kept **of;
	Bfs *bfs;
} Keeper;

static void keep_item(gpointer worker, guint32 target)
{
	const Keeper *k = worker;
	bfs_run(k->graph, target, k->bfs);
	k->of[target] = keep(k->graph, k->bfs);
}

static gboolean keep_all(const Graph *graph, Kept **of)
{
	guint threads = graph_threads_for(graph, graph->n_switches);
	g_autofree Keeper *keeper = g_new0(Keeper, threads);
	g_autofree gpointer *workers = g_new0(gpointer, threads);
	gboolean fine = TRUE;
	for (guint i = 0; i < threads; i++) {
		keeper[i] = (Keeper){graph, of, bfs_new(graph, NULL)};
		workers[i] = &keeper[i];
		fine &= keeper[i].bfs != NULL;
	}
	if (fine)
		crew_run(workers, threads, graph->n_switches, &(CrewJob){.work = keep_item});
	for (guint i = 0; i < threads; i++)
		bfs_free(keeper[i].bfs);
	for (guint32 t = 0; t < graph->n_switches; t++)
		fine &= of[t] != NULL;
	return fine;
}

void bfs_keep(const Graph *graph)
{
	guint64 n = graph->n_switches;
	BfsKept *kept = graph->kept;
	if (!kept || kept->of || n > G_MAXUINT16 || n * (4 * n + graph->n_channels) > ROOM)
		return;
	Kept **of = g_try_new0(Kept *, n + 1);
	gboolean fine = of && keep_all(graph, of);
	kept->n = (guint32)n;
	kept->of = of;
	if (!fine)
		forget(kept);
}
