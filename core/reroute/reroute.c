/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Two attempts: new routes close no cycle with all that was there, or, when pairs of hosts stay without a lane then,
 * with what stays. Pairs that no attempt has room for are served path by path, hosts first.
 */
#include "core/reroute/reroute.h"

#include "core/base/error.h"
#include "core/fit/fit_hosts.h"
#include "core/fit/fit_left.h"
#include "core/fit/infrastructure.h"
#include "core/fit/unproven.h"
#include "core/reroute/keep.h"
#include "core/reroute/refill.h"
#include "core/reroute/relieve.h"

#include <string.h>

typedef struct {
	const Graph *graph;
	const guint8 *hops;
	const RerouteOptions *options;
	const FormerRoutes *before;
	Routes *routes;
	guint8 *lost;     /* [n_dests] */
	Layers *layers;   /* of the attempt */
	LaneUse *use;     /* the same */
	gboolean changed; /* routes of hosts, after loads were counted */
	gboolean others;  /* all that is no host's was found anew */
} Reroute;

/* ---- lanes of what is new */

static gboolean mark_pair(Layers *layers, gsize n, gsize s, gsize t, GError **error)
{
	if (!layers->unproven && !(layers->unproven = g_try_malloc0(n * n + 1)))
		return sssp_error_memory(error, "pairs of switches", n * n);
	layers->unproven[s * n + t] = layers->unproven[t * n + s] = 1;
	return TRUE;
}

/* settled[n_switches] 1: endpoints that are there still, and on the same switch, had lanes to and from it. */
static void find_settled(const Reroute *r, guint8 *settled)
{
	memset(settled, 0, r->graph->n_switches);
	for (guint32 d = 0; d < r->graph->n_dests; d++)
		if (r->graph->dests[d].is_port && r->before->lid[d] && !r->before->moved[d])
			settled[r->graph->dests[d].vertex] = 1;
	for (guint32 v = 0; v < r->graph->n_switches; v++)
		settled[v] = settled[v] && r->before->known[v];
}

/* Pairs of switches that had no lane find one later. */
static gboolean mark_unsettled(const Reroute *r, const guint8 *settled, GError **error)
{
	const Graph *g = r->graph;
	gsize n = g->n_switches;
	for (guint32 s = 0; s < n; s++)
		for (guint32 t = s + 1; t < n; t++)
			if (pair_carries_data(g, s, t) && !settled[s] && !settled[t] &&
			    r->hops[s * n + t] != GRAPH_FAR && !mark_pair(r->layers, n, s, t, error))
				return FALSE;
	for (guint32 v = 0; v < n; v++)
		for (guint32 t = 0; t < n && !r->before->known[v]; t++)
			if (t != v && pair_carries_data(g, v, t) && r->hops[v * n + t] != GRAPH_FAR &&
			    !mark_pair(r->layers, n, v, t, error))
				return FALSE;
	return TRUE;
}

/* A destination on each switch that was there before, ports before the switch itself; GRAPH_NONE: there is none. */
static void find_examples(const Reroute *r, guint32 *example)
{
	memset(example, 0xff, r->graph->n_switches * sizeof *example);
	for (guint32 d = r->graph->n_dests; d-- > 0;)
		if (r->before->lid[d] && !r->before->moved[d])
			example[r->graph->dests[d].vertex] = d;
}

/* What is new on a switch has the lanes of what was there, or of the way back. */
static void lend_lanes(const Reroute *r, const guint32 *example)
{
	gsize n = r->graph->n_switches;
	guint8 *layer = r->layers->layer;
	for (guint32 d = 0; d < r->graph->n_dests; d++) {
		guint32 t = r->graph->dests[d].vertex;
		if (r->before->lid[d] && !r->before->moved[d])
			continue;
		for (guint32 v = 0; v < n; v++) {
			guint32 there = example[t], back = example[v];
			layer[d * n + v] = there != GRAPH_NONE  ? layer[there * n + v]
					   : back != GRAPH_NONE ? layer[back * n + t]
								: 0;
		}
	}
}

