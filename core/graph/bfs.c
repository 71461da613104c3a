/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Searches breadth-first from one switch, and lays out the channels that lead nearer to it. Cables work both ways, so a
 * search from the target finds the hops of all switches towards it. What is kept of one is laid out again several times
 * as fast as it is found.
 */
#include "core/graph/bfs.h"

#include "core/base/error.h"
#include "core/base/crew.h"

#include <string.h>

Bfs *bfs_new(const Graph *graph, GError **error)
{
	gsize n = graph->n_switches + (gsize)1, m = graph->n_channels + (gsize)1;
	g_autoptr(Bfs) bfs = g_new0(Bfs, 1);
	bfs->order = g_try_new(guint32, n);
	bfs->hops = g_try_new(guint8, n);
	bfs->first = g_try_new(guint32, n);
	bfs->channel = g_try_new(guint32, m);
	bfs->place = g_try_new(guint32, n);
	bfs->to = g_try_new(guint32, m);
	bfs->entry = g_try_new0(guint32, m);
	if (bfs->order && bfs->hops && bfs->first && bfs->channel && bfs->place && bfs->to && bfs->entry)
		return g_steal_pointer(&bfs);
	sssp_error_memory(error, "a search", BFS_BYTES(graph));
	return NULL;
}

void bfs_free(Bfs *bfs)
{
	if (!bfs)
		return;
	g_free(bfs->order);
	g_free(bfs->hops);
	g_free(bfs->first);
	g_free(bfs->channel);
	g_free(bfs->place);
	g_free(bfs->to);
	g_free(bfs->entry);
	g_free(bfs);
}

/*
 * Cables work both ways, so the switches that can step to v are those that v's own channels lead to. When v has its
 * turn all that is nearer has been met, so one look at its channels finds both its minimal ones and who comes next;
 * without branches, as nobody could foretell them.
 */
static void search(const Graph *graph, guint32 target, Bfs *bfs)
{
	guint32 n = 0, reached = 1;
	memset(bfs->hops, GRAPH_FAR, graph->n_switches);
	bfs->hops[target] = 0;
	bfs->order[0] = target;
	for (guint32 i = 0; i < reached; i++) {
		guint32 v = bfs->order[i];
		guint nearer = bfs->hops[v] - 1u; /* of the target itself: no hop count at all */
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

/* ---- kept */

/* Bytes that searches may take. */
#define ROOM ((guint64)256 << 20)

/*
 * A search in few bytes: numbers of 16 bits, hops in their order, minimal channels counted from their switch's first.
 */
typedef struct {
	guint32 n_reached;
	guint8 bytes[]; /* guint16 order[n_reached]; guint8 hops[n_reached], minimal[n_reached], channel[all minimal] */
} Kept;

static gboolean recall(const Graph *graph, guint32 target, Bfs *bfs)
{
	if (!graph->kept || !graph->kept->search)
		return FALSE;
	const Kept *kept = graph->kept->search[target];
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

void bfs_run(const Graph *graph, guint32 target, Bfs *bfs)
{
	if (!recall(graph, target, bfs))
		search(graph, target, bfs);
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
	gpointer *of;
	Bfs *bfs;
} Keeper;

static void keep_item(gpointer worker, guint32 target)
{
	const Keeper *k = worker;
	bfs_run(k->graph, target, k->bfs);
	k->of[target] = keep(k->graph, k->bfs);
}

static gboolean keep_all(const Graph *graph, gpointer *of)
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
	if (!graph->kept || graph->kept->search || n > G_MAXUINT16 || n * (4 * n + graph->n_channels) > ROOM)
		return;
	gpointer *of = g_try_new0(gpointer, n + 1);
	if (of && keep_all(graph, of)) {
		graph->kept->search = of;
		return;
	}
	for (guint32 t = 0; of && t < n; t++)
		g_free(of[t]);
	g_free(of);
}
