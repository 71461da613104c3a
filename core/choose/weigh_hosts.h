/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Improves the bandwidth between all hosts in routes of small fabrics that were made afresh, as a last step.
 */
#ifndef SSSP_CORE_CHOOSE_WEIGH_HOSTS_H
#define SSSP_CORE_CHOOSE_WEIGH_HOSTS_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"
#include "core/choose/routing_options.h"

#include <glib.h>

/*
 * Weighs P-SSSP's routes, which no connection uses yet, as if all hosts were one job (core/optimize/weigh.h). No route
 * gets longer or leaves its lane, and the highest load does not rise. Where multicast could have a tree before, it
 * still can; layers->tree is that tree where routes have changed. Routes stay as they are where traffic in the order of
 * LIDs (optimize/bandwidth.h) would lose more than random bisections gain; on large fabrics; and where a user has set
 * passes, rates or ports to ignore. `hops` is Routing.hops. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean weigh_hosts(const Graph *graph, const guint8 *hops, const RoutingOptions *options, Routes *routes,
		     Layers *layers, GError **error);

#endif
