/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps the routes to the LIDs of one port (LMC) apart. Several LIDs are of use only if their paths differ, but
 * crowding does not count that: left alone, the search would draw such routes together. So a change may not bring more
 * of them together at a switch than it parts there.
 */
#ifndef SSSP_CORE_OPTIMIZE_SIBLINGS_H
#define SSSP_CORE_OPTIMIZE_SIBLINGS_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"

#include <glib.h>

/* Whether the route of switch v to a destination may change to its channel c. O(LIDs of the port). */
gboolean siblings_let(const Graph *graph, const Routes *routes, guint32 v, guint32 dest, guint32 c);

#endif
