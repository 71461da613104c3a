/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes the bandwidth of hosts that send in an order: shifts, each host to the k-th after it by LID, of which
 * all-to-all, dissemination and the like are made. Random bisections (bisections.h) do not see what routes lose there.
 */
#ifndef SSSP_CORE_OPTIMIZE_SHIFTS_H
#define SSSP_CORE_OPTIMIZE_SHIFTS_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"

#include <glib.h>

#define SHIFTS_MOST 64

/*
 * The mean over shifts, SHIFTS_MOST of them at most, evenly apart, and over the pairs of each, of one through the flows
 * on the fullest channel of a pair, into *value; 1 where fewer than two hosts are. FALSE with SSSP_ERROR_MEMORY.
 * O(shifts x hosts x hops).
 */
gboolean shifts_worth(const Graph *graph, const Routes *routes, double *value, GError **error);

#endif
