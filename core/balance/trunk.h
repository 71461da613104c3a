/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds the levels of a fabric and how many trunks each channel is in. The trunk of a destination is one path down to
 * it, level by level, that routes to it take where they can. Trunks exist in fabrics with levels (anything like a fat
 * tree, however uneven), as traffic to one destination is balanced best when it all comes down the same path. A trunk
 * is laid from the destination's switch upwards, each time over the channel that is in the fewest trunks so far.
 * Balanced routing then takes other paths down only where the trunk cannot be reached. On full trees d-mod-k routing
 * gets the same by arithmetic (E. Zahavi, "D-Mod-K Routing Providing Non-Blocking Traffic for Shift Permutations on
 * Real Life Fat Trees", 2010); trunks do it on incomplete trees, too.
 */
#ifndef SSSP_CORE_BALANCE_TRUNK_H
#define SSSP_CORE_BALANCE_TRUNK_H

#include "core/balance/balance.h"
#include "core/base/arena.h"
#include "core/graph/bfs.h"
#include "core/graph/graph.h"

#include <glib.h>

/* A leaf switch is one with at least half as many hosts as the switch with the most hosts. */
typedef struct {
	guint8 *level;  /* [n_switches] hops to the nearest leaf switch, GRAPH_FAR where none can be reached */
	guint32 *count; /* [n_channels] hosts' LIDs whose trunk a channel is in */
	gboolean flat;  /* all levels are the same: there are no trunks */
	gboolean lone;  /* no switch has two hosts, whose trunks would keep them apart: there are no trunks */
	Arena *arena;   /* private: holds the arrays */
} Trunk;

/* Finds the levels; all counts are 0. NULL with SSSP_ERROR_MEMORY. O(channels). */
Trunk *trunk_new(const Graph *graph, GError **error);
void trunk_free(Trunk *trunk); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Trunk, trunk_free)

/* Whether a channel leads to a lower level. */
static inline gboolean trunk_descends(const Trunk *trunk, const Graph *graph, guint32 c)
{
	return trunk->level[graph->from[c]] > trunk->level[graph->to[c]];
}

/*
 * Returns the channel down to switch v by which a trunk goes on upwards: the minimal one, in `bfs` after bfs_lay_out(),
 * that is in the fewest trunks for its data rate, and of equals the first from number `turn` on. GRAPH_NONE where v is
 * the top of the trunk.
 */
guint32 trunk_climb(const Trunk *trunk, const Balance *balance, const Bfs *bfs, guint32 v, guint32 turn);

#endif
