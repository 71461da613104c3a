/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Serves aggregation nodes and management ports after hosts: gives their LIDs the routes of hosts on their switches. If
 * all routes together close no cycle on one lane, nothing else is done. Otherwise pairs of switches of which one has no
 * hosts get lanes. Pairs whose routes are in order in a lane take it. The others are served one by one (fit_pairs.h),
 * those with CA ports on both switches first. Pairs that find no lane may close no cycle after all, so all routes are
 * checked together at the end.
 */
#include "core/fit/infrastructure.h"

#include "core/base/error.h"
#include "core/fit/fit_pairs.h"
#include "core/fit/fit_trees.h"

#include <string.h>

/* Copies to each destination that is no host's the routes and lanes of its switch's leader. */
static void copy_from_leaders(const Graph *graph, const guint32 *leader, Routes *routes, Layers *layers)
{
	gsize n = graph->n_switches;
	for (guint32 d = 0; d < graph->n_dests; d++) {
		guint32 from = leader[graph->dests[d].vertex];
		if (graph->dests[d].is_host || from == d)
			continue;
		memcpy(routes_row(routes, d), routes_row(routes, from), n);
		if (layers->layer)
			memcpy(layers->layer + d * n, layers->layer + from * n, n);
	}
}

static gboolean lacks_hosts(const Graph *graph)
{
	for (guint32 v = 0; v < graph->n_switches; v++)
		if (!graph->hosts[v])
			return TRUE;
	return FALSE;
}

/* What is done with a pair of switches of which one has no hosts. */
typedef enum { TAKE, SERVE_PORTS, SERVE_MANAGEMENT } Step;

typedef struct {
	const Graph *graph;
	FitLanes *lanes;
	FitPairs *pairs;
	LaneMask *legal; /* [from][to] lanes in which all routes are in order */
	const guint32 *leader;
	ManagementLanes management;
} Others;

/* Puts a pair on the first lane in which both directions are in order; without one marks it as unproven. */
static gboolean take_lane(Others *o, guint32 s, guint32 t, GError **error)
{
	gsize n = o->graph->n_switches;
	LaneMask both = o->legal[s * n + t] & o->legal[t * n + s];
	if (both)
		return fit_lanes_take(o->lanes, (guint)__builtin_ctz(both), s, t, error);
	if (!layers_need_unproven(o->graph, o->lanes->layers, error))
		return FALSE;
	layers_unprove(o->graph, o->lanes->layers, s, t);
	return TRUE;
}

static gboolean refuse(GError **error)
{
	return sssp_error_set(error, SSSP_ERROR_LANES, "a pair of switches finds no lane");
}

/* So many pairs without a lane may still close no cycle in the end, which prove_left() finds out. */
#define SOME_UNPROVEN 64

/* Does a step for one pair: TAKE for all pairs, the others for pairs that are still unproven. FALSE with an error. */
static gboolean do_pair(Others *o, Step step, guint32 s, guint32 t, GError **error)
{
	const guint8 *unproven = o->lanes->layers->unproven;
	gsize pair = (gsize)s * o->graph->n_switches + t;
	gboolean ports = pair_of_ports(o->graph, s, t), further = ports || o->management == MANAGEMENT_FURTHER;
	if (step == TAKE)
		return take_lane(o, s, t, error);
	if (!unproven[pair] || ports != (step == SERVE_PORTS))
		return TRUE;
	if (!fit_pairs_serve(o->pairs, s, t, further, error))
		return FALSE;
	o->lanes->layers->n_unproven += unproven[pair];
	guint64 most = further ? 0 : o->management == MANAGEMENT_BESIDE ? SOME_UNPROVEN : G_MAXUINT64;
	return !unproven[pair] || o->lanes->layers->n_unproven <= most || refuse(error);
}

/* Does a step for all pairs that carry data and of which one has no hosts, each pair once. FALSE with an error. */
static gboolean do_all(Others *o, Step step, GError **error)
{
	const Graph *g = o->graph;
	gsize n = g->n_switches;
	for (guint32 t = 0; t < n; t++)
		for (guint32 s = 0; s < n; s++) {
			gboolean mine = !g->hosts[s] && s != t && (g->hosts[t] || s > t);
			if (mine && pair_carries_data(g, s, t) && o->lanes->hops[s * n + t] != GRAPH_FAR &&
			    !do_pair(o, step, s, t, error))
				return FALSE;
		}
	return TRUE;
}

