/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds routes and lanes by SL. P-SSSP's routes follow the lanes of a grid, where the fabric is one; more lanes, and
 * then routes that are there first, are tried while those have a lower score than routes without regard to lanes. Other
 * engines' routes are given lanes as they are. Hosts come first, all else is fitted beside them.
 */
#include "core/choose/by_sl.h"

#include "core/lmc/lmc_dests.h"
#include "core/base/error.h"
#include "core/engines/psssp.h"
#include "core/balance/score.h"
#include "core/fit/fit_rest.h"
#include "core/fit/infrastructure.h"
#include "core/graph/spanning_tree.h"
#include "core/torus/torus_lanes.h"
#include "core/choose/unload.h"
#include "core/choose/weigh_hosts.h"

/*
 * Looks at channels after which P-SSSP's own routes are given up where they are to be split over lanes: some in any
 * case, and some a hop of the paths between switches.
 */
#define SPLIT_EFFORT 24000000
#define SPLIT_LOOKS_A_HOP 48

/* Routes of this part of what P-SSSP's are worth without regard to lanes will do, if none is longer. */
#define ENOUGH 0.95

/* Numbers of lanes in a row that might do and gave nothing better, after which no more are tried. */
#define IN_VAIN 3

typedef struct {
	const Graph *graph;
	const guint8 *hops;
	const RoutingOptions *options;
	guint most, least;        /* lanes: of most links, and of all */
	const PlainRoutes *plain; /* NULL: another engine's are wanted */
	Routes *best;
	Layers *layers; /* of the best; NULL: none yet */
	double score;
	guint64 longer; /* pairs, of the best */
	guint n_served; /* attempts that gave all a lane */
	gboolean enough;
} BySl;

/* One lane, if all routes of hosts fit on it. NULL also without `error`. */
static Layers *single(const Graph *graph, const Routes *routes, GError **error)
{
	if (!layers_are_acyclic(graph, routes, LAYERS_OF_HOSTS, NULL, 1, error))
		return NULL;
	Layers *layers = layers_single();
	layers->proven = TRUE;
	return layers;
}

/* ---- all that is no host */

/* Beside hosts; with lanes of their own for management ports only where they find none else, and these are wanted. */
static gboolean fit_others(const BySl *b, Routes *routes, Layers *layers, GError **error)
{
	g_autoptr(Routes) before = routes_copy(b->graph, routes, error);
	g_autoptr(Layers) hosts = before ? layers_copy(b->graph, layers, error) : NULL;
	if (!hosts || !infrastructure_fit(b->graph, b->hops, b->most, FALSE, routes, layers, error))
		return FALSE;
	if (!layers->n_unproven || !b->options->management_lanes)
		return TRUE;
	routes_swap(routes, before);
	layers_swap(layers, hosts);
	return infrastructure_fit(b->graph, b->hops, b->most, TRUE, routes, layers, error);
}

/* ---- P-SSSP's */

/*
 * Takes routes and lanes of hosts over, if there are any, all others find some beside them and they are worth more.
 * FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean consider(BySl *b, const char *strategy, Routes *routes, Layers *layers, GError **error)
{
	g_autoptr(Routes) made = routes;
	g_autoptr(Layers) lanes = layers;
	GError *failure = NULL;
	RouteFigures figures;
	if (!lanes)
		return TRUE;
	gboolean fits = fit_others(b, made, lanes, &failure);
	if (!fits && g_error_matches(failure, SSSP_ERROR, SSSP_ERROR_LANES)) {
		g_clear_error(&failure);
		return TRUE;
	}
	if (!fits ||
	    (lanes->lane_aware &&
	     !unload_full(b->graph, b->hops, b->plain->figures.efi, FALSE, made, lanes, &failure)) ||
	    !route_figures(b->graph, b->hops, made, &figures, &failure)) {
		g_propagate_error(error, failure);
		return FALSE;
	}
	double score = route_score(b->graph, &figures, &b->plain->figures);
	b->n_served++;
	if (b->layers && (score <= b->score || (figures.longer > b->longer && b->score >= SL_IS_GOOD)))
		return TRUE;
	routes_free(b->best);
	layers_free(b->layers);
	b->best = g_steal_pointer(&made);
	b->layers = g_steal_pointer(&lanes);
	b->score = score;
	b->longer = figures.longer;
	b->enough = score >= ENOUGH && figures.longer <= b->plain->figures.longer;
	b->layers->strategy = strategy;
	return TRUE;
}

/* One number of lanes. FALSE with SSSP_ERROR_MEMORY. */
static gboolean try_lanes(BySl *b, Torus *torus, guint n, guint spare, GError **error)
{
	Layers *layers = NULL;
	g_autoptr(Routes) routes = routes_new(b->graph, error);
	return routes && torus_route(torus, n, spare, routes, &layers, error) &&
	       consider(b, "torus", g_steal_pointer(&routes), layers, error);
}

