/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Restricts minimal routes to those that climb in an order of the switches and then descend, and never climb again, so
 * that one lane has no cycle (the rule of Up/Down routing, M. Schroeder et al., "Autonet", 1991, though not from a
 * spanning tree). Where every pair has a minimal route of that kind, as on anything like a fat tree however uneven, one
 * lane does, and routing costs no more than without regard to lanes: a switch that others come down to uses its minimal
 * channels that descend, if it has such, any other all that are good.
 */
#ifndef SSSP_CORE_GRAPH_RANKS_H
#define SSSP_CORE_GRAPH_RANKS_H

#include "core/graph/bfs.h"
#include "core/graph/graph.h"

#include <glib.h>

/*
 * Leaves in `bfs`, as bfs_run() filled it, the minimal channels that obey the ranks: whatever is chosen of them at each
 * switch, no route climbs after it descended. FALSE when a switch that exchanges data with the target has none (its
 * channels, as those of switches that exchange none, are left as they are). `direction`: scratch, [n_switches].
 * O(minimal channels).
 */
gboolean ranks_restrict(const Graph *graph, const guint32 *rank, Bfs *bfs, guint8 *direction);

/* Whether that goes well for all targets. FALSE with SSSP_ERROR_MEMORY. O(switches x channels). */
gboolean ranks_serve(const Graph *graph, const guint32 *rank, gboolean *served, GError **error);

#endif
