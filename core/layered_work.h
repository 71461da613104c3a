/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What the two searches of layered.c share: lanes so far, the best routes so far, and the steps both take.
 */
#ifndef SSSP_CORE_LAYERED_WORK_H
#define SSSP_CORE_LAYERED_WORK_H

#include "core/lane_set.h"
#include "core/lane_trees.h"
#include "core/layered.h"

#include <glib.h>

typedef struct {
	const Graph *graph;
	const guint8 *hops;
	const LayeredOptions *options;
	const Routes *guide; /* routes without regard to lanes: what lanes are made of, and what routes can be worth */
	double enough;
	CdgTurns *turns;
	LaneSet *lanes;
	LaneMask *covered; /* [from][to] */
	guint8 *wanting;   /* [from][to] 1: could be covered, but stayed without a lane */

	/* the best so far */
	guint tries; /* numbers of lanes that served all pairs */
	double worth;
	Routes *routes;
	Layers *layers;
} Layered;

/* Fabrics with more switches than this are not searched thoroughly: it takes seconds. */
#define LAYERED_MANY 300

/* Up to so many it takes milliseconds: they are whenever the quick search lost anything against routes without lanes.
 */
#define LAYERED_FEW 64

/* Adds a lane as `plan` says; its graph, routes, hops and covered pairs are filled in. FALSE with SSSP_ERROR_MEMORY. */
gboolean layered_add_lane(Layered *l, LanePlan plan, GError **error);

/* Whether some minimal route serves each pair; l->covered is brought up to date. FALSE with `error` unset: no. */
gboolean layered_covers_all(Layered *l, GError **error);

/* Takes routes and layers over that serve all pairs, unless those it has are worth more. FALSE with
 * SSSP_ERROR_MEMORY. */
gboolean layered_offer(Layered *l, Routes *routes, Layers *layers, GError **error);

/* Balanced routes on the lanes there are; kept when they are the best so far. FALSE with SSSP_ERROR_MEMORY. */
gboolean layered_route(Layered *l, LaneTrees *trees, GError **error);

/* The pairs that `trees` leave without a lane count as not covered: the lane made next takes them first. Returns how
 * many were not marked before. layered_forget() unmarks all. */
guint64 layered_uncover(Layered *l, const LaneTrees *trees);
void layered_forget(Layered *l);

/* Whether the best so far will do. */
gboolean layered_is_enough(const Layered *l);

/*
 * What the searches of one routing may look at in all (LaneEffort): some ten seconds' work. From now on they may go on
 * until this part of it is used, whoever used it; what is left then goes to the phases after.
 */
#define LAYERED_EFFORT 3e9
void layered_allow(Layered *l, double part);

/* No lanes, and no pair marked. */
void layered_clear(Layered *l);

/* A lane from an order. */
LanePlan layered_quick_plan(gboolean cover, gboolean escape, LaneWay way);

/*
 * Lanes by construction, where the fabric is a torus (layered_grid.c). With `only_even` none but those without open
 * dimensions and with as many hosts at each switch: others are balanced better by search, while they are small. TRUE
 * also when nothing was found, and then the lanes there are stay.
 */
gboolean layered_grid(Layered *l, gboolean only_even, GError **error);

/* Searches with lanes from orders (layered_quick.c), and with lanes grown turn by turn (layered_grow.c). */
gboolean layered_quick(Layered *l, GError **error);
gboolean layered_grow(Layered *l, GError **error);

#endif
