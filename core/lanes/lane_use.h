/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What routes make of each lane, and whether more of it would close a cycle. */
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
 * How much an addition asks of a lane: nothing; to be in its order of channels; to change that; more than there is, as
 * a channel lacks the lane.
 */
enum { LANE_USE_KNOWN, LANE_USE_NEW, LANE_USE_MOVES, LANE_USE_NEVER };

typedef struct {
	const Graph *graph;
	CdgTurns *turns;
	Cdg *lane[LAYERS_MAX]; /* counts say whether a turn is in use, not how often */
	guint n_lanes;
	GArray *added;  /* LaneUseAdded: since lane_use_begin() */
	LaneMask *seen; /* private: [n_switches] */
} LaneUse;

/*
 * What these routes use of their lanes; those of pairs that layers->unproven marks are left out. NULL with
 * SSSP_ERROR_MEMORY, or without `error` when a lane has a cycle. O(switches x LIDs + lanes x turns).
 */
LaneUse *lane_use_new(const Graph *graph, const Routes *routes, LayersScope scope, const Layers *layers,
		      GError **error);

/* The same of what is marked: used[lane][turns]. O(lanes x turns). */
LaneUse *lane_use_of_marks(const Graph *graph, guint n_lanes, guint8 *const *used, GError **error);
void lane_use_free(LaneUse *use); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LaneUse, lane_use_free)

/* Lanes that somebody else put into lane[] count from now on. */
void lane_use_settle(LaneUse *use);

/* From here on additions can be taken back. O(1). */
void lane_use_begin(LaneUse *use);

/* What channel b after channel a would ask of a lane. O(1). */
guint lane_use_asks(const LaneUse *use, guint lane, guint32 a, guint32 b);

/*
 * Channel b after channel a in a lane. FALSE, and nothing added, when that would close a cycle, or one of them lacks
 * the lane. As cdg_add().
 */
gboolean lane_use_add(LaneUse *use, guint lane, guint32 a, guint32 b);

/* Takes all back that was added since lane_use_begin(). */
void lane_use_undo(LaneUse *use);
/* Takes back all but the first n of these. */
void lane_use_undo_to(LaneUse *use, guint n);

/*
 * Whether all that routes to a destination make is in use, on lanes that their channels have; pairs that
 * layers->unproven marks apart. O(switches x lanes).
 */
gboolean lane_use_holds(LaneUse *use, const Routes *routes, const Layers *layers, guint32 dest);

/* [turns] 1: in use of a lane. NULL with SSSP_ERROR_MEMORY. O(turns). */
guint8 *lane_use_marks(const LaneUse *use, guint lane, GError **error);

#endif
