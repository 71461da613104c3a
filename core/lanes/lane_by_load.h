/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A lane grown turn by turn: those first that most routes without a lane make. */
#ifndef SSSP_CORE_LANES_LANE_BY_LOAD_H
#define SSSP_CORE_LANES_LANE_BY_LOAD_H

#include "core/lanes/lane_plan.h"
#include "core/lanes/lane_set.h"

#include <glib.h>

/* As lane_add(), whatever the plan's way. */
gboolean lane_by_load(LaneSet *lanes, const LanePlan *plan, GError **error);

#endif
