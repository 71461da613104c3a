/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What is left when all lanes are used up: pairs without a lane for a minimal route get longer ones. How much longer,
 * and how full channels get, is a matter of the turns that a lane allows. Lanes made for minimal routes leave little
 * else; one that grows turn by turn (lane_by_load.h) spreads longer routes well, on one lane and on few.
 */
#ifndef SSSP_CORE_SEARCH_SEARCH_LONGER_H
#define SSSP_CORE_SEARCH_SEARCH_LONGER_H

#include "core/search/search.h"

/* Finds routes for all pairs, whatever the fabric. FALSE with SSSP_ERROR_MEMORY. */
gboolean search_longer(Search *l, GError **error);

/* Whether the fabric is so small that there is time to look for ways round in each tree. */
gboolean search_longer_is_quick(const Search *l);

#endif
