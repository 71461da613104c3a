/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Routes of hosts that are longer than they could be. */
#ifndef SSSP_CORE_REROUTE_LONGER_H
#define SSSP_CORE_REROUTE_LONGER_H

#include "core/reroute/previous.h"

#include <glib.h>

/*
 * routes_nonminimal() of routes that began as `before`. O(switches x LIDs); with a stand that had none only what
 * changed is looked at.
 */
guint64 longer_pairs(const Graph *graph, const guint8 *hops, const PreviousRoutes *before, const Routes *routes);

/* Pairs that went round before for want of lanes, and not so that they kept theirs; 0 where that is not known. O(1). */
guint64 longer_for_lanes(const PreviousTables *previous, const PreviousRoutes *before);

#endif
