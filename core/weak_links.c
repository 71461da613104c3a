/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * First as if all links had the lanes of most; then what crosses one that has fewer is routed again as after a change
 * of the fabric, beside all that does not. It finds most room where the lanes that all links have were kept free for
 * it.
 */
#include "core/weak_links.h"

#include "core/afresh.h"
#include "core/base/error.h"
#include "core/reroute/former_routes.h"
#include "core/reroute/reroute.h"
#include "core/search/search.h"
#include "core/split_plain.h"
#include "core/unload.h"
#include "core/weigh_hosts.h"

/* Routes are good enough with so much on the fullest channel, as part of what it would be without weak links. */
#define ENOUGH_EFI 1.2

/* One pair of hosts in so many may go a longer way before lanes are tried without any that are kept free. */
#define FEW_LONGER 200

/* One number of lanes after the other, and the best so far. */
typedef struct {
	const Fabric *fabric;
	const Graph *graph;
	const RoutingOptions *options;
	Routing *routing;
	Routes *routes;                  /* scratch, and the answer */
	guint64 plain_efi, plain_longer; /* of the last that were made as if all links had the lanes */
	Routes *best;
	Layers *layers;
	double value;
	guint64 longer; /* pairs of hosts, of the best */
	const char *strategy;
} Weak;

/* Takes layers and the routes at hand over, unless those it has are worth as much. */
static gboolean offer(Weak *w, Layers *layers, GError **error)
{
	double value = 0;
	guint64 longer = routes_nonminimal(w->graph, w->routes, w->routing->hops);
	if (!w->best && !(w->best = routes_new(w->graph, error)))
		goto failed;
	if (!search_worth(w->graph, w->routes, longer, w->plain_efi, &value, error))
		goto failed;
	if (w->layers && value <= w->value) {
		layers_free(layers);
		return TRUE;
	}
	routes_swap(w->best, w->routes);
	layers_free(w->layers);
	w->layers = layers;
	w->value = value;
	w->longer = longer;
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
				  .budget = 0.01,
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

/* Lanes that respect the links; NULL also without `error`: that cannot be. Takes those that do not. */
static Layers *make_respect(const Weak *w, guint max_lanes, Layers *layers, GError **error)
{
	Layers *fitting = NULL;
	if (layers_fit_links(w->graph, w->routes, layers))
		return layers;
	fitting = respect_links(w, max_lanes, layers, error);
	layers_free(layers);
	if (!fitting)
		return NULL;
	/* What was never handed out is in nobody's use. */
	for (guint lane = 0; lane < LAYERS_MAX; lane++)
		g_clear_pointer(&fitting->used[lane], g_free);
	layers_compact(w->graph, w->routes, fitting);
	fitting->lane_aware = TRUE;
	return fitting;
}

/* Leaves the first lanes free. */
static void shift(const Weak *w, guint lanes, Layers *layers)
{
	gsize entries = (gsize)w->graph->n_dests * w->graph->n_switches;
	for (gsize i = 0; i < entries; i++)
		layers->layer[i] += (guint8)lanes;
	layers->n_layers += lanes;
	layers->n_needed += lanes;
}

/*
 * More lanes than some links have, of which the first `spare` are kept free at first. `*enough`: the best so far will
 * do. FALSE with `error`.
 */
static gboolean try_lanes(Weak *w, guint max_lanes, guint spare, gboolean *enough, GError **error)
{
	GError *failure = NULL;
	Graph whole = *w->graph;
	whole.lanes = NULL;
	Layers *layers = afresh_lanes(w->fabric, &whole, w->options, max_lanes - spare, w->routes, w->routing, error);
	if (!layers)
		return FALSE;
	w->plain_efi = routes_efi(w->graph, w->routes);
	w->plain_longer = spare ? 0 : routes_nonminimal(w->graph, w->routes, w->routing->hops);
	if (layers->layer)
		shift(w, spare, layers);
	layers = make_respect(w, max_lanes, layers, &failure);
	if (failure)
		g_propagate_error(error, failure);
	if (!layers)
		return failure == NULL;
	*enough = is_enough(w);
	return offer(w, layers, error);
}

/* As many lanes as all links have. */
static gboolean try_least(Weak *w, guint max_lanes, GError **error)
{
	Graph whole = *w->graph;
	whole.lanes = NULL;
	Layers *layers = afresh_lanes(w->fabric, &whole, w->options, max_lanes, w->routes, w->routing, error);
	return layers && offer(w, layers, error);
}

/* One number of lanes after the other, `least` the last. */
static gboolean try_all(Weak *w, const guint *budgets, guint n, GError **error)
{
	guint least = budgets[n - 1];
	gboolean enough = FALSE, begun = TRUE;
	for (guint i = 0; i < 2 * (n - 1) && !enough; i++) {
		guint spare = i % 2 ? 0 : least;
		if (!spare && w->layers && w->longer * FEW_LONGER <= (guint64)w->graph->n_hosts * w->graph->n_hosts)
			continue;
		if (!begun && !afresh_routes(w->graph, w->options, w->routes, error))
			return FALSE;
		begun = FALSE;
		if (!try_lanes(w, budgets[i / 2], spare, &enough, error))
			return FALSE;
	}
	return enough || (afresh_routes(w->graph, w->options, w->routes, error) && try_least(w, least, error));
}

static Layers *respect_all(const Fabric *fabric, const Graph *graph, const RoutingOptions *options, Routes *routes,
			   Routing *routing, GError **error)
{
	guint budgets[ROUTING_MAX_VLS], n = routing_vl_budgets(fabric, options->max_vls, budgets);
	Weak w = {.fabric = fabric, .graph = graph, .options = options, .routing = routing, .routes = routes};
	if (n == 1 || routing_as_is(options))
		return afresh_lanes(fabric, graph, options, budgets[0], routes, routing, error);
	if (try_all(&w, budgets, n, error)) {
		routes_swap(routes, w.best);
		routing->strategy = w.strategy;
	} else {
		g_clear_pointer(&w.layers, layers_free);
	}
	routes_free(w.best);
	return w.layers;
}

Layers *weak_links_lanes(const Fabric *fabric, const Graph *graph, const RoutingOptions *asked, Routes *routes,
			 Routing *routing, GError **error)
{
	RoutingOptions own = *asked, *options = &own;
	guint budgets[ROUTING_MAX_VLS];
	own.max_vls = asked->any_sl ? 1 : asked->max_vls;
	g_autoptr(Layers) layers = respect_all(fabric, graph, options, routes, routing, error);
	routing_vl_budgets(fabric, options->max_vls, budgets);
	if (!layers || (options->any_sl && layers->lane_aware))
		return NULL;
	if (layers->lane_aware && (!unload_full(graph, routing->hops, options->passes, routes, layers, error) ||
				   !split_plain(graph, options, budgets[0], routes, layers, routing, error)))
		return NULL;
	if (!weigh_hosts(graph, routing->hops, options, routes, layers, error))
		return NULL;
	routing->fresh_efi = routes_efi(graph, routes);
	return g_steal_pointer(&layers);
}
