/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Looks for routes on lanes by ports by admitting P-SSSP's one after the other, each only where it closes no cycle. What
 * it finds leaves multicast a tree.
 */
#ifndef SSSP_CORE_CHOOSE_TRY_ADMITTED_H
#define SSSP_CORE_CHOOSE_TRY_ADMITTED_H

#include "core/choose/candidates.h"

/*
 * On two lanes, in the order of channels as it is. FALSE with SSSP_ERROR_MEMORY. As psssp_compute(), thrice, with no
 * searches as a rule.
 */
gboolean try_admitted_in_order(Candidates *o, GError **error);

/*
 * On up to `most` lanes, with searches for the order, where nothing that was found is good. Does nothing the second time.
 * FALSE with SSSP_ERROR_MEMORY.
 */
gboolean try_admitted(Candidates *o, guint most, GError **error);

#endif
