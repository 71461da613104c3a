/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Two attempts: new routes close no cycle with all that was there, or, when pairs of hosts stay without a lane then,
 * with what stays. Pairs that no attempt has room for are served path by path, hosts first.
 */
#include "core/reroute/reroute.h"

#include "core/base/error.h"
#include "core/fit/unproven.h"
#include "core/reroute/conclude.h"
#include "core/reroute/keep.h"
#include "core/reroute/refill.h"
#include "core/reroute/relieve.h"
#include "core/reroute/serve.h"
#include "core/reroute/settle.h"

#include <string.h>

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
	for (guint later = 0; later < 2; later++)
		for (guint32 d = 0; d < r->graph->n_dests; d++)
			if (r->lost[d] && r->urgent[d] == !later && !refill_dest(tree, d, must, error))
				return FALSE;
	return TRUE;
}

/* What moved to another switch has other lanes: whether its former entries fit them is asked one by one. */
static void clear_moved(const Reroute *r)
{
	gsize n = r->graph->n_switches;
	for (guint32 d = 0; d < r->graph->n_dests; d++) {
		if (!r->before->moved[d])
			continue;
		memset(routes_row(r->routes, d), ROUTE_NONE, n);
		routes_row(r->routes, d)[r->graph->dests[d].vertex] = 0;
		r->lost[d] = TRUE;
	}
}

/* FALSE also without `error` when what these routes are to be added to has a cycle. */
static gboolean attempt(Reroute *r, gboolean beside_former, gboolean *had_unproven, GError **error)
{
	guint64 must;
	g_clear_pointer(&r->layers, layers_free);
	g_clear_pointer(&r->use, lane_use_free);
	r->changed = r->others = FALSE;
	if (!keep_entries(r->options->former, r->before, r->graph, r->hops, r->routes, r->lost, error) ||
	    !settle_lanes(r, error))
		return FALSE;
	clear_moved(r);
	r->use = begin_use(r, beside_former, error);
	if (!r->use || !begin_loads(r, error))
		return FALSE;
	g_autoptr(Tree) tree = tree_new(r->graph, r->hops, r->before->routes, r->routes, r->layers, r->use, error);
	*had_unproven = r->layers->unproven != NULL;
	if (!tree || !fill_all(r, tree, &must, error))
		return FALSE;
	return even_loads(r, tree, must, error);
}

/* ---- all of it */

/* The destinations of hosts' pairs that found no lane. */
static void mark_urgent(const Reroute *r)
{
	const Graph *g = r->graph;
	for (guint32 d = 0; d < g->n_dests && r->layers->unproven; d++)
		for (guint32 v = 0; v < g->n_switches && !r->urgent[d]; v++)
			r->urgent[d] = g->dests[d].is_host && g->hosts[v] &&
				       r->layers->unproven[(gsize)v * g->n_switches + g->dests[d].vertex];
}

/* Times that pairs which found no lane are the first to look for one. */
#define ROUNDS 3

/* Beside all that was there, or else beside what stays. `*fine`: all pairs of hosts have lanes. */
static gboolean fill_and_serve(Reroute *r, gboolean *had_unproven, gboolean *fine, GError **error)
{
	GError *failure = NULL;
	gboolean served = FALSE;
	*fine = attempt(r, TRUE, had_unproven, &failure) && !serve_hosts_left(r) && serve_left(r, &served, &failure) &&
		served;
	for (guint round = 0; round < ROUNDS && !*fine && !failure; round++) {
		if (!attempt(r, FALSE, had_unproven, &failure) || !serve_left(r, &served, &failure))
			break;
		*fine = served;
		mark_urgent(r);
	}
	if (failure)
		g_propagate_error(error, failure);
	return failure == NULL;
}

static gboolean run(Reroute *r, gboolean *fine, GError **error)
{
	GError *failure = NULL;
	gboolean had_unproven = FALSE;
	if (!fill_and_serve(r, &had_unproven, fine, error))
		return FALSE;
	if (*fine)
		*fine = conclude_proof(r, had_unproven, &failure);
	if (*fine)
		conclude_layers(r);
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
	r.urgent = g_try_malloc0(graph->n_dests + 1);
	if (!r.lost || !r.urgent)
		sssp_error_memory(error, "destinations", graph->n_dests);
	else if (before->layers->n_layers <= options->max_lanes)
		run(&r, &fine, error);
	if (!fine)
		g_clear_pointer(&r.layers, layers_free);
	lane_use_free(r.use);
	g_free(r.lost);
	g_free(r.urgent);
	if (r.layers)
		r.layers->proven = TRUE;
	routes->passes = 1;
	return r.layers;
}
