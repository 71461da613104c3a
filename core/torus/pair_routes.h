/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds one route from every switch to every other, as one tree towards each, and the lanes that each route may use: a
 * route is legal in a lane if the lane allows each of its turns, a channel followed by a channel (lane_set.h). In
 * symmetric mode both directions of a pair of switches use the same lane. The trees are not balanced. They show that
 * the lanes suffice, and balanced routing (balance_lanes.h) falls back on them wherever its own choice would leave a
 * pair without a lane.
 */
#ifndef SSSP_CORE_TORUS_PAIR_ROUTES_H
#define SSSP_CORE_TORUS_PAIR_ROUTES_H

#include "core/base/arena.h"
#include "core/lanes/lane_set.h"

#include <glib.h>

typedef struct {
	const LaneSet *lanes;
	/* [to][from] channel that a switch takes towards another; GRAPH_NONE on the diagonal and without a path */
	guint32 *next;
	LaneMask *common; /* [from][to] lanes that the route may use; in symmetric mode the same in both directions */
	LaneMask *legal; /* [to][from] lanes that allow all turns of this route alone, whatever the path back may use */
	guint64 n_without; /* pairs (ordered) of switches with hosts that a path joins and that have no lane */
	Arena *arena;      /* private: holds the arrays */
} PairRoutes;

/* No routes and no lanes. `lanes` must outlive it. NULL with SSSP_ERROR_MEMORY. */
PairRoutes *pair_routes_new(const LaneSet *lanes, GError **error);
void pair_routes_free(PairRoutes *pairs); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PairRoutes, pair_routes_free)

/* Returns the lanes of the route to a switch that begins with channel c and goes on as the tree does. O(1). */
static inline LaneMask pair_routes_over(const PairRoutes *pairs, guint32 c, guint32 target)
{
	gsize row = (gsize)target * pairs->lanes->turns->graph->n_switches;
	return lane_set_route(pairs->lanes, c, target, pairs->next + row, pairs->legal + row);
}

/*
 * Returns the lanes that the path back, from `target` to v, leaves to the route from v to `target`. In symmetric mode
 * these are the lanes that allow the path back. All lanes where it is not made yet (trees are made from the first
 * switch on, so with target < v), where no lane allows it, and without symmetric mode. O(1).
 */
LaneMask pair_routes_back(const PairRoutes *pairs, guint32 v, guint32 target);

/* Has the route from v to a switch begin with channel c, behind which the tree is made already. O(1). */
void pair_routes_set(PairRoutes *pairs, guint32 v, guint32 target, guint32 c);

/*
 * When all trees are made: in symmetric mode keeps in pairs->common the lanes that both directions of a pair may use.
 * Counts in pairs->n_without the pairs that have none. O(switches^2).
 */
void pair_routes_intersect(PairRoutes *pairs, const guint8 *hops);

#endif
