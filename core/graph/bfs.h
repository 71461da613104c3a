/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the minimal paths towards one switch by a breadth-first search, and keeps them as a shortest-path graph: for
 * every switch the channels that bring it one hop nearer. All LIDs on one switch share it, so an engine builds it once
 * a switch and then only touches each of its channels once a LID.
 */
#ifndef SSSP_CORE_GRAPH_BFS_H
#define SSSP_CORE_GRAPH_BFS_H

#include "core/base/ahead.h"
#include "core/graph/graph.h"

#include <glib.h>

typedef struct {
	guint32 n_reached; /* switches that can reach the target, itself included */
	guint32 *order;    /* [n_reached] vertices by ascending hops, the target first */
	guint8 *hops;      /* [n_switches] to the target, GRAPH_FAR where there is no path */
	guint32 *first;    /* [n_reached + 1] order[i]'s channels are channel[first[i]] .. channel[first[i+1]-1] */
	guint32 *channel;  /* minimal channels, ascending for each vertex */

	/* filled by bfs_lay_out() and bfs_by_hops() */
	guint32 *place; /* [n_switches] place in `order` of a switch that was reached */
	guint32 *to;    /* [minimal channels] place of the switch that a channel leads to */
	guint32 *entry; /* [n_channels] place in `channel` of a minimal channel, of others any */

	Arena *arena; /* private: holds the arrays */
} Bfs;

/* Bytes of memory that one Bfs takes. */
#define BFS_BYTES(graph) ((guint64)(graph)->n_switches * 13 + (guint64)(graph)->n_channels * 12)

/* Allocates room for the search from any target of this graph. NULL with SSSP_ERROR_MEMORY. */
Bfs *bfs_new(const Graph *graph, GError **error);
void bfs_free(Bfs *bfs); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Bfs, bfs_free)

/* Searches from `target`. Switches more than 254 hops away count as not reached. O(switches + channels). */
void bfs_run(const Graph *graph, guint32 target, Bfs *bfs);

/* Fills place, to and entry after bfs_run(): for callers that go through the graph once a LID. O(minimal channels). */
void bfs_lay_out(const Graph *graph, Bfs *bfs);

/* Fills all from hops[n_switches][n_switches] (graph_hops()), without a search. As bfs_run(). */
void bfs_by_hops(const Graph *graph, const guint8 *hops, guint32 target, Bfs *bfs);

/*
 * Starts on the shortest-path graphs of targets[n], one after the other, which threads find ahead of the routing:
 * destinations are routed one after the other, but these graphs do not depend on one another. ahead_next() returns each
 * as a Bfs, after bfs_lay_out(). All arguments must outlive the result. `hops` is from graph_hops(), which takes less
 * time than searches, or NULL. Up to graph->threads - 1 threads help; without helpers ahead_next() finds the graphs.
 * NULL with SSSP_ERROR_MEMORY.
 */
Ahead *bfs_ahead(const Graph *graph, const guint8 *hops, const guint32 *targets, guint32 n, GError **error);

#endif
