/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Routes that climb and descend once (engines/updown.h), balanced as P-SSSP's are: one lane does for all of them, and all
 * pairs have one, some a longer one. For grids: a switch is the higher the greater its coordinates are in sum, so there
 * are about as many turning points as there are switches, and no channel carries much more than in a grid without
 * rings. From the middle of other fabrics all would turn near the middle.
 */
#ifndef SSSP_CORE_SEARCH_CLIMB_H
#define SSSP_CORE_SEARCH_CLIMB_H

#include "core/search/search.h"

/*
 * Offers such routes (search_offer()) on a fabric with l->height; nothing where some way would have more hops than GRAPH_FAR allows. FALSE with
 * SSSP_ERROR_MEMORY. O(passes x (switches x channels + LIDs x minimal channels)).
 */
gboolean search_climb(Search *l, GError **error);

#endif
