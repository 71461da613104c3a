/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Routes on the lanes that a search has. */
#ifndef SSSP_CORE_SEARCH_SEARCH_ROUTE_H
#define SSSP_CORE_SEARCH_SEARCH_ROUTE_H

#include "core/search/pair_routes.h"
#include "core/search/search.h"

/*
 * Balanced routes on the lanes there are, with routes to fall back on; pairs that these leave without a lane get one
 * path by path (fit_hosts.h). Kept when they are the best so far. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean search_route(Search *l, PairRoutes *trees, GError **error);

/*
 * The same without routes to fall back on, for lanes of which l->covered speaks; pairs that stay without a lane are
 * marked, so that the next lane takes them first. With `longer` pairs without a minimal route in any lane get longer
 * ones at once; the first lane must then allow all turns of the spanning tree, and if it is the only one no pair stays
 * without. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean search_route_covered(Search *l, gboolean longer, GError **error);

#endif
