/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A lane's turn set while it grows: the gate that all turns pass through, whatever brings them, and that keeps the
 * dependency graph acyclic. For the files that make lanes; others see lane_set.h.
 */
#ifndef SSSP_CORE_LANES_LANE_GROWTH_H
#define SSSP_CORE_LANES_LANE_GROWTH_H

#include "core/graph/cdg.h"
#include "core/lanes/lane_plan.h"
#include "core/lanes/lane_set.h"

#include <glib.h>

typedef struct {
	LaneSet *lanes;
	const LanePlan *plan;
	const Graph *graph;
	Cdg *cdg;
	LaneMask bit;
	gboolean mirrored; /* a turn and its mirror come together */
	guint64 end;       /* of the step, in channels looked at */
} Growth;

/*
 * Channels that the searches of one step may look at in all, some tenths of a second's work: fabrics of a thousand
 * switches must not keep a subnet manager waiting. What is left then has to agree with the order reached.
 */
#define GROWTH_STEP_EFFORT 3000000

/* Puts one turn (and its mirror when mirrored) into the lane; FALSE, with nothing changed, if that closes a cycle. */
gboolean growth_allow(Growth *growth, guint32 a, guint32 b);

/* Puts all turns of a spanning tree in (spanning_tree.h); before all others, so that none is refused. */
gboolean growth_allow_tree(Growth *growth, GError **error);

/* A random minimal route from s to t, of at most GRAPH_FAR channels; returns their number. */
guint growth_draw_route(const Growth *growth, guint32 s, guint32 t, GRand *rand, guint32 *route);

/* Puts all turns of a route in, or none (FALSE). */
gboolean growth_allow_route(Growth *growth, const guint32 *route, guint length);

#endif
