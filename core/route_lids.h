/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Routes base LIDs as if there were no others, and then those to the further ones beside them. Steps of routing.c. */
#ifndef SSSP_CORE_ROUTE_LIDS_H
#define SSSP_CORE_ROUTE_LIDS_H

#include "core/routing_work.h"

/*
 * Where routes of all LIDs alike need lanes by SL, those of base LIDs may do with lanes by ports, and further ones beside
 * them: these are taken instead if they are hardly worse and no more paths are longer. FALSE with SSSP_ERROR_MEMORY. As
 * choose_lanes() and lmc_route().
 */
gboolean route_base_lids_first(RoutingWork *w, GError **error);

/*
 * The graph of base LIDs becomes one of all, with routes to the further ones beside the tree that multicast has. Nothing
 * where all LIDs are there already. FALSE with SSSP_ERROR_MEMORY. As lmc_route().
 */
gboolean route_further(RoutingWork *w, GError **error);

#endif
