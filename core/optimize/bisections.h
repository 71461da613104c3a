/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes the bandwidth that routes give: the mean over random bisections (T. Hoefler et al. 2009, section IV.A), each
 * job drawing one of its own and all sending at a time. The same seed draws the same, so that a difference says more
 * than either.
 */
#ifndef SSSP_CORE_OPTIMIZE_BISECTIONS_H
#define SSSP_CORE_OPTIMIZE_BISECTIONS_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/optimize/flows.h"
#include "core/optimize/stop.h"

#include <glib.h>

/*
 * Flows in rounds are no matter of chance: their bandwidth is computed as they are (rounds_bandwidth()).
 *
 * Fraction of full bandwidth, the mean over all pairs, into *value; 1 when no two hosts send. FALSE with
 * SSSP_ERROR_MEMORY, or without an error when `stop` (NULL: never) says so. O(patterns x hosts x hops).
 */
gboolean bisections_bandwidth(const Graph *graph, const Flows *flows, const Routes *routes, guint32 seed,
			      StopCheck *stop, double *value, GError **error);

#endif
