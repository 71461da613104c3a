/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Gives each route one of the lanes that allow it; pairs with a route that no lane allows get a lane path by path. */
#ifndef SSSP_CORE_TORUS_GRID_SETTLE_H
#define SSSP_CORE_TORUS_GRID_SETTLE_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/lane_set.h"
#include "core/lanes/layers.h"

#include <glib.h>

typedef struct {
	const Graph *graph;
	const guint8 *hops; /* from graph_hops() */
	const LaneSet *lanes;
	const LaneMask *common; /* [from][to] switches: lanes of pairs */
	const LaneMask
		*legal; /* [n_dests][n_switches] lanes of routes, where directions may have different ones; or NULL */
	guint max_lanes;
	guint64 *looks;  /* as fit_rest() says */
	gboolean spread; /* as in TorusOptions */
	gboolean all;    /* every pair has a lane */
} GridSettle;

/*
 * Makes `*layers` of hosts. Pairs without a lane may get other routes, longer ones if need be. `*layers` is NULL where
 * some pairs stay without a lane. FALSE with SSSP_ERROR_MEMORY. O(switches x LIDs), and what fit_rest() costs.
 */
gboolean grid_settle(const GridSettle *settle, Routes *routes, Layers **layers, GError **error);

#endif
