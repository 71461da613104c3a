/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes the one route of each pair of switches that the rule for tori and meshes allows (torus_lanes.h): along each
 * dimension once, upwards in their order, then downwards in the opposite order. It says only the next channel and the
 * hops, from the coordinates of the two switches.
 */
#ifndef SSSP_CORE_TORUS_GRID_RULE_H
#define SSSP_CORE_TORUS_GRID_RULE_H

#include "core/torus/grid_plan.h"

typedef struct {
	const Graph *graph;
	const Grid *grid;
	const GridPlan *plan;
	guint32 *step; /* [n_switches][n dimensions][down, up] the first channel in that direction */
} GridRule;

/* All must outlive it. NULL with SSSP_ERROR_MEMORY. O(channels). */
GridRule *grid_rule_new(const Graph *graph, const Grid *grid, const GridPlan *plan, GError **error);
void grid_rule_free(GridRule *rule); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GridRule, grid_rule_free)

/*
 * Returns the first channel of the rule's route; GRAPH_NONE where its cable is lost, or at the target. O(dimensions).
 */
guint32 grid_rule_next(const GridRule *rule, guint32 v, guint32 target);

/* Hops of the route, whether its cables are there or not. O(dimensions). */
guint32 grid_rule_hops(const GridRule *rule, guint32 v, guint32 target);

#endif
