/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Estimates the bandwidth that routes give, to choose between two sets of routes: the mean bandwidth of a few random
 * bisections, as T. Hoefler et al. 2009, section IV.A define it. Every call draws the same bisections, so the results
 * of two calls can be compared. The evaluator's ebb draws many more and is the measurement.
 */
#ifndef SSSP_CORE_BALANCE_PROBE_H
#define SSSP_CORE_BALANCE_PROBE_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"

#include <glib.h>

/* Bisections that decide between two sets of routes: fewer where each has many pairs of hosts. O(1). */
guint probe_patterns(const Graph *graph);

/*
 * Sets *value to the mean share of full bandwidth, 0 .. 1, over `patterns` > 0 bisections; 1 where there are fewer than
 * two hosts. Pairs that no route joins count as 0. FALSE with SSSP_ERROR_MEMORY. O(patterns x hosts x hops).
 */
gboolean probe_bisections(const Graph *graph, const Routes *routes, guint patterns, double *value, GError **error);

#endif
