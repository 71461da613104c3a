/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Routes further LIDs by one variant (lmc_variant.h: how long paths may be, how full channels, how many VLs there are)
 * in rounds, second LIDs of all ports first, then third ones, so that each round finds channels as even as the one
 * before left them. Then improves all rows, if the variant says so, and rates the result.
 */
#include "core/lmc/lmc_variant.h"

#include "core/base/error.h"
#include "core/lmc/lmc_dests.h"
#include "core/lmc/lmc_tree.h"

#include <string.h>

void lmc_found_clear(LmcFound *found)
{
	routes_free(found->routes);
	port_vls_free(found->vls);
	*found = (LmcFound){.routes = NULL};
}

Routes *lmc_spread_routes(const Lmc *lmc, GError **error)
{
	const Graph *graph = lmc->graph;
	Routes *routes = routes_new(graph, error);
	guint32 n = 0;
	for (guint32 d = 0; routes && d < graph->n_dests; d++)
		if (!graph->dests[d].sibling)
			memcpy(routes_row(routes, d), routes_row(lmc->base, n++), graph->n_switches);
	for (guint32 d = 0; routes && d < graph->n_dests; d++)
		memcpy(routes_row(routes, d), routes_row(routes, lmc_base_of(graph, d)), graph->n_switches);
	if (routes)
		routes->passes = lmc->base->passes;
	return routes;
}

/* Returns the base LID of the host on the same switch that comes k places after the port of which `dest` is LID k. */
static guint32 next_host(const Lmc *lmc, guint32 dest)
{
	guint32 host = lmc_base_of(lmc->graph, dest);
	for (guint i = lmc->graph->dests[dest].sibling; i > 0; i--)
		host = lmc->next_host[host];
	return host;
}

/* Routes the LIDs with this place among those of their port. */
static void route_round(const Lmc *lmc, const LmcVariant *variant, LmcTree *tree, guint round)
{
	const GraphDest *dests = lmc->graph->dests;
	for (guint32 d = 0; d < lmc->graph->n_dests; d++) {
		if (dests[d].sibling != round || !dests[d].is_host)
			continue;
		tree->model = variant->detours ? NULL : routes_row(tree->routes, next_host(lmc, d));
		lmc_tree_route(tree, d);
	}
}

/* Adds the routes to base LIDs of hosts to the loads. */
static void count_base(const Lmc *lmc, LmcTree *tree)
{
	for (guint32 d = 0; d < lmc->graph->n_dests; d++)
		if (lmc->graph->dests[d].is_host && !lmc->graph->dests[d].sibling)
			lmc_tree_count(tree, d);
}

/* Returns the load of the fullest channel, at least that of a host's link, over which each host sends once. */
static guint64 most_load(const LmcTree *tree)
{
	const Graph *graph = tree->graph;
	guint64 most = graph->n_hosts;
	for (guint32 c = 0; c < graph->n_channels; c++)
		most = MAX(most, lmc_tree_weight(tree, c));
	return most;
}

/* Routes all further LIDs of hosts on the loads of base LIDs. FALSE with SSSP_ERROR_MEMORY. */
static gboolean route_rounds(const Lmc *lmc, const LmcVariant *variant, LmcTree *tree, GError **error)
{
	tree->detours = variant->detours;
	tree->kept = lmc->options->kept;
	count_base(lmc, tree);
	guint64 fullest = most_load(tree) * lmc->most * variant->fullest / 100;
	for (guint round = 1; round < lmc->most; round++)
		route_round(lmc, variant, tree, round);
	return !fullest || lmc_improve(tree, variant->more_hops, fullest, error);
}

void lmc_count_followed(const Lmc *lmc, const Routes *routes, LmcFigures *figures)
{
	const Graph *graph = lmc->graph;
	for (guint32 d = 0; d < graph->n_dests; d++) {
		if (!graph->dests[d].is_host || !graph->dests[d].sibling)
			continue;
		figures->n_lids++;
		figures->n_followed +=
			!memcmp(routes_row(routes, d), routes_row(routes, lmc_base_of(graph, d)), graph->n_switches);
	}
}

