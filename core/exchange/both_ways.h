/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Marks the pairs of switches whose paths cannot keep their SL in the first phase, as replies would have another SL
 * than requests.
 */
#ifndef SSSP_CORE_EXCHANGE_BOTH_WAYS_H
#define SSSP_CORE_EXCHANGE_BOTH_WAYS_H

#include "core/exchange/both.h"

/*
 * All paths between two switches share one SL, both ways; not so any more when a host has come from elsewhere, for
 * what there were SLs for is kept until the last phase and all else has its new one at once. Marks such pairs in
 * both->uneven; those whose new SLs differ as well are left out. FALSE with SSSP_ERROR_MEMORY. O(switches x LIDs).
 */
gboolean both_ways_mark(Both *both, GError **error);

#endif
