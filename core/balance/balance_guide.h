/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Says what a switch must leave to those behind it, so that they find a shortest path that ascends in an order of the
 * channels (core/guide): when it takes a channel of low rank, none may be left that comes before it.
 *
 * Worked out once for each switch that destinations are on, from the farthest switch inwards: each that hosts' packets
 * may come through names one channel by which it can go on in order, after which its own followers can, and that asks
 * the least of the next switch.
 */
#ifndef SSSP_CORE_BALANCE_BALANCE_GUIDE_H
#define SSSP_CORE_BALANCE_BALANCE_GUIDE_H

#include "core/base/arena.h"
#include "core/graph/bfs.h"

#include <glib.h>

typedef struct {
	const Graph *graph;
	const guint32 *rank; /* [n_channels] */
	guint64 *most;  /* [n_switches] by place: 1 + the highest rank that a path in order can begin with, 0: none */
	guint64 *above; /* [n_switches] by place: 1 + the rank that a switch's channel must be above, 0: any will do */
	guint8 *needed; /* [n_switches] by place: hosts are there, or somebody goes on by it */
} BalanceGuide;

/* Its arrays come from the arena, which knows of refusals. */
BalanceGuide *balance_guide_new(Arena *arena, const Graph *graph);

/* For the minimal channels towards another switch, laid out. O(minimal channels). */
void balance_guide_begin(BalanceGuide *guide, const Bfs *bfs);

/* Whether channel c, taken at place i, leaves enough. O(1). */
static inline gboolean balance_guide_leaves(const BalanceGuide *guide, guint32 i, guint32 c)
{
	return guide->rank[c] + (guint64)1 > guide->above[i];
}

#endif
