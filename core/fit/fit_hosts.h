/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds lanes, path by path, for the last pairs of switches with hosts: those whose routes fit on no lane made for all
 * pairs. A pair may get another path for that. All other routes of hosts keep their lanes and close no cycle there.
 */
#ifndef SSSP_CORE_FIT_FIT_HOSTS_H
#define SSSP_CORE_FIT_FIT_HOSTS_H

#include "core/fit/fit_pairs.h"
#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"

#include <glib.h>

/*
 * layers->unproven marks those pairs; all other routes of hosts close no cycle on their lanes. Each marked pair gets a
 * lane in which its routes close no cycle; for that it may get another first channel, a further lane of at most
 * max_lanes, or a longer route. A pair that had a lane (`keep`, see FitOptions; NULL: none had) tries that first.
 * `*left`: how many unordered pairs find no lane and stay marked; if 0, layers->unproven is NULL. `*looks`: channels
 * that searches for cycles may look at; those looked at are taken off, and once it is 0 the other pairs stay marked.
 * FALSE with SSSP_ERROR_MEMORY. O(turns + switches x LIDs), and what cdg_add() takes for each turn.
 */
gboolean fit_hosts(const Graph *graph, const guint8 *hops, guint max_lanes, Routes *routes, Layers *layers,
		   FitKeep *keep, guint64 *looks, guint64 *left, GError **error);

#endif
