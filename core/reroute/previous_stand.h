/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A previous routing that left a stand: rows are copied whole. */
#ifndef SSSP_CORE_REROUTE_PREVIOUS_STAND_H
#define SSSP_CORE_REROUTE_PREVIOUS_STAND_H

#include "core/reroute/previous.h"

/*
 * Fills routes, layers, view, dest and steady of `before`, whose lid and moved are there. FALSE with SSSP_ERROR_MEMORY.
 * O(switches x LIDs).
 */
gboolean previous_copy_stand(const Stand *stand, const Graph *graph, const guint8 *hops, guint max_lanes,
			     PreviousRoutes *before, GError **error);

#endif
