/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds routes and lanes by SL, where one lane and lanes by ports cost paths or balance, and for engines to compare
 * with.
 */
#ifndef SSSP_CORE_CHOOSE_BY_SL_H
#define SSSP_CORE_CHOOSE_BY_SL_H

#include "core/fabric/fabric.h"
#include "core/graph/graph.h"
#include "core/lanes/layers.h"
#include "core/choose/plain_routes.h"
#include "core/choose/routing_options.h"

#include <glib.h>

/* Lanes by SL with this score are taken before others with more longer paths. */
#define SL_IS_GOOD 0.85

/*
 * Fills `routes` and gives them lanes of at most options->max_vls: by construction in tori and meshes, else one route
 * after the other. `plain`: P-SSSP's, which these begin with; NULL for another engine's. Management ports that find no lane are marked unproven without
 * options->management_lanes. NULL with SSSP_ERROR_MEMORY, or SSSP_ERROR_LANES where the lanes do not suffice. O(what the
 * engine, torus_lanes() and layers_first_fit() cost).
 */
Layers *by_sl(const Fabric *fabric, const Graph *graph, const guint8 *hops, const RoutingOptions *options,
	      const PlainRoutes *plain, Routes *routes, GError **error);

#endif
