/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Adds the dependencies of whole routes or marked turns at once, and reads the VLs by ports out of a graph. */
#ifndef SSSP_CORE_DEPENDENCY_DEPENDENCY_FILL_H
#define SSSP_CORE_DEPENDENCY_DEPENDENCY_FILL_H

#include "core/dependency/dependency.h"
#include "core/graph/port_vls.h"
#include "core/graph/routes.h"

/*
 * Adds the dependencies of all routes that carry data (route_carries_data()) to an empty graph of as many VLs, as far
 * as entries lead to the destination. FALSE with SSSP_ERROR_MEMORY, or without an error where they close a cycle or a
 * state that is used has no VL. O(switches x destinations), and what dependencies cost.
 */
gboolean dependency_fill(DependencyGraph *deps, const Routes *routes, const PortVls *vls, GError **error);

/* The same with one VL, of the turns that used[turns] marks. FALSE: they close a cycle. O(turns). */
gboolean dependency_fill_used(DependencyGraph *deps, const guint8 *used);

/* Copies the VLs of all states that have one to `vls`, of the same graph. O(states). */
void dependency_read_vls(const DependencyGraph *deps, PortVls *vls);

#endif
