/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "core/layers.h"

#include "core/cdg.h"
#include "core/error.h"

#include <string.h>

#define MAX_LAYERS 15

typedef struct {
	const Graph *graph;
	const Routes *routes;
	CdgTurns *turns;
	Cdg *cdg[MAX_LAYERS];
	guint max_layers;
	Layers *layers;
} Fit;

/* Whether packets travel from some endpoint at switch v to this destination. */
static inline gboolean carries_data(const Graph *graph, guint32 v, guint32 dest)
{
	return graph->dests[dest].is_host || graph->hosts[v] > 0;
}

/* Channel by which v sends towards a destination, GRAPH_NONE at its switch and where there is no path. */
static inline guint32 next_channel(const Graph *graph, const guint8 *row, guint32 v)
{
	return row[v] == ROUTE_NONE ? GRAPH_NONE : graph_channel(graph, v, row[v]);
}

/*
 * Marks every dependency of one tree. Routes of one tree that meet go on together, so each walk ends where an earlier
 * one came by: `stamp` remembers the latest destination that passed a switch.
 */
static void mark_tree(const Fit *fit, guint32 dest, guint32 *stamp, guint8 *used)
{
	const Graph *graph = fit->graph;
	const guint8 *row = routes_row(fit->routes, dest);
	for (guint32 v = 0; v < graph->n_switches; v++) {
		guint32 a = carries_data(graph, v, dest) ? next_channel(graph, row, v) : GRAPH_NONE;
		while (a != GRAPH_NONE && stamp[graph->from[a]] != dest) {
			guint32 b = next_channel(graph, row, graph->to[a]);
			stamp[graph->from[a]] = dest;
			if (b != GRAPH_NONE)
				used[cdg_turn(fit->turns, a, b)] = 1;
			a = b;
		}
	}
}

/* Whether one lane is enough for everything. FALSE with `error` set when memory is short. */
static gboolean one_layer_suffices(const Fit *fit, GError **error)
{
	guint32 n_turns = fit->turns->first[fit->graph->n_channels];
	g_autofree guint8 *used = g_try_malloc0((gsize)n_turns + 1);
	g_autofree guint32 *stamp = g_try_new(guint32, fit->graph->n_switches + 1);
	if (!used || !stamp)
		return sssp_error_memory(error, "dependencies", n_turns);
	memset(stamp, 0xff, fit->graph->n_switches * sizeof *stamp);
	for (guint32 d = 0; d < fit->graph->n_dests; d++)
		mark_tree(fit, d, stamp, used);
	return cdg_is_acyclic(fit->turns, used, error);
}

/* Takes the dependencies of the route that starts with channel `a` out again, up to the turn into `end`. */
static void withdraw(const Fit *fit, Cdg *cdg, const guint8 *row, guint32 a, guint32 end)
{
	for (guint32 b; a != end; a = b) {
		b = next_channel(fit->graph, row, fit->graph->to[a]);
		if (b == GRAPH_NONE)
			return;
		cdg_remove(cdg, a, b);
	}
}

/* Puts all dependencies of the route that starts with channel `a` into a lane, or none of them. */
static gboolean insert(const Fit *fit, Cdg *cdg, const guint8 *row, guint32 start)
{
	for (guint32 a = start, b; (b = next_channel(fit->graph, row, fit->graph->to[a])) != GRAPH_NONE; a = b)
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
		guint32 start = carries_data(fit->graph, v, dest) ? next_channel(fit->graph, row, v) : GRAPH_NONE;
		if (start != GRAPH_NONE && !place_route(fit, row, start, &layer[v], error))
			return FALSE;
	}
	return TRUE;
}

static gboolean fit_all(Fit *fit, GError **error)
{
	GError *failure = NULL;
	gsize entries = (gsize)fit->graph->n_dests * fit->graph->n_switches;
	fit->layers->n_layers = 1;
	if (one_layer_suffices(fit, &failure))
		return TRUE;
	if (failure) {
		g_propagate_error(error, failure);
		return FALSE;
	}
	if (!(fit->layers->layer = g_try_malloc0(entries + 1)))
		return sssp_error_memory(error, "layers", entries);
	for (guint32 d = 0; d < fit->graph->n_dests; d++)
		if (!place_tree(fit, d, error))
			return FALSE;
	return TRUE;
}

Layers *layers_first_fit(const Graph *graph, const Routes *routes, guint max_layers, GError **error)
{
	g_autoptr(CdgTurns) turns = cdg_turns_new(graph, error);
	if (!turns)
		return NULL;
	g_autoptr(Layers) layers = g_new0(Layers, 1);
	Fit fit = {graph, routes, turns, {NULL}, CLAMP(max_layers, 1, MAX_LAYERS), layers};
	gboolean fitted = fit_all(&fit, error);
	for (guint l = 0; l < MAX_LAYERS; l++)
		cdg_free(fit.cdg[l]);
	return fitted ? g_steal_pointer(&layers) : NULL;
}

void layers_free(Layers *layers)
{
	if (!layers)
		return;
	g_free(layers->layer);
	g_free(layers);
}
