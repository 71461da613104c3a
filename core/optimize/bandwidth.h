/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes the bandwidth that routes give when many pairs of hosts send at the same time. A pair gets 1 / (flows on the
 * fullest channel of its path).
 *
 * Random bisections (T. Hoefler et al. 2009, section IV.A): in each job a random half of the hosts send to the other
 * half, and all jobs send at the same time. The same seed gives the same bisections, so two routings can be compared
 * more closely than either is known.
 *
 * Shifts: in a shift each host sends to the k-th host after it by LID. All-to-all, dissemination and other operations
 * consist of shifts. Random bisections do not show what routes lose there.
 */
#ifndef SSSP_CORE_OPTIMIZE_BANDWIDTH_H
#define SSSP_CORE_OPTIMIZE_BANDWIDTH_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/optimize/flows.h"
#include "core/optimize/optimize.h"

#include <glib.h>

/*
 * Writes the mean fraction of full bandwidth over all pairs to *value; 1 if no two hosts send. Flows in rounds are
 * known, so nothing is drawn for them: *value is that of rounds_bandwidth(). FALSE with SSSP_ERROR_MEMORY, or without
 * an error when `stop` (NULL: never) says so. O(bisections x hosts x hops).
 */
gboolean bisections_bandwidth(const Graph *graph, const Flows *flows, const Routes *routes, guint32 seed,
			      StopCheck *stop, double *value, GError **error);

#define SHIFTS_MOST 64 /* the most shifts that are computed */

/*
 * Writes to *value the mean over shifts, which are evenly apart, and over the pairs of each shift; 1 if there are fewer
 * than two hosts. FALSE with SSSP_ERROR_MEMORY. O(shifts x hosts x hops).
 */
gboolean shifts_bandwidth(const Graph *graph, const Routes *routes, double *value, GError **error);

#endif
