/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * First as if all links had the lanes of most; then what crosses one that has fewer is routed again as after a change
 * of the fabric, beside all that does not.
 */
#include "core/weak_links.h"

#include "core/afresh.h"
#include "core/base/error.h"
#include "core/engines/probe.h"
#include "core/reroute/former_routes.h"
#include "core/reroute/reroute.h"
#include "core/search/search.h"

/* Routes are good enough with so much on the fullest channel, as part of what it would be without weak links. */
#define ENOUGH_EFI 1.2

/* Random bisections that routes are compared on. */
#define PATTERNS 64

/* One number of lanes after the other, and the best so far. */
typedef struct {
	const Fabric *fabric;
	const Graph *graph;
	const RoutingOptions *options;
	Routing *routing;
	Routes *routes; /* scratch, and the answer */
	guint64 plain_efi, plain_longer; /* as if all links had what most have */
	Routes *best;
	Layers *layers;
	double value;
	const char *strategy;
} Weak;

/* Takes layers and the routes at hand over, unless those it has are worth as much. */
static gboolean offer(Weak *w, Layers *layers, GError **error)
{
	double bandwidth = 0;
	guint64 longer = routes_nonminimal(w->graph, w->routes, w->routing->hops);
	if (!w->best && !(w->best = routes_new(w->graph, error)))
		goto failed;
	if (!probe_bisections(w->graph, w->routes, PATTERNS, &bandwidth, error))
		goto failed;
	double value =
		search_value(w->graph, bandwidth, longer, routes_efi(w->graph, w->routes), w->plain_efi);
	if (w->layers && value <= w->value) {
		layers_free(layers);
		return TRUE;
	}
	routes_swap(w->best, w->routes);
	layers_free(w->layers);
	w->layers = layers;
	w->value = value;
	w->strategy = w->routing->strategy;
	return TRUE;
failed:
	layers_free(layers);
	return FALSE;
}

/* Routes and lanes that respect the links, from those that do not. NULL also without `error`: that cannot be. */
static Layers *respect_links(const Weak *w, guint max_lanes, const Layers *layers, GError **error)
{
	g_autoptr(FormerRoutes) before = former_routes_same(w->graph, w->routes, layers, error);
	if (!before)
		return NULL;
	Former former = {.fabric = w->fabric, .efi = routes_efi(w->graph, w->routes), .vls_needed = layers->n_needed};
	RerouteOptions options = {.former = &former,
				  .balance = REROUTE_EVEN,
				  .budget = -1,
				  .max_lanes = max_lanes,
				  .asymmetric = w->options->asymmetric,
				  .unused = TRUE};
	return reroute(w->graph, w->routing->hops, &options, before, w->routes, error);
}

static gboolean is_enough(const Weak *w)
{
	return (double)routes_efi(w->graph, w->routes) <= ENOUGH_EFI * (double)w->plain_efi &&
	       routes_nonminimal(w->graph, w->routes, w->routing->hops) <= w->plain_longer;
}

/* More lanes than some links have. `*enough`: the best so far will do. FALSE with `error`. */
static gboolean try_lanes(Weak *w, guint max_lanes, gboolean *enough, GError **error)
{
	GError *failure = NULL;
	Graph whole = *w->graph;
	whole.lanes = NULL;
	g_autoptr(Layers) layers =
		afresh_lanes(w->fabric, &whole, w->options, max_lanes, w->routes, w->routing, error);
	if (!layers)
		return FALSE;
	if (!w->plain_efi) {
		w->plain_efi = routes_efi(w->graph, w->routes);
		w->plain_longer = routes_nonminimal(w->graph, w->routes, w->routing->hops);
	}
	if (!layers_fit_links(w->graph, w->routes, layers)) {
		Layers *fitting = respect_links(w, max_lanes, layers, &failure);
		if (failure)
			g_propagate_error(error, failure);
		if (!fitting)
			return failure == NULL;
		layers_free(layers);
		layers = fitting;
		layers->lane_aware = TRUE;
	}
	*enough = is_enough(w);
	return offer(w, g_steal_pointer(&layers), error);
}

/* As many lanes as all links have. */
static gboolean try_least(Weak *w, guint max_lanes, GError **error)
{
	Layers *layers = afresh_lanes(w->fabric, w->graph, w->options, max_lanes, w->routes, w->routing, error);
	return layers && offer(w, layers, error);
}

static gboolean try_all(Weak *w, const guint *budgets, guint n, GError **error)
{
	gboolean enough = FALSE;
	for (guint i = 0; i < n && !enough; i++) {
		if (i && !afresh_routes(w->graph, w->options, w->routes, error))
			return FALSE;
		if (!(i + 1 < n ? try_lanes(w, budgets[i], &enough, error) : try_least(w, budgets[i], error)))
			return FALSE;
	}
	return TRUE;
}

Layers *weak_links_lanes(const Fabric *fabric, const Graph *graph, const RoutingOptions *options, Routes *routes,
			 Routing *routing, GError **error)
{
	guint budgets[ROUTING_MAX_VLS], n = routing_vl_budgets(fabric, options->max_vls, budgets);
	Weak w = {.fabric = fabric, .graph = graph, .options = options, .routing = routing, .routes = routes};
	if (n == 1)
		return afresh_lanes(fabric, graph, options, budgets[0], routes, routing, error);
	if (try_all(&w, budgets, n, error)) {
		routes_swap(routes, w.best);
		routing->strategy = w.strategy;
		routing->fresh_efi = routes_efi(graph, routes);
	} else {
		g_clear_pointer(&w.layers, layers_free);
	}
	routes_free(w.best);
	return w.layers;
}

guint32 weak_links_count(const Graph *graph, guint n_lanes)
{
	guint32 n = 0;
	for (guint32 c = 0; graph->lanes && c < graph->n_channels; c++)
		n += graph->lanes[c] < n_lanes && c < graph->reverse[c];
	return n;
}
