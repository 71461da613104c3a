/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Limits how much of the forwarding tables may change: tables are sent in blocks of so many LIDs, so in a block of a
 * switch that has changed all else may change at no cost.
 */
#ifndef SSSP_CORE_OPTIMIZE_FENCE_H
#define SSSP_CORE_OPTIMIZE_FENCE_H

#include "core/graph/graph.h"

#include <glib.h>

#define FENCE_BLOCK 64 /* LIDs of a block */

typedef struct {
	const Graph *graph;
	guint32 n_blocks; /* of a switch */
	guint64 left;     /* blocks that may change yet */
	guint64 changed;  /* blocks that have, though they may have changed back */
	guint8 *is_open;  /* [n_switches][n_blocks] 1: changed */
} Fence;

/* At most `most` blocks; the graph must outlive it. NULL with SSSP_ERROR_MEMORY. O(blocks). */
Fence *fence_new(const Graph *graph, guint64 most, GError **error);
void fence_free(Fence *fence); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Fence, fence_free)

/* All blocks of all tables. O(LIDs). */
guint64 fence_all(const Graph *graph);

/* Whether the entry of switch v for a destination may change. O(1). */
gboolean fence_lets(const Fence *fence, guint32 v, guint32 dest);

/* It has changed. O(1). */
void fence_pass(Fence *fence, guint32 v, guint32 dest);

#endif
