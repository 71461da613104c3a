/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Improves finished routes to further LIDs by a local search: entries move to other channels one by one, with all paths
 * that lead over them, while that lowers a cost (lmc_improve.c).
 */
#ifndef SSSP_CORE_LMC_LMC_IMPROVE_H
#define SSSP_CORE_LMC_LMC_IMPROVE_H

#include "core/lmc/lmc_tree.h"

/*
 * Improves the routes to all further LIDs of hosts, which must be in tree->routes, admitted by the gate and counted in
 * the loads. Paths grow by a few hops at most. Entries that the gate does not let move stay, and so do the tree's kept
 * entries; load above `fullest` costs so much that entries move away from such channels, and hardly ever to them. FALSE
 * with SSSP_ERROR_MEMORY. O(LIDs x switches x hops^2 x (LIDs of a port + channels of a switch)), and what dependencies
 * cost.
 */
gboolean lmc_improve(LmcTree *tree, guint64 fullest, GError **error);

#endif
