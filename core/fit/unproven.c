/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the pairs whose routes close a cycle: adds the routes of all pairs in question to those between CA ports, one
 * after the other. A turn that was refused once is not tried again on that lane, as a lane only gains turns.
 */
#include "core/fit/unproven.h"

#include "core/base/error.h"

#include <string.h>

enum { PROVEN, ASKED, REFUSED }; /* values of layers->unproven in this file, until settle() */

typedef struct {
	const Graph *graph;
	const Routes *routes;
	Layers *layers;
	CdgTurns *turns;
	guint8 *used;    /* [turns] 1: the lane at hand has the turn from the start */
	guint8 *refused; /* [turns] 1: the turn closes a cycle on that lane */
	Cdg *cdg;        /* the turns of that lane */
} Search;

/* Marks as ASKED the pairs that carry data but not between CA ports on both sides. FALSE with SSSP_ERROR_MEMORY. */
static gboolean ask(const Graph *graph, Layers *layers, GError **error)
{
	gsize n = graph->n_switches;
	if (!(layers->unproven = g_try_malloc0(n * n + 1)))
		return sssp_error_memory(error, "pairs of switches", n * n);
	for (guint32 s = 0; s < n; s++)
		for (guint32 t = 0; t < n; t++)
			if (s != t && pair_carries_data(graph, s, t) && !pair_of_ports(graph, s, t))
				layers->unproven[s * n + t] = ASKED;
	return TRUE;
}

/*
 * Adds the turns of one route to the lane. FALSE when one would close a cycle, or a channel lacks the lane; turns added
 * before that stay.
 */
static gboolean add_route(Search *f, const guint8 *row, guint32 v, guint lane)
{
	const Graph *g = f->graph;
	guint32 a = route_channel(g, row, v), b;
	if (!route_has_lane(g, row, v, lane))
		return FALSE;
	for (; a != GRAPH_NONE && (b = route_channel(g, row, g->to[a])) != GRAPH_NONE; a = b) {
		guint32 turn = cdg_turn(f->turns, a, b);
		if (f->cdg->count[turn])
			continue;
		if (f->refused[turn] || !cdg_add(f->cdg, a, b)) {
			f->refused[turn] = 1;
			return FALSE;
		}
	}
	return TRUE;
}

static void add_routes(Search *f, guint lane)
{
	gsize n = f->graph->n_switches;
	for (guint32 d = 0; d < f->graph->n_dests; d++)
		for (guint32 v = 0, t = f->graph->dests[d].vertex; v < n; v++) {
			guint8 *pair = &f->layers->unproven[v * n + t];
			guint on = f->layers->layer ? f->layers->layer[d * n + v] : 0;
			if (*pair == ASKED && on == lane && route_carries_data(f->graph, v, d) &&
			    !add_route(f, routes_row(f->routes, d), v, lane))
				*pair = f->layers->unproven[t * n + v] = REFUSED;
		}
}

static gboolean do_lane(Search *f, guint lane, GError **error)
{
	gsize n_turns = f->turns->first[f->graph->n_channels];
	memset(f->used, 0, n_turns);
	memset(f->refused, 0, n_turns);
	if (!(f->cdg = cdg_new(f->turns, error)))
		return FALSE;
	gboolean fine =
		layers_mark_lane(f->graph, f->routes, LAYERS_OF_ALL, f->layers, lane, f->turns, f->used, error) &&
		cdg_fill(f->cdg, f->used, error);
	if (fine)
		add_routes(f, lane);
	cdg_free(f->cdg);
	return fine;
}

/* Turns the marks into the answer: 1 for refused pairs, 0 for all others. */
static void settle(const Graph *graph, Layers *layers)
{
	gsize n = graph->n_switches;
	layers->n_unproven = 0;
	for (gsize i = 0; i < n * n; i++) {
		layers->unproven[i] = layers->unproven[i] == REFUSED;
		layers->n_unproven += layers->unproven[i] && i / n < i % n;
	}
	if (!layers->n_unproven)
		g_clear_pointer(&layers->unproven, g_free);
}

gboolean unproven_find(const Graph *graph, const Routes *routes, Layers *layers, GError **error)
{
	g_autoptr(CdgTurns) turns = cdg_turns_new(graph, error);
	if (!turns || !ask(graph, layers, error))
		return FALSE;
	gsize n_turns = turns->first[graph->n_channels];
	g_autofree guint8 *used = g_try_malloc(n_turns + 1), *refused = g_try_malloc(n_turns + 1);
	if (!used || !refused)
		return sssp_error_memory(error, "dependencies", 2 * n_turns);
	Search search = {graph, routes, layers, turns, used, refused, NULL};
	for (guint lane = 0; lane < layers->n_layers; lane++)
		if (!do_lane(&search, lane, error))
			return FALSE;
	settle(graph, layers);
	return TRUE;
}
