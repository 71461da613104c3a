/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Declares the memory of cycles that were found in the dependency graph, as most of them are found again. */
#ifndef SSSP_CORE_DEPENDENCY_DEPENDENCY_WITNESS_H
#define SSSP_CORE_DEPENDENCY_DEPENDENCY_WITNESS_H

#include "core/dependency/dependency_graph.h"

/*
 * Returns what dependency_order_fit() does, where the cycle that was found for both vertices last is still there;
 * ORDER_FITS: none is known. O(1).
 */
OrderAnswer dependency_witness_find(DependencyGraph *deps, guint32 x, guint32 y);

/* Remembers the cycle over which the searches of dependency_order_fit() met. O(1). */
void dependency_witness_keep(DependencyGraph *deps, guint32 x, guint32 y);

#endif
