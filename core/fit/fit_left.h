/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds lanes for pairs of switches that lost theirs in a rerouting: pairs of aggregation nodes or management ports,
 * one switch of which has no hosts. Routes and lanes of all other pairs stay. The dependency graphs of the lanes go in;
 * each pair gets a lane in whose graph its routes close no cycle. Also gives LIDs that are no host's the path and the
 * lane of the first host on their switch.
 */
#ifndef SSSP_CORE_FIT_FIT_LEFT_H
#define SSSP_CORE_FIT_FIT_LEFT_H

#include "core/graph/cdg.h"
#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"

#include <glib.h>

/*
 * layers->unproven marks pairs of switches, of which in a rerouting one at least has no hosts; the first
 * layers->n_layers graphs of lane[LAYERS_MAX] hold the turns of all other routes that carry data. Each marked pair gets
 * a lane as in infrastructure_fit(), and its turns are added to the graph; routes and lanes of all other pairs stay.
 * Lanes that are opened are put into lane[]. `*served` is FALSE when a pair with aggregation nodes finds no lane; pairs
 * with management ports that find none stay marked. FALSE with SSSP_ERROR_MEMORY. O(switches x LIDs), and what
 * cdg_add() takes for each turn.
 */
gboolean fit_left(const Graph *graph, const guint8 *hops, guint max_lanes, Routes *routes, Layers *layers,
		  CdgTurns *turns, Cdg **lane, gboolean *served, GError **error);

/*
 * For each (from, to) that pairs[n_switches][n_switches] marks, and where `to` has hosts: all LIDs on `to` that are no
 * host's get the path and the lane that leads from `from` to the first host there. O(marked pairs x LIDs).
 */
void fit_follow_hosts(const Graph *graph, const guint8 *pairs, Routes *routes, Layers *layers);

#endif
