/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the searches share: one more lane, routes on the lanes there are, and which routes are best so far. */
#include "core/search/search.h"

#include "core/engines/psssp.h"
#include "core/base/error.h"
#include "core/lanes/lane_add.h"
#include "core/lanes/lane_assign.h"
#include "core/search/balance_lanes.h"
#include "core/engines/probe.h"

#include <string.h>

/* Random bisections that routes are compared on. */
#define PATTERNS 64

/*
 * Part of the plain routes' bandwidth that is enough; more lanes are tried for the rest. Connections that need one SL
 * both ways restrict the routes more, so they are content with less.
 */
#define ENOUGH_SYMMETRIC 0.98
#define ENOUGH_ASYMMETRIC 0.99

/* Lanes tried beyond the first number that serves all pairs, for the sake of bandwidth. */
#define MORE_LANES 2

gboolean search_add_lane(Search *l, LanePlan plan, GError **error)
{
	gsize n = l->graph->n_switches;
	plan.graph = l->graph;
	plan.routes = l->plain;
	plan.hops = l->hops;
	plan.covered = l->covered;
	if (!lane_set_cover(l->lanes, l->graph, l->covered, error))
		return FALSE;
	for (gsize i = 0; i < n * n; i++)
		if (l->unserved[i])
			l->covered[i] = 0;
	return lane_add(l->lanes, &plan, error);
}

gboolean search_covers_all(Search *l, GError **error)
{
	gsize n = l->graph->n_switches;
	if (!lane_set_cover(l->lanes, l->graph, l->covered, error))
		return FALSE;
	for (gsize s = 0; s < n; s++)
		for (gsize t = 0; t < n; t++)
			if (!l->covered[s * n + t] && l->hops[s * n + t] != GRAPH_FAR &&
			    pair_of_hosts(l->graph, (guint32)s, (guint32)t))
				return FALSE;
	return TRUE;
}

static void keep(Search *l, Routes **routes, Layers **layers, double bandwidth)
{
	routes_free(l->routes);
	layers_free(l->layers);
	l->routes = g_steal_pointer(routes);
	l->layers = g_steal_pointer(layers);
	l->bandwidth = bandwidth;
}

gboolean search_offer(Search *l, Routes *routes, Layers *layers, GError **error)
{
	double bandwidth = 0;
	if (!probe_bisections(l->graph, routes, PATTERNS, &bandwidth, error)) {
		routes_free(routes);
		layers_free(layers);
		return FALSE;
	}
	l->tries++;
	if (l->routes && bandwidth < l->bandwidth) {
		routes_free(routes);
		layers_free(layers);
	} else {
		keep(l, &routes, &layers, bandwidth);
	}
	return TRUE;
}

gboolean search_route(Search *l, PairRoutes *trees, GError **error)
{
	gsize entries = (gsize)l->graph->n_dests * l->graph->n_switches;
	g_autofree LaneMask *legal = NULL;
	double bandwidth = 0;
	if (l->options.asymmetric && !(legal = g_try_new0(LaneMask, entries + 1)))
		return sssp_error_memory(error, "lanes of routes", entries * sizeof(LaneMask));
	g_autoptr(Routes) routes = routes_new(l->graph, error);
	if (!routes ||
	    !balance_lanes(l->graph, l->lanes, trees, l->options.passes ? l->options.passes : PSSSP_PASSES, routes,
			   legal, error) ||
	    !probe_bisections(l->graph, routes, PATTERNS, &bandwidth, error))
		return FALSE;
	l->tries++;
	if (l->routes && bandwidth <= l->bandwidth)
		return TRUE;
	LaneAssignment assignment = {.lanes = l->lanes,
				     .common = trees->common,
				     .legal = legal,
				     .max_lanes = l->options.max_lanes,
				     .spread = l->options.spread};
	g_autoptr(Layers) layers = lane_assign(l->graph, &assignment, error);
	if (!layers)
		return FALSE;
	keep(l, &routes, &layers, bandwidth);
	return TRUE;
}

guint64 search_mark_unserved(Search *l, const PairRoutes *trees)
{
	gsize n = l->graph->n_switches;
	guint64 news = 0;
	for (gsize i = 0; i < n * n; i++)
		if (!trees->common[i] && l->hops[i] != GRAPH_FAR &&
		    pair_of_hosts(l->graph, (guint32)(i / n), (guint32)(i % n))) {
			news += l->unserved[i] == 0;
			l->unserved[i] = 1;
		}
	return news;
}

void search_unmark(Search *l)
{
	memset(l->unserved, 0, (gsize)l->graph->n_switches * l->graph->n_switches);
}

void search_clear(Search *l)
{
	while (l->lanes->n_lanes)
		lane_set_drop(l->lanes);
	search_unmark(l);
}

void search_set_effort(Search *l, double part)
{
	l->lanes->effort->end = (guint64)(part * SEARCH_EFFORT);
}

gboolean search_is_enough(const Search *l)
{
	return l->routes && (l->bandwidth >= l->enough || l->tries > MORE_LANES);
}

gboolean search_is_large(const Search *l)
{
	return l->graph->n_switches > SEARCH_MANY;
}

gboolean search_has_routes(const Search *l)
{
	return l->routes != NULL;
}

double search_enough(const Search *l)
{
	return l->options.asymmetric ? ENOUGH_ASYMMETRIC : ENOUGH_SYMMETRIC;
}

gboolean search_may_gain(const Search *l)
{
	return l->routes && l->bandwidth * search_enough(l) < l->enough && l->graph->n_switches <= SEARCH_FEW;
}

Search *search_new(const Graph *graph, const guint8 *hops, const SearchOptions *options, const Routes *plain,
		   GError **error)
{
	gsize pairs = (gsize)graph->n_switches * graph->n_switches;
	g_autoptr(Search) l = g_new0(Search, 1);
	*l = (Search){.graph = graph, .hops = hops, .options = *options, .plain = plain};
	if (!(l->turns = cdg_turns_new(graph, error)) ||
	    !(l->lanes = lane_set_new(l->turns, !options->asymmetric, error)))
		return NULL;
	l->covered = g_try_new0(LaneMask, pairs + 1);
	l->unserved = g_try_malloc0(pairs + 1);
	if (!l->covered || !l->unserved) {
		sssp_error_memory(error, "lanes of pairs", pairs * sizeof(LaneMask));
		return NULL;
	}
	if (!probe_bisections(graph, plain, PATTERNS, &l->enough, error))
		return NULL;
	l->enough *= search_enough(l);
	return g_steal_pointer(&l);
}

void search_free(Search *l)
{
	if (!l)
		return;
	lane_set_free(l->lanes);
	cdg_turns_free(l->turns);
	g_free(l->covered);
	g_free(l->unserved);
	routes_free(l->routes);
	layers_free(l->layers);
	g_free(l);
}

Layers *search_take(Search *l, Routes *routes)
{
	routes_swap(routes, l->routes);
	return g_steal_pointer(&l->layers);
}
