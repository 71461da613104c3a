/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Counts the hops between all switches, by 64 breadth-first searches at a time, a bit each. */
#include "core/graph/graph.h"

#include "core/base/arena.h"
#include "core/base/crew.h"
#include "core/base/error.h"

#include <string.h>

/*
 * 64 searches at a time, a bit of a word each: what they meet together costs one look (M. Then et al., "The More the
 * Merrier: Efficient Multi-Source Graph Traversal", 2014).
 */
#define TOGETHER 64

typedef struct {
	const Graph *graph;
	guint8 *hops;
	guint64 *seen, *now, *next; /* [n_switches] searches, a bit each: met so far, in the last step, in this one */
} HopsWorker;

static void settle(HopsWorker *w, guint32 v, guint64 come, guint32 first, guint8 hops)
{
	for (; come; come &= come - 1) {
		guint32 source = first + (guint32)__builtin_ctzll(come);
		w->hops[(gsize)source * w->graph->n_switches + v] = hops;
	}
}

/* One step of all searches. FALSE when none came farther. */
static gboolean step(HopsWorker *w, guint32 first, guint8 hops)
{
	const Graph *g = w->graph;
	gboolean farther = FALSE;
	memset(w->next, 0, g->n_switches * sizeof *w->next);
	for (guint32 v = 0; v < g->n_switches; v++)
		for (guint32 c = g->first[v]; w->now[v] && c < g->first[v + 1]; c++)
			w->next[g->to[c]] |= w->now[v];
	for (guint32 v = 0; v < g->n_switches; v++) {
		w->now[v] = w->next[v] & ~w->seen[v];
		w->seen[v] |= w->now[v];
		farther |= w->now[v] != 0;
		settle(w, v, w->now[v], first, hops);
	}
	return farther;
}

/* Cables work both ways: the hops to v are the hops from v. */
static void search_share(gpointer data, guint32 share)
{
	HopsWorker *w = data;
	guint32 n = w->graph->n_switches, first = share * TOGETHER, end = MIN(first + TOGETHER, n);
	memset(w->hops + (gsize)first * n, GRAPH_FAR, (gsize)(end - first) * n);
	memset(w->seen, 0, n * sizeof *w->seen);
	memset(w->now, 0, n * sizeof *w->now);
	for (guint32 v = first; v < end; v++) {
		w->seen[v] = w->now[v] = G_GUINT64_CONSTANT(1) << (v - first);
		w->hops[(gsize)v * n + v] = 0;
	}
	for (guint8 hops = 1; hops != GRAPH_FAR && step(w, first, hops);)
		hops++;
}

guint8 *graph_hops(const Graph *graph, GError **error)
{
	gsize n = graph->n_switches;
	guint threads = graph_threads_for(graph, graph->n_switches);
	g_autoptr(Arena) arena = arena_new();
	g_autofree HopsWorker *worker = g_new0(HopsWorker, threads);
	g_autofree guint8 *hops = g_try_malloc(n * n + 1);
	if (!hops)
		return sssp_error_memory_null(error, "the hops between switches", n * n);
	for (guint i = 0; i < threads; i++) {
		guint64 *sets = arena_new_array(arena, guint64, 3 * n);
		worker[i] = (HopsWorker){graph, hops, sets, sets + n, sets + 2 * n};
	}
	if (!arena_check(arena, "a search", error))
		return NULL;
	crew_run(worker, sizeof *worker, threads, (graph->n_switches + TOGETHER - 1) / TOGETHER,
		 &(CrewJob){.work = search_share});
	return g_steal_pointer(&hops);
}
