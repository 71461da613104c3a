/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Looks for routes on lanes by ports by admitting P-SSSP's hop by hop, each hop only where it closes no cycle, beside a
 * spanning tree that is admitted first and stays for multicast.
 */
#ifndef SSSP_CORE_CHOOSE_TRY_ADMITTED_H
#define SSSP_CORE_CHOOSE_TRY_ADMITTED_H

#include "core/choose/candidates.h"

/*
 * Tries two lanes in the guide's order of channels, which stays as it is: beside a tree of endpoints on the lower VL,
 * and if that gives nothing better, and the fabric is not large, beside one of all switches on the higher. A better
 * result becomes o->best. FALSE with SSSP_ERROR_MEMORY. About three times psssp_compute() each: searches for another
 * order are rare.
 */
gboolean try_admitted_in_order(Candidates *o, GError **error);

/*
 * Tries 2, 3 and 4 lanes, as far as o->most allows, with searches for an order of channels, until the best is good or
 * some number of lanes gives nothing better than what is there. A better result becomes o->best. FALSE with
 * SSSP_ERROR_MEMORY.
 */
gboolean try_admitted(Candidates *o, GError **error);

#endif
