/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The room torus: lanes by SL of tori and meshes, by construction. In the order in which to read:
 *
 *   grid            whether a fabric is a product of rings and rows, found from the cables
 *   grid_cuts       where lanes cut the rings
 *   grid_plan       the lanes of these cuts, as orders of the channels
 *   grid_rule       the one route of each pair that the rule leaves
 *   pair_routes     one route a pair of switches, and the lanes in which it is legal
 *   grid_trees      those of the rule, round what is lost
 *   approach        shortest paths to a switch with the lanes of their turns
 *   pinned_tree     one tree of balanced routes that keep a lane; balance_lanes: all of them
 *   lane_assign     which of its lanes a route uses
 *   grid_settle     lanes for all, path by path where cables are lost
 *   torus_lanes     one number of lanes after the other (below)
 *   grid_tree       the spanning tree that goes with them, for multicast
 */
/*
 * Lanes for tori, by construction. Routes go along each dimension once, first all upward moves in the order of the
 * dimensions, then all downward moves in the opposite order, so that a way back along the same cables keeps the rule
 * too. What is left of cycles is going round a ring: each lane cuts every ring at one switch, which is not gone
 * straight through there, and the cuts are such that every path has a lane (grid_cuts.h). (W. J. Dally and C. L. Seitz,
 * "Deadlock-Free Message Routing in Multiprocessor Interconnection Networks", 1987, cut rings too, and change the lane
 * behind the cut. Here a path stays on its lane.)
 */
#ifndef SSSP_CORE_TORUS_TORUS_LANES_H
#define SSSP_CORE_TORUS_TORUS_LANES_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"

#include <glib.h>

typedef struct {
	guint max_lanes;     /* 1 .. LAYERS_MAX, which all links have */
	guint passes;        /* over all destinations, 1 or more */
	gboolean asymmetric; /* s->d and d->s may use different lanes */
	gboolean spread;     /* give lanes that are not needed a share of the routes */
} TorusOptions;

/*
 * Fills `routes` (fresh) and `*layers` for hosts where the fabric is a torus or mesh, whole or damaged: the fewest lanes
 * on which all paths are shortest, or else those that leave the fewest longer. `*layers` is NULL where it is none, or
 * the lanes do not suffice. FALSE with SSSP_ERROR_MEMORY. O(lanes x (switches^2 x dimensions + passes x LIDs x shortest
 * channels)), and what the last pairs of damaged ones take, path by path.
 */
gboolean torus_lanes(const Graph *graph, const guint8 *hops, const TorusOptions *options, Routes *routes,
		     Layers **layers, GError **error);

#endif
