/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Second LIDs of all ports come first, then third ones: each round finds channels as even as the one before left them. */
#include "core/lmc/lmc.h"

#include "core/base/error.h"
#include "core/lmc/lmc_probe.h"
#include "core/lmc/lmc_tree.h"

#include <string.h>

/* ---- base LIDs alone */

gboolean lmc_has_further(const Graph *graph)
{
	for (guint32 d = 0; d < graph->n_dests; d++)
		if (graph->dests[d].sibling)
			return TRUE;
	return FALSE;
}

gboolean lmc_hide(Graph *graph, LmcDests *dests, GError **error)
{
	dests->base = g_try_new(GraphDest, graph->n_dests + (gsize)1);
	if (!dests->base)
		return sssp_error_memory(error, "destinations", graph->n_dests * sizeof *dests->base);
	dests->all = graph->dests;
	dests->n_all = graph->n_dests;
	graph->dests = dests->base;
	graph->n_dests = 0;
	for (guint32 d = 0; d < dests->n_all; d++)
		if (!dests->all[d].sibling)
			graph->dests[graph->n_dests++] = dests->all[d];
	return TRUE;
}

void lmc_show(Graph *graph, LmcDests *dests)
{
	if (!dests->base)
		return;
	graph->dests = dests->all;
	graph->n_dests = dests->n_all;
	g_clear_pointer(&dests->base, g_free);
}

/* ---- all of them */

#define LIDS (G_MAXUINT16 + 1 + (1 << FABRIC_MAX_LMC))

typedef struct {
	const Graph *graph;
	const LmcOptions *options;
	const Routes *base;
	guint32 *of_lid;    /* [LIDS] destination, GRAPH_NONE: none */
	guint32 *next_host; /* [n_dests] of base LIDs of hosts: that of the next one on the switch, going round */
	guint most;         /* LIDs of a port */
} Lmc;

static guint32 base_of(const Lmc *lmc, guint32 dest)
{
	const GraphDest *to = &lmc->graph->dests[dest];
	return lmc->of_lid[to->lid - to->sibling];
}

/* The rows of base LIDs come to where they belong; all others have the same. NULL with SSSP_ERROR_MEMORY. */
static Routes *spread_routes(const Lmc *lmc, const Routes *base, GError **error)
{
	const Graph *graph = lmc->graph;
	Routes *routes = routes_new(graph, error);
	guint32 n = 0;
	for (guint32 d = 0; routes && d < graph->n_dests; d++)
		if (!graph->dests[d].sibling)
			memcpy(routes_row(routes, d), routes_row(base, n++), graph->n_switches);
	for (guint32 d = 0; routes && d < graph->n_dests; d++)
		memcpy(routes_row(routes, d), routes_row(routes, base_of(lmc, d)), graph->n_switches);
	if (routes)
		routes->passes = base->passes;
	return routes;
}

static gboolean spread_layers(const Lmc *lmc, Layers *layers, GError **error)
{
	const Graph *graph = lmc->graph;
	gsize n = graph->n_switches;
	guint32 k = 0;
	if (!layers->layer)
		return TRUE;
	guint8 *layer = g_try_malloc(graph->n_dests * n + 1);
	if (!layer)
		return sssp_error_memory(error, "layers", graph->n_dests * n);
	for (guint32 d = 0; d < graph->n_dests; d++)
		if (!graph->dests[d].sibling)
			memcpy(layer + d * n, layers->layer + k++ * n, n);
	for (guint32 d = 0; d < graph->n_dests; d++)
		memcpy(layer + d * n, layer + base_of(lmc, d) * n, n);
	g_free(layers->layer);
	layers->layer = layer;
	return TRUE;
}

/* ---- one way to route them */

typedef struct {
	guint more_vls;   /* than base LIDs have */
	gboolean turned;  /* the next LIDs have the routes of the next hosts on the switch */
	guint price;      /* of a channel that another LID of the port has: parts of 100 of the mean load */
	gboolean detours; /* as in LmcTree */
	guint direct_part, prompt_part;
	guint from; /* the LID of a port, counted from 0, from which on there are detours */
} Way;

