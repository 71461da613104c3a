/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A former routing that left a stand: rows are copied whole. */
#ifndef SSSP_CORE_REROUTE_FORMER_STAND_H
#define SSSP_CORE_REROUTE_FORMER_STAND_H

#include "core/reroute/former.h"

/*
 * Fills routes, layers, view, dest and steady of `before`, whose lid and moved are there. FALSE with SSSP_ERROR_MEMORY.
 * O(switches x LIDs).
 */
gboolean former_copy_stand(const Stand *stand, const Graph *graph, const guint8 *hops, guint max_lanes,
			   FormerRoutes *before, GError **error);

#endif
