/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The room search: routes chosen with the lanes in mind. In the order in which to read:
 *
 *   search            what all searches share: the lanes so far, the best routes so far (below)
 *   search_orders     the search: lane after lane from orders of switches and channels
 *   search_longer     longer routes where the lanes do not suffice
 *   lane_ways         the shortest ways in one lane, whatever their length
 *   lane_tree         one tree of routes under lanes; lane_tree_pins: ways for those that find none
 *   balance_covered   balanced routes, each in a lane where one is left
 *   pair_routes       one route for each pair of switches, that keeps many lanes, and the lanes it has
 *   approach          the minimal channels towards one switch, laid out for who chooses among them
 *   pinned_tree       one tree of balanced routes that falls back on such routes
 *   balance_lanes     all of them
 *   direct            one path between two switches, for cubes, and lanes for it
 *
 * Routes chosen with the lanes in mind are for fabrics where balanced minimal routes on one lane would have cycles.
 * Lanes are added one at a time, each made of the turns that the routes or pairs not served yet need most
 * (lane_by_order.h). Balanced routes go where they keep a lane; the few pairs that keep none get one path by path
 * (fit/fit_hosts.h). The fewest lanes win whose routes are nearly worth what unrestricted ones are (engines/probe.h).
 * When the lanes are used up before, pairs take longer routes, in the end those of a spanning tree: there is always an
 * answer.
 *
 * The first lane has the turns of the spanning tree too, unless it is the only one and does better without: multicast
 * on that tree then closes no cycle (mcast_tree.h).
 */
#ifndef SSSP_CORE_SEARCH_SEARCH_H
#define SSSP_CORE_SEARCH_SEARCH_H

#include "core/base/steps.h"
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
	Steps *steps;        /* shrinks */
} SearchOptions;

typedef struct {
	const Graph *graph;
	const guint8 *hops;
	SearchOptions options;
	const Routes
		*plain; /* routes without regard to lanes: what lanes are made of, and the bandwidth routes can have */
	double enough;  /* bandwidth at which the search ends */
	guint64 plain_efi; /* of the best routes without regard to lanes */
	CdgTurns *turns;
	LaneSet *lanes;
	LaneMask *covered; /* [from][to] lanes in which a minimal route is legal */
	guint covers;      /* the number of lanes that it speaks of, G_MAXUINT: of none */
	guint8 *unserved;  /* [from][to] 1: could be covered, but stayed without a lane */

	gboolean longer_too; /* pairs without a lane may go round although there may be further lanes */

	Steps *steps;
	guint64 look; /* of these, what one look at all turns of minimal routes takes */

	guint64 fewest_left; /* pairs that some number of lanes left without one, and the numbers in a row that left more */
	guint stale;

	guint settled;   /* attempts at a lane for all */
	guint32 in_vain; /* bits: numbers of lanes, one after the other, that left too many pairs for such an attempt */

	/* the best so far */
	guint tries;  /* numbers of lanes that served all pairs */
	double last;  /* what was offered last is worth */
	double value; /* bandwidth, less for longer routes and full channels */
	guint64 efi;
	guint64 longer; /* pairs of hosts whose routes are longer than need be */
	Routes *routes;
	Layers *layers;

	Routes *aside; /* what was put aside, or NULL */
	Layers *aside_layers;
} Search;

/*
 * Steps that all searches for lanes together may take where nobody says how many: a few seconds' work on two cores for
 * fabrics of up to so many endpoints, in proportion for larger ones. After that the best so far is taken; where there
 * is none, the quickest way to one.
 */
#define SEARCH_STEPS G_GUINT64_CONSTANT(4000000000)
#define SEARCH_STEPS_HOSTS 12000
#define SEARCH_CACHED 2 /* so many times quicker is a step in fabrics that are not large: its tables are at hand */

/* Channels that searches of the last pairs of one attempt may look at, path by path: what is left then stays left. */
#define SEARCH_FIT_EFFORT 30000000
/* The same where others make room for them. */
#define SEARCH_ROOM_EFFORT 40000000

/* Channels looked at before a turn is refused for being too hard to place. */
#define SEARCH_LIMIT 300

/* Fabrics with more switches than this are not searched thoroughly: it takes seconds. */
#ifndef SEARCH_MANY /* tests have it lower: then small fabrics are searched as large ones are */
#define SEARCH_MANY 300
#endif

/* So few pairs without a lane, one in so many, are served path by path, and not more than take about a second. */
#define SEARCH_FEW_LEFT 4
#define SEARCH_MOST_LEFT 20000

/*
 * A search for routes under lanes. `plain` must hold minimal routes chosen without regard to lanes; they show which
 * turns lanes should have: those of a single pass do better than those of several, being more regular. All of these
 * must outlive it. NULL with SSSP_ERROR_MEMORY.
 */
