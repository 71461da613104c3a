/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses which lanes routes get: one, so that any SL is safe; several that switches choose by ports, which are as
 * safe; several by SL only where these cost paths or balance.
 */
#ifndef SSSP_CORE_CHOOSE_LANES_H
#define SSSP_CORE_CHOOSE_LANES_H

#include "core/routing_options.h"

/*
 * Routes without regard to previous ones, and their lanes. Fills `routes`, fresh from routes_new(); `*seconds`: what was
 * spent on one lane, which is tried first. hops[n_switches][n_switches] from graph_hops(). NULL with SSSP_ERROR_MEMORY,
 * or SSSP_ERROR_LANES for an engine whose routes cannot be changed.
 */
Layers *choose_lanes(const Fabric *fabric, const Graph *graph, const guint8 *hops, const RoutingOptions *options,
		     Routes *routes, double *seconds, GError **error);

#endif
