/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds routes with lanes by SL: a packet keeps one lane on its whole path, which its SL names. For P-SSSP three
 * methods are tried in turn until the result is good ENOUGH, and the best result is kept. The first makes routes for
 * the lanes by which tori are known to be free of cycles, with more and more lanes (try_torus()). The second spreads
 * P-SSSP's own routes over lanes as they are (try_plain()), the third P-SSSP's routes as an order of the channels leads
 * them (try_led()). Each method has a limit of looks, that is of channels and dependencies looked at (methods[]); the
 * third may also use what the second leaves. The routes of another engine are only given lanes.
 *
 * Hosts get their routes and lanes first; aggregation nodes and management ports get theirs beside them (by_sl_best.c).
 * If lanes do not suffice, all begins again with aggregation nodes counted as hosts. If they do not suffice even so,
 * P-SSSP counts management ports, too, and tries only the first method (route_alike()). Routes that were made for their
 * lanes are moved off overloaded channels (unload.c).
 */
#include "core/choose/by_sl.h"

#include "core/lmc/lmc_dests.h"
#include "core/base/error.h"
#include "core/engines/psssp.h"
#include "core/balance/score.h"
#include "core/fit/fit_rest.h"
#include "core/graph/spanning_tree.h"
#include "core/torus/torus_lanes.h"
#include "core/choose/by_sl_best.h"
#include "core/choose/unload.h"
#include "core/choose/weigh_hosts.h"

/*
 * The looks by which the search for lanes is limited (methods[]): LOOKS, and LOOKS_A_HOP for each hop of the minimal
 * paths between all pairs of switches. A second attempt gets MORE_LOOKS times as many where lanes by ports are not
 * wanted and none by SL were found, so that what is left would be much worse.
 */
#define LOOKS 20000000
#define LOOKS_A_HOP 8
#define MORE_LOOKS 4

/* No more lanes are tried after so many numbers of lanes in a row that could serve all and gave nothing better. */
#define IN_VAIN 3

/* One lane, if all routes between hosts fit on it. NULL without `error` where they close a cycle. */
static Layers *single(const Graph *graph, const Routes *routes, GError **error)
{
	if (!layers_are_acyclic(graph, routes, LAYERS_OF_HOSTS, NULL, 1, error))
		return NULL;
	Layers *layers = layers_single();
	layers->proven = TRUE;
	return layers;
}

/* ---- P-SSSP's routes */

/*
 * Considers the routes of a torus on n lanes; lanes below `spare` are kept for pairs that cross links with few lanes.
 * FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean try_lanes(BySl *b, Torus *torus, guint n, guint spare, GError **error)
{
	Layers *layers = NULL;
	g_autoptr(Routes) routes = routes_new(b->graph, error);
	return routes && torus_route(torus, n, spare, routes, &layers, error) &&
	       by_sl_consider(b, "torus", g_steal_pointer(&routes), layers, error);
}

/* Whether the best is good but for a few longer paths, as in a large damaged torus, where more lanes hardly help. */
static gboolean has_few_longer(const BySl *b)
{
	return b->layers && b->longer && route_longer_are_few(b->graph, b->longer, ROUTE_FEW_LONGER) &&
	       b->score >= SL_IS_GOOD;
}

/*
 * Tries a torus on torus->fewest lanes and more; at least `rows` of its rings are used as rows, which makes paths
 * longer and needs fewer lanes. Where some links have fewer lanes than others, pairs that cross them find most room if
 * the lanes that all links have are kept for them, so this is tried first. `*suffices` is torus->suffices; TRUE where
 * the fabric is no torus. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean try_grid(BySl *b, guint rows, gboolean *suffices, GError **error)
{
	GError *failure = NULL;
	guint usual = PSSSP_PASSES, vain = 0;
	TorusOptions options = {.max_lanes = b->most,
				.passes = b->options->passes ? b->options->passes : usual,
				.asymmetric = b->options->asymmetric,
				.rows = rows,
				.looks = &b->looks,
				.spread = !b->options->no_spread};
	g_autoptr(Torus) torus = torus_new(b->graph, b->hops, &options, &failure);
	*suffices = !torus || torus->suffices;
	guint most = torus ? torus->most : 0;
	for (guint n = torus ? torus->fewest : 1; n <= most && vain < IN_VAIN && !b->enough && !has_few_longer(b);
	     n++) {
		double before = b->score;
		if ((b->least < b->most && b->least + n <= b->most && !try_lanes(b, torus, n, b->least, &failure)) ||
		    (!b->enough && !try_lanes(b, torus, n, 0, &failure)))
			break;
		vain = torus->fits_few && b->score <= before ? vain + 1 : 0;
	}
	return sssp_error_pass(error, failure);
}

/*
 * Tries a torus with minimal paths; where lanes do not suffice for these, also with rings used as rows, as few as give
 * all routes a lane. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean try_torus(BySl *b, GError **error)
{
	gboolean suffices, ignored;
	if (!try_grid(b, 0, &suffices, error))
		return FALSE;
	guint served = b->n_served;
	for (guint rows = 1; rows <= GRID_RINGS && !suffices && !b->enough && b->n_served == served; rows++)
		if (!try_grid(b, rows, &ignored, error))
			return FALSE;
	return TRUE;
}

/* The looks of which each method may take a part (methods[]). */
static guint64 most_looks(const BySl *b)
{
	guint64 n_hops = 0;
	for (gsize i = 0; i < (gsize)b->graph->n_switches * b->graph->n_switches; i++)
		n_hops += b->hops[i] == GRAPH_FAR ? 0 : b->hops[i];
	return LOOKS + LOOKS_A_HOP * n_hops;
}

