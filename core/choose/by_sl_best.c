/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps the best routes with lanes by SL. What a method has found for hosts is completed first: aggregation nodes and
 * management ports get routes and lanes beside them, and routes that were made for their lanes are moved off overloaded
 * channels. Then one score compares it with the best so far.
 */
#include "core/choose/by_sl_best.h"

#include "core/base/error.h"
#include "core/balance/score.h"
#include "core/fit/infrastructure.h"
#include "core/choose/unload.h"

/* Nothing more is tried for routes with this score (P-SSSP's without regard to lanes have 1), if few are longer. */
#define ENOUGH 0.95

/* Routes with more longer paths do not win over those with this score. */
#define NOT_POOR 0.5

/*
 * The looks at channels for each destination and channel that moving routes off full channels may take before routes
 * are compared; those that win may have more of them (UNLOAD_MOST_LOOKS).
 */
#define UNLOAD_LOOKS 4

gboolean by_sl_fit_others(const BySl *b, Routes *routes, Layers *layers, GError **error)
{
	GError *failure = NULL;
	gboolean further = b->options->management_lanes;
	ManagementLanes management = further ? MANAGEMENT_BESIDE : MANAGEMENT_UNPROVEN;
	g_autoptr(Routes) before = routes_copy(b->graph, routes, error);
	g_autoptr(Layers) hosts = before ? layers_copy(b->graph, layers, error) : NULL;
	if (!hosts)
		return FALSE;
	if (infrastructure_fit(b->graph, b->hops, b->most, management, routes, layers, &failure))
		return TRUE;
	if (!further || !g_error_matches(failure, SSSP_ERROR, SSSP_ERROR_LANES))
		return sssp_error_pass(error, failure);
	g_clear_error(&failure);
	routes_swap(routes, before);
	layers_swap(layers, hosts);
	return infrastructure_fit(b->graph, b->hops, b->most, MANAGEMENT_FURTHER, routes, layers, error);
}

gboolean by_sl_unload(const BySl *b, guint64 looks, Routes *routes, Layers *layers, GError **error)
{
	return !layers->lane_aware || !b->plain ||
	       unload_full(b->graph, b->hops, b->plain->figures.efi, looks, routes, layers, error);
}

gboolean by_sl_consider(BySl *b, const char *strategy, Routes *routes, Layers *layers, GError **error)
{
	g_autoptr(Routes) made = routes;
	g_autoptr(Layers) lanes = layers;
	GError *failure = NULL;
	RouteFigures figures;
	if (!lanes)
		return TRUE;
	b->n_fitted++;
	if (!by_sl_fit_others(b, made, lanes, &failure))
		return sssp_error_pass_but(error, failure, SSSP_ERROR_LANES);
	guint64 looks = UNLOAD_LOOKS * (guint64)b->graph->n_dests * b->graph->n_channels;
	if (!by_sl_unload(b, looks, made, lanes, error) || !route_figures(b->graph, b->hops, made, &figures, error))
		return FALSE;
	double score = route_score(b->graph, &figures, &b->plain->figures);
	b->n_served++;
	if (b->layers && (score <= b->score || (figures.longer > b->longer && b->score >= NOT_POOR)))
		return TRUE;
	routes_free(b->best);
	layers_free(b->layers);
	b->best = g_steal_pointer(&made);
	b->layers = g_steal_pointer(&lanes);
	b->score = score;
	b->longer = figures.longer;
	b->enough = score >= ENOUGH && route_longer_are_few(b->graph, figures.longer, ROUTE_FEW_LONGER);
	b->layers->strategy = strategy;
	return TRUE;
}
