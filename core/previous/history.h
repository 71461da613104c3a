/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps the lanes on which the connections of each pair of switches were opened: connections stay on them after
 * rerouting, as they keep the service level that they began with. New routes are put on these lanes, too. Where a route
 * closes a cycle on one of them, the pair loses that lane, and its connections have to be opened again.
 */
#ifndef SSSP_CORE_PREVIOUS_HISTORY_H
#define SSSP_CORE_PREVIOUS_HISTORY_H

#include "core/lanes/lane_use.h"
#include "core/previous/previous.h"

#include <glib.h>

/*
 * Fills layers->also, layers->dropped and layers->back for routes that take the place of those `before`: previous lanes
 * that are not the new ones, those on which the new routes close no cycle, and those on which they do (layers.h). `use`
 * has what routes use of the lanes, and gets that of these; NULL: it is made where it is needed, and left in
 * layers->used. FALSE with SSSP_ERROR_MEMORY. O(switches x LIDs), and what cdg_add() takes for what has changed.
 */
gboolean history_carry(const PreviousRoutes *before, const Graph *graph, const Routes *routes, Layers *layers,
		       LaneUse *use, GError **error);

/* The pairs (SlOlder) of layers->also, by GUID; NULL: there are none. Free with g_array_unref(). O(switches^2). */
GArray *history_list(const Graph *graph, const Layers *layers);

/* Puts such a list into layers->also, as far as its switches are there. FALSE with SSSP_ERROR_MEMORY. */
gboolean history_read_list(const Graph *graph, const GArray *older, Layers *layers, GError **error);

#endif
