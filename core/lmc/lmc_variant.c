/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Routes further LIDs in rounds, second LIDs of all ports first, then third ones: each round finds channels as even as
 * the one before left them.
 */
#include "core/lmc/lmc_variant.h"

#include "core/base/error.h"
#include "core/lmc/lmc_probe.h"
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
		memcpy(routes_row(routes, d), routes_row(routes, lmc_base_of(lmc, d)), graph->n_switches);
	if (routes)
		routes->passes = lmc->base->passes;
	return routes;
}

/* The base LID of the host that comes as many places after a LID's on its switch as the LID does after its base. */
static guint32 turned(const Lmc *lmc, guint32 dest)
{
	guint32 host = lmc_base_of(lmc, dest);
	for (guint i = lmc->graph->dests[dest].sibling; i > 0; i--)
		host = lmc->next_host[host];
	return host;
}

/* Routes the LIDs with this place among those of their port. */
static void route_round(const Lmc *lmc, const LmcVariant *variant, LmcTree *tree, guint round, LmcFigures *figures)
{
	const Graph *graph = lmc->graph;
	guint32 others[1 << FABRIC_MAX_LMC];
	for (guint32 d = 0; d < graph->n_dests; d++) {
		const GraphDest *to = &graph->dests[d];
		if (to->sibling != round || !to->is_host)
			continue;
		for (guint i = 0; i < round; i++)
			others[i] = lmc->of_lid[to->lid - round + i];
		tree->detours = variant->detours && round >= variant->from;
		tree->model = variant->turned ? routes_row(tree->routes, turned(lmc, d)) : NULL;
		lmc_tree_route(tree, d, others, round);
		figures->n_lids++;
		figures->n_followed +=
			!memcmp(routes_row(tree->routes, d), routes_row(tree->routes, others[0]), graph->n_switches);
	}
}

static void route_rounds(const Lmc *lmc, const LmcVariant *variant, LmcTree *tree, LmcFigures *figures)
{
	const Graph *graph = lmc->graph;
	guint64 sum = 0;
	tree->direct_part = variant->direct_part;
	tree->prompt_part = variant->prompt_part;
	tree->kept = lmc->options->kept;
	for (guint32 d = 0; d < graph->n_dests; d++)
		if (graph->dests[d].is_host && !graph->dests[d].sibling)
			lmc_tree_count(tree, d);
	for (guint32 c = 0; c < graph->n_channels; c++)
		sum += tree->load[c];
	tree->price = sum * variant->price / 100 / MAX(graph->n_channels, 1);
	for (guint round = 1; round < lmc->most; round++)
		route_round(lmc, variant, tree, round, figures);
}

/*
 * VLs that are numbered from 0 on, unless the tree of multicast needs others, too. FALSE also with SSSP_ERROR_MEMORY.
 */
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
static gboolean go(const Lmc *lmc, const LmcVariant *variant, const Layers *layers, gboolean loose, LmcFound *found,
		   GError **error)
{
	const LmcOptions *options = lmc->options;
	guint had = options->hint ? options->hint->n_vls : 0;
	guint n_vls = MIN(MAX(layers_n_vls(layers) + variant->more_vls, had), options->max_lanes);
	lmc_found_clear(found);
	if (!(found->routes = lmc_spread_routes(lmc, error)))
		return FALSE;
	g_autoptr(LmcGate) gate =
		lmc_gate_new(lmc->graph, found->routes, layers, options->in_tree, n_vls, options->hint, loose, error);
	g_autoptr(LmcTree) tree = gate ? lmc_tree_new(lmc->graph, options->hops, found->routes, gate, error) : NULL;
	if (!tree)
		return FALSE;
	route_rounds(lmc, variant, tree, &found->figures);
	if (gate->deps && gate->deps->n_vls > 1) {
		g_autoptr(PortVls) vls = lmc_gate_vls(gate, error);
		if (!vls || !number_vls(lmc, found->routes, vls, &found->vls, error))
			return FALSE;
	}
	return lmc_probe(lmc->graph, found->routes, lmc->of_lid, lmc->most, &found->worth, error);
}

/* The same, with VLs of base LIDs that may be others where that leads anywhere. */
gboolean lmc_try_variant(const Lmc *lmc, const LmcVariant *variant, const Layers *layers, LmcFound *found,
			 GError **error)
{
	GError *failure = NULL;
	gboolean fine = (!variant->turned && go(lmc, variant, layers, TRUE, found, &failure)) ||
			(!failure && go(lmc, variant, layers, FALSE, found, &failure));
	if (failure)
		g_propagate_error(error, failure);
	return fine;
}
