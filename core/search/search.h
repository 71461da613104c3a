/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The room search: routes chosen with the lanes in mind. In the order in which to read:
 *
 *   search            what all searches share: the lanes so far, the best routes so far (below)
 *   search_orders     the quick search: lanes from orders of switches and channels
 *   search_turns      the thorough one: lanes turn by turn; and longer routes as the last resort
 *   pair_routes       one route for each pair of switches and the lanes it has, a value
 *   pair_search       a search for such routes: all trees anew, again and again
 *   pair_tree         one tree of them
 *   route_search      one route of a tree that is legal in a lane
 *   pair_mend         the last few pairs, one tree at a time
 *   balance_lanes     balanced routes that fall back on those
 *   direct            one path between two switches, for cubes, and lanes for it
 */
/*
 * Routes chosen with the lanes in mind, for fabrics where balanced minimal routes on one lane would have cycles.
 *
 * Lanes are added one at a time, each made of the turns that the routes not served yet make most (lane_add.h). For each
 * number of lanes the last one is made to serve the pairs that the others do not; then trees are searched that leave
 * every pair a lane (pair_search.h), and balanced routes under these lanes (balance_lanes.h). The fewest lanes win
 * whose routes have nearly the bandwidth of unrestricted ones (probe.h). When the lanes are used up before, the last
 * one gets the turns of a spanning tree, so that pairs without a minimal route take a longer one: there is always an
 * answer.
 *
 * The first lane has the turns of the spanning tree too, unless it is the only one and does better without: multicast
 * on that tree then closes no cycle (mcast_tree.h).
 */
#ifndef SSSP_CORE_SEARCH_SEARCH_H
#define SSSP_CORE_SEARCH_SEARCH_H

#include "core/graph/graph.h"
#include "core/graph/routes.h"
#include "core/lanes/lane_plan.h"
#include "core/lanes/lane_set.h"
#include "core/lanes/layers.h"
#include "core/search/pair_routes.h"

#include <glib.h>

typedef struct {
	guint max_lanes;     /* 1 .. LAYERS_MAX */
	guint passes;        /* as in PssspOptions */
	gboolean asymmetric; /* s->d and d->s may use different lanes */
	gboolean spread;     /* give lanes that are not needed a share of the routes */
} SearchOptions;

typedef struct {
	const Graph *graph;
	const guint8 *hops;
	SearchOptions options;
	const Routes
		*plain; /* routes without regard to lanes: what lanes are made of, and the bandwidth routes can have */
	double enough;     /* bandwidth at which the search ends */
	guint64 plain_efi; /* of the best routes without regard to lanes */
	CdgTurns *turns;
	LaneSet *lanes;
	LaneMask *covered; /* [from][to] lanes in which a minimal route is legal */
	guint8 *unserved;  /* [from][to] 1: could be covered, but stayed without a lane */

	/* the best so far */
	guint tries; /* numbers of lanes that served all pairs */
	double value; /* bandwidth, less for longer routes and full channels */
	guint64 efi;
	guint64 longer; /* pairs of hosts whose routes are longer than need be */
	Routes *routes;
	Layers *layers;
} Search;

/* Fabrics with more switches than this are not searched thoroughly: it takes seconds. */
#define SEARCH_MANY 300

/*
 * Up to so many it takes milliseconds: they are whenever the quick search lost anything against routes without lanes.
 */
#define SEARCH_FEW 64

/* One pair in so many. */
#define SEARCH_FEW_LEFT 4

/* Adds a lane as `plan` says; its graph, routes, hops and covered pairs are filled in. FALSE with SSSP_ERROR_MEMORY. */
gboolean search_add_lane(Search *l, LanePlan plan, GError **error);

/* Whether some minimal route serves each pair; l->covered is brought up to date. FALSE with `error` unset: no. */
gboolean search_covers_all(Search *l, GError **error);

/* Takes routes and layers over that serve all pairs, unless those it has are better. FALSE with SSSP_ERROR_MEMORY. */
gboolean search_offer(Search *l, Routes *routes, Layers *layers, GError **error);

/*
 * Balanced routes on the lanes there are; pairs that `trees` leave without a lane get one path by path (fit_hosts.h).
 * Kept when they are the best so far. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean search_route(Search *l, PairRoutes *trees, GError **error);

/*
 * The same without trees to fall back on, for lanes of which l->covered speaks. With `longer` pairs without a minimal
 * route in any lane get longer ones at once. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean search_route_covered(Search *l, gboolean longer, GError **error);

/* Pairs, ordered, that no lane serves with a minimal route, as l->covered says. */
guint64 search_uncovered(const Search *l);

/* So few pairs without a lane are served path by path. */
static inline gboolean search_are_few(const Search *l, guint64 pairs)
{
	return pairs * SEARCH_FEW_LEFT <= (guint64)l->graph->n_switches * l->graph->n_switches;
}

/*
 * The pairs that `trees` leave without a lane count as not covered: the lane made next takes them first. Returns how
 * many were not marked before. search_unmark() unmarks all.
 */
guint64 search_mark_unserved(Search *l, const PairRoutes *trees);
void search_unmark(Search *l);

/* Whether the best so far will do. */
gboolean search_is_enough(const Search *l);

/*
 * What the searches of one routing may look at in all (LaneEffort): about a second's work. From now on they may go on
 * until this part of it is used, whoever used it; what is left then goes to the phases after.
 */
#define SEARCH_EFFORT 3e8
void search_set_effort(Search *l, double part);

/* No lanes, and no pair marked. */
void search_clear(Search *l);

/* A lane from an order. */
LanePlan search_order_plan(gboolean cover, gboolean spanning_tree, LaneWay way);

/*
 * A search for routes under lanes. `plain` must hold minimal routes chosen without regard to lanes; they show which
 * turns lanes should have: those of a single pass do better than those of several, being more regular. All of these
 * must outlive it. NULL with SSSP_ERROR_MEMORY.
 */
Search *search_new(const Graph *graph, const guint8 *hops, const SearchOptions *options, const Routes *plain,
		   GError **error);
void search_free(Search *l); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Search, search_free)

/* Whether the fabric is too large for the searches that take seconds there. */
gboolean search_is_large(const Search *l);

gboolean search_has_routes(const Search *l);

/* Whether the fabric is so small that a thorough search costs nothing, and what was found lost anything. */
gboolean search_may_gain(const Search *l);

/* The part of unrestricted routes' bandwidth that is enough. */
double search_enough(const Search *l);

/* Hands the best layers out, and its routes into `routes`; there must be some. */
Layers *search_take(Search *l, Routes *routes);

/*
 * The searches. Each goes on from what the ones before found, and keeps the routes with most bandwidth; whether that
 * is enough is the caller's to ask. FALSE with SSSP_ERROR_MEMORY.
 * search_orders: lanes from orders of switches and channels, quick (search_orders.c). search_turns: lanes grown turn by
 * turn, thorough. search_longer: whatever lanes there are, with longer routes; always finds some (search_turns.c).
 */
gboolean search_orders(Search *l, GError **error);
gboolean search_turns(Search *l, GError **error);
gboolean search_longer(Search *l, GError **error);

#endif
