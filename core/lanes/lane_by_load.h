/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A lane grown turn by turn: those first that most routes without a lane make. */
#ifndef SSSP_CORE_LANES_LANE_BY_LOAD_H
#define SSSP_CORE_LANES_LANE_BY_LOAD_H

#include "core/lanes/lane_plan.h"
#include "core/lanes/lane_set.h"

#include <glib.h>

/*
 * Adds a lane as lane_by_order() does, grown turn by turn: a route for each pair that no lane serves, then the turns
 * that most routes without a lane make. FALSE with SSSP_ERROR_MEMORY. O(switches x LIDs), and GROWTH_STEP_EFFORT twice.
 */
gboolean lane_by_load(LaneSet *lanes, const LanePlan *plan, GError **error);

#endif
