/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* One more lane for a set, in whichever way its plan says. */
#ifndef SSSP_CORE_LANES_LANE_ADD_H
#define SSSP_CORE_LANES_LANE_ADD_H

#include "core/lanes/lane_plan.h"
#include "core/lanes/lane_set.h"

#include <glib.h>

/*
 * Adds a lane for what the lanes so far do not serve; the set is maximal but for what `search_limit` refused. `covered`
 * is [n_switches][n_switches] from lane_set_cover(). With `spanning_tree` any two switches of one piece are joined by a
 * route in this lane. FALSE with SSSP_ERROR_MEMORY.
 * O(switches x LIDs), and by load what cdg_add() takes for each turn, from an order a few times O(switches x turns).
 */
gboolean lane_add(LaneSet *lanes, const LanePlan *plan, GError **error);

#endif
