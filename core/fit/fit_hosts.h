/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Finds lanes for the last pairs of switches with hosts, which no lane made for all of them serves: path by path. */
#ifndef SSSP_CORE_FIT_FIT_HOSTS_H
#define SSSP_CORE_FIT_FIT_HOSTS_H

#include "core/fit/fit_pairs.h"
#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"

#include <glib.h>

/*
 * layers->unproven marks those pairs; all other routes of hosts close no cycle on their lanes. Each of them gets a lane
 * where its routes close none with what is used of it, another first channel if need be, a further lane of at most
 * max_lanes, or a longer route; where pairs had lanes (`keep`, see fit_pairs_keep(); NULL: none had) these first.
 * `*left`: pairs, unordered, that found nothing and stay marked; when there are none, the marks are gone. `*effort`:
 * channels that searches for cycles may look at, less what they did; when it is spent the rest stays marked. FALSE with
 * SSSP_ERROR_MEMORY. O(turns + switches x LIDs), and what cdg_add() takes for each turn.
 */
gboolean fit_hosts(const Graph *graph, const guint8 *hops, guint max_lanes, Routes *routes, Layers *layers,
		   FitKeep *keep, guint64 *effort, guint64 *left, GError **error);

#endif
