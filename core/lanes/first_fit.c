/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Assigns lanes to routes that may not be changed (declared in layers.h), by first fit: each route goes on the first
 * lane where it closes no cycle in the dependency graph (cdg.h). A lane's graph is made when a first route needs it.
 * What is placed at once is a unit: a single route, or where both directions share a lane (symmetric), all routes
 * between the hosts of two switches. A multicast tree, if there is one, goes on the first lane before all units.
 *
 * Units are placed in two orders, and the result with fewer lanes is taken. First they are placed as they come, which
 * is better in tori. Then the longest come first: so Deimos (three directors in a chain) needs six symmetric lanes in
 * place of eight. Where units may be left without a lane, only the first order is tried. Shortest first was worse
 * wherever it was tried. In each order units over weak links, which have fewer lanes than others, come first.
 */
#include "core/base/error.h"
#include "core/graph/routes.h"
#include "core/lanes/lane_use.h"
#include "core/lanes/layers.h"

typedef enum { AS_THEY_COME, LONG_FIRST, N_ORDERS } Order;

typedef struct {
	const Graph *graph;
	const Routes *routes;
	LaneUse *use;             /* lanes, made when a first route needs them */
	guint budget, max_layers; /* lanes that there are; lanes with which a result is still better than the best */
	/* channels of routes that are placed now, 0: any, NO_LENGTH: none; channels of the longest route seen */
	guint length, longest;
	guint8 *lengths; /* [first[n_switches]][n_switches] channels of a unit's first route; NULL: not wanted so far */
	gboolean weak;   /* TRUE: units that cross weak links are placed now, else the others */
	guint64 looks;   /* looks at channels that are left */
	guint32 *first;  /* [n_switches + 1] where a switch's hosts begin in `dest` */
	guint32 *dest;   /* destinations that are hosts, switch by switch */
	Layers *layers;
	LayersMayLeave may_leave; /* units may be left without a lane while this says so; NULL: none may */
	guint64 n_left;           /* ordered pairs of switches that are left without a lane */
	const guint8 *tree;       /* [n_channels] 1: of the tree that the first lane has for multicast; or NULL */
} Fit;

/* ---- one route */

/* Puts all turns of the route from v into a lane. FALSE: a channel lacks the lane, or a cycle would close. */
static gboolean insert(Fit *fit, guint lane, guint32 dest, guint32 v)
{
	const guint8 *row = routes_row(fit->routes, dest);
	guint32 a = route_channel(fit->graph, row, v);
	if (a == GRAPH_NONE)
		return TRUE;
	if (!route_has_lane(fit->graph, row, v, lane))
		return FALSE;
	for (guint32 b; (b = route_channel(fit->graph, row, fit->graph->to[a])) != GRAPH_NONE; a = b) {
		fit->looks -= MIN(fit->looks, 1);
		if (!lane_use_add(fit->use, lane, a, b))
			return FALSE;
	}
	return TRUE;
}

/* ---- one unit */

/*
 * The routes from v to the destinations fit->dest[from] .. [to - 1], and those back from their switch w to the
 * destinations fit->dest[back_from] .. [back_to - 1] on v.
 */
typedef struct {
	guint32 v, from, to;
	guint32 w, back_from, back_to; /* back_from == back_to for a single route */
} Unit;

static guint32 n_routes(const Unit *unit)
{
	return unit->to - unit->from + unit->back_to - unit->back_from;
}

/* Returns the destination of route number i of a unit, and in *v the switch where it begins. */
static guint32 route_of(const Fit *fit, const Unit *unit, guint32 i, guint32 *v)
{
	guint32 there = unit->to - unit->from;
	*v = i < there ? unit->v : unit->w;
	return fit->dest[i < there ? unit->from + i : unit->back_from + i - there];
}

/* Puts all routes of a unit into a lane. FALSE, with the lane as before: one of them does not fit. */
static gboolean insert_all(Fit *fit, guint lane, const Unit *unit)
{
	lane_use_begin(fit->use);
	for (guint32 v, i = 0; i < n_routes(unit); i++) {
		guint32 dest = route_of(fit, unit, i, &v);
		if (!insert(fit, lane, dest, v)) {
			lane_use_undo(fit->use);
			return FALSE;
		}
	}
	return TRUE;
}

/* Notes the lane of all routes of a unit. */
static void put(Fit *fit, guint lane, const Unit *unit)
{
	guint32 v;
	for (guint32 i = 0; i < n_routes(unit); i++) {
		gsize dest = route_of(fit, unit, i, &v);
		fit->layers->layer[dest * fit->graph->n_switches + v] = (guint8)lane;
	}
	fit->layers->n_layers = MAX(fit->layers->n_layers, lane + 1);
}