/* Those without detours come first; the very first adds no dependency, and loads each channel as base LIDs do. */
static const Way ways[] = {
	{.turned = TRUE},
	{.price = 100},
	{.price = 5},
	{.more_vls = 2, .price = 100},
	{.more_vls = 2, .price = 5},
	{.price = 100, .detours = TRUE, .direct_part = 30, .prompt_part = 100},
	{.more_vls = 2, .price = 100, .detours = TRUE, .direct_part = 30, .prompt_part = 100},
	{.more_vls = 2, .price = 100, .detours = TRUE, .direct_part = 45, .prompt_part = 60},
	{.more_vls = 2, .price = 5, .detours = TRUE, .direct_part = 60, .prompt_part = 100},
	{.more_vls = 2, .price = 100, .detours = TRUE, .direct_part = 30, .prompt_part = 100, .from = 2},
	{.more_vls = 2, .price = 100, .detours = TRUE, .direct_part = 45, .prompt_part = 60, .from = 2},
	{.more_vls = 2, .price = 100, .detours = TRUE, .direct_part = 60, .prompt_part = 100, .from = 2},
};

/* What a way comes to. */
typedef struct {
	Routes *routes;
	PortVls *vls; /* NULL: as it was */
	LmcFigures figures;
	LmcWorth worth;
} Found;

static void found_clear(Found *found)
{
	routes_free(found->routes);
	port_vls_free(found->vls);
	*found = (Found){.routes = NULL};
}

static guint n_vls_of(const Found *found, const Layers *layers)
{
	return found->vls ? found->vls->n_vls : layers_n_vls(layers);
}

/* The base LID of the host that comes as many places after a LID's on its switch as the LID does after its base. */
static guint32 turned(const Lmc *lmc, guint32 dest)
{
	guint32 host = base_of(lmc, dest);
	for (guint i = lmc->graph->dests[dest].sibling; i > 0; i--)
		host = lmc->next_host[host];
	return host;
}

/* Routes the LIDs with this place among those of their port. */
static void route_round(const Lmc *lmc, const Way *way, LmcTree *tree, guint round, LmcFigures *figures)
{
	const Graph *graph = lmc->graph;
	guint32 others[1 << FABRIC_MAX_LMC];
	for (guint32 d = 0; d < graph->n_dests; d++) {
		const GraphDest *to = &graph->dests[d];
		if (to->sibling != round || !to->is_host)
			continue;
		for (guint i = 0; i < round; i++)
			others[i] = lmc->of_lid[to->lid - round + i];
		tree->detours = way->detours && round >= way->from;
		tree->model = way->turned ? routes_row(tree->routes, turned(lmc, d)) : NULL;
		lmc_tree_route(tree, d, others, round);
		figures->n_lids++;
		figures->n_followed +=
			!memcmp(routes_row(tree->routes, d), routes_row(tree->routes, others[0]), graph->n_switches);
	}
}

static void route_rounds(const Lmc *lmc, const Way *way, LmcTree *tree, LmcFigures *figures)
{
	const Graph *graph = lmc->graph;
	guint64 sum = 0;
	tree->direct_part = way->direct_part;
	tree->prompt_part = way->prompt_part;
	tree->kept = lmc->options->kept;
	for (guint32 d = 0; d < graph->n_dests; d++)
		if (graph->dests[d].is_host && !graph->dests[d].sibling)
			lmc_tree_count(tree, d);
	for (guint32 c = 0; c < graph->n_channels; c++)
		sum += tree->load[c];
	tree->price = sum * way->price / 100 / MAX(graph->n_channels, 1);
	for (guint round = 1; round < lmc->most; round++)
		route_round(lmc, way, tree, round, figures);
}

/* VLs that are numbered from 0 on, unless the tree of multicast needs others, too. FALSE also with SSSP_ERROR_MEMORY. */
static gboolean number_vls(const Lmc *lmc, const Routes *routes, PortVls *vls, PortVls **numbered, GError **error)
{
	g_autoptr(PortVls) fewer = port_vls_copy(lmc->graph, vls, error);
	if (!fewer || !port_vls_compact(lmc->graph, routes, fewer, error))
		return FALSE;
	if (lmc->options->in_tree) {
		g_autoptr(DependencyTree) tree = dependency_tree_new(lmc->graph, routes, fewer, error);
		if (!tree)
			return FALSE;
		if (!dependency_tree_fit(tree, lmc->options->in_tree))
			return (*numbered = port_vls_copy(lmc->graph, vls, error)) != NULL;
	}
	*numbered = g_steal_pointer(&fewer);
	return TRUE;
}

