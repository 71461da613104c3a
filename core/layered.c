/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "core/layered.h"

#include "core/engine.h"
#include "core/error.h"
#include "core/lane_assign.h"
#include "core/lane_routes.h"
#include "core/layered_work.h"
#include "core/probe.h"

#include <string.h>

/* Random bisections that routes are compared on. */
#define PATTERNS 64

/*
 * Part of the guide's bandwidth that is enough; more lanes are tried for the rest. Connections that need one SL both
 * ways restrict the routes more, so they are content with less.
 */
#define ENOUGH_SYMMETRIC 0.98
#define ENOUGH_ASYMMETRIC 0.99

/* Lanes tried beyond the first number that serves all pairs, for the sake of bandwidth. */
#define MORE_LANES 2

gboolean layered_add_lane(Layered *l, LanePlan plan, GError **error)
{
	gsize n = l->graph->n_switches;
	plan.graph = l->graph;
	plan.routes = l->guide;
	plan.hops = l->hops;
	plan.covered = l->covered;
	if (!lane_set_cover(l->lanes, l->graph, l->covered, error))
		return FALSE;
	for (gsize i = 0; i < n * n; i++)
		if (l->wanting[i])
			l->covered[i] = 0;
	return lane_set_add(l->lanes, &plan, error);
}

gboolean layered_covers_all(Layered *l, GError **error)
{
	gsize n = l->graph->n_switches;
	if (!lane_set_cover(l->lanes, l->graph, l->covered, error))
		return FALSE;
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

gboolean layered_offer(Layered *l, Routes *routes, Layers *layers, GError **error)
{
	double worth = 0;
	if (!probe_bisections(l->graph, routes, PATTERNS, &worth, error)) {
		routes_free(routes);
		layers_free(layers);
		return FALSE;
	}
	l->tries++;
	if (l->routes && worth < l->worth) {
		routes_free(routes);
		layers_free(layers);
	} else {
		keep(l, &routes, &layers, worth);
	}
	return TRUE;
}

gboolean layered_route(Layered *l, LaneTrees *trees, GError **error)
{
	gsize entries = (gsize)l->graph->n_dests * l->graph->n_switches;
	g_autofree LaneMask *legal = NULL;
	double worth = 0;
	if (l->options->asymmetric && !(legal = g_try_new0(LaneMask, entries + 1)))
		return sssp_error_memory(error, "lanes of routes", entries * sizeof(LaneMask));
	g_autoptr(Routes) routes = routes_new(l->graph, error);
	if (!routes ||
	    !lane_routes_compute(l->graph, l->lanes, trees, l->options->passes ? l->options->passes : ENGINE_PASSES,
				 routes, legal, error) ||
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

guint64 layered_uncover(Layered *l, const LaneTrees *trees)
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

void layered_forget(Layered *l)
{
	memset(l->wanting, 0, (gsize)l->graph->n_switches * l->graph->n_switches);
}

void layered_clear(Layered *l)
{
	while (l->lanes->n_lanes)
		lane_set_drop(l->lanes);
	layered_forget(l);
}

void layered_allow(Layered *l, double part)
{
	l->lanes->effort->end = (guint64)(part * LAYERED_EFFORT);
}

gboolean layered_is_enough(const Layered *l)
{
	return l->routes && (l->worth >= l->enough || l->tries > MORE_LANES);
}

static gboolean run(Layered *l, GError **error)
{
	double part = l->options->asymmetric ? ENOUGH_ASYMMETRIC : ENOUGH_SYMMETRIC;
	if (!probe_bisections(l->graph, l->guide, PATTERNS, &l->enough, error))
		return FALSE;
	l->enough *= part;
	if (!layered_grid(l, l->graph->n_switches <= LAYERED_MANY, error))
		return FALSE;
	if (layered_is_enough(l))
		return TRUE;
	l->tries = 0;
	if (!layered_quick(l, error))
		return FALSE;
	if (l->routes && l->worth * part < l->enough && l->graph->n_switches <= LAYERED_FEW) {
		l->enough /= part;
		l->tries = 0;
		return layered_grow(l, error);
	}
	return (l->routes && (layered_is_enough(l) || l->graph->n_switches > LAYERED_MANY)) || layered_grow(l, error);
}

/* Puts the routes found in place of the plain ones. */
static void replace(Routes *routes, Routes *found)
{
	Routes old = *routes;
	*routes = *found;
	*found = old;
}

Layers *layered_compute(const Graph *graph, const guint8 *hops, const LayeredOptions *options, Routes *routes,
			GError **error)
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
		     .guide = routes,
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
