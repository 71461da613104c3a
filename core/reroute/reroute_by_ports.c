/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reroutes where switches choose VLs by ports. Destinations are routed one after the other; each finds in the graph
 * the dependencies of all others, and those that it had itself.
 */
#include "core/reroute/reroute_by_ports.h"

#include "core/base/error.h"
#include "core/dependency/dependency_fill.h"
#include "core/admit/careful.h"

#include <string.h>

typedef struct {
	const Graph *graph;
	const guint8 *near; /* [n_switches][n_switches] minimal hops */
	const Routes *previous;
	Routes *routes;
	Balance *balance;
	CdgTurns *turns;
	DependencyGraph *deps;
	Careful *careful;
	guint8 *changed;                   /* [n_dests] 1: something was missing */
	guint8 *hops, *sends, *kept, *row; /* [n_switches] scratch */
	guint32 *order;
	Arena *arena;
} Work;

static gboolean init(Work *w, const PortVls *vls, GError **error)
{
	gsize n = w->graph->n_switches + (gsize)1;
	w->arena = arena_new();
	w->hops = arena_new_array(w->arena, guint8, n);
	w->changed = arena_new_array0(w->arena, guint8, w->graph->n_dests + (gsize)1);
	w->sends = arena_new_array(w->arena, guint8, n);
	w->kept = arena_new_array(w->arena, guint8, n);
	w->row = arena_new_array(w->arena, guint8, n);
	w->order = arena_new_array(w->arena, guint32, n);
	return arena_check(w->arena, "routes that stay", error) && (w->balance = balance_new(w->graph, error)) &&
	       (w->turns = cdg_turns_new(w->graph, error)) && (w->deps = dependency_new(w->turns, vls->n_vls, error)) &&
	       (w->careful = careful_new(w->balance, w->deps, error));
}

static void clear(Work *w)
{
	careful_free(w->careful);
	if (w->deps)
		dependency_free(w->deps);
	if (w->turns)
		cdg_turns_free(w->turns);
	balance_free(w->balance);
	arena_free(w->arena);
}

/* Adds (1) or takes away (-1) what a row adds to the loads. */
static void count(Work *w, guint32 dest, gint sign)
{
	guint32 n = careful_order(w->careful, dest, routes_row(w->routes, dest), w->order, w->hops);
	balance_count_order(w->graph, w->order, n, w->balance, dest, sign, w->routes);
}

/* Drops entries that do not lead to the destination any more, and counts the others. */
static void trim(Work *w, guint32 dest)
{
	guint8 *row = routes_row(w->routes, dest);
	count(w, dest, 1);
	for (guint32 v = 0; v < w->graph->n_switches; v++)
		if (w->hops[v] == GRAPH_FAR)
			row[v] = ROUTE_NONE;
}

/* Who sends to a destination, and whose entries packets meet. FALSE: a switch has no entry and could have one. */
static gboolean mark(Work *w, guint32 dest)
{
	const Graph *graph = w->graph;
	const guint8 *row = routes_row(w->routes, dest);
	guint32 target = graph->dests[dest].vertex;
	const guint8 *near = w->near + (gsize)target * graph->n_switches;
	gboolean complete = TRUE;
	memset(w->kept, 0, graph->n_switches);
	for (guint32 v = 0; v < graph->n_switches; v++) {
		w->sends[v] = route_carries_data(graph, v, dest) ? 1 : 0;
		if (row[v] == ROUTE_NONE && v != target && near[v] != GRAPH_FAR)
			complete = FALSE;
		for (guint32 u = v, c; w->sends[v] && !w->kept[u];) {
			if ((c = route_channel(graph, row, u)) == GRAPH_NONE)
				break;
			w->kept[u] = 1;
			u = graph->to[c];
		}
	}
	return complete;
}

/* Hosts whose path is longer than minimal. */
static guint64 longer(const Work *w, guint32 dest)
{
	return routes_nonminimal_to(w->graph, w->routes, w->near, dest);
}

/* Routes a destination beside the switches of `kept`, by previous entries where these do as well. */
static gboolean route(Work *w, guint32 dest, const guint8 *kept, gboolean repair)
{
	w->careful->previous = routes_row(w->previous, dest);
	return careful_route(w->careful, dest, w->sends, kept, repair, routes_row(w->routes, dest));
}

/* Fills in what is missing beside what stays, or else routes all of the destination again. */
static gboolean complete(Work *w, guint32 dest)
{
	if (mark(w, dest))
		return TRUE;
	w->changed[dest] = 1;
	count(w, dest, -1);
	gboolean fine = route(w, dest, w->kept, FALSE) || route(w, dest, NULL, TRUE);
	dependency_keep(w->deps);
	if (fine)
		count(w, dest, 1);
	return fine;
}

/* Routes a destination again that has longer paths than need be; what it had stays unless fewer are longer. */
static void shorten(Work *w, guint32 dest)
{
	const Graph *graph = w->graph;
	guint64 then = longer(w, dest);
	guint8 *row = routes_row(w->routes, dest);
	if (!then)
		return;
	count(w, dest, -1);
	mark(w, dest);
	memcpy(w->row, row, graph->n_switches);
	if (!route(w, dest, NULL, FALSE) || longer(w, dest) >= then) {
		dependency_return(w->deps, 0);
		memcpy(row, w->row, graph->n_switches);
	}
	dependency_keep(w->deps);
	count(w, dest, 1);
}

static gboolean run(Work *w, const PreviousRoutes *before, GError **error)
{
	const Graph *graph = w->graph;
	for (guint32 d = 0; d < graph->n_dests; d++)
		trim(w, d);
	if (!dependency_fill(w->deps, w->routes, before->layers->vls, error))
		return FALSE;
	for (guint i = 0; i < 2; i++) /* hosts first */
		for (guint32 d = 0; d < graph->n_dests; d++)
			if (graph->dests[d].is_host == (i == 0) && !complete(w, d))
				return FALSE;
	gboolean more = memchr(before->fresh, 1, graph->n_channels) != NULL;
	for (guint32 d = 0; d < graph->n_dests; d++)
		if (more || w->changed[d])
			shorten(w, d);
	return TRUE;
}

/* VLs of states that nobody uses stay, too: their tables need not be sent again. */
static Layers *layers_of(Work *w, const PortVls *vls, GError **error)
{
	g_autoptr(Layers) layers = layers_single();
	if (!(layers->vls = port_vls_copy(w->graph, vls, error)))
		return NULL;
	dependency_read_vls(w->deps, layers->vls);
	for (guint32 d = 0; d < w->graph->n_dests; d++)
		layers->detours += longer(w, d);
	for (guint i = 0; i < FABRIC_N_CLASSES; i++)
		layers->class_lanes[i] = vls->n_vls;
	return g_steal_pointer(&layers);
}

Layers *reroute_by_ports(const Graph *graph, const guint8 *hops, const PreviousRoutes *before, Routes *routes,
			 GError **error)
{
	const PortVls *vls = before->layers->vls;
	Work w = {.graph = graph, .near = hops, .previous = before->routes, .routes = routes};
	Layers *layers = NULL;
	routes_assign(graph, routes, before->routes);
	memset(routes->load, 0, graph->n_channels * sizeof *routes->load);
	if (init(&w, vls, error) && run(&w, before, error))
		layers = layers_of(&w, vls, error);
	if (!layers)
		routes_clear(graph, routes);
	clear(&w);
	return layers;
}
