/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Limits how much of the forwarding tables may change. A subnet manager sends tables in blocks of LIDs, so once an
 * entry of a block has changed, all other entries of that block may change at no cost.
 */
#ifndef SSSP_CORE_OPTIMIZE_FENCE_H
#define SSSP_CORE_OPTIMIZE_FENCE_H

#include "core/graph/graph.h"

#include <glib.h>

#define FENCE_BLOCK 64 /* LIDs of a block */

typedef struct {
	const Graph *graph;
	guint32 n_blocks; /* blocks of one switch's table */
	guint64 left;     /* how many more blocks may change */
	guint64 changed;  /* blocks that have changed, though their entries may have changed back since */
	guint8 *is_open;  /* [n_switches][n_blocks] 1: changed */
} Fence;

/* Lets `most` blocks change. The graph must outlive the result. NULL with SSSP_ERROR_MEMORY. O(blocks). */
Fence *fence_new(const Graph *graph, guint64 most, GError **error);
void fence_free(Fence *fence); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Fence, fence_free)

/* How many blocks all tables have. O(LIDs). */
guint64 fence_all(const Graph *graph);

/* Whether the entry of switch v for a destination may change. O(1). */
gboolean fence_lets(const Fence *fence, guint32 v, guint32 dest);

/* Notes that the entry of switch v for a destination has changed; fence_lets() must have been TRUE. O(1). */
void fence_pass(Fence *fence, guint32 v, guint32 dest);

#endif
