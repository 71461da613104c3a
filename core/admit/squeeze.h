/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds VLs for finished routes: all states of all routes at once, the dependencies that fit added to the graph.
 */
#ifndef SSSP_CORE_ADMIT_SQUEEZE_H
#define SSSP_CORE_ADMIT_SQUEEZE_H

#include "core/admit/guard.h"

/*
 * Fills the guard's dependency graph, which is empty or has the spanning tree's, with what hosts' routes need, as far as
 * no cycle closes, and marks in guard->unfit the destinations that miss some. `refused`: the part of the dependencies
 * that did not fit; where it is going to be above `most` not all are tried. FALSE with SSSP_ERROR_MEMORY. O(switches x LIDs) and what dependencies cost.
 */
gboolean guard_squeeze(Guard *guard, const Routes *routes, double most, double *refused, GError **error);

#endif
