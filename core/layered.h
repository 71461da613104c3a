/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Routes chosen with the lanes in mind, for fabrics where balanced minimal routes on one lane would have cycles.
 *
 * Lanes are added one at a time, each made of the turns that the routes not served yet make most (lane_set.h). For each
 * number of lanes the last one is made to serve the pairs that the others do not; then trees are searched that leave
 * every pair a lane (lane_trees.h), and balanced routes under these lanes (lane_routes.h). The fewest lanes win whose
 * routes are worth nearly what unrestricted ones are (probe.h). When the lanes are used up before, the last one gets
 * the turns of a spanning tree, so that pairs without a minimal route take a longer one: there is always an answer.
 *
 * The first lane has the turns of the spanning tree too, unless it is the only one and does better without: multicast
 * on that tree then closes no cycle (mcast_tree.h).
 */
#ifndef SSSP_CORE_LAYERED_H
#define SSSP_CORE_LAYERED_H

#include "core/graph.h"
#include "core/layers.h"
#include "core/routes.h"

#include <glib.h>

typedef struct {
	guint max_lanes;     /* 1 .. LAYERS_MAX */
	guint passes;        /* as in EngineOptions */
	gboolean asymmetric; /* s->d and d->s may use different lanes */
	gboolean spread;     /* give lanes that are not needed a share of the routes */
} LayeredOptions;

/*
 * Replaces `routes`, which must hold minimal routes chosen without regard to lanes, by routes that need at most
 * max_lanes. The former show which turns lanes should have: those of a single pass do better than those of several,
 * being more regular. Says which route uses which lane. In symmetric mode the lane of (switch, LID)
 * and that of the way back are the same. Always succeeds except for SSSP_ERROR_MEMORY (NULL).
 */
Layers *layered_compute(const Graph *graph, const guint8 *hops, const LayeredOptions *options, Routes *routes,
			GError **error);

#endif
