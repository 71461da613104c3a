/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Refuses changes that would close a cycle: each route keeps its lane, and no lane gets a cycle. A lane is the channel
 * dependency graph of all routes on it, of whatever class, and of the multicast tree on lane 0.
 */
#ifndef SSSP_CORE_OPTIMIZE_GATE_H
#define SSSP_CORE_OPTIMIZE_GATE_H

#include "core/graph/cdg.h"
#include "core/lanes/layers.h"
#include "core/optimize/change.h"
#include "core/optimize/gate_ports.h"
#include "core/optimize/stop.h"

#include <glib.h>

typedef struct {
	const Graph *graph;
	const Layers *layers;
	CdgTurns *turns;
	Cdg *lane[LAYERS_MAX];
	gboolean beside;  /* what was there stays in use */
	GatePorts *ports; /* instead of lanes where switches choose VLs by ports; else NULL */
} Gate;

/*
 * `tree` is [n_channels], 1 for the channels of the multicast tree, or NULL. NULL with SSSP_ERROR_MEMORY, with
 * SSSP_ERROR_LANES where these routes have a cycle, or without an error when `stop` (NULL: never) says so.
 * O(switches x LIDs x hops).
 */
Gate *gate_new(const Graph *graph, const Routes *routes, const Layers *layers, const guint8 *tree, StopCheck *stop,
	       GError **error);

/*
 * The same where the routes that there are, and layers->used with them, stay in use beside those that changes make: on
 * all lanes that a pair may have connections on. Where the tree does not fit beside all of layers->used[0] it stands
 * for the routes alone, on these lanes: an exchange adds what previous routes make by itself (core/exchange).
 * O(switches x LIDs + lanes x turns).
 */
Gate *gate_new_beside(const Graph *graph, const Routes *routes, const Layers *layers, const guint8 *tree,
		      GError **error);
void gate_free(Gate *gate); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Gate, gate_free)

/*
 * Lets a change of the routes to a destination pass that is to be made at once, or changes nothing: FALSE.
 * O(sources x hops), and what cdg_add() takes.
 */
gboolean gate_pass(Gate *gate, guint32 dest, const Change *change);

/* Channels that searches for cycles have looked at so far. O(lanes). */
guint64 gate_looked(const Gate *gate);

#endif