static gboolean begin_lanes(Reroute *r, GError **error)
{
	gsize n = r->graph->n_switches;
	g_autofree guint8 *settled = g_try_malloc(n + 1);
	g_autofree guint32 *example = g_try_new(guint32, n + 1);
	if (!settled || !example)
		return sssp_error_memory(error, "switches", n * sizeof(guint32));
	if (!(r->layers = layers_copy(r->graph, r->before->layers, error)))
		return FALSE;
	find_settled(r, settled);
	find_examples(r, example);
	lend_lanes(r, example);
	return mark_unsettled(r, settled, error);
}

/* ---- one attempt */

/* What is in use, of these routes; management ports that close a cycle among them are left out. */
static LaneUse *use_of(Reroute *r, const Routes *routes, GError **error)
{
	GError *failure = NULL;
	gsize pairs = (gsize)r->graph->n_switches * r->graph->n_switches;
	LaneUse *use = lane_use_new(r->graph, routes, LAYERS_OF_ALL, r->layers, &failure);
	if (!use && !failure) {
		g_autofree guint8 *unsettled = g_steal_pointer(&r->layers->unproven);
		if (!unproven_find(r->graph, routes, r->layers, &failure))
			g_clear_pointer(&r->layers->unproven, g_free);
		for (gsize i = 0; unsettled && r->layers->unproven && i < pairs; i++)
			r->layers->unproven[i] |= unsettled[i];
		if (!failure && r->layers->unproven)
			use = lane_use_new(r->graph, routes, LAYERS_OF_ALL, r->layers, &failure);
	}
	if (failure)
		g_propagate_error(error, failure);
	return use;
}

static LaneUse *begin_use(Reroute *r, gboolean beside_former, GError **error)
{
	if (beside_former && r->before->view.stand)
		return lane_use_of_stand(&r->before->view, error);
	return use_of(r, beside_former ? r->before->routes : r->routes, error);
}

static gboolean begin_loads(const Reroute *r, GError **error)
{
	if (r->before->view.stand)
		return stand_loads(&r->before->view, r->before->dest, r->routes, error);
	routes_recount(r->graph, r->routes);
	return TRUE;
}

/* One entry moved for the sake of even loads to so many that had to change. */
#define MUST_A_MOVE 8
/* Loads above so much of what they were when all was fresh are relieved. */
#define EVEN_ENOUGH 1.02

static gboolean even_loads(Reroute *r, Tree *tree, guint64 must, GError **error)
{
	double entries = (double)r->graph->n_dests * r->graph->n_switches;
	guint64 moves = r->options->budget < 0 ? must / MUST_A_MOVE : (guint64)(r->options->budget * entries);
	if (!relieve_by_fresh(tree, r->before->fresh, error))
		return FALSE;
	if (r->options->balance == REROUTE_EVEN && moves)
		relieve_fullest(tree, (guint64)(EVEN_ENOUGH * (double)r->options->former->efi), moves);
	return TRUE;
}

static gboolean fill_all(Reroute *r, Tree *tree, guint64 *must, GError **error)
{
	*must = 0;
	for (guint32 d = 0; d < r->graph->n_dests; d++)
		if (r->lost[d] && !refill_dest(tree, d, must, error))
			return FALSE;
	return TRUE;
}

/* Pairs of hosts that have no lane. */
static guint64 hosts_left(const Reroute *r)
{
	const Graph *g = r->graph;
	gsize n = g->n_switches;
	guint64 left = 0;
	for (guint32 s = 0; s < n && r->layers->unproven; s++)
		for (guint32 t = s + 1; t < n; t++)
			left += r->layers->unproven[s * n + t] && pair_of_hosts(g, s, t);
	return left;
}

/* FALSE also without `error` when what these routes are to be added to has a cycle. */
static gboolean attempt(Reroute *r, gboolean beside_former, gboolean *had_unproven, GError **error)
{
	guint64 must;
	g_clear_pointer(&r->layers, layers_free);
	g_clear_pointer(&r->use, lane_use_free);
	if (!keep_entries(r->options->former, r->before, r->graph, r->hops, r->routes, r->lost, error) ||
	    !begin_lanes(r, error))
		return FALSE;
	r->use = begin_use(r, beside_former, error);
	if (!r->use || !begin_loads(r, error))
		return FALSE;
	g_autoptr(Tree) tree = tree_new(r->graph, r->hops, r->routes, r->layers, r->use, error);
	*had_unproven = r->layers->unproven != NULL;
	if (!tree || !fill_all(r, tree, &must, error))
		return FALSE;
	return even_loads(r, tree, must, error);
}

