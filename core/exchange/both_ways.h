/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Paths whose SL the first stage cannot leave as it was: replies to them would have another one. */
#ifndef SSSP_CORE_EXCHANGE_BOTH_WAYS_H
#define SSSP_CORE_EXCHANGE_BOTH_WAYS_H

#include "core/exchange/both.h"

/*
 * All paths between two switches share one SL, both ways; not so any more when a host has come from elsewhere, for what
 * there were SLs for is kept until the last stage and all else has its new one at once. Marks such pairs in both->uneven;
 * those whose new SLs differ as well are left out. FALSE with SSSP_ERROR_MEMORY. O(switches x LIDs).
 */
gboolean both_ways_mark(Both *both, GError **error);

#endif
