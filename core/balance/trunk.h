/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gives each destination channels of its own downwards, its trunk, in fabrics with levels (anything like a fat tree,
 * however uneven): of the many paths down to it one, as what comes to it is balanced best so. A trunk is laid from the
 * destination's switch upwards, level by level, over the channel that is in the trunks of the fewest destinations so
 * far. Balanced routing then takes other paths down only where the trunk cannot be reached. On full trees this is what
 * d-mod-k routing does by arithmetic (E. Zahavi, "D-Mod-K Routing Providing Non-Blocking Traffic for Shift Permutations
 * on Real Life Fat Trees", 2010); it holds for incomplete ones too.
 */
#ifndef SSSP_CORE_BALANCE_TRUNK_H
#define SSSP_CORE_BALANCE_TRUNK_H

#include "core/base/arena.h"
#include "core/graph/graph.h"

#include <glib.h>

/* Leaf switches are those with at least half as many hosts as the one that has most. */
typedef struct {
	guint8 *level;  /* [n_switches] hops to the nearest leaf switch */
	guint32 *count; /* [n_channels] destinations whose trunk a channel is in */
	gboolean flat;  /* all levels are the same: there are no trunks */
	Arena *arena;   /* private: holds the arrays */
} Trunk;

/* NULL with SSSP_ERROR_MEMORY. O(channels). */
Trunk *trunk_new(const Graph *graph, GError **error);
void trunk_free(Trunk *trunk); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Trunk, trunk_free)

/* Whether a channel leads down. */
static inline gboolean trunk_descends(const Trunk *trunk, const Graph *graph, guint32 c)
{
	return trunk->level[graph->from[c]] > trunk->level[graph->to[c]];
}

#endif