/* Leaves a pair of switches without a lane. FALSE: no pairs, or not so many, may be left. */
static gboolean leave(Fit *fit, const Unit *unit)
{
	gsize n = fit->graph->n_switches, v = unit->v, t = fit->graph->dests[fit->dest[unit->from]].vertex;
	if (!fit->may_leave)
		return FALSE;
	/* Both directions of a pair count, once. */
	fit->n_left += fit->layers->unproven[v * n + t] ? 0 : 2;
	fit->layers->unproven[v * n + t] = fit->layers->unproven[t * n + v] = 1;
	return fit->may_leave(fit->graph, fit->n_left);
}

/* Makes the lane, without turns, if it is not there yet. FALSE with SSSP_ERROR_MEMORY. */
static gboolean make_lane(Fit *fit, guint lane, GError **error)
{
	if (lane < fit->use->n_lanes)
		return TRUE;
	fit->use->lane[lane] = cdg_new(fit->use->turns, error);
	lane_use_settle(fit->use);
	return lane < fit->use->n_lanes;
}

/* Puts a unit on the first lane where it fits, or leaves it over. FALSE with an error, or without: too few lanes. */
static gboolean place(Fit *fit, const Unit *unit, GError **error)
{
	for (guint lane = 0; lane < fit->max_layers; lane++) {
		if (!make_lane(fit, lane, error))
			return FALSE;
		if (insert_all(fit, lane, unit)) {
			put(fit, lane, unit);
			return TRUE;
		}
	}
	return leave(fit, unit);
}

/* ---- all units */

#define NO_LENGTH G_MAXUINT /* the units are only measured */

/* Where the length of the route from v to the first destination of a unit stands. */
static guint8 *length_of(const Fit *fit, const Unit *unit)
{
	return fit->lengths + (gsize)unit->from * fit->graph->n_switches + unit->v;
}

/* Notes the length of the first route of a unit. */
static void measure(Fit *fit, const Unit *unit)
{
	const guint8 *row = routes_row(fit->routes, fit->dest[unit->from]);
	guint length = 0;
	for (guint32 c = route_channel(fit->graph, row, unit->v); c != GRAPH_NONE;
	     c = route_channel(fit->graph, row, fit->graph->to[c]))
		length++;
	*length_of(fit, unit) = (guint8)MIN(length, G_MAXUINT8); /* longer ones are alike */
	fit->longest = MAX(fit->longest, *length_of(fit, unit));
}

/* Whether a route of a unit crosses a link that lacks the last lane. */
static gboolean is_weak(const Fit *fit, const Unit *unit)
{
	guint32 v;
	for (guint32 i = 0; i < n_routes(unit); i++) {
		guint32 dest = route_of(fit, unit, i, &v);
		if (!route_has_lane(fit->graph, routes_row(fit->routes, dest), v, fit->budget - 1))
			return TRUE;
	}
	return FALSE;
}

/* Takes the looks of the lanes' searches off fit->looks. Whether any are left. */
static gboolean may_look(Fit *fit)
{
	for (guint lane = 0; lane < fit->use->n_lanes; lane++) {
		Cdg *cdg = fit->use->lane[lane];
		fit->looks -= MIN(cdg->looked, fit->looks);
		cdg->looked = 0;
	}
	return fit->looks > 0;
}

/* Places a unit if it is one of those that are placed now. FALSE: it is, and found no lane, or no looks are left. */
static gboolean visit(Fit *fit, const Unit *unit, GError **error)
{
	if (fit->length == NO_LENGTH) {
		measure(fit, unit);
		return TRUE;
	}
	if ((fit->length && *length_of(fit, unit) != fit->length) ||
	    (fit->graph->lanes && is_weak(fit, unit) != fit->weak))
		return TRUE;
	return may_look(fit) && place(fit, unit, error);
}

/* Visits the units of symmetric lanes: pairs of switches with hosts. */
static gboolean visit_pairs(Fit *fit, GError **error)
{
	const Graph *g = fit->graph;
	for (guint32 s = 0; s < g->n_switches; s++)
		for (guint32 t = 0; t < s; t++) {
			Unit unit = {s, fit->first[t], fit->first[t + 1], t, fit->first[s], fit->first[s + 1]};
			if (pair_of_hosts(g, s, t) && !visit(fit, &unit, error))
				return FALSE;
		}
	return TRUE;
}

/* Visits the other units: the route from each switch with hosts to each host. */
static gboolean visit_routes(Fit *fit, GError **error)
{
	const Graph *g = fit->graph;
	for (guint32 i = 0; i < fit->first[g->n_switches]; i++)
		for (guint32 v = 0; v < g->n_switches; v++)
			if (g->hosts[v] && !visit(fit, &(Unit){v, i, i + 1, v, 0, 0}, error))
				return FALSE;
	return TRUE;
}

