/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder core/lanes: lanes as sets of turns, the lane of each route, and the proof that no lane has a cycle. In the
 * order in which to read:
 *
 *   lane_set          lanes as sets of turns without a cycle (below)
 *   layers            the lane of each route; layers_proof.c: the check that no lane has a cycle, and that links have
 *                     the lanes of their routes; layers_marks.c: the dependencies of a lane
 *   lane_use          the turns in use on each lane, and whether a further turn would close a cycle
 *   first_fit         lanes for routes that must stay as they are, one route after the other
 *   sl_from_layers    SLs and SL to VL tables from lanes; sl2vl_from_port_vls: tables from lanes by ports
 */

/*
 * Describes lanes as sets of allowed turns, fixed before the routes are chosen.
 *
 * Every virtual lane gets a set of turns (a channel followed by a channel, see cdg.h) whose dependency graph has no
 * cycle. A route may use a lane exactly when the lane allows each of its turns, so whatever routes are chosen under
 * this rule, no lane can hold a credit loop. One word a turn says in which lanes it is allowed; the lanes of a route
 * are the AND of its turns' words, which lets a tree of routes carry "the lanes this route may use" along with its
 * cost.
 *
 * In symmetric sets a turn a -> b is allowed where its mirror, reverse(b) -> reverse(a), is: a path is legal in a lane
 * exactly when the path back along the same cables is.
 */
#ifndef SSSP_CORE_LANES_LANE_SET_H
#define SSSP_CORE_LANES_LANE_SET_H

#include "core/graph/bfs.h"
#include "core/graph/cdg.h"
#include "core/graph/graph.h"
#include "core/graph/routes.h"

#include <glib.h>

typedef guint16 LaneMask; /* bit l stands for lane l */

typedef struct {
	const CdgTurns *turns;
	LaneMask *allowed; /* [turns] */
	guint n_lanes;
	gboolean symmetric;
} LaneSet;

/* Returns a set without lanes. `turns` must outlive it. NULL with SSSP_ERROR_MEMORY. */
LaneSet *lane_set_new(const CdgTurns *turns, gboolean symmetric, GError **error);
void lane_set_free(LaneSet *lanes); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(LaneSet, lane_set_free)

/* Returns the mask of all lanes of the set. */
static inline LaneMask lane_set_all(const LaneSet *lanes)
{
	return (LaneMask)((1u << lanes->n_lanes) - 1);
}

/* Returns the lanes of the set that a channel has. */
static inline LaneMask lane_set_of(const LaneSet *lanes, guint32 channel)
{
	return lane_set_all(lanes) & (LaneMask)graph_lanes_of(lanes->turns->graph, channel);
}

/* Returns the lanes in which channel b may follow channel a. */
static inline LaneMask lane_set_turn(const LaneSet *lanes, guint32 a, guint32 b)
{
	return lanes->allowed[cdg_turn(lanes->turns, a, b)];
}

/*
 * Returns the lanes of the route that starts with channel c and goes on as the tree towards switch `target`, of which
 * next[n_switches] has the channels and legal[n_switches] the lanes of the routes. 0: c leads to a switch without a
 * route, or no lane allows all turns.
 */
static inline LaneMask lane_set_route(const LaneSet *lanes, guint32 c, guint32 target, const guint32 *next,
				      const LaneMask *legal)
{
	guint32 w = lanes->turns->graph->to[c];
	if (w == target)
		return lane_set_of(lanes, c);
	return next[w] == GRAPH_NONE ? 0 : legal[w] & lane_set_turn(lanes, c, next[w]);
}

/*
 * Adds a lane that allows all turns from one channel into another with a higher place (place[n_channels]), if both
 * channels have the lane.
 */
void lane_set_add(LaneSet *lanes, const guint32 *place);

#endif
