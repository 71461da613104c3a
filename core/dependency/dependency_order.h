/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Declares what keeps up the topological order of the dependency graph as dependencies are added. */
#ifndef SSSP_CORE_DEPENDENCY_DEPENDENCY_ORDER_H
#define SSSP_CORE_DEPENDENCY_DEPENDENCY_ORDER_H

#include "core/dependency/dependency_graph.h"

/* Has vertex x stand before vertex y, which does not yet. Anything but ORDER_FITS leaves the order as it was. */
OrderAnswer dependency_order_fit(DependencyGraph *deps, guint32 x, guint32 y);

/* Makes the order anew. FALSE: there is a cycle, and the graph is to be cleared. O(vertices x words + dependencies). */
gboolean dependency_sort(DependencyGraph *deps);

#endif
