/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the shortest-path graphs (bfs.h) towards a list of switches, one after the other, by threads that run ahead of
 * the routing. Destinations are routed one after the other, but these graphs do not depend on one another.
 */
#ifndef SSSP_CORE_GRAPH_BFS_AHEAD_H
#define SSSP_CORE_GRAPH_BFS_AHEAD_H

#include "core/graph/bfs.h"
#include "core/graph/graph.h"

#include <glib.h>

typedef struct BfsAhead BfsAhead;

/*
 * Starts on the shortest-path graphs of targets[n]; all arguments must outlive the result. `hops` is
 * from graph_hops(), which takes less time than searches, or NULL. Up to graph->threads - 1
 * threads help; without helpers bfs_ahead_next() finds the graphs. NULL with SSSP_ERROR_MEMORY.
 */
BfsAhead *bfs_ahead_new(const Graph *graph, const guint8 *hops, const guint32 *targets, guint32 n, GError **error);
void bfs_ahead_free(BfsAhead *ahead); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(BfsAhead, bfs_ahead_free)

/* Returns the graph of the next target, after bfs_lay_out(); good until the next call. At most n calls. */
const Bfs *bfs_ahead_next(BfsAhead *ahead);

#endif
