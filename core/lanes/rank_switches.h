/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Which order of the switches (graph/ranks.h) serves the routes that there are. */
#ifndef SSSP_CORE_LANES_RANK_SWITCHES_H
#define SSSP_CORE_LANES_RANK_SWITCHES_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/lane_set.h"

#include <glib.h>

/*
 * Fills rank[n_switches] (0 the lowest) so that few of the `routes` climb after they descended: the switch where the
 * least of them would is ranked lowest and taken out, then the next among those left. `lanes`: the set without lanes.
 * FALSE with SSSP_ERROR_MEMORY. O(switches^2 + turns + switches x LIDs).
 */
gboolean rank_switches(const LaneSet *lanes, const Graph *graph, const Routes *routes, guint32 *rank, GError **error);

#endif