/* FALSE with SSSP_ERROR_MEMORY, or without an error where it comes to nothing. */
static gboolean go(const Lmc *lmc, const Way *way, const Layers *layers, gboolean loose, Found *found, GError **error)
{
	const LmcOptions *options = lmc->options;
	guint had = options->hint ? options->hint->n_vls : 0;
	guint n_vls = MIN(MAX(layers_n_vls(layers) + way->more_vls, had), options->max_lanes);
	found_clear(found);
	if (!(found->routes = spread_routes(lmc, lmc->base, error)))
		return FALSE;
	g_autoptr(LmcGate) gate =
		lmc_gate_new(lmc->graph, found->routes, layers, options->in_tree, n_vls, options->hint, loose, error);
	g_autoptr(LmcTree) tree = gate ? lmc_tree_new(lmc->graph, options->hops, found->routes, gate, error) : NULL;
	if (!tree)
		return FALSE;
	route_rounds(lmc, way, tree, &found->figures);
	if (gate->deps && gate->deps->n_vls > 1) {
		g_autoptr(PortVls) vls = lmc_gate_vls(gate, error);
		if (!vls || !number_vls(lmc, found->routes, vls, &found->vls, error))
			return FALSE;
	}
	return lmc_probe(lmc->graph, found->routes, lmc->of_lid, lmc->most, &found->worth, error);
}

/* The same, with VLs of base LIDs that may be others where that leads anywhere. */
static gboolean try_way(const Lmc *lmc, const Way *way, const Layers *layers, Found *found, GError **error)
{
	GError *failure = NULL;
	gboolean fine = (!way->turned && go(lmc, way, layers, TRUE, found, &failure)) ||
			(!failure && go(lmc, way, layers, FALSE, found, &failure));
	if (failure)
		g_propagate_error(error, failure);
	return fine;
}

/* ---- the best of them */

#define HARDLY_LESS 0.995 /* of what there is with base LIDs alone is as good */
#define A_LITTLE_LESS 0.95
#define SOME_LESS 0.93
#define MUCH_MORE 1.3   /* between neighbours is worth some of the rest */
#define WORTH_A_VL 1.02 /* a further VL is to bring so much more */

static double value_of(const LmcWorth *worth)
{
	return worth->bisections * worth->shifts * worth->neighbours;
}

static gboolean is_no_less(const LmcWorth *a, const LmcWorth *b, double shifts)
{
	return a->bisections >= HARDLY_LESS * b->bisections && a->shifts >= shifts * b->shifts &&
	       a->uniform >= HARDLY_LESS * b->uniform;
}

/* Where shortest paths alone do not help, as on fabrics with no more than one for each pair. */
static gboolean is_worth_it(const LmcWorth *a, const LmcWorth *b)
{
	return a->bisections >= SOME_LESS * b->bisections && a->shifts >= HARDLY_LESS * b->shifts;
}

/* Much more between neighbours for nothing, for something; nothing lost; all others. */
static guint rank_of(const LmcWorth *a, const LmcWorth *base)
{
	if (a->neighbours >= MUCH_MORE * base->neighbours && is_no_less(a, base, HARDLY_LESS))
		return 3;
	if (a->neighbours >= MUCH_MORE * base->neighbours && is_worth_it(a, base))
		return 2;
	return is_no_less(a, base, A_LITTLE_LESS) ? 1 : 0;
}

static gboolean has_none(const Found *found)
{
	return found->figures.n_followed == found->figures.n_lids;
}

/* Routes that are all those of base LIDs are worse than any other. */
static gboolean is_better(const Found *a, const Found *best, const LmcWorth *base, const Layers *layers)
{
	guint rank = rank_of(&a->worth, base), best_rank = rank_of(&best->worth, base);
	gboolean more = n_vls_of(a, layers) > n_vls_of(best, layers);
	if (has_none(a) || has_none(best))
		return !has_none(a);
	if (rank != best_rank)
		return rank > best_rank;
	return value_of(&a->worth) > value_of(&best->worth) * (more ? WORTH_A_VL : 1);
}

/*
 * Whether a way is one of what was asked for, and the lanes that it is for can be had. Where entries stay there are as
 * many as before.
 */
static gboolean is_wanted(const Lmc *lmc, const Way *way, const Layers *layers)
{
	if (way->detours && lmc->options->routes != LMC_LAYERS)
		return FALSE;
	if (!way->more_vls)
		return TRUE;
	return !lmc->options->kept && !layers->layer && layers_n_vls(layers) < lmc->options->max_lanes;
}

/* Looks at channels, roughly, of all ways. */
#define MOST_LOOKS (G_GUINT64_CONSTANT(1) << 28)

