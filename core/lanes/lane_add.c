/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Chooses between the ways to make a lane, which know nothing of each other. */
#include "core/lanes/lane_add.h"

#include "core/lanes/lane_by_load.h"
#include "core/lanes/lane_by_order.h"

gboolean lane_add(LaneSet *lanes, const LanePlan *plan, GError **error)
{
	switch (plan->way) { /* without `default`: the compiler names the ways that are missing */
	case LANE_BY_LOAD:
		return lane_by_load(lanes, plan, error);
	case LANE_FOR_ROUTES:
	case LANE_FOR_DEMAND:
		break;
	}
	return lane_by_order(lanes, plan, error);
}
