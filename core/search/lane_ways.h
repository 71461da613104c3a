/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The shortest ways in one lane from all switches to one, whatever their length: what a turn forbids is gone round. */
#ifndef SSSP_CORE_SEARCH_LANE_WAYS_H
#define SSSP_CORE_SEARCH_LANE_WAYS_H

#include "core/base/arena.h"
#include "core/engines/balance.h"
#include "core/lanes/lane_set.h"

#include <glib.h>

typedef struct {
	const LaneSet *lanes;
	const Balance *balance; /* of ways of the same length the cheapest */
	guint32 target;
	guint16 *length; /* [n_channels] hops of the way that begins with a channel, LANE_WAYS_NONE: there is none */
	guint32 *then;   /* [n_channels] the channel after it, GRAPH_NONE at the target */
	guint64 *cost;   /* [n_channels] */
	guint32 *queue;  /* [n_channels] scratch */
	guint64 looked;  /* turns looked at so far */
	guint32 *best;   /* [n_switches] the first channel of the best way, GRAPH_NONE: there is none */
} LaneWays;

#define LANE_WAYS_NONE G_MAXUINT16

/* Arrays from `arena`, which arena_check() is still to be asked about; all else must outlive it. */
LaneWays lane_ways_new(const LaneSet *lanes, const Balance *balance, Arena *arena);

/*
 * Ways to `target` in the lane of `bit`. pin[n_switches] has the channel that a switch must take, GRAPH_NONE: any;
 * wanted[n_switches] the lanes that a switch may use: ways come through those that may use this one. NULL: all may.
 * O(turns).
 */
void lane_ways_find(LaneWays *ways, guint32 target, LaneMask bit, const guint32 *pin, const LaneMask *wanted);

#endif