/*
 * Gives routes lanes one by one, beside a tree for multicast (or NULL). With `some`, pairs of switches that find none
 * are in layers->unproven; NULL without `error` where too many find none. NULL also where no looks are left.
 */
static Layers *fit_beside(BySl *b, const guint8 *tree, gboolean symmetric, gboolean some, const Routes *routes,
			  GError **error)
{
	GError *failure = NULL;
	Layers *layers = layers_first_fit_within(b->graph, routes, tree, b->most, symmetric, NULL, &b->looks, &failure);
	if (some && !layers && !failure && b->looks)
		layers = layers_first_fit_within(b->graph, routes, tree, b->most, symmetric, fit_rest_are_few,
						 &b->looks, &failure);
	sssp_error_pass(error, failure);
	return layers;
}

/*
 * Routes the pairs of switches in layers->unproven anew, beside the others. NULL, also without `error`, where some stay
 * without a lane. Takes `layers` over.
 */
static Layers *route_rest(BySl *b, Routes *routes, Layers *layers, GError **error)
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
	if (!fit_rest(b->graph, b->hops, b->most, routes, lanes, &b->looks, &left, error) || left)
		return NULL;
	return g_steal_pointer(&lanes);
}

/*
 * Gives `routes`, a copy of `base`, lanes one by one, and with `some` routes those anew that find none. This is tried
 * beside a tree for multicast first, and without a tree if that leaves some without a lane. NULL also without `error`.
 */
static Layers *split(BySl *b, gboolean symmetric, gboolean some, const Routes *base, Routes *routes, GError **error)
{
	GError *failure = NULL;
	g_autofree guint8 *tree = spanning_tree_find(b->graph, b->hops, error);
	Layers *layers = tree ? single(b->graph, routes, &failure) : NULL;
	const guint8 *const beside[] = {tree, NULL};
	for (guint i = 0; i < G_N_ELEMENTS(beside) && tree && b->most > 1 && !layers && !failure; i++) {
		routes_assign(b->graph, routes, base);
		layers = fit_beside(b, beside[i], symmetric, some, routes, &failure);
		if (layers && layers->unproven)
			layers = route_rest(b, routes, layers, &failure);
	}
	sssp_error_pass(error, failure);
	return layers;
}

/*
 * Considers these routes, spread over lanes. With `led`, and at the last chance, the few that find no lane are routed
 * anew. Where the looks ran out and no method has served, led routes get a second attempt, which gives both directions
 * between two switches the same lane and takes by far fewer looks. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean try_split(BySl *b, const Routes *base, gboolean led, GError **error)
{
	GError *failure = NULL;
	Routes *routes = routes_copy(b->graph, base, error);
	Layers *layers = routes ? split(b, !b->options->asymmetric, led || b->alike, base, routes, &failure) : NULL;
	b->ran_out |= !b->looks;
	if (routes && !layers && !failure && b->ran_out && !b->layers && b->options->by_sl && led) {
		b->looks = MORE_LOOKS * most_looks(b);
		layers = split(b, TRUE, TRUE, base, routes, &failure);
	}
	if (layers && led)
		layers->lane_aware = TRUE; /* loads were not all that counted */
	if (!failure)
		return routes && by_sl_consider(b, "first fit", routes, layers, error);
	routes_free(routes);
	return sssp_error_pass(error, failure);
}

/* Spreads P-SSSP's routes over lanes as they are. FALSE with SSSP_ERROR_MEMORY. */
static gboolean try_plain(BySl *b, GError **error)
{
	return try_split(b, b->plain->routes, FALSE, error);
}

/* Spreads P-SSSP's routes led by an order of the channels over lanes; they need fewer. FALSE with SSSP_ERROR_MEMORY. */
static gboolean try_led(BySl *b, GError **error)
{
	return plain_routes_lead(b->plain, error) && try_split(b, b->plain->led, TRUE, error);
}

