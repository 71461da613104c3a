/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Lanes where some links between switches have fewer of them than others: what crosses these is limited, not all. */
#ifndef SSSP_CORE_WEAK_LINKS_H
#define SSSP_CORE_WEAK_LINKS_H

#include "core/routing_options.h"
#include "core/routing_result.h"

/*
 * afresh_lanes() with no route on a lane that a channel on its way lacks, for `routes` of afresh_routes(). Of what
 * routing_vl_budgets() allows the first number of lanes is taken with which routes are nearly as good as if all links
 * had them, or else the one with the best. SSSP_ERROR_LANES or SSSP_ERROR_MEMORY as there. With `any_sl` there is one
 * lane; NULL without `error` where that would need other routes than those.
 */
Layers *weak_links_lanes(const Fabric *fabric, const Graph *graph, const RoutingOptions *asked, Routes *routes,
			 Routing *routing, GError **error);

#endif
