/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A lane from an order of the channels (channel_order.h): all turns that run forward. */
#ifndef SSSP_CORE_LANES_LANE_BY_ORDER_H
#define SSSP_CORE_LANES_LANE_BY_ORDER_H

#include "core/lanes/lane_plan.h"
#include "core/lanes/lane_set.h"

#include <glib.h>

/*
 * Adds a lane for what the lanes so far do not serve; the set is maximal but for what `search_limit` refused. `covered`
 * is [n_switches][n_switches] from lane_set_cover(). With `spanning_tree` any two switches of one piece are joined by a
 * route in this lane. FALSE with SSSP_ERROR_MEMORY. O(switches x LIDs), and a few times O(switches x turns).
 */
gboolean lane_by_order(LaneSet *lanes, const LanePlan *plan, GError **error);

#endif
