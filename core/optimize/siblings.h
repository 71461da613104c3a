/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps the routes to the LIDs of one port (LMC) apart. The LIDs are there for their different paths, which mean
 * nothing to who counts what flows crowd each other: routes to LIDs of one port are drawn together if nobody minds. So
 * no change may bring more of them together at a switch than it parts there.
 */
#ifndef SSSP_CORE_OPTIMIZE_SIBLINGS_H
#define SSSP_CORE_OPTIMIZE_SIBLINGS_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"

#include <glib.h>

/* Whether the route of switch v to a destination may go over its channel c. O(LIDs of the port). */
gboolean siblings_let(const Graph *graph, const Routes *routes, guint32 v, guint32 dest, guint32 c);

#endif
