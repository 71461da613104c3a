/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Chooses between the ways to make a lane, which know nothing of each other. */
#include "core/lanes/lane_add.h"

#include "core/lanes/lane_by_load.h"
#include "core/lanes/lane_by_order.h"

gboolean lane_add(LaneSet *lanes, const LanePlan *plan, GError **error)
{
	return plan->way == LANE_BY_LOAD ? lane_by_load(lanes, plan, error) : lane_by_order(lanes, plan, error);
}
