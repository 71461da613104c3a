/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Checks the finished routes and lanes of a rerouting, and fills what Layers says of them. */
#ifndef SSSP_CORE_REROUTE_CONCLUDE_H
#define SSSP_CORE_REROUTE_CONCLUDE_H

#include "core/reroute/work.h"

/*
 * Whether no lane has a cycle: all routes are in use, and a topological sort of what is in use finds none,
 * independently of the search by which each addition was admitted. layers->used is filled then. `had_unproven`: some
 * pairs had no lane to begin with. FALSE with SSSP_ERROR_MEMORY too. O(switches x LIDs + lanes x turns).
 */
gboolean conclude_proof(Reroute *r, gboolean had_unproven, GError **error);

/* Fills what r->layers says of lanes, and the loads. O(switches x LIDs). */
void conclude_layers(Reroute *r);

#endif
