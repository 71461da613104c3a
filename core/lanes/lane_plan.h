/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What a lane is to be made for, and how. */
#ifndef SSSP_CORE_LANES_LANE_PLAN_H
#define SSSP_CORE_LANES_LANE_PLAN_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/lane_set.h"

#include <glib.h>

/*
 * LANE_BY_LOAD: the turns that most routes without a lane make come first, one by one, as long as no cycle closes
 * (lane_by_load.h). LANE_FOR_ROUTES and LANE_FOR_DEMAND: from one order of the channels that serves as many as possible
 * of those routes, or of the pairs without a lane whichever minimal route they take (lane_by_order.h); many times
 * faster, not always as full.
 */
typedef enum { LANE_BY_LOAD, LANE_FOR_ROUTES, LANE_FOR_DEMAND } LaneWay;

typedef struct {
	const Graph *graph;
	const Routes *routes; /* what routing without regard to lanes would choose */
	const guint8 *hops;   /* from graph_hops() */
	const LaneMask *covered;
	gboolean cover;         /* try minimal routes for the pairs that `covered` says no lane serves */
	gboolean spanning_tree; /* all turns of spanning_tree.h's tree come before everything else */
	guint search_limit;     /* channels looked at before a turn is refused for being too hard to place; 0: all */
	LaneWay way;
} LanePlan;

#endif
