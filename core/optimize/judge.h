/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What routes are worth: the mean bandwidth of random bisections (T. Hoefler et al. 2009, section IV.A), each job
 * drawing one of its own and all sending at a time. The same seed draws the same, so that a difference says more than
 * either.
 */
#ifndef SSSP_CORE_OPTIMIZE_JUDGE_H
#define SSSP_CORE_OPTIMIZE_JUDGE_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/optimize/flows.h"
#include "core/optimize/patience.h"

#include <glib.h>

/*
 * Flows in rounds are no matter of chance: they are judged as they are (rounds_judge()).
 *
 * Fraction of full bandwidth, the mean over all pairs, into *value; 1 when no two hosts send. FALSE with
 * SSSP_ERROR_MEMORY, or without an error when patience (NULL: without end) ends. O(patterns x hosts x hops).
 */
gboolean judge_routes(const Graph *graph, const Flows *flows, const Routes *routes, guint32 seed, Patience *patience,
		      double *value, GError **error);

#endif
