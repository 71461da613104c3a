/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Aggregation nodes and management ports that lost their lanes, beside all others that have one. */
#ifndef SSSP_CORE_FIT_FIT_LEFT_H
#define SSSP_CORE_FIT_FIT_LEFT_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"

#include <glib.h>

/*
 * layers->unproven marks pairs of switches, none of two with hosts; all else that carries data closes no cycle.
 * Each gets a lane as in infrastructure_fit(), routes and lanes of all others stay. `*served` is FALSE when aggregation
 * nodes find none; management ports that do not stay marked. FALSE with SSSP_ERROR_MEMORY. Cost as fit_hosts().
 */
gboolean fit_left(const Graph *graph, const guint8 *hops, guint max_lanes, Routes *routes, Layers *layers,
		  gboolean *served, GError **error);

#endif