/*
 * The least number first; a whole torus has one that suffices. Where links have fewer lanes than others, pairs that
 * cross these find most room if the lanes that all links have are kept for them. `*suffices`: as in Torus.
 */
static gboolean try_grid(BySl *b, guint rows, gboolean *suffices, GError **error)
{
	GError *failure = NULL;
	guint usual = PSSSP_PASSES, vain = 0;
	TorusOptions options = {.max_lanes = b->most,
				.passes = b->options->passes ? b->options->passes : usual,
				.asymmetric = b->options->asymmetric,
				.rows = rows,
				.spread = !b->options->no_spread};
	g_autoptr(Torus) torus = torus_new(b->graph, b->hops, &options, &failure);
	*suffices = !torus || torus->suffices;
	for (guint n = torus ? torus->fewest : 0; torus && n <= torus->most && vain < IN_VAIN && !b->enough; n++) {
		double before = b->score;
		if ((b->least < b->most && b->least + n <= b->most && !try_lanes(b, torus, n, b->least, &failure)) ||
		    (!b->enough && !try_lanes(b, torus, n, 0, &failure)))
			break;
		vain = torus->fits_few && b->score <= before ? vain + 1 : 0;
	}
	return sssp_error_pass(error, failure);
}

/* With shortest paths, if lanes do for all or nearly all; else, too, with as few rings as rows as leave all a lane. */
static gboolean try_torus(BySl *b, GError **error)
{
	gboolean suffices, always;
	if (!try_grid(b, 0, &suffices, error))
		return FALSE;
	for (guint rows = 1, served = b->n_served; rows <= GRID_RINGS && !suffices && !b->enough; rows++)
		if (b->n_served == served && !try_grid(b, rows, &always, error))
			return FALSE;
	return TRUE;
}

/* One route after the other, beside a tree for multicast (or NULL); those that find no lane are unproven. */
static Layers *fit_beside(const BySl *b, const guint8 *tree, const Routes *routes, guint64 *effort, GError **error)
{
	GError *failure = NULL;
	gboolean symmetric = !b->options->asymmetric;
	Layers *layers = layers_first_fit_within(b->graph, routes, tree, b->most, symmetric, effort, &failure);
	if (!layers && !failure && *effort)
		layers = layers_first_fit_some(b->graph, routes, tree, b->most, symmetric, fit_rest_are_few, effort,
					       &failure);
	sssp_error_pass(error, failure);
	return layers;
}

/* Routes of pairs of switches without a lane anew. NULL where some stay without; takes `layers`. */
static Layers *route_rest(const BySl *b, Routes *routes, Layers *layers, GError **error)
{
	g_autoptr(Layers) lanes = layers;
	gsize n = b->graph->n_switches;
	guint64 left = 0;
	for (gsize i = 0; lanes->unproven && i < n * n; i++)
		left += lanes->unproven[i];
	if (!left) {
		g_clear_pointer(&lanes->unproven, g_free);
		return g_steal_pointer(&lanes);
	}
	lanes->lane_aware = TRUE;
	if (!fit_rest(b->graph, b->hops, b->most, routes, lanes, &left, error) || left)
		return NULL;
	return g_steal_pointer(&lanes);
}

static guint64 split_effort(const BySl *b)
{
	guint64 n_hops = 0;
	for (gsize i = 0; i < (gsize)b->graph->n_switches * b->graph->n_switches; i++)
		n_hops += b->hops[i] == GRAPH_FAR ? 0 : b->hops[i];
	return SPLIT_EFFORT + SPLIT_LOOKS_A_HOP * n_hops;
}

/*
 * P-SSSP's routes as they are, one after the other; where some find no lane, these are routed anew. Beside a tree for
 * multicast, and from the beginning without one if that leaves some without a lane.
 */
static Layers *split(const BySl *b, Routes *routes, GError **error)
{
	GError *failure = NULL;
	guint64 effort = split_effort(b);
	g_autofree guint8 *tree = spanning_tree_find(b->graph, b->hops, error);
	Layers *layers = tree ? single(b->graph, routes, &failure) : NULL;
	const guint8 *const beside[] = {tree, NULL};
	for (guint i = 0; i < G_N_ELEMENTS(beside) && tree && b->most > 1 && !layers && !failure; i++) {
		routes_assign(b->graph, routes, b->plain->routes);
		layers = fit_beside(b, beside[i], routes, &effort, &failure);
		if (layers)
			layers = route_rest(b, routes, layers, &failure);
	}
	sssp_error_pass(error, failure);
	return layers;
}

