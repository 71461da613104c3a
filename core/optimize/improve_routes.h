/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Improves finished routes by a local search for more bandwidth between hosts, in which each route keeps its lane. It
 * runs as long as the user gives it time (sssp-route --optimize), and is no part of the plugin.
 */
#ifndef SSSP_CORE_OPTIMIZE_IMPROVE_ROUTES_H
#define SSSP_CORE_OPTIMIZE_IMPROVE_ROUTES_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"
#include "core/optimize/optimize.h"

#include <glib.h>

/*
 * Replaces `routes` by the best that were found, or leaves them. A changed route is as long as it was or minimal, and
 * on the lane that it was on. No lane gets a cycle; lane 0 also carries the multicast tree (`tree`: [n_channels] 1 for
 * its channels, or NULL). No channel gets more routes of hosts than the fullest one had. Only routes to hosts that
 * somebody sends to change. If options->go_on ends the search before it has begun (state->begun is FALSE), all routes
 * stay.
 *
 * The result depends on the routes, options and number of steps, not on the number of threads. FALSE with
 * SSSP_ERROR_MEMORY, or with SSSP_ERROR_LANES if a lane has a cycle to begin with. Memory: O(switches x LIDs + channels
 * x switches with hosts of a job, summed over the jobs).
 */
gboolean improve_routes(const Graph *graph, const guint8 *hops, const Layers *layers, const guint8 *tree,
			const OptimizeOptions *options, Routes *routes, OptimizeState *state, GError **error);

#endif