/*
 * The methods, and the parts of most_looks() that they may take: in a damaged torus the last pairs take many. What the
 * second leaves is the third's.
 */
static const struct {
	gboolean (*try)(BySl *b, GError **error);
	double part;
} methods[] = {{try_torus, 2}, {try_plain, 0.5}, {try_led, 0.5}};

/*
 * Tries the methods and moves the best into `routes`. NULL with SSSP_ERROR_MEMORY, or SSSP_ERROR_LANES where none has
 * served all hosts.
 */
static Layers *lanes_of_psssp(BySl *b, Routes *routes, GError **error)
{
	gboolean fine = TRUE;
	guint n = b->only_torus ? 1 : G_N_ELEMENTS(methods);
	for (guint i = 0; i < n && fine && !b->enough; i++) {
		b->looks = (i < 2 ? 0 : b->looks) + (guint64)(methods[i].part * (double)most_looks(b));
		fine = methods[i].try(b, error);
	}
	if (fine && !b->layers)
		g_set_error(error, SSSP_ERROR, SSSP_ERROR_LANES, "%u lanes do not suffice for P-SSSP's routes",
			    b->most);
	if (!fine || !b->layers || !by_sl_unload(b, UNLOAD_MOST_LOOKS, b->best, b->layers, error))
		return NULL;
	routes_swap(routes, b->best);
	return g_steal_pointer(&b->layers);
}

/* ---- another engine's routes */

/* Fills `routes` with those of options->engine, and gives them one lane or several. As by_sl(). */
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
	return layers && by_sl_fit_others(b, routes, layers, error) ? g_steal_pointer(&layers) : NULL;
}

/* Finds routes and lanes on b->graph, and weighs them at last. NULL with the errors of by_sl(). */
static Layers *route_by_sl(BySl *b, Routes *routes, GError **error)
{
	g_autoptr(Layers) layers = b->plain ? lanes_of_psssp(b, routes, error) : lanes_of_other(b, routes, error);
	if (!layers || !weigh_hosts(b->graph, b->hops, b->options, routes, layers, error))
		return NULL;
	return g_steal_pointer(&layers);
}

/*
 * Begins again with aggregation nodes as hosts, for where they find no lane beside the routes of hosts; with `all`,
 * management ports of switches without hosts as well, on a torus, whose lanes are made for all pairs of switches.
 * Further LIDs are hidden meanwhile. The loads are counted from real hosts alone afterwards.
 */
static Layers *route_alike(const Fabric *fabric, const BySl *asked, gboolean all, Routes *routes, GError **error)
{
	g_autoptr(Graph) alike = routing_graph(fabric, asked->options, error);
	LmcDests dests = {.base = NULL};
	PlainRoutes plain = {.graph = alike,
			     .hops = asked->hops,
			     .passes = asked->options->passes,
			     .lead = asked->plain ? asked->plain->lead : NULL};
	BySl b = *asked;
	if (!alike || (!lmc_has_further(asked->graph) && !lmc_hide(alike, &dests, error)))
		return NULL;
	if (all)
		graph_count_all(alike);
	else
		graph_count_aggregation(alike);
	b.graph = alike;
	b.alike = TRUE;
	b.only_torus = all;
	b.plain = asked->plain ? &plain : NULL;
	gboolean ready = !b.plain || plain_routes_find(&plain, error);
	g_autoptr(Layers) layers = ready ? route_by_sl(&b, routes, error) : NULL;
	routes_free(b.best);
	layers_free(b.layers);
	plain_routes_clear(&plain);
	lmc_show(alike, &dests);
	routes_recount(asked->graph, routes);
	for (guint i = 0; layers && i < FABRIC_N_CLASSES; i++)
		layers->class_lanes[i] = MIN(layers->class_lanes[i], layers->n_needed);
	return layers && by_sl_unload(asked, UNLOAD_MOST_LOOKS, routes, layers, error) ? g_steal_pointer(&layers)
										       : NULL;
}

Layers *by_sl(const Fabric *fabric, const Graph *graph, const guint8 *hops, const RoutingOptions *options,
	      PlainRoutes *plain, Routes *routes, GError **error)
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
	b.looks = most_looks(&b);
	Layers *layers = route_by_sl(&b, routes, &failure);
	routes_free(b.best);
	layers_free(b.layers);
	/* First aggregation nodes alone are routed as hosts, then with `all` management ports, too. */
	gboolean try_aggregation = graph->n_aggregation && (b.looks || b.n_fitted);
	for (gboolean all = !try_aggregation; all <= TRUE; all++) {
		if (!g_error_matches(failure, SSSP_ERROR, SSSP_ERROR_LANES) || (all && (!plain || !b.n_fitted)))
			break;
		g_clear_error(&failure);
		layers = route_alike(fabric, &asked, all, routes, &failure);
	}
	sssp_error_pass(error, failure);
	return layers;
}
