/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What bfs.c and graph.c ask of bfs_kept.c: all others ask bfs.h. */
#ifndef SSSP_CORE_GRAPH_BFS_KEPT_H
#define SSSP_CORE_GRAPH_BFS_KEPT_H

#include "core/graph/bfs.h"
#include "core/graph/graph.h"

/* Fills `bfs` with what is kept of a target; FALSE when nothing is. */
gboolean bfs_kept_recall(const Graph *graph, guint32 target, Bfs *bfs);

/* An empty one for a graph. */
BfsKept *bfs_kept_new(void);
void bfs_kept_free(BfsKept *kept); /* NULL is fine */

#endif
