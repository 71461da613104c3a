/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses the balanced routes to one destination of a torus so that each has a lane. A switch takes the cheapest
 * minimal channel that leaves its route a lane that it wants. A switch that finds none is pinned to its route in a tree
 * that is known to have lanes, and what depends on it is chosen again. balance_lanes.c calls it for each destination.
 */
#ifndef SSSP_CORE_TORUS_PINNED_TREE_H
#define SSSP_CORE_TORUS_PINNED_TREE_H

#include "core/base/arena.h"
#include "core/torus/approach.h"

#include <glib.h>

/* The route of a switch: what switches farther from the destination look up when they choose. */
typedef struct {
	guint64 cost;    /* of its route */
	guint32 taken;   /* minimal channel that the route begins with */
	LaneMask legal;  /* lanes of the route */
	guint16 waiting; /* 1: no route in this attempt: it was pinned, or has no channel but to a waiting one */
} TreeHop;

/*
 * Switches stand for their place in the breadth-first order from the destination, channels for their place among the
 * minimal ones (bfs.h).
 */
typedef struct {
	const Graph *graph;
	const LaneSet *lanes;
	const Approach *approach; /* the destination's switch; the caller fills this and the members up to `wanted` */
	const guint32 *known;     /* by switch, not place: channel of the known tree, which must be minimal */
	guint64 *price;           /* [minimal channels] what one more route costs */
	guint32 *start;           /* [n_switches] number of the channel looked at first */
	LaneMask *wanted;         /* [n_switches] lanes that a route must have one of; 0: any route will do */
	TreeHop *hop;             /* [n_switches] the tree */

	/* private */
	guint8 *pinned; /* [n_switches] takes the known tree's channel */
	guint32 *pins;  /* [n_pins] those switches, each after the one its channel leads to */
	guint32 n_pins;
	guint32 *upward; /* [n_switches] scratch */
	guint8 *again;   /* [n_switches] may have to choose another channel in this attempt */
} PinnedTree;

/* Arrays from `arena`, which arena_check() is still to be asked about; all else must outlive it. */
PinnedTree pinned_tree_new(const Graph *graph, const LaneSet *lanes, Arena *arena);

/*
 * Fills tree->hop for all switches that reach the destination; ties as core/balance/balance.h says. O(minimal
 * channels), plus what pinning causes to be done again.
 */
void pinned_tree_make(PinnedTree *tree);

#endif
