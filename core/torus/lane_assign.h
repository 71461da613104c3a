/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses one of the lanes that a route may use: the one with the least traffic so far, so that lanes share the work. A
 * lane that nothing needs may serve as a second copy of one that is needed: the same turns, so no cycle either.
 */
#ifndef SSSP_CORE_TORUS_LANE_ASSIGN_H
#define SSSP_CORE_TORUS_LANE_ASSIGN_H

#include "core/graph/graph.h"
#include "core/lanes/lane_set.h"
#include "core/lanes/layers.h"

#include <glib.h>

typedef struct {
	const LaneSet *lanes;
	const LaneMask *common; /* symmetric mode: lanes of each pair of switches, [from][to] */
	const LaneMask *legal;  /* else, or NULL: lanes of each route, [n_dests][n_switches] */
	guint max_lanes;
	gboolean spread; /* use copies up to max_lanes */
} LaneAssignment;

/* Deterministic. NULL with SSSP_ERROR_MEMORY. O(switches x LIDs). */
Layers *lane_assign(const Graph *graph, const LaneAssignment *assignment, GError **error);

#endif
