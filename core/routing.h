/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes a routing: fabric -> graph -> engine -> routes -> layers -> forwarding tables and service levels. The plugin
 * and sssp-route call routing_compute(). The plugin also calls prove_tables(), for finished tables that it is to load.
 * sssp-route also calls routing_optimize(), which improves a routing and has prove_tables() check the result.
 *
 * Each folder of core opens with a page of its own, in the header named here; tests/check_includes.sh says which may
 * include which:
 *   base/error.h           what all other folders use: errors, memory, threads, sorting
 *   fabric/fabric.h        what is cabled
 *   tables/lft.h           forwarding tables and service levels as plain values
 *   graph/graph.h          what routing runs on
 *   dependency/dependency.h  dependencies of channels, kept without a cycle
 *   guide/guide.h          an order of the channels in which most pairs have an ascending minimal path
 *   balance/balance.h      loads of channels, and the tree of least loaded minimal routes to a destination
 *   admit/guard.h          routes admitted to the dependency graph, one destination after the other
 *   engines/engine.h       how routes are chosen
 *   lanes/lane_set.h       what a lane is, and how one is made
 *   fit/infrastructure.h   lanes path by path, for pairs that no lane made for many routes serves
 *   torus/torus_lanes.h    lanes of tori, by construction, and routes that follow them
 *   previous/previous.h    previous tables on a new graph
 *   reroute/reroute.h      routes and lanes from these, whose entries are kept where they can be
 *   lmc/lmc.h              routes of their own to the further LIDs of ports
 *   exchange/exchange.h    how new tables take the place of those in force
 *   optimize/optimize.h    finished routes made better
 *   choose/choose_lanes.h  which routes and lanes a fabric gets
 *
 * Beside this file, in the order in which to read:
 *   routing.c              all steps in one function; routing_work.h: steps, and what they hand to each other
 *   routing_previous       the steps that start from previous tables
 *   route_lids             base LIDs first, then further ones beside them
 *   routing_jobs           routes rebalanced for jobs
 *   routing_result         the result, and the last check before it is handed out
 *   prove                  finished tables from any source, checked and proven
 *   routing_optimize       finished tables improved, and proven again
 */
#ifndef SSSP_CORE_ROUTING_H
#define SSSP_CORE_ROUTING_H

#include "core/fabric/fabric.h"
#include "core/choose/routing_options.h"
#include "core/routing_result.h"

#include <glib.h>

/*
 * Routes a sealed fabric; free the result with routing_free(). NULL with SSSP_ERROR_MEMORY, or with SSSP_ERROR_LANES
 * when no routes without a possible credit loop were found on the lanes allowed. The same fabric and options give the
 * same result, whatever options->threads is.
 */
Routing *routing_compute(const Fabric *fabric, const RoutingOptions *options, GError **error);

#endif
