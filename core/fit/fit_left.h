/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Finds lanes for aggregation nodes and management ports that lost theirs, and leaves all others where they are. */
#ifndef SSSP_CORE_FIT_FIT_LEFT_H
#define SSSP_CORE_FIT_FIT_LEFT_H

#include "core/graph/cdg.h"
#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"

#include <glib.h>

/*
 * layers->unproven marks pairs of switches, none of two with hosts; all else that carries data closes no cycle in the
 * layers->n_layers graphs of lane[LAYERS_MAX]. Each gets a lane as in infrastructure_fit(), routes and lanes of all
 * others stay; the graphs follow, and further ones that are opened are added. `*served` is FALSE when aggregation nodes
 * find none; management ports that do not stay marked. FALSE with SSSP_ERROR_MEMORY. O(switches x LIDs), and what
 * cdg_add() takes for each turn.
 */
gboolean fit_left(const Graph *graph, const guint8 *hops, guint max_lanes, Routes *routes, Layers *layers,
		  CdgTurns *turns, Cdg **lane, gboolean *served, GError **error);

/*
 * What is no host on a switch is reached from the others of these pairs[n_switches][n_switches] as the first host there
 * is, and on its lane. O(pairs x LIDs) for those that are marked.
 */
void fit_follow_hosts(const Graph *graph, const guint8 *pairs, Routes *routes, Layers *layers);

#endif
