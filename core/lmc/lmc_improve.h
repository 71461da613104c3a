/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Improves routes to further LIDs that are there: entries move one by one, with all paths that lead over them, while
 * that lowers what channels cost (lmc_improve.c).
 */
#ifndef SSSP_CORE_LMC_LMC_IMPROVE_H
#define SSSP_CORE_LMC_LMC_IMPROVE_H

#include "core/lmc/lmc_input.h"
#include "core/lmc/lmc_tree.h"

/*
 * Of all further LIDs of hosts, whose routes are there, admitted, and in the tree's loads. Paths grow by a few hops at
 * most. What the gate refuses stays as it was, and so do the tree's kept entries; nothing moves to a channel that would
 * have more load than `fullest` then. FALSE with SSSP_ERROR_MEMORY. O(LIDs x switches x hops^2 x (LIDs of a port +
 * channels of a switch)), and what dependencies cost.
 */
gboolean lmc_improve(const Lmc *lmc, LmcTree *tree, guint64 fullest, GError **error);

#endif
