/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Levels the loads of channels on one lane, where that costs bisections nothing. */
#ifndef SSSP_CORE_CHOOSE_LEVEL_LANE_H
#define SSSP_CORE_CHOOSE_LEVEL_LANE_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"
#include "core/choose/routing_options.h"

#include <glib.h>

/* Whether level_lane() may change anything with these options, on one lane with shortest paths. O(1). */
gboolean level_lane_is_asked(const Graph *graph, const RoutingOptions *options);

/*
 * Moves some routes on one lane off the fullest channels as long as random bisections get no less, no path gets longer
 * and nothing closes a cycle. FALSE with SSSP_ERROR_MEMORY. A few times unload_round() and probe_bisections().
 */
gboolean level_lane(const Graph *graph, const guint8 *hops, const RoutingOptions *options, Routes *routes,
		    Layers *layers, GError **error);

#endif
