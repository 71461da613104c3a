/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Proves that finished tables from any source are complete and free of credit loops, and makes a Routing of them. Every
 * switch must have a table, every LID must be reached from each switch that is connected to it, and no lane may have a
 * cycle of channel dependencies. The Routing is made from the routes in the tables as routing_compute() makes one from
 * its routes, and has the same tables.
 */
#ifndef SSSP_CORE_PROVE_H
#define SSSP_CORE_PROVE_H

#include "core/fabric/fabric.h"
#include "core/tables/lft.h"
#include "core/choose/routing_options.h"
#include "core/routing_result.h"
#include "core/tables/sl.h"

#include <glib.h>

/*
 * `sl` has a row for each switch; SL l means lane l between switches. `sl` NULL or without rows: packets may be on any
 * SL. They are on one lane then, or, where `sl2vl` is not NULL, on the VLs that it gives by ports, which must be the
 * same for all SLs. These options count: max_vls; asymmetric (without it all paths between two switches, both ways,
 * must have one SL); stand; and those that concern the graph (routing_graph()). Management ports are checked like
 * hosts. NULL with SSSP_ERROR_INPUT, whose text names what is wrong first, as a rule a switch and a LID, with
 * SSSP_ERROR_LANES when lanes do not suffice or one has a cycle, or with SSSP_ERROR_MEMORY. O(switches x LIDs + lanes x
 * turns).
 */
Routing *prove_tables(const Fabric *fabric, const RoutingOptions *options, const Lft *lft, const PathSl *sl,
		      const Sl2vl *sl2vl, GError **error);

#endif