/*
 * Gives each pair a lane in whose order its routes are. Pairs that have none are served one by one, those with
 * aggregation nodes first. FALSE with SSSP_ERROR_LANES or SSSP_ERROR_MEMORY.
 */
static gboolean fit_all(Others *o, GError **error)
{
	Layers *layers = o->lanes->layers;
	if (!fit_trees(o->lanes, o->legal, error) || !do_all(o, TAKE, error))
		return FALSE;
	if (!layers->unproven)
		return TRUE;
	copy_from_leaders(o->graph, o->leader, o->lanes->routes, layers);
	g_autoptr(FitPairs) pairs = fit_lanes_refill(o->lanes, error) ? fit_pairs_new(o->lanes, error) : NULL;
	o->pairs = pairs;
	if (!pairs || !do_all(o, SERVE_PORTS, error))
		return FALSE;
	layers->class_lanes[FABRIC_AGGREGATION] = layers->n_needed;
	return do_all(o, SERVE_MANAGEMENT, error);
}

static gboolean fit_pairs(const Graph *graph, const guint8 *hops, const guint32 *leader, guint max_lanes,
			  ManagementLanes management, Routes *routes, Layers *layers, GError **error)
{
	gsize n = graph->n_switches;
	FitOptions options = {.max_lanes = max_lanes};
	g_autoptr(FitLanes) lanes = fit_lanes_new(graph, hops, LAYERS_OF_ALL, &options, routes, layers, error);
	g_autofree LaneMask *legal = lanes ? g_try_new(LaneMask, n * n + 1) : NULL;
	Others others = {.graph = graph, .lanes = lanes, .legal = legal, .leader = leader, .management = management};
	if (!lanes)
		return FALSE;
	if (!legal)
		return sssp_error_memory(error, "lanes of pairs", n * n * sizeof *legal);
	return fit_all(&others, error);
}

/*
 * Unproven pairs may close no cycle after all, now that all routes are there: if so, layers->unproven becomes NULL.
 * FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean prove_left(const Graph *graph, const Routes *routes, Layers *layers, GError **error)
{
	GError *failure = NULL;
	g_autofree guint8 *left = g_steal_pointer(&layers->unproven);
	if (layers_are_proven(graph, routes, layers, NULL, &failure))
		layers->n_unproven = 0;
	else
		layers->unproven = g_steal_pointer(&left);
	return sssp_error_pass(error, failure);
}

static gboolean fit_others(const Graph *graph, const guint8 *hops, const guint32 *leader, guint max_lanes,
			   ManagementLanes management, Routes *routes, Layers *layers, GError **error)
{
	GError *failure = NULL;
	copy_from_leaders(graph, leader, routes, layers);
	if (!lacks_hosts(graph))
		return TRUE;
	layers->proven = !layers->layer && !layers->in_use && layers_are_proven(graph, routes, layers, NULL, &failure);
	if (layers->proven || failure)
		return sssp_error_pass(error, failure);
	if (!fit_pairs(graph, hops, leader, max_lanes, management, routes, layers, error))
		return FALSE;
	copy_from_leaders(graph, leader, routes, layers);
	if (layers->n_unproven && !prove_left(graph, routes, layers, error))
		return FALSE;
	return !layers->n_unproven || management == MANAGEMENT_UNPROVEN || refuse(error);
}

gboolean infrastructure_fit(const Graph *graph, const guint8 *hops, guint max_lanes, ManagementLanes management,
			    Routes *routes, Layers *layers, GError **error)
{
	g_autofree guint32 *leader = routes_first_hosts(graph, error);
	for (guint class = 0; class < FABRIC_N_CLASSES; class ++)
		layers->class_lanes[class] = layers->n_needed;
	if (!leader || !fit_others(graph, hops, leader, max_lanes, management, routes, layers, error))
		return FALSE;
	layers_compact(graph, routes, layers);
	layers->class_lanes[FABRIC_MANAGEMENT] = layers->n_needed;
	return TRUE;
}
