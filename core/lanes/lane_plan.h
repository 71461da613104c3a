/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What a lane is to be made for, and how. */
#ifndef SSSP_CORE_LANES_LANE_PLAN_H
#define SSSP_CORE_LANES_LANE_PLAN_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/lane_set.h"

#include <glib.h>

/* For the routes without a lane, for the pairs without one whichever minimal route they take, or turn by turn. */
typedef enum { LANE_FOR_ROUTES, LANE_FOR_DEMAND, LANE_BY_LOAD } LaneAim;

typedef struct {
	const Graph *graph;
	const Routes *routes; /* what routing without regard to lanes would choose */
	const guint8 *hops;   /* from graph_hops() */
	const LaneMask *covered;
	gboolean cover;         /* try minimal routes for the pairs that `covered` says no lane serves */
	gboolean spanning_tree; /* all turns of spanning_tree.h's tree come before everything else */
	gboolean one_way;       /* turns without their mirrors: for routes that go back another way */
	guint search_limit;     /* channels looked at before a turn is refused for being too hard to place; 0: all */
	LaneAim aim;
} LanePlan;

#endif
