/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The room torus: lanes of tori and meshes, by construction. In the order in which to read:
 *
 *   grid          whether a fabric is a product of rings and rows, found from the cables
 *   grid_cuts     where lanes cut the rings
 *   grid_plan     which rings are gone round, and the lanes for that
 *   grid_rule     the one route of each pair that the rule leaves
 *   torus_lanes   minimal routes that show that every pair has a lane (below)
 *   torus_longer  routes of large grids where the lanes do not suffice for that
 *   grid_tree     the spanning tree that goes with them, for multicast
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

#include "core/search/search.h"

/*
 * Lanes by construction, where the fabric is a torus, whole or damaged: what no lane serves because a cable is lost
 * gets one path by path. TRUE also when nothing was found. FALSE with SSSP_ERROR_MEMORY. O(switches^2 x dimensions).
 */
gboolean torus_lanes(Search *l, GError **error);

#endif