static gboolean try_split(BySl *b, GError **error)
{
	GError *failure = NULL;
	Routes *routes = routes_copy(b->graph, b->plain->routes, error);
	Layers *layers = routes ? split(b, routes, &failure) : NULL;
	if (!failure)
		return routes && consider(b, "first fit", routes, layers, error);
	routes_free(routes);
	g_propagate_error(error, failure);
	return FALSE;
}

static Layers *lanes_of_psssp(BySl *b, Routes *routes, GError **error)
{
	gboolean fine = try_torus(b, error) && (b->enough || try_split(b, error));
	if (fine && !b->layers)
		g_set_error(error, SSSP_ERROR, SSSP_ERROR_LANES, "%u lanes do not suffice for P-SSSP's routes",
			    b->most);
	else if (fine)
		routes_swap(routes, b->best);
	return fine ? g_steal_pointer(&b->layers) : NULL;
}

/* ---- another engine's */

static Layers *lanes_of_other(BySl *b, Routes *routes, GError **error)
{
	GError *failure = NULL;
	routes_clear(b->graph, routes);
	if (!b->options->engine->compute(b->graph, b->options->passes, routes, error))
		return NULL;
	g_autoptr(Layers) layers = single(b->graph, routes, &failure);
	const char *strategy = layers ? "one lane" : "first fit";
	if (!layers && !failure)
		layers = layers_first_fit(b->graph, routes, b->most, !b->options->asymmetric, &failure);
	if (layers) {
		layers->strategy = strategy;
		layers->routes_stay = routing_as_is(b->options);
	}
	if (failure)
		g_propagate_prefixed_error(error, failure, "%s: ", b->options->engine->name);
	return layers && fit_others(b, routes, layers, error) ? g_steal_pointer(&layers) : NULL;
}

/* All of it, on one graph. */
static Layers *route_by_sl(BySl *b, Routes *routes, GError **error)
{
	g_autoptr(Layers) layers = b->plain ? lanes_of_psssp(b, routes, error) : lanes_of_other(b, routes, error);
	if (!layers || !weigh_hosts(b->graph, b->hops, b->options, routes, layers, error))
		return NULL;
	return g_steal_pointer(&layers);
}

static void by_sl_clear(BySl *b)
{
	routes_free(b->best);
	layers_free(b->layers);
}

/*
 * Aggregation nodes that find no lane beside the routes of hosts are routed as hosts are. What is said of the routes
 * afterwards is of hosts again.
 */
static Layers *route_alike(const Fabric *fabric, const BySl *asked, Routes *routes, GError **error)
{
	g_autoptr(Graph) alike = routing_graph(fabric, asked->options, error);
	LmcDests dests = {.base = NULL};
	PlainRoutes plain = {.routes = NULL};
	BySl b = *asked;
	if (!alike || (!lmc_has_further(asked->graph) && !lmc_hide(alike, &dests, error)))
		return NULL;
	graph_count_aggregation(alike);
	b.graph = alike;
	b.plain = asked->plain ? &plain : NULL;
	gboolean ready = !b.plain || plain_routes_find(&plain, alike, b.hops, b.options->passes, error);
	g_autoptr(Layers) layers = ready ? route_by_sl(&b, routes, error) : NULL;
	by_sl_clear(&b);
	routes_free(plain.routes);
	lmc_show(alike, &dests);
	routes_recount(asked->graph, routes);
	if (!layers ||
	    (layers->lane_aware && asked->plain &&
	     !unload_full(asked->graph, asked->hops, asked->plain->figures.efi, FALSE, routes, layers, error)))
		return NULL;
	return g_steal_pointer(&layers);
}

Layers *by_sl(const Fabric *fabric, const Graph *graph, const guint8 *hops, const RoutingOptions *options,
	      const PlainRoutes *plain, Routes *routes, GError **error)
{
	GError *failure = NULL;
	guint budgets[ROUTING_MAX_VLS], n = routing_vl_budgets(fabric, options->max_vls, budgets);
	BySl asked = {.graph = graph,
		      .hops = hops,
		      .options = options,
		      .plain = plain,
		      .most = options->any_sl ? 1 : budgets[0],
		      .least = options->any_sl ? 1 : budgets[n - 1]};
	BySl b = asked;
	Layers *layers = route_by_sl(&b, routes, &failure);
	by_sl_clear(&b);
	if (g_error_matches(failure, SSSP_ERROR, SSSP_ERROR_LANES) && graph->n_aggregation) {
		g_clear_error(&failure);
		layers = route_alike(fabric, &asked, routes, &failure);
	}
	sssp_error_pass(error, failure);
	return layers;
}