Search *search_new(const Graph *graph, const guint8 *hops, const SearchOptions *options, const Routes *plain,
		   GError **error);
void search_free(Search *l); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Search, search_free)

/*
 * What routes are worth: their bandwidth, of which pairs that go a longer way count nothing, and less of it when the
 * fullest channel (`efi`) has much more to carry than that of the best routes without regard to lanes (`plain_efi`).
 */
double search_value(const Graph *graph, double bandwidth, guint64 longer, guint64 efi, guint64 plain_efi);

/*
 * The same of routes, with their bandwidth in random bisections, the same ones each time. FALSE with SSSP_ERROR_MEMORY.
 * O(patterns x hosts x hops).
 */
gboolean search_worth(const Graph *graph, const Routes *routes, guint64 longer, guint64 plain_efi, double *value,
		      GError **error);

/* Whether one more lane is worth looking at: while there are no routes, then as long as it helps and steps are left. */
gboolean search_may_go_on(const Search *l);

/* The steps of a fabric of so many hosts' ports. */
guint64 search_steps(const Graph *graph);

/* Adds a lane as `plan` says; its graph, routes, hops and covered pairs are filled in. FALSE with SSSP_ERROR_MEMORY. */
gboolean search_add_lane(Search *l, LanePlan plan, GError **error);

/* Has l->covered speak of the lanes there are. FALSE with SSSP_ERROR_MEMORY. O(switches x turns) if it does not yet. */
gboolean search_cover(Search *l, GError **error);

/* No lanes, and no pair marked. */
void search_clear(Search *l);

/* Pairs, ordered, that no lane serves with a minimal route, as l->covered says; whether these are few. */
guint64 search_uncovered(const Search *l);
gboolean search_are_few(const Search *l, guint64 pairs);

/* Takes routes and layers over that serve all pairs, unless those it has are better. FALSE with SSSP_ERROR_MEMORY. */
gboolean search_offer(Search *l, Routes *routes, Layers *layers, GError **error);

/*
 * Balanced routes on the lanes there are, with routes to fall back on; pairs that these leave without a lane get one
 * path by path (fit_hosts.h). Kept when they are the best so far. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean search_route(Search *l, PairRoutes *trees, GError **error);

/* Pairs, ordered, of which some route has no lane; in asymmetric mode routes. */
guint64 search_count_left(const Search *l, const LaneMask *common, const LaneMask *legal);

/* Routes as they are, with what lanes each pair, or route, may have; FALSE with SSSP_ERROR_MEMORY. */
gboolean search_settle(Search *l, const LaneMask *common, const LaneMask *legal, gboolean all, Routes **routes,
		       GError **error);

/*
 * The same with trees to fall back on that keep as many lanes as they can (pair_routes.h), on lanes of which l->covered
 * speaks; pairs that stay without a lane are marked, so that the next lane takes them first. FALSE with
 * SSSP_ERROR_MEMORY.
 */
gboolean search_route_trees(Search *l, GError **error);

/* The same without routes to fall back on. */
gboolean search_route_covered(Search *l, GError **error);

/*
 * The same, and pairs without a minimal route in any lane get longer ones at once, with `ways` the best that are found
 * (lane_tree.h), within `*effort`, which shrinks. The first lane must allow all turns of the spanning tree; if it is
 * the only one no pair stays without. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean search_route_longer(Search *l, gboolean ways, guint64 *effort, GError **error);

/* Whether the best so far will do. */
gboolean search_is_enough(const Search *l);

/* Whether it will when full channels are relieved of what is too much (core/unload.h). */
gboolean search_is_nearly_enough(const Search *l);
/* Whether full channels have no more than can be relieved. */
gboolean search_may_be_unloaded(const Search *l);
/* Whether it will when there are no more lanes: no route is longer, or what there is is worth enough all the same. */
gboolean search_will_do(const Search *l);

/* Whether the fabric is too large for thorough searches. */
gboolean search_is_large(const Search *l);

/* Whether there are routes, and none of the channels is much fuller than it need be. */
gboolean search_is_even(const Search *l);

/* Whether these are worth nearly as much, and full channels can be relieved, though some routes may be longer. */
gboolean search_is_fair(const Search *l);

/*
 * Puts the best so far aside, as if there were nothing yet, and offers it again. FALSE with SSSP_ERROR_MEMORY.
 */
void search_put_aside(Search *l);
gboolean search_take_back(Search *l, GError **error);

/* Hands the best layers out, and its routes into `routes`; there must be some. */
Layers *search_take(Search *l, Routes *routes);

/*
 * Lanes from orders of switches and channels, more and more of them until the routes are worth enough; longer routes
 * where the lanes do not suffice. There are always some in the end. FALSE with SSSP_ERROR_MEMORY.
 * O(lanes x (switches x turns + passes x LIDs x minimal channels)).
 */
gboolean search_orders(Search *l, GError **error);

#endif