static gboolean place_in_order(Fit *fit, gboolean symmetric, Order order, GError **error)
{
	gboolean (*visit_all)(Fit *, GError **) = symmetric ? visit_pairs : visit_routes;
	fit->length = 0;
	if (order == AS_THEY_COME)
		return visit_all(fit, error);
	gsize n = (gsize)fit->first[fit->graph->n_switches] * fit->graph->n_switches;
	if (!fit->lengths && !(fit->lengths = g_try_malloc(n + 1)))
		return sssp_error_memory(error, "lengths of routes", n);
	fit->length = NO_LENGTH;
	visit_all(fit, NULL);
	/* The longest first: a walk over all units for each length. */
	for (fit->length = fit->longest; fit->length; fit->length--)
		if (!visit_all(fit, error))
			return FALSE;
	return TRUE;
}

/* Puts all turns from one channel of the tree to another, which close no cycle, on the first lane before all routes. */
static gboolean place_tree(Fit *fit, GError **error)
{
	const Graph *g = fit->graph;
	if (!make_lane(fit, 0, error))
		return FALSE;
	for (guint32 a = 0; a < g->n_channels; a++)
		for (guint32 b = g->first[g->to[a]]; fit->tree[a] && b < g->first[g->to[a] + 1]; b++)
			if (fit->tree[b] && b != g->reverse[a] && !lane_use_add(fit->use, 0, a, b))
				return FALSE;
	return TRUE;
}

/*
 * Places all units; those that cross weak links first, as they have the least choice of lanes. FALSE: some found none.
 */
static gboolean place_all(Fit *fit, gboolean symmetric, Order order, GError **error)
{
	fit->weak = TRUE;
	if (fit->tree && !place_tree(fit, error))
		return FALSE;
	if (fit->graph->lanes && !place_in_order(fit, symmetric, order, error))
		return FALSE;
	fit->weak = FALSE;
	return place_in_order(fit, symmetric, order, error);
}

/* Places all units in one order. NULL with SSSP_ERROR_MEMORY, or without `error` when lanes or looks do not suffice. */
static Layers *fit_in_order(Fit *fit, gboolean symmetric, Order order, GError **error)
{
	g_autoptr(Layers) layers = fit->layers = layers_new(fit->graph, error);
	if (!layers || (fit->may_leave && !layers_need_unproven(fit->graph, layers, error)))
		return NULL;
	fit->use = lane_use_of_marks(fit->graph, 0, NULL, error);
	gboolean fitted = fit->use && place_all(fit, symmetric, order, error);
	g_clear_pointer(&fit->use, lane_use_free);
	layers->n_needed = layers->n_layers;
	return fitted ? g_steal_pointer(&layers) : NULL;
}

Layers *layers_first_fit_within(const Graph *graph, const Routes *routes, const guint8 *tree, guint max_layers,
				gboolean symmetric, LayersMayLeave may_leave, guint64 *looks, GError **error)
{
	GError *failure = NULL;
	guint budget = CLAMP(max_layers, 1, LAYERS_MAX);
	Fit fit = {.graph = graph,
		   .routes = routes,
		   .budget = budget,
		   .max_layers = budget,
		   .looks = *looks,
		   .may_leave = may_leave,
		   .tree = tree};
	g_autoptr(Layers) best = NULL;
	gboolean ready = routes_list_dests(graph, FALSE, &fit.first, &fit.dest, &failure);
	guint n_orders = may_leave ? 1 : N_ORDERS;
	for (Order order = AS_THEY_COME; ready && !failure && order < n_orders && fit.max_layers; order++) {
		Layers *layers = fit_in_order(&fit, symmetric, order, &failure);
		if (!layers)
			continue;
		layers_free(best);
		best = layers;
		fit.max_layers = best->n_layers - 1; /* the next order has to do with fewer; 0 ends the loop */
	}
	g_free(fit.first);
	g_free(fit.dest);
	g_free(fit.lengths);
	*looks = fit.looks;
	return sssp_error_pass(error, failure) ? g_steal_pointer(&best) : NULL;
}

Layers *layers_first_fit(const Graph *graph, const Routes *routes, guint max_layers, gboolean symmetric, GError **error)
{
	GError *failure = NULL;
	guint64 looks = G_MAXUINT64;
	Layers *layers = layers_first_fit_within(graph, routes, NULL, max_layers, symmetric, NULL, &looks, &failure);
	if (!sssp_error_pass(error, failure) || layers)
		return layers;
	if (max_layers == 1)
		return sssp_error_null(error, SSSP_ERROR_LANES,
				       "one virtual lane is too few to avoid credit loops with these routes");
	return sssp_error_null(error, SSSP_ERROR_LANES,
			       "more than %u virtual lanes would be needed to avoid credit loops with these routes%s",
			       max_layers, symmetric ? " and symmetric SLs (asymmetric ones may need fewer)" : "");
}
