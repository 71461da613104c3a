/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gives the shortest-path graphs of a list of switches, one after the other. Other threads find them ahead of the one
 * that routes on them: routing goes destination by destination, but these graphs depend on nothing.
 */
#ifndef SSSP_CORE_GRAPH_BFS_AHEAD_H
#define SSSP_CORE_GRAPH_BFS_AHEAD_H

#include "core/graph/bfs.h"
#include "core/graph/graph.h"

#include <glib.h>

typedef struct BfsAhead BfsAhead;

/*
 * For targets[n]; graph and targets must outlive it. graph->threads - 1 threads help, none is needed. NULL with
 * SSSP_ERROR_MEMORY.
 */
BfsAhead *bfs_ahead_new(const Graph *graph, const guint32 *targets, guint32 n, GError **error);
void bfs_ahead_free(BfsAhead *ahead); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(BfsAhead, bfs_ahead_free)

/* The graph of the next target, laid out, each once and in order; good until the next call. */
const Bfs *bfs_ahead_next(BfsAhead *ahead);

#endif
