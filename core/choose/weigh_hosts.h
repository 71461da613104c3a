/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Improves routes of small fabrics that are made afresh, as the last step: more bandwidth from all hosts to all others.
 */
#ifndef SSSP_CORE_CHOOSE_WEIGH_HOSTS_H
#define SSSP_CORE_CHOOSE_WEIGH_HOSTS_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"
#include "core/choose/routing_options.h"

#include <glib.h>

/*
 * Has routes of P-SSSP that nobody uses yet weighed as if all hosts were one job (core/optimize/weigh.h): none gets
 * longer or leaves its lane, no channel more routes of hosts than the fullest had, and multicast has a tree if it had
 * one, which is layers->tree then; hosts that send in the order of LIDs (shifts.h) lose less than random bisections
 * gain. They stay as they are on large fabrics and where somebody has said how they are to be balanced: passes, rates,
 * ports that do not count. `hops` as routing->hops. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean weigh_hosts(const Graph *graph, const guint8 *hops, const RoutingOptions *options, Routes *routes,
		     Layers *layers, GError **error);

#endif
