/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Routes base LIDs as if ports had no further LIDs (LMC), and then the further LIDs beside them: two steps of
 * routing.c.
 */
#ifndef SSSP_CORE_ROUTE_LIDS_H
#define SSSP_CORE_ROUTE_LIDS_H

#include "core/routing_work.h"

/*
 * Where the routes in `w`, for which all LIDs were treated alike, need lanes by SL: tries to route base LIDs without
 * lanes by SL and further LIDs beside them, and replaces routes and layers in `w` if the result is hardly worse and no
 * more paths are longer. TRUE also where nothing changes, FALSE with SSSP_ERROR_MEMORY. As choose_lanes() and
 * lmc_route().
 */
gboolean route_base_lids_first(RoutingWork *w, GError **error);

/*
 * Puts the further LIDs back into a graph of base LIDs alone, and routes them so that the multicast tree still fits.
 * Does nothing where no LIDs are hidden. FALSE with SSSP_ERROR_MEMORY. As lmc_route().
 */
gboolean route_further(RoutingWork *w, GError **error);

#endif
