/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Carries a previous routing over to a new graph, as routes and lanes of that graph. */
#ifndef SSSP_CORE_PREVIOUS_PREVIOUS_ROUTES_H
#define SSSP_CORE_PREVIOUS_PREVIOUS_ROUTES_H

#include "core/previous/previous.h"

/*
 * Switches are the same by GUID, destinations by the GUID of their port and their place among its LIDs. Lanes of pairs
 * that were away and are back count as there, up to `max_lanes`. NULL with SSSP_ERROR_MEMORY. O(switches x LIDs).
 */
PreviousRoutes *previous_routes_new(const PreviousTables *previous, const Fabric *fabric, const Graph *graph,
				    const guint8 *hops, guint max_lanes, GError **error);

void previous_routes_free(PreviousRoutes *before); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PreviousRoutes, previous_routes_free)

#endif
