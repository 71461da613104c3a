/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Estimates the bandwidth that routes give, to choose between two sets of routes: the mean bandwidth of a few random
 * bisections, as T. Hoefler et al. 2009, section IV.A define it. The same patterns are drawn for every call, so that
 * the difference between two calls says more than either. (The evaluator's ebb is the measurement; this is a hint.)
 */
#ifndef SSSP_CORE_BALANCE_PROBE_H
#define SSSP_CORE_BALANCE_PROBE_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"

#include <glib.h>

/*
 * Fraction of full bandwidth, 0 .. 1, into *value. Pairs that no route joins count 0. FALSE with SSSP_ERROR_MEMORY.
 * O(patterns x hosts x hops).
 */
gboolean probe_bisections(const Graph *graph, const Routes *routes, guint patterns, double *value, GError **error);

#endif