/* Whether the tree of multicast fits beside routes on these VLs. FALSE also with SSSP_ERROR_MEMORY. */
static gboolean fits_tree(const Lmc *lmc, const Routes *routes, const PortVls *vls, GError **error)
{
	if (!lmc->options->in_tree)
		return TRUE;
	g_autoptr(DependencyTree) tree = dependency_tree_new(lmc->graph, routes, vls, error);
	return tree && dependency_tree_fit(tree, lmc->options->in_tree);
}

/*
 * Numbers the VLs in use from 0 on where the multicast tree needs no others, and sets *vls to NULL where one lane, as
 * before, suffices. FALSE with SSSP_ERROR_MEMORY, or without an error where routes close a cycle.
 */
static gboolean number_vls(const Lmc *lmc, const Routes *routes, const Layers *layers, PortVls **vls, GError **error)
{
	GError *failure = NULL;
	g_autoptr(PortVls) fewer = port_vls_copy(lmc->graph, *vls, error);
	if (!fewer || !port_vls_compact(lmc->graph, routes, fewer, error))
		return FALSE;
	if (!fits_tree(lmc, routes, fewer, &failure) || (fewer->n_vls == 1 && layers->vls))
		return sssp_error_pass(error, failure);
	port_vls_free(*vls);
	*vls = fewer->n_vls > 1 ? g_steal_pointer(&fewer) : NULL;
	return TRUE;
}

/* Returns how many VLs the variant may use; where entries are kept, no more than there were. */
static guint most_vls(const Lmc *lmc, const LmcVariant *variant, const Layers *layers)
{
	const LmcOptions *options = lmc->options;
	guint had = options->hint ? options->hint->n_vls : 0;
	return MIN(MAX(layers_n_vls(layers) + (options->kept ? 0 : variant->more_vls), had), options->max_lanes);
}

/*
 * Routes further LIDs by the variant; `loose`: states of base LIDs may get other VLs than they had (lmc_gate_new()).
 * FALSE as lmc_try_variant().
 */
static gboolean route_variant(const Lmc *lmc, const LmcVariant *variant, const Layers *layers, gboolean loose,
			      LmcFound *found, GError **error)
{
	const LmcOptions *options = lmc->options;
	guint n_vls = most_vls(lmc, variant, layers);
	lmc_found_clear(found);
	if (!(found->routes = lmc_spread_routes(lmc, error)))
		return FALSE;
	g_autoptr(LmcGate) gate =
		lmc_gate_new(lmc->graph, found->routes, layers, options->in_tree, n_vls, options->hint, loose, error);
	g_autoptr(LmcTree) tree = gate ? lmc_tree_new(lmc->graph, options->hops, found->routes, gate, error) : NULL;
	if (!tree || !route_rounds(lmc, variant, tree, error))
		return FALSE;
	lmc_count_followed(lmc, found->routes, &found->figures);
	if (gate->deps && gate->deps->n_vls > 1) {
		found->vls = lmc_gate_vls(gate, error);
		if (!found->vls || !number_vls(lmc, found->routes, layers, &found->vls, error))
			return FALSE;
	}
	return lmc_probe(lmc->graph, found->routes, &found->figures.worth, error);
}

/*
 * Where routes add dependencies, states of base LIDs are loose first, as that leaves more room, and fixed if that
 * fails.
 */
gboolean lmc_try_variant(const Lmc *lmc, const LmcVariant *variant, const Layers *layers, LmcFound *found,
			 GError **error)
{
	GError *failure = NULL;
	gboolean adds = variant->fullest > 0; /* rows of other hosts bring no new dependency */
	gboolean fine = (adds && route_variant(lmc, variant, layers, TRUE, found, &failure)) ||
			(!failure && route_variant(lmc, variant, layers, FALSE, found, &failure));
	return sssp_error_pass(error, failure) && fine;
}