/* ---- pairs that are left */

/* Parts the marks: those of hosts stay, the others are handed out. NULL with SSSP_ERROR_MEMORY. */
static guint8 *set_others_aside(const Reroute *r, GError **error)
{
	const Graph *g = r->graph;
	gsize n = g->n_switches;
	guint8 *others = g_try_malloc0(n * n + 1);
	for (guint32 s = 0; others && s < n; s++)
		for (guint32 t = 0; t < n; t++)
			if (r->layers->unproven[s * n + t] && !pair_of_hosts(g, s, t)) {
				others[s * n + t] = 1;
				r->layers->unproven[s * n + t] = 0;
			}
	if (!others)
		sssp_error_memory(error, "pairs of switches", n * n);
	return others;
}

/* All that is no host's is found anew. */
static gboolean others_anew(Reroute *r, gboolean *served, GError **error)
{
	GError *failure = NULL;
	r->others = TRUE;
	g_clear_pointer(&r->layers->unproven, g_free);
	*served = infrastructure_fit(r->graph, r->hops, r->options->max_lanes, r->routes, r->layers, &failure);
	if (g_error_matches(failure, SSSP_ERROR, SSSP_ERROR_LANES))
		g_clear_error(&failure);
	if (failure)
		g_propagate_error(error, failure);
	return failure == NULL;
}

/* Others that lost their lanes, beside all that is there; all of them, if aggregation nodes find none. */
static gboolean serve_others(Reroute *r, gboolean *served, GError **error)
{
	*served = TRUE;
	if (r->layers->unproven && !fit_left(r->graph, r->hops, r->options->max_lanes, r->routes, r->layers,
					     r->use->turns, r->use->lane, served, error))
		return FALSE;
	return *served || others_anew(r, served, error);
}

/* Looks again at what is in use, after routes and lanes of hosts have changed. */
static gboolean use_again(Reroute *r, GError **error)
{
	GError *failure = NULL;
	g_clear_pointer(&r->use, lane_use_free);
	r->use = lane_use_new(r->graph, r->routes, LAYERS_OF_ALL, r->layers, &failure);
	if (failure)
		g_propagate_error(error, failure);
	return failure == NULL;
}

/* Hosts first: others make way where they have to. */
static gboolean serve_hosts(Reroute *r, gboolean *served, GError **error)
{
	guint64 left = 0;
	gsize pairs = (gsize)r->graph->n_switches * r->graph->n_switches;
	g_autofree guint8 *hosts = g_try_malloc(pairs + 1), *others = set_others_aside(r, error);
	if (!others || !hosts)
		return others && sssp_error_memory(error, "pairs of switches", pairs);
	memcpy(hosts, r->layers->unproven, pairs);
	r->changed = TRUE;
	if (!fit_hosts(r->graph, r->hops, r->options->max_lanes, r->routes, r->layers, &left, error))
		return FALSE;
	*served = !left;
	if (left)
		return TRUE;
	fit_follow_hosts(r->graph, hosts, r->routes, r->layers);
	if (memchr(others, 1, pairs))
		r->layers->unproven = g_steal_pointer(&others);
	if (!use_again(r, error))
		return FALSE;
	return r->use ? serve_others(r, served, error) : others_anew(r, served, error);
}

static gboolean serve_left(Reroute *r, gboolean *served, GError **error)
{
	return hosts_left(r) ? serve_hosts(r, served, error) : serve_others(r, served, error);
}

/* ---- the last look */

/* Whether a tree is what it was, and so is in use since the beginning. */
static gboolean is_untouched(const Reroute *r, guint32 dest)
{
	gsize n = r->graph->n_switches;
	return !memcmp(routes_row(r->routes, dest), routes_row(r->before->routes, dest), n) &&
	       !memcmp(r->layers->layer + dest * n, r->before->layers->layer + dest * n, n);
}

/*
 * All routes are in use, and what is in use has no cycle. Trees that stay were in use to begin with, but for pairs that
 * had no lane.
 */
