/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A dependency graph for each lane, begun when the first route comes to it. */
#include "core/graph/cdg.h"
#include "core/base/error.h"
#include "core/graph/routes.h"
#include "core/lanes/layers.h"

typedef struct {
	const Graph *graph;
	const Routes *routes;
	CdgTurns *turns;
	Cdg *cdg[LAYERS_MAX];
	guint max_layers;
	Layers *layers;
} Fit;

/* Takes the dependencies of the route that starts with channel `a` out again, up to the turn into `end`. */
static void withdraw(const Fit *fit, Cdg *cdg, const guint8 *row, guint32 a, guint32 end)
{
	for (guint32 b; a != end; a = b) {
		b = route_channel(fit->graph, row, fit->graph->to[a]);
		if (b == GRAPH_NONE)
			return;
		cdg_remove(cdg, a, b);
	}
}

/* Puts all dependencies of the route that starts with channel `start` into a lane, or none of them. */
static gboolean insert(const Fit *fit, Cdg *cdg, const guint8 *row, guint32 start)
{
	for (guint32 a = start, b; (b = route_channel(fit->graph, row, fit->graph->to[a])) != GRAPH_NONE; a = b)
		if (!cdg_add(cdg, a, b)) {
			withdraw(fit, cdg, row, start, a);
			return FALSE;
		}
	return TRUE;
}

static gboolean place_route(Fit *fit, const guint8 *row, guint32 start, guint8 *layer, GError **error)
{
	for (guint l = 0; l < fit->max_layers; l++) {
		if (!fit->cdg[l] && !(fit->cdg[l] = cdg_new(fit->turns, error)))
			return FALSE;
		if (insert(fit, fit->cdg[l], row, start)) {
			*layer = (guint8)l;
			fit->layers->n_layers = MAX(fit->layers->n_layers, l + 1);
			return TRUE;
		}
	}
	g_set_error(error, SSSP_ERROR, SSSP_ERROR_LANES,
		    "more than %u virtual lanes would be needed to avoid credit loops", fit->max_layers);
	return FALSE;
}

static gboolean place_tree(Fit *fit, guint32 dest, GError **error)
{
	const guint8 *row = routes_row(fit->routes, dest);
	guint8 *layer = fit->layers->layer + (gsize)dest * fit->graph->n_switches;
	for (guint32 v = 0; v < fit->graph->n_switches; v++) {
		guint32 start =
			route_of_hosts(fit->graph, v, dest) ? route_channel(fit->graph, row, v) : GRAPH_NONE;
		if (start != GRAPH_NONE && !place_route(fit, row, start, &layer[v], error))
			return FALSE;
	}
	return TRUE;
}

Layers *layers_first_fit(const Graph *graph, const Routes *routes, guint max_layers, GError **error)
{
	g_autoptr(CdgTurns) turns = cdg_turns_new(graph, error);
	g_autoptr(Layers) layers = turns ? layers_new(graph, error) : NULL;
	if (!layers)
		return NULL;
	Fit fit = {graph, routes, turns, {NULL}, CLAMP(max_layers, 1, LAYERS_MAX), layers};
	gboolean fitted = TRUE;
	for (guint32 d = 0; fitted && d < graph->n_dests; d++)
		fitted = place_tree(&fit, d, error);
	for (guint l = 0; l < LAYERS_MAX; l++)
		cdg_free(fit.cdg[l]);
	layers->n_needed = layers->n_layers;
	return fitted ? g_steal_pointer(&layers) : NULL;
}
