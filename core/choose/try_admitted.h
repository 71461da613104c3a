/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Looks for routes on two lanes by ports by admitting P-SSSP's hop by hop, each hop only where it closes no cycle,
 * beside a spanning tree that is admitted first.
 */
#ifndef SSSP_CORE_CHOOSE_TRY_ADMITTED_H
#define SSSP_CORE_CHOOSE_TRY_ADMITTED_H

#include "core/choose/candidates.h"

/*
 * Tries two lanes in the guide's order of channels, which stays as it is. A better result becomes o->best. FALSE with
 * SSSP_ERROR_MEMORY. About three times psssp_compute(): searches for another order are rare.
 */
gboolean try_admitted_in_order(Candidates *o, GError **error);

#endif
