/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the two ways to a Routing share: tables that are computed (routing.h) and tables that are proven (prove.h). */
#ifndef SSSP_CORE_ROUTING_PARTS_H
#define SSSP_CORE_ROUTING_PARTS_H

#include "core/graph/graph.h"
#include "core/lanes/layers.h"
#include "core/graph/routes.h"
#include "core/routing.h"

/* The graph with all that the options say of it. NULL with SSSP_ERROR_MEMORY. */
Graph *routing_graph(const Fabric *fabric, const RoutingOptions *options, GError **error);

/*
 * Fills all of a Routing, whose `hops` are there, from finished routes and layers, after the last look at them: at most
 * `lanes` lanes, none with a cycle. Of a single lane (layers->layer NULL) the caller must know that already. FALSE with
 * SSSP_ERROR_LANES or SSSP_ERROR_MEMORY.
 */
gboolean routing_finish(Routing *routing, const Fabric *fabric, const Graph *graph, const Routes *routes,
			const Layers *layers, guint lanes, GError **error);

#endif
