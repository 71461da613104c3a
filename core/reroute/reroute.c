/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reroutes on one lane or lanes by SL: keeps the entries and lanes that can stay, fills in what is missing, evens
 * loads, and checks the result. Up to three attempts are made. New routes close no cycle with all that was there in the
 * first, and with what stays in the second; in the third, pairs may also take any lane. The first fails where pairs of
 * hosts find no lane; the others serve such pairs path by path, before pairs that are not of hosts. Any attempt fails
 * where hosts or aggregation nodes stay without a lane, or hosts get needless detours.
 */
#include "core/reroute/reroute.h"

#include "core/base/error.h"
#include "core/fit/unproven.h"
#include "core/reroute/changes.h"
#include "core/reroute/spanning.h"
#include "core/reroute/tree.h"
#include "core/reroute/work.h"

#include <string.h>

/* ---- one attempt */

/* Takes all lanes away, as the previous routes, whoever made them, close cycles that other lanes may break. */
static LaneUse *use_nothing(Reroute *r, GError **error)
{
	const Graph *g = r->graph;
	r->anew = TRUE;
	if (!keep_unsettled(r, NULL, error))
		return NULL;
	if (r->layers->layer)
		memset(r->layers->layer, 0, (gsize)g->n_dests * g->n_switches);
	r->layers->n_layers = r->layers->n_needed = 1;
	return lane_use_new(g, r->routes, LAYERS_OF_ALL, r->layers, error);
}

/* Returns the turns that these routes use, but without management ports, or all, where these close a cycle. */
static LaneUse *use_of(Reroute *r, GError **error)
{
	GError *failure = NULL;
	gsize pairs = (gsize)r->graph->n_switches * r->graph->n_switches;
	LaneUse *use = lane_use_new(r->graph, r->routes, LAYERS_OF_ALL, r->layers, &failure);
	if (!use && !failure) {
		g_autofree guint8 *unsettled = g_steal_pointer(&r->layers->unproven);
		if (!unproven_find(r->graph, r->routes, r->layers, &failure))
			g_clear_pointer(&r->layers->unproven, g_free);
		for (gsize i = 0; unsettled && r->layers->unproven && i < pairs; i++)
			r->layers->unproven[i] |= unsettled[i];
		if (!failure && r->layers->unproven)
			use = lane_use_new(r->graph, r->routes, LAYERS_OF_ALL, r->layers, &failure);
	}
	if (!use && !failure)
		use = use_nothing(r, &failure);
	sssp_error_pass(error, failure);
	return use;
}

static gboolean fill_all(Reroute *r, Tree *tree, GError **error)
{
	guint64 of_new = 0;
	r->must = 0;
	for (guint32 d = 0; d < r->graph->n_dests; d++)
		if (r->lost[d] && !refill_dest(tree, d, r->before->dest[d] == GRAPH_NONE ? &of_new : &r->must, error))
			return FALSE;
	return TRUE;
}

/* Whether a switch sends to a destination for the first time: a stand has nothing of that in use. */
static gboolean is_sent_first(const Reroute *r, guint32 v, guint32 dest)
{
	const StandView *view = &r->before->view;
	guint32 then = view->then[v], was = r->before->dest[dest];
	return then != GRAPH_NONE && was != GRAPH_NONE && route_carries_data(r->graph, v, dest) &&
	       !route_carries_data(view->stand->graph, then, was);
}

/*
 * Drops entries that are found anew: those of destinations that moved to another switch, as they have other lanes, and
 * those that carry data for the first time, as it is not known whether they close cycles. TRUE: there may be such.
 */
static gboolean clear_unknown(const Reroute *r)
{
	const Graph *g = r->graph;
	const StandView *view = &r->before->view;
	gboolean senders = FALSE; /* some send other data than before */
	for (guint32 v = 0; v < g->n_switches; v++)
		senders |= view->then[v] != GRAPH_NONE && g->sends[v] != view->stand->graph->sends[view->then[v]];
	for (guint32 d = 0; d < g->n_dests; d++) {
		gboolean moved = r->before->moved[d];
		for (guint32 v = 0; (moved || (senders && !g->dests[d].is_port)) && v < g->n_switches; v++) {
			guint8 *entry = routes_row(r->routes, d) + v;
			if (v == g->dests[d].vertex || *entry == ROUTE_NONE || !(moved || is_sent_first(r, v, d)))
				continue;
			*entry = ROUTE_NONE;
			r->lost[d] = TRUE;
		}
	}
	return senders;
}

/* Notes the pairs that have no lane to begin with: they may take any. */
static gboolean begin_keep(Reroute *r, GError **error)
{
	gsize pairs = (gsize)r->graph->n_switches * r->graph->n_switches;
	g_clear_pointer(&r->without, g_free);
	r->keep = (FitKeep){.longer = 0};
	r->anew = r->freely;
	if (!r->layers->unproven)
		return TRUE;
	if (!(r->without = g_try_malloc(pairs + 1)))
		return sssp_error_memory(error, "pairs of switches", pairs);
	memcpy(r->without, r->layers->unproven, pairs);
	return TRUE;
}