static guint n_ways(const Lmc *lmc)
{
	guint64 looks = (guint64)lmc->graph->n_dests * lmc->graph->n_channels * lmc->most;
	return (guint)CLAMP(MOST_LOOKS / MAX(looks, 1), 1, G_N_ELEMENTS(ways));
}

/* `*best` begins as base LIDs' routes for all. FALSE with SSSP_ERROR_MEMORY. */
static gboolean find_best(const Lmc *lmc, const Layers *layers, Found *best, GError **error)
{
	GError *failure = NULL;
	LmcWorth base;
	if (!lmc_probe(lmc->graph, best->routes, lmc->of_lid, lmc->most, &base, error))
		return FALSE;
	best->worth = base;
	for (guint i = 0; i < n_ways(lmc) && !failure; i++) {
		Found found = {.routes = NULL};
		if (!is_wanted(lmc, &ways[i], layers))
			continue;
		gboolean ok = try_way(lmc, &ways[i], layers, &found, &failure);
		if (ok && is_better(&found, best, &base, layers)) {
			Found other = *best;
			*best = found;
			found = other;
		}
		found_clear(&found);
	}
	if (failure)
		g_propagate_error(error, failure);
	return failure == NULL;
}

/* `last` [n_switches] scratch */
static void chain_hosts(const Lmc *lmc, guint32 *last)
{
	const Graph *graph = lmc->graph;
	memset(last, 0xff, graph->n_switches * sizeof *last);
	for (guint32 d = 0; d < graph->n_dests; d++) {
		const GraphDest *to = &graph->dests[d];
		if (!to->is_host || to->sibling)
			continue;
		guint32 before = last[to->vertex];
		lmc->next_host[d] = before == GRAPH_NONE ? d : lmc->next_host[before];
		if (before != GRAPH_NONE)
			lmc->next_host[before] = d;
		last[to->vertex] = d;
	}
}

static gboolean find_lids(Lmc *lmc, GError **error)
{
	const Graph *graph = lmc->graph;
	g_autofree guint32 *last = g_try_new(guint32, graph->n_switches + (gsize)1);
	lmc->of_lid = g_try_new(guint32, LIDS);
	lmc->next_host = g_try_new(guint32, graph->n_dests + (gsize)1);
	if (!last || !lmc->of_lid || !lmc->next_host)
		return sssp_error_memory(error, "LIDs", LIDS * sizeof *lmc->of_lid);
	memset(lmc->of_lid, 0xff, LIDS * sizeof *lmc->of_lid);
	for (guint32 d = 0; d < graph->n_dests; d++) {
		lmc->of_lid[graph->dests[d].lid] = d;
		if (graph->dests[d].is_host)
			lmc->most = MAX(lmc->most, graph->dests[d].sibling + 1u);
	}
	chain_hosts(lmc, last);
	return TRUE;
}

static guint32 count_further(const Graph *graph)
{
	guint32 n = 0;
	for (guint32 d = 0; d < graph->n_dests; d++)
		n += graph->dests[d].is_host && graph->dests[d].sibling;
	return n;
}

static gboolean route_all(Lmc *lmc, Routes **routes, Layers *layers, LmcFigures *figures, GError **error)
{
	const Graph *graph = lmc->graph;
	if (!find_lids(lmc, error))
		return FALSE;
	Found best = {.figures = {.n_lids = count_further(graph)}};
	best.figures.n_followed = best.figures.n_lids;
	best.routes = spread_routes(lmc, *routes, error);
	if (!best.routes || !spread_layers(lmc, layers, error) || !find_best(lmc, layers, &best, error)) {
		found_clear(&best);
		return FALSE;
	}
	routes_recount(graph, best.routes);
	routes_free(*routes);
	*routes = best.routes;
	if (best.vls) {
		port_vls_free(layers->vls);
		layers->vls = best.vls;
	}
	*figures = best.figures;
	figures->lids = lmc->most;
	figures->worth = best.worth;
	layers->proven = FALSE;
	return TRUE;
}

gboolean lmc_route(const Graph *graph, const LmcOptions *options, Routes **routes, Layers *layers, LmcFigures *figures,
		   GError **error)
{
	Lmc lmc = {.graph = graph, .options = options, .base = *routes};
	gboolean fine = route_all(&lmc, routes, layers, figures, error);
	g_free(lmc.of_lid);
	g_free(lmc.next_host);
	return fine;
}