static gboolean is_proven(Reroute *r, gboolean had_unproven, GError **error)
{
	if (r->others)
		return layers_are_proven(r->graph, r->routes, r->layers, error);
	while (r->use->n_lanes < LAYERS_MAX && r->use->lane[r->use->n_lanes])
		r->use->n_lanes++;
	for (guint32 d = 0; d < r->graph->n_dests; d++)
		if ((had_unproven || !is_untouched(r, d)) && !lane_use_holds(r->use, r->routes, r->layers, d))
			return FALSE;
	for (guint lane = 0; lane < r->use->n_lanes; lane++) {
		guint8 *used = r->layers->used[lane] = g_try_malloc(r->use->turns->first[r->graph->n_channels] + 1u);
		if (!used)
			return sssp_error_memory(error, "dependencies", r->use->turns->first[r->graph->n_channels]);
		if (!lane_use_is_acyclic(r->use, lane, used, error))
			return FALSE;
	}
	return TRUE;
}

/* ---- all of it */

/* What is said of lanes: those of hosts, with aggregation nodes, all. */
static void describe_lanes(const Reroute *r)
{
	const Graph *g = r->graph;
	Layers *layers = r->layers;
	guint highest[FABRIC_N_CLASSES] = {0};
	for (guint32 d = 0; layers->n_layers > 1 && d < g->n_dests; d++)
		for (guint32 v = 0, t = g->dests[d].vertex; v < g->n_switches; v++) {
			guint lane = layers->layer[(gsize)d * g->n_switches + v];
			FabricClass class = pair_of_hosts(g, v, t)   ? FABRIC_HOST
					    : pair_of_ports(g, v, t) ? FABRIC_AGGREGATION
								     : FABRIC_MANAGEMENT;
			if (v != t && route_carries_data(g, v, d) && routes_row(r->routes, d)[v] != ROUTE_NONE)
				highest[class] = MAX(highest[class], lane);
		}
	for (guint class = FABRIC_AGGREGATION; class < FABRIC_N_CLASSES; class ++)
		highest[class] = MAX(highest[class], highest[class - 1]);
	guint former = r->options->former->vls_needed ? r->options->former->vls_needed : r->before->layers->n_layers;
	layers->n_layers = highest[FABRIC_MANAGEMENT] + 1;
	layers->n_needed =
		layers->n_layers > r->before->layers->n_layers ? layers->n_layers : MIN(former, layers->n_layers);
	for (guint class = 0; class < FABRIC_N_CLASSES; class ++)
		layers->class_lanes[class] = MIN(highest[class] + 1, layers->n_needed);
	if (layers->n_layers == 1)
		g_clear_pointer(&layers->layer, g_free);
}

static void count_unproven(const Reroute *r)
{
	gsize n = r->graph->n_switches;
	r->layers->n_unproven = 0;
	for (gsize i = 0; r->layers->unproven && i < n * n; i++)
		r->layers->n_unproven += r->layers->unproven[i] && i / n < i % n;
	if (!r->layers->n_unproven)
		g_clear_pointer(&r->layers->unproven, g_free);
}

static gboolean run(Reroute *r, gboolean *fine, GError **error)
{
	GError *failure = NULL;
	gboolean had_unproven = FALSE;
	*fine = attempt(r, TRUE, &had_unproven, &failure) && !hosts_left(r);
	if (!*fine && !failure)
		*fine = attempt(r, FALSE, &had_unproven, &failure);
	if (*fine)
		serve_left(r, fine, &failure);
	if (*fine && !failure)
		*fine = is_proven(r, had_unproven, &failure);
	if (*fine) {
		if (r->changed)
			routes_recount(r->graph, r->routes);
		describe_lanes(r);
		count_unproven(r);
	}
	if (failure)
		g_propagate_error(error, failure);
	return failure == NULL;
}

Layers *reroute(const Graph *graph, const guint8 *hops, const RerouteOptions *options, const FormerRoutes *before,
		Routes *routes, GError **error)
{
	gboolean fine = FALSE;
	Reroute r = {.graph = graph, .hops = hops, .options = options, .before = before, .routes = routes};
	r.lost = g_try_malloc(graph->n_dests + 1);
	if (!r.lost)
		sssp_error_memory(error, "destinations", graph->n_dests);
	else if (before->layers->n_layers <= options->max_lanes)
		run(&r, &fine, error);
	if (!fine)
		g_clear_pointer(&r.layers, layers_free);
	lane_use_free(r.use);
	g_free(r.lost);
	if (r.layers)
		r.layers->proven = TRUE;
	routes->passes = 1;
	return r.layers;
}
