/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps the turns that are in use on each virtual lane, and finds whether a further turn would close a cycle. A turn is
 * a channel and the one that packets take next; the turns of a lane make its dependency graph (cdg.h). Who changes or
 * adds routes on lanes begins with the turns of the present routes, adds turns one by one, and may take them back.
 */
#ifndef SSSP_CORE_LANES_LANE_USE_H
#define SSSP_CORE_LANES_LANE_USE_H

#include "core/graph/cdg.h"
#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/lane_set.h"
#include "core/lanes/layers.h"

#include <glib.h>

typedef struct {
	guint lane;
	guint32 turn;
} LaneUseAdded;

/*
 * What a turn asks of a lane, from least to most. KNOWN: nothing, as it is in use. NEW: to be added, in the lane's
 * order of channels. MOVES: to be added with a change of that order, unless it closes a cycle. NEVER: one of its
 * channels lacks the lane.
 */
enum { LANE_USE_KNOWN, LANE_USE_NEW, LANE_USE_MOVES, LANE_USE_NEVER };

typedef struct {
	const Graph *graph;
	CdgTurns *turns;
	Cdg *lane[LAYERS_MAX]; /* Cdg.count says whether a turn is in use, not how often; NULL from n_lanes on */
	guint n_lanes;
	GArray *added;  /* of LaneUseAdded: turns added since lane_use_begin() */
	LaneMask *seen; /* private: [n_switches] */
} LaneUse;

/*
 * Begins with the turns of these routes on their lanes; routes of pairs that layers->unproven marks are left out. NULL
 * with SSSP_ERROR_MEMORY, or without `error` when a lane has a cycle. O(switches x LIDs + lanes x turns).
 */
LaneUse *lane_use_new(const Graph *graph, const Routes *routes, LayersScope scope, const Layers *layers,
		      GError **error);

/*
 * Begins with the turns that used[n_lanes][turns] marks. NULL with SSSP_ERROR_MEMORY, or without `error` when a lane
 * has a cycle. O(lanes x turns).
 */
LaneUse *lane_use_of_marks(const Graph *graph, guint n_lanes, guint8 *const *used, GError **error);
void lane_use_free(LaneUse *use); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LaneUse, lane_use_free)

/* Adds to n_lanes the lanes that the caller has put into use->lane[] behind the others. */
void lane_use_settle(LaneUse *use);

/* From here on additions can be taken back. O(1). */
void lane_use_begin(LaneUse *use);

/* Returns what the turn from channel a into b asks of a lane: LANE_USE_KNOWN .. LANE_USE_NEVER. O(1). */
guint lane_use_asks(const LaneUse *use, guint lane, guint32 a, guint32 b);

/*
 * Adds the turn from channel a into b to a lane, if it is not in use. FALSE, with nothing added, when it closes a
 * cycle, or a channel lacks the lane. Costs what cdg_add() does.
 */
gboolean lane_use_add(LaneUse *use, guint lane, guint32 a, guint32 b);

/* Adds the turns of a multicast tree (in_tree[n_channels] 1, both directions), as far as they close no cycle. */
void lane_use_add_tree(LaneUse *use, guint lane, const guint8 *in_tree);

/* Takes back all turns that were added since lane_use_begin(). */
void lane_use_undo(LaneUse *use);
/* Takes back all turns but the first n that were added since lane_use_begin(). */
void lane_use_undo_to(LaneUse *use, guint n);

/*
 * Whether all turns of the routes to a destination are in use, on lanes that their channels have; with from[n_switches]
 * only of those from the switches that it marks. Pairs that layers->unproven marks are left out. O(switches x lanes).
 */
gboolean lane_use_holds(LaneUse *use, const Routes *routes, const Layers *layers, guint32 dest, const guint8 *from);

/* Returns [turns] 1: in use on this lane; to be freed with g_free(). NULL with SSSP_ERROR_MEMORY. O(turns). */
guint8 *lane_use_marks(const LaneUse *use, guint lane, GError **error);

#endif
