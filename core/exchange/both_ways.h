/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Marks the pairs of switches whose paths cannot keep their SL in the first phase, as replies would have another SL
 * than requests.
 */
#ifndef SSSP_CORE_EXCHANGE_BOTH_WAYS_H
#define SSSP_CORE_EXCHANGE_BOTH_WAYS_H

#include "core/exchange/both.h"

/*
 * Fills both->uneven. A routing gives all paths between two switches one SL, in both directions. During an update that
 * is not so when a host has moved or joined: paths that had an SL keep it until the last phase, and all others have the
 * new one at once, SL 0 where the new routing has no SLs. Such pairs are marked, unless their new SLs (or, without any,
 * their previous ones) differ as well. Not for updates in which paths do not keep their SLs. FALSE with
 * SSSP_ERROR_MEMORY. O(switches x LIDs).
 */
gboolean both_ways_mark(Both *both, GError **error);

#endif
