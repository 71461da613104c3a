/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Improves routes that were made afresh, as last steps before they are handed over: the bandwidth between hosts
 * (weigh_hosts()), and the loads of channels on one lane (level_lane()). Both move a few routes of P-SSSP; no path gets
 * longer, and no lane gets a cycle.
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

/* ---- level_lane.c: the loads of channels on one lane */

/* Whether level_lane() may change anything with these options. O(1). */
gboolean level_lane_is_asked(const Graph *graph, const RoutingOptions *options);

/*
 * Moves some routes on one lane off the fullest channels, as long as no path gets longer and nothing closes a cycle;
 * where all paths are minimal, also as long as random bisections get no less. `plain` is the highest load of P-SSSP's
 * routes without regard to lanes; 0: not known, and routes with longer paths stay. FALSE with SSSP_ERROR_MEMORY. A few
 * times unload_round() and probe_bisections(), or once unload_full().
 */
gboolean level_lane(const Graph *graph, const guint8 *hops, const RoutingOptions *options, guint64 plain,
		    Routes *routes, Layers *layers, GError **error);

#endif
