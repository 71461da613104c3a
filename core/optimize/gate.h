/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Refuses changes that would close a cycle: each route keeps its lane, and no lane gets a cycle. The gate keeps a
 * channel dependency graph for each lane, with the dependencies of all its routes, to hosts or not, except pairs that
 * layers->unproven marks. On lane 0 it has those of the multicast tree, too. The gate also refuses paths over channels
 * that do not have the lane. Where switches choose VLs by ports, gate_ports.h takes over.
 */
#ifndef SSSP_CORE_OPTIMIZE_GATE_H
#define SSSP_CORE_OPTIMIZE_GATE_H

#include "core/graph/cdg.h"
#include "core/lanes/layers.h"
#include "core/optimize/change.h"
#include "core/optimize/gate_ports.h"
#include "core/optimize/optimize.h"

#include <glib.h>

typedef struct {
	const Graph *graph;
	const Layers *layers;
	CdgTurns *turns;
	Cdg *lane[LAYERS_MAX];
	gboolean beside;  /* old paths stay in use after a change, so their dependencies are never taken out */
	GatePorts *ports; /* used instead of `lane` where switches choose VLs by ports; else NULL */
} Gate;

/*
 * A gate for changes of `routes`. `tree` is [n_channels], 1 for the channels of the multicast tree, or NULL. NULL with
 * SSSP_ERROR_MEMORY, with SSSP_ERROR_LANES if the routes have a cycle to begin with, or without an error when `stop`
 * (NULL: never) says so. O(switches x LIDs x hops).
 *
 * `beside`: the routes are in use. The old paths, and all dependencies in layers->used, stay in the lanes beside the
 * paths that changes make, and a changed route has to fit on all lanes on which its pair may have connections. If
 * `tree` does not fit beside all of layers->used[0], that lane holds the tree and the present routes only:
 * core/exchange adds the dependencies of previous routes by itself. O(switches x LIDs + lanes x turns).
 */
Gate *gate_new(const Graph *graph, const Routes *routes, const Layers *layers, const guint8 *tree, gboolean beside,
	       StopCheck *stop, GError **error);
void gate_free(Gate *gate); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Gate, gate_free)

/*
 * Adds a change of the routes to `dest` to the lanes; the caller has to make the change next. FALSE, and the lanes as
 * before: it would close a cycle. O(sources x hops), and what cdg_add() takes.
 */
gboolean gate_pass(Gate *gate, guint32 dest, const Change *change);

/* Channels that searches for cycles have looked at so far. O(lanes). */
guint64 gate_looked(const Gate *gate);

#endif