/* FALSE also without `error` when what these routes are to be added to has a cycle. */
static gboolean attempt(Reroute *r, gboolean beside_previous, GError **error)
{
	g_clear_pointer(&r->layers, layers_free);
	g_clear_pointer(&r->use, lane_use_free);
	g_clear_pointer(&r->spanning, g_free);
	r->changed = r->others = FALSE;
	/* Pairs on a detour that kept their lane need it no longer. */
	guint lanes = r->freely && r->options->previous->detours ? G_MAXUINT : r->options->max_lanes;
	if (!keep_entries(r, lanes, error) || !keep_lanes(r, error))
		return FALSE;
	r->whole = clear_unknown(r) || !beside_previous;
	if (!begin_keep(r, error))
		return FALSE;
	r->use = beside_previous ? stand_lane_use(&r->before->view, r->before->layers->n_layers, error)
				 : use_of(r, error);
	if (!r->use || (beside_previous && !spanning_keep(r, error)) ||
	    !stand_loads(&r->before->view, r->before->dest, r->routes, error))
		return FALSE;
	g_autoptr(Tree) tree = tree_new(r->graph, r->hops, r->before->routes, r->routes, r->layers, r->use, error);
	r->had_unproven = r->layers->unproven != NULL;
	if (!tree)
		return FALSE;
	tree->may_move = !beside_previous && !r->anew;
	if (!fill_all(r, tree, error))
		return FALSE;
	r->had_unproven |= !beside_previous && r->layers->unproven; /* the last check looks at these pairs again */
	return TRUE;
}

/* ---- all of it */

/* Where some pairs have detours for want of lanes, one in so many may have one so that it keeps its lane. */
#define PAIRS_A_DETOUR 200

/* Whether hosts have routes that are longer although there are lanes which the previous routes did not have. */
static gboolean has_needless_detours(const Reroute *r)
{
	guint64 all = count_longer_pairs(r->graph, r->hops, r->before, r->routes);
	guint64 before = longer_for_lanes(r->options->previous, r->before);
	guint64 longer = r->anew ? all - MIN(all, r->options->previous->detours) : MIN(all, before + r->keep.longer);
	if (!longer || (r->before->unchanged && !r->anew))
		return FALSE;
	if (!r->anew && all > before + (guint64)r->graph->n_hosts * r->graph->n_hosts / PAIRS_A_DETOUR)
		return TRUE;
	return r->options->max_lanes > r->before->layers->n_layers;
}

/*
 * Makes the attempts until all pairs of hosts have lanes, and short routes: beside all that was there; beside what
 * stays; and, as any lane is better than routes that are all made afresh, with any lanes. FALSE without `error`: none
 * is good enough.
 */
static gboolean fill_and_serve(Reroute *r, GError **error)
{
	GError *failure = NULL;
	gboolean fine = FALSE;
	for (guint i = 0; i < 3 && !fine && !failure; i++) {
		gboolean beside_previous = i == 0;
		r->freely = i == 2;
		fine = attempt(r, beside_previous, &failure) && !(beside_previous && serve_hosts_left(r)) &&
		       serve_left(r, &failure) && !has_needless_detours(r);
	}
	return sssp_error_pass(error, failure) && fine;
}

/* FALSE also without `error`, as reroute(). */
static gboolean run(Reroute *r, GError **error)
{
	/* Pairs that lost their lane come before multicast, which takes what is left. */
	return fill_and_serve(r, error) && even_loads(r, error) &&
	       (r->spanning || !r->use || spanning_keep(r, error)) && spanning_make_room(r, error) &&
	       conclude_proof(r, error);
}

Layers *reroute(const Graph *graph, const guint8 *hops, const RerouteOptions *options, const PreviousRoutes *before,
		Routes *routes, GError **error)
{
	g_autofree guint8 *lost = g_try_malloc(graph->n_dests + 1);
	Reroute r = {
		.graph = graph, .hops = hops, .options = options, .before = before, .routes = routes, .lost = lost};
	if (!lost)
		return sssp_error_memory_null(error, "destinations", graph->n_dests);
	if (before->layers->n_layers <= options->max_lanes && run(&r, error)) {
		conclude_layers(&r);
		r.layers->proven = TRUE;
		r.layers->tree = g_steal_pointer(&r.spanning);
	} else {
		g_clear_pointer(&r.layers, layers_free);
	}
	lane_use_free(r.use);
	g_free(r.without);
	g_free(r.spanning);
	routes->passes = 1;
	return r.layers;
}
