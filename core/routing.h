/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The one way through: fabric -> graph -> engine -> routes -> layers -> forwarding tables and service levels.
 * The plugin and sssp-route call this and nothing else of the algorithm side.
 *
 * The rooms below, in the order in which to read them; each opens with a page of its own in the header named here:
 *   fabric/fabric.h        what is cabled                    tables/lft.h      tables and service levels as plain values
 *   graph/graph.h          what routing runs on              engines/engine.h  how routes are chosen
 *   lanes/lane_set.h       what a lane is, how one is made   search/search.h   routes chosen with the lanes in mind
 *   torus/torus_lanes.h    lanes of tori by construction     base/error.h      what all of them stand on
 * Beside this file:
 *   routing_options.h      what is asked for
 *   routing_result.h       what comes out, and the last look before it does
 *   strategies.h           who finds the lanes: a table of ways, tried in order
 *   mcast_tree.h           one tree for all multicast groups
 *   prove.h                the other way to a result: tables that somebody else finished
 */
#ifndef SSSP_CORE_ROUTING_H
#define SSSP_CORE_ROUTING_H

#include "core/fabric/fabric.h"
#include "core/routing_options.h"
#include "core/routing_result.h"

#include <glib.h>

/*
 * Routes a sealed fabric. NULL with SSSP_ERROR_MEMORY, or SSSP_ERROR_LANES when no set of at most max_vls lanes was
 * found: never tables with a possible credit loop. Same fabric and options, same result, whatever the threads.
 */
Routing *routing_compute(const Fabric *fabric, const RoutingOptions *options, GError **error);

#endif
