/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder core/torus: lanes by SL of tori and meshes, by construction. In the order in which to read:
 *
 *   grid            whether a fabric is a product of rings and rows, found from the cables
 *   grid_cuts       where lanes cut the rings
 *   grid_plan       the lanes of these cuts, as orders of the channels
 *   grid_rule       the one route of each pair that the rule below allows
 *   pair_routes     one route a pair of switches, and the lanes in which it is legal
 *   grid_trees      the rule's routes, or other minimal ones round lost cables; grid_longer: longer ones
 *   approach        shortest paths to a switch with the lanes of their turns
 *   pinned_tree     one tree of balanced routes that keep a lane; balance_lanes: all of them
 *   lane_assign     which of its lanes a route uses
 *   torus_lanes     all of these together, for a number of lanes (below)
 */

/*
 * Makes routes and lanes for tori and meshes by construction. A route moves along each dimension once: first upwards in
 * the order of the dimensions, then downwards in the opposite order, so that the path back along the same cables keeps
 * the rule too. The cycles that are left go round a ring of four or more. So each lane cuts every such ring at one
 * switch: no route of the lane goes straight through that switch along the ring. Where there are lanes enough, the cuts
 * are such that every path has one (grid_cuts.h). (W. J. Dally and C. L. Seitz, "Deadlock-Free Message Routing in
 * Multiprocessor Interconnection Networks", 1987, cut rings too, and change the lane behind the cut. Here a path stays
 * on its lane.)
 */
#ifndef SSSP_CORE_TORUS_TORUS_LANES_H
#define SSSP_CORE_TORUS_TORUS_LANES_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"
#include "core/torus/grid.h"
#include "core/torus/grid_plan.h"
#include "core/torus/grid_rule.h"

#include <glib.h>

typedef struct {
	guint max_lanes;     /* 1 .. LAYERS_MAX, which most links have */
	guint passes;        /* over all destinations, 1 or more */
	gboolean asymmetric; /* s->d and d->s may use different lanes */
	guint rows;          /* least number of rings routed as open rows, whose paths are longer; grid_plan_find() */
	guint64 *looks;      /* as fit_rest() says; NULL: no limit */
	gboolean spread;     /* give lanes that are not needed a share of the routes, where all links have them */
} TorusOptions;

typedef struct {
	const Graph *graph;
	const guint8 *hops;
	TorusOptions options;
	guint fewest, most; /* lanes that are of use */
	gboolean fits_few;  /* torus_route(): it left few enough pairs without a lane to look for one path by path */
	gboolean suffices; /* max_lanes suffice for minimal paths, or with `rows` for longer ones, if nothing is lost */

	/* private */
	Grid *grid;
	GridPlan plan;
	GridRule *rule;
	CdgTurns *turns;
} Torus;

/*
 * NULL without `error` where the fabric is no torus or mesh, whole or damaged; with SSSP_ERROR_MEMORY. `graph` and
 * `hops` must outlive it. Cost: grid_find(), grid_cuts_find().
 */
Torus *torus_new(const Graph *graph, const guint8 *hops, const TorusOptions *options, GError **error);
void torus_free(Torus *torus); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Torus, torus_free)

/*
 * Fills `routes` (fresh), but for destinations that follow a host (route_follows_host()), and `*layers` for hosts, from
 * n_lanes sets of turns (fewest .. most). Further `spare` lanes without turns are kept for pairs that find no lane in
 * these; all together are at most options->max_lanes. All paths are shortest where nothing is lost and the lanes
 * suffice; else some may be longer, and more lanes may be opened. `*layers` is NULL where some pairs stay without a
 * lane. FALSE with SSSP_ERROR_MEMORY. O(switches^2 x dimensions + passes x LIDs x shortest channels), and what the last
 * pairs of damaged fabrics take, path by path.
 */
gboolean torus_route(Torus *torus, guint n_lanes, guint spare, Routes *routes, Layers **layers, GError **error);

#endif
