/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Puts finished routes of P-SSSP (the default engine) on VLs that switches choose by input and output port
 * (graph/port_vls.h), so that no channel dependency on these VLs closes a cycle. Packets of hosts, of aggregation nodes
 * and of management ports are then safe from credit loops whatever their service level.
 */
#ifndef SSSP_CORE_ENGINES_PORT_LANES_H
#define SSSP_CORE_ENGINES_PORT_LANES_H

#include "core/engines/guarded.h"

#include "core/graph/port_vls.h"

/*
 * A limit for the part of P-SSSP's own dependencies that find no VL: of 200 random fabrics, none with a larger part
 * unplaced on two lanes had a place for nearly all on more.
 */
#define PORT_LANES_MOST_UNPLACED 0.06

/* options->passes where time allows. */
#define PORT_LANES_PASSES 3

/*
 * Finds VLs for `routes`, which psssp_compute() made without regard to them, and routes again those that fit on none of
 * the VLs; options->passes over all hosts follow, in which longer paths become shorter. options->n_vls is 2 or more;
 * guided and trees are not looked at. With tree_vl 0, states of options->tree that no route has are without a VL in
 * `*vls`; the lowest VL serves all of them. With tally->complete `*vls` is the caller's, else NULL and the routes are
 * of no use. FALSE with SSSP_ERROR_MEMORY. O(states x VLs), and what dependencies cost.
 */
gboolean port_lanes_compute(const Graph *graph, const guint8 *hops, const GuardedOptions *options, Routes *routes,
			    GuardedTally *tally, PortVls **vls, GError **error);

/*
 * Gives each host to which some path is longer than minimal the routes that it has in `free`, of the same graph: beside
 * the routes that were admitted for all others these may find VLs. O(switches x LIDs x hops).
 */
void port_lanes_free_longer(const Graph *graph, const guint8 *hops, const Routes *free, Routes *routes);

#endif
