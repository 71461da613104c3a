/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes the bandwidth of shifts: in a shift each host sends to the k-th host after it by LID. All-to-all,
 * dissemination and other operations consist of shifts. Random bisections (bisections.h) do not show what routes lose
 * there.
 */
#ifndef SSSP_CORE_OPTIMIZE_SHIFTS_H
#define SSSP_CORE_OPTIMIZE_SHIFTS_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"

#include <glib.h>

#define SHIFTS_MOST 64 /* the most shifts that are computed */

/*
 * Writes to *value the mean over shifts, which are evenly apart, and over the pairs of each shift, of 1 / (flows on the
 * fullest channel of the pair's path); 1 if there are fewer than two hosts. FALSE with SSSP_ERROR_MEMORY. O(shifts x
 * hosts x hops).
 */
gboolean shifts_bandwidth(const Graph *graph, const Routes *routes, double *value, GError **error);

#endif
