/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "core/layered.h"

#include "core/error.h"
#include "core/lane_assign.h"
#include "core/lane_routes.h"
#include "core/lane_trees.h"
#include "core/lane_set.h"
#include "core/probe.h"

#include <string.h>

/* Random bisections that routes are compared on. */
#define PATTERNS 64

/*
 * Part of the unrestricted routes' bandwidth that is enough; more lanes are tried for the rest. Connections that need
 * one SL both ways restrict the routes more, so they are content with less.
 */
#define ENOUGH_SYMMETRIC 0.96
#define ENOUGH_ASYMMETRIC 0.985

/*
 * Times the last lane is made anew for the pairs that its predecessor left without a lane, each time with another
 * patience: placing the turns that are hard to place makes a lane fuller, but not always better.
 */
#define LAST_LANES 3
static const guint patience[LAST_LANES] = {300, 60, 1500};

/* Lanes that are made of what most routes need only; those after them serve the pairs first that none serves yet. */
#define FREE_LANES 2

/* Fabrics above this size get one attempt at each lane: it takes seconds. */
#define MANY_SWITCHES 300

/* Lanes tried beyond the first number that serves all pairs, for the sake of bandwidth. */
#define MORE_LANES 2

typedef struct {
	const Graph *graph;
	const guint8 *hops;
	const LayeredOptions *options;
	const Routes *guide; /* routes without regard to lanes, for the turns that lanes are made of */
	const Routes *plain; /* routes without regard to lanes, for what they are worth */
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

static guint attempts(const Layered *l)
{
	return l->graph->n_switches > MANY_SWITCHES ? 1 : LAST_LANES;
}

static gboolean add_lane(Layered *l, gboolean cover, gboolean escape, guint attempt, GError **error)
{
	LanePlan plan = {.graph = l->graph,
			 .routes = l->guide,
			 .hops = l->hops,
			 .covered = l->covered,
			 .cover = cover,
			 .escape = escape,
			 .patience = patience[attempt]};
	gsize n = l->graph->n_switches;
	if (!lane_set_cover(l->lanes, l->graph, l->hops, l->covered, error))
		return FALSE;
	for (gsize i = 0; i < n * n; i++)
		if (l->wanting[i])
			l->covered[i] = 0;
	return lane_set_add(l->lanes, &plan, error);
}

/* Whether some minimal route serves each pair. */
static gboolean all_covered(const Layered *l)
{
	gsize n = l->graph->n_switches;
	for (gsize s = 0; s < n; s++)
		for (gsize t = 0; t < n; t++)
			if (!l->covered[s * n + t] && l->hops[s * n + t] != GRAPH_FAR &&
			    lane_carries(l->graph, (guint32)s, (guint32)t))
				return FALSE;
	return TRUE;
}

static void keep(Layered *l, Routes **routes, Layers **layers, double worth)
{
	routes_free(l->routes);
	layers_free(l->layers);
	l->routes = g_steal_pointer(routes);
	l->layers = g_steal_pointer(layers);
	l->worth = worth;
}

/* Balanced routes on the lanes there are; kept when they are the best so far. */
static gboolean route_on_lanes(Layered *l, LaneTrees *trees, GError **error)
{
	gsize entries = (gsize)l->graph->n_dests * l->graph->n_switches;
	g_autofree LaneMask *legal = NULL;
	double worth = 0;
	if (l->options->asymmetric && !(legal = g_try_new0(LaneMask, entries + 1)))
		return sssp_error_memory(error, "lanes of routes", entries * sizeof(LaneMask));
	g_autoptr(Routes) routes = routes_new(l->graph, error);
	if (!routes || !lane_routes_compute(l->graph, l->lanes, trees, l->options->passes, routes, legal, error) ||
	    !probe_bisections(l->graph, routes, PATTERNS, &worth, error))
		return FALSE;
	l->tries++;
	if (l->routes && worth <= l->worth)
		return TRUE;
	LaneAssignment assignment = {.lanes = l->lanes,
				     .trees = trees,
				     .legal = legal,
				     .max_lanes = l->options->max_lanes,
				     .spread = l->options->spread};
	g_autoptr(Layers) layers = lane_assign(l->graph, &assignment, error);
	if (!layers)
		return FALSE;
	keep(l, &routes, &layers, worth);
	return TRUE;
}

/* Pairs that were left without a lane count as not covered: the lane made next takes them first. */
static guint64 uncover(Layered *l, const LaneTrees *trees)
{
	gsize n = l->graph->n_switches;
	guint64 news = 0;
	for (gsize i = 0; i < n * n; i++)
		if (!trees->common[i] && l->hops[i] != GRAPH_FAR &&
		    lane_carries(l->graph, (guint32)(i / n), (guint32)(i % n))) {
			news += l->wanting[i] == 0;
			l->wanting[i] = 1;
		}
	return news;
}

/* With one more lane, made to serve what the others do not, are there minimal routes for all? */
static gboolean try_minimal(Layered *l, GError **error)
{
	gsize n = l->graph->n_switches;
	memset(l->wanting, 0, n * n);
	for (guint attempt = 0; attempt < attempts(l); attempt++) {
		if (!add_lane(l, TRUE, l->lanes->n_lanes == 0 && attempt == 0, attempt, error) ||
		    !lane_set_cover(l->lanes, l->graph, l->hops, l->covered, error))
			return FALSE;
		gboolean covered = all_covered(l);
		g_autoptr(LaneTrees) trees = NULL;
		if (covered && !(trees = lane_trees_new(l->graph, l->hops, l->lanes, FALSE, error)))
			return FALSE;
		gboolean served = trees && !trees->n_without;
		if (served && !route_on_lanes(l, trees, error))
			return FALSE;
		lane_set_drop(l->lanes);
		gboolean had_tree = l->lanes->n_lanes == 0 && attempt == 0;
		if (served || (!had_tree && (!trees || !uncover(l, trees))))
			break;
	}
	return TRUE;
}

static gboolean is_enough(const Layered *l)
{
	return l->routes && (l->worth >= l->enough || l->tries > MORE_LANES);
}

/* Longer routes for fewer than one pair in this many are few enough. */
#define FEW_LONG 20

/* The last lane joins every pair somehow; the way with the fewest longer routes is kept if it is the best so far. */
static gboolean join_all(Layered *l, guint n_lanes, GError **error)
{
	guint64 pairs = (guint64)l->graph->n_switches * l->graph->n_switches;
	g_autoptr(LaneTrees) best = NULL;
	guint best_attempt = 0;
	while (l->lanes->n_lanes >= n_lanes)
		lane_set_drop(l->lanes);
	for (guint attempt = 0; attempt < attempts(l) && !(best && best->n_long < pairs / FEW_LONG); attempt++) {
		if (!add_lane(l, TRUE, TRUE, attempt, error))
			return FALSE;
		g_autoptr(LaneTrees) trees = lane_trees_new(l->graph, l->hops, l->lanes, TRUE, error);
		if (!trees)
			return FALSE;
		lane_set_drop(l->lanes);
		if (best && best->n_long <= trees->n_long)
			continue;
		lane_trees_free(best);
		best = g_steal_pointer(&trees);
		best_attempt = attempt;
	}
	return add_lane(l, TRUE, TRUE, best_attempt, error) && route_on_lanes(l, best, error);
}

/* All lanes are used up. One lane alone is tried too: what joins every pair there is not hampered by other lanes. */
static gboolean route_somehow(Layered *l, GError **error)
{
	memset(l->wanting, 0, (gsize)l->graph->n_switches * l->graph->n_switches);
	return join_all(l, l->options->max_lanes, error) && (l->options->max_lanes == 1 || join_all(l, 1, error));
}

static gboolean run(Layered *l, GError **error)
{
	double part = l->options->asymmetric ? ENOUGH_ASYMMETRIC : ENOUGH_SYMMETRIC;
	if (!probe_bisections(l->graph, l->plain, PATTERNS, &l->enough, error))
		return FALSE;
	l->enough *= part;
	while (l->lanes->n_lanes < l->options->max_lanes) {
		if (!try_minimal(l, error))
			return FALSE;
		if (is_enough(l))
			return TRUE;
		memset(l->wanting, 0, (gsize)l->graph->n_switches * l->graph->n_switches);
		if (!add_lane(l, l->lanes->n_lanes >= FREE_LANES, l->lanes->n_lanes == 0, 0, error))
			return FALSE;
	}
	return l->routes || route_somehow(l, error);
}

/* Puts the routes found in place of the plain ones. */
static void replace(Routes *routes, Routes *found)
{
	Routes old = *routes;
	*routes = *found;
	*found = old;
}

Layers *layered_compute(const Graph *graph, const guint8 *hops, const LayeredOptions *options, const Routes *guide,
			Routes *routes, GError **error)
{
	gsize pairs = (gsize)graph->n_switches * graph->n_switches;
	g_autoptr(CdgTurns) turns = cdg_turns_new(graph, error);
	g_autoptr(LaneSet) lanes = turns ? lane_set_new(turns, !options->asymmetric, error) : NULL;
	if (!lanes)
		return NULL;
	g_autofree LaneMask *covered = g_try_new0(LaneMask, pairs + 1);
	g_autofree guint8 *wanting = g_try_malloc0(pairs + 1);
	if (!covered || !wanting) {
		sssp_error_memory(error, "lanes of pairs", pairs * sizeof(LaneMask));
		return NULL;
	}
	Layered l = {.graph = graph,
		     .hops = hops,
		     .options = options,
		     .guide = guide,
		     .plain = routes,
		     .turns = turns,
		     .lanes = lanes,
		     .covered = covered,
		     .wanting = wanting};
	gboolean found = run(&l, error);
	if (found)
		replace(routes, l.routes);
	routes_free(l.routes);
	if (found)
		return l.layers;
	layers_free(l.layers);
	return NULL;
}
