/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Says which channels a switch may take so that the switches behind it, farther from the destination, still find a
 * shortest path that ascends in an order of the channels (core/guide). When a switch takes a channel of low rank, the
 * switches behind it may have no channel of a still lower rank that leads to it. balance_run.c asks it as it chooses.
 *
 * The limits are found once for each switch that destinations are on, from the farthest switch inwards. Each switch
 * that hosts' packets may come through names one channel by which it can go on in ascending order. The channel's rank
 * has to be high enough for the switches behind it, or the highest there is. Of such channels it names the one that
 * demands the least of the next switch.
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
	guint32 *
		rank_at; /* [minimal channels] rank of a channel; below `above` switches behind cannot go on in order */
	guint8 *needed;  /* [n_switches] by place, 1: hosts are there, or a needed switch has named a channel to it */
} BalanceGuide;

/*
 * The guide and its arrays are allocated from `arena`; the caller asks arena_check() whether that failed. `rank` is
 * left for the caller to set.
 */
BalanceGuide *balance_guide_new(Arena *arena, const Graph *graph);

/* Finds the limits for `bfs`, the minimal channels towards one switch after bfs_lay_out(). O(minimal channels). */
void balance_guide_begin(BalanceGuide *guide, const Bfs *bfs);

#endif
