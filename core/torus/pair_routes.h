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
	/* [to][from] channel that a switch takes towards another; GRAPH_NONE on the diagonal and without a path */
	guint32 *next;
	LaneMask *common; /* [from][to] lanes that the route may use; in symmetric mode the same in both directions */
	LaneMask *legal; /* [to][from] lanes that allow all turns of this route alone, whatever the path back may use */
	guint64 n_without; /* pairs (ordered) of switches with hosts that a path joins and that have no lane */
	Arena *arena;      /* private: holds the arrays */
} PairRoutes;

/* No lanes, `next` to be filled. NULL with SSSP_ERROR_MEMORY. */
PairRoutes *pair_routes_new(guint32 n_switches, GError **error);
void pair_routes_free(PairRoutes *pairs); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PairRoutes, pair_routes_free)

#endif
