/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Replaces routes by the best that a search finds. */
#ifndef SSSP_CORE_OPTIMIZE_IMPROVE_ROUTES_H
#define SSSP_CORE_OPTIMIZE_IMPROVE_ROUTES_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"
#include "core/optimize/optimize.h"

#include <glib.h>

/*
 * Replaces `routes` by the best that were found, or leaves them. All are as long as they were or minimal, on the lane
 * that they were on; no lane has a cycle, a multicast tree on lane 0 (`tree`, [n_channels] 1 for its channels, or NULL)
 * beside it; no channel has more routes of hosts than the fullest had. Only the routes to hosts that are sent to
 * change. Where options->go_on ends it before it has begun (state->begun) they stay.
 * The same routes, options and number of steps, the same result, whatever the threads. FALSE with SSSP_ERROR_MEMORY, or
 * SSSP_ERROR_LANES when a lane has a cycle to begin with. Memory: O(switches x LIDs + channels x
 * switches with hosts of a job, summed over the jobs).
 */
gboolean improve_routes(const Graph *graph, const guint8 *hops, const Layers *layers, const guint8 *tree,
			const OptimizeOptions *options, Routes *routes, OptimizeState *state, GError **error);

#endif
