/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Refuses changes that would close a cycle where switches choose VLs by ports. It keeps one dependency graph of
 * (channel, VL), in which the dependencies of old paths stay. So it refuses some changes that would fit, but a change
 * that passes closes no cycle even with earlier routes.
 */
#ifndef SSSP_CORE_OPTIMIZE_GATE_PORTS_H
#define SSSP_CORE_OPTIMIZE_GATE_PORTS_H

#include "core/graph/port_vls.h"
#include "core/optimize/change.h"

#include <glib.h>

typedef struct GatePorts GatePorts;

/*
 * A gate for changes of `routes`. States that changes add (a channel and the next, whose VL the switch between them
 * chooses) get their VL in `vls`. `tree` is as in gate_new(). The arguments must outlive the result. NULL with
 * SSSP_ERROR_MEMORY, or with SSSP_ERROR_LANES if the routes and the tree have a cycle. O(switches x LIDs + vertices x
 * words).
 */
GatePorts *gate_ports_new(const Graph *graph, const Routes *routes, PortVls *vls, const guint8 *tree, GError **error);
void gate_ports_free(GatePorts *gate); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GatePorts, gate_ports_free)

/*
 * Adds a change of the routes to `dest`, which must still be the old ones. FALSE, and nothing added: it would close a
 * cycle. O(sources + hops), and what dependencies cost.
 */
gboolean gate_ports_pass(GatePorts *gate, guint32 dest, const Change *change);

/* Vertices that searches for cycles have looked at so far. */
guint64 gate_ports_looked(const GatePorts *gate);

#endif
