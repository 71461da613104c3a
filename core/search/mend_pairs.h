/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Pairs of switches that balanced routes leave without a lane, one after the other: in each lane their ways are pinned,
 * and the trees to both are made again around these, so that everybody else keeps a lane.
 */
#ifndef SSSP_CORE_SEARCH_MEND_PAIRS_H
#define SSSP_CORE_SEARCH_MEND_PAIRS_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/lane_set.h"
#include "core/lanes/layers.h"

#include <glib.h>

/*
 * `routes` are complete, common[n_switches][n_switches] the lanes of each pair, symmetric, 0 for those to be mended: they
 * get one where that can be done, by routes as short as any or, with `longer`, by any. FALSE with SSSP_ERROR_MEMORY.
 * O(pairs x lanes x LIDs of a switch x turns), within *effort, which shrinks.
 */
gboolean mend_pairs(const Graph *graph, const LaneSet *lanes, const guint8 *hops, gboolean longer, gboolean at_cost,
		    Routes *routes, LaneMask *common, guint64 *effort, GError **error);

/*
 * Sets of turns around what routes on lanes are, for mend_pairs(): in each lane all turns that agree with an order of
 * what `layers` uses of it and of ways for pairs of layers->unproven. `common` gets the lanes of each pair. NULL with
 * SSSP_ERROR_MEMORY. O(switches x LIDs).
 */
LaneSet *mend_lanes(const CdgTurns *turns, const guint8 *hops, const Layers *layers, Routes *routes, LaneMask *common,
		    GError **error);

#endif
