/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A lane from an order of the channels (channel_order.h): all turns that run forward. */
#ifndef SSSP_CORE_LANES_LANE_BY_ORDER_H
#define SSSP_CORE_LANES_LANE_BY_ORDER_H

#include "core/lanes/lane_plan.h"
#include "core/lanes/lane_set.h"

#include <glib.h>

/* As lane_add(), for the pairs when the plan's way is LANE_FOR_DEMAND, else for its routes. */
gboolean lane_by_order(LaneSet *lanes, const LanePlan *plan, GError **error);

#endif
