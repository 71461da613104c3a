/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Refuses changes that would close a cycle where switches choose VLs by ports: in one graph of (channel, VL), in which
 * what changes leave behind stays. So it refuses some that would fit, and none that it lets pass closes a cycle with
 * any before.
 */
#ifndef SSSP_CORE_OPTIMIZE_GATE_PORTS_H
#define SSSP_CORE_OPTIMIZE_GATE_PORTS_H

#include "core/graph/port_vls.h"
#include "core/optimize/change.h"

#include <glib.h>

typedef struct GatePorts GatePorts;

/*
 * `routes` are those that changes are made to, and outlive it; states that changes add get their VL in `vls`. `tree` as
 * in gate_new(). NULL with SSSP_ERROR_MEMORY, or SSSP_ERROR_LANES where these routes and the tree have a cycle.
 * O(switches x LIDs + vertices x words).
 */
GatePorts *gate_ports_new(const Graph *graph, const Routes *routes, PortVls *vls, const guint8 *tree, GError **error);
void gate_ports_free(GatePorts *gate); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GatePorts, gate_ports_free)

/* As gate_pass(), before the routes are changed. O(sources + hops), and what dependencies cost. */
gboolean gate_ports_pass(GatePorts *gate, guint32 dest, const Change *change);

/* Vertices that searches for cycles have looked at so far. */
guint64 gate_ports_looked(const GatePorts *gate);

#endif
