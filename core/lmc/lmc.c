/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Routes further LIDs in several variants, each beside base LIDs alone, and takes the best by estimated bandwidth. */
#include "core/lmc/lmc.h"

#include "core/base/arena.h"
#include "core/base/error.h"
#include "core/lmc/lmc_variant.h"

#include <string.h>

/*
 * The variants in the order in which they are tried. Shortest paths come first, of them those that add no dependency
 * and load each channel as base LIDs do. Then come improved ones: two that leave channels as full as base LIDs do, and
 * one that may cost a third of uniform traffic.
 */
static const LmcVariant variants[] = {
	{.next_hosts = TRUE},
	{.price = 100},
	{.price = 5},
	{.price = 100, .more_vls = 2},
	{.price = 5, .more_vls = 2},
	{.next_hosts = TRUE, .more_vls = 2, .fullest = 99},
	{.price = 100, .detours = TRUE, .more_vls = 2, .fullest = 99},
	{.price = 100, .detours = TRUE, .more_vls = 2, .fullest = 150},
};

static gboolean is_longer(const LmcVariant *variant)
{
	return variant->detours || variant->fullest;
}

static guint n_vls_of(const LmcFound *found, const Layers *layers)
{
	return found->vls ? found->vls->n_vls : layers_n_vls(layers);
}

#define HARDLY_LESS 0.995 /* this part of what base LIDs alone get counts as no less */
#define A_LITTLE_LESS 0.95
#define SOME_LESS 0.93
#define MUCH_MORE 1.3   /* so many times more between neighbours makes up for some of the rest */
#define WORTH_A_VL 1.02 /* a further VL must bring so many times more */

static double value_of(const LmcWorth *worth)
{
	return worth->bisections * worth->shifts * worth->neighbours * worth->uniform;
}

static gboolean is_no_less(const LmcWorth *a, const LmcWorth *b, double shifts)
{
	return a->bisections >= HARDLY_LESS * b->bisections && a->shifts >= shifts * b->shifts &&
	       a->uniform >= HARDLY_LESS * b->uniform;
}

/*
 * Whether much more between neighbours makes up for what `a` loses. Uniform traffic may lose: where most pairs have one
 * shortest path, these paths serve it best.
 */
static gboolean is_worth_it(const LmcWorth *a, const LmcWorth *b)
{
	return a->bisections >= SOME_LESS * b->bisections && a->shifts >= HARDLY_LESS * b->shifts;
}

/* How a variant compares with base LIDs alone, the best last. */
typedef enum {
	LOSES,            /* loses what nothing makes up for */
	LOSES_NOTHING,    /* or only a little of shifts */
	TRADES,           /* gives uniform traffic, and some of bisections, for much more between neighbours */
	GAINS_NEIGHBOURS, /* much more between neighbours, and loses nothing */
} LmcRank;

static LmcRank rank_of(const LmcWorth *a, const LmcWorth *base)
{
	if (a->neighbours >= MUCH_MORE * base->neighbours && is_no_less(a, base, HARDLY_LESS))
		return GAINS_NEIGHBOURS;
	if (a->neighbours >= MUCH_MORE * base->neighbours && is_worth_it(a, base))
		return TRADES;
	return is_no_less(a, base, A_LITTLE_LESS) ? LOSES_NOTHING : LOSES;
}

static gboolean has_none(const LmcFound *found)
{
	return found->figures.n_followed == found->figures.n_lids;
}

/*
 * Whether `a` is better than `best`. Routes with which all further LIDs follow their base LID are worse than any other.
 */
static gboolean is_better(const LmcFound *a, const LmcFound *best, const LmcWorth *base, const Layers *layers)
{
	LmcRank rank = rank_of(&a->figures.worth, base), best_rank = rank_of(&best->figures.worth, base);
	gboolean more = n_vls_of(a, layers) > n_vls_of(best, layers);
	if (has_none(a) || has_none(best))
		return !has_none(a);
	if (rank != best_rank)
		return rank > best_rank;
	return value_of(&a->figures.worth) > value_of(&best->figures.worth) * (more ? WORTH_A_VL : 1);
}

/*
 * Whether a variant is of the kind that was asked for. One with shortest paths and more VLs must also differ from that
 * with fewer: where entries are kept, or lanes go by SL, there are as many VLs as before.
 */
static gboolean is_wanted(const Lmc *lmc, const LmcVariant *variant, const Layers *layers)
{
	if (is_longer(variant))
		return lmc->options->routes == LMC_LAYERS;
	if (!variant->more_vls)
		return TRUE;
	return !lmc->options->kept && !layers->layer && layers_n_vls(layers) < lmc->options->max_lanes;
}

/*
 * The limit of looks at channels, roughly, for all variants; an improved variant takes IMPROVED times as many as
 * others.
 */
#define MOST_LOOKS (G_GUINT64_CONSTANT(1) << 28)
#define IMPROVED 4

/*
 * Whether there is time for another variant after so many looks, to which its own are added; the first always has time.
 */
static gboolean has_time(const Lmc *lmc, const LmcVariant *variant, guint64 *looks)
{
	guint64 own = (guint64)lmc->graph->n_dests * lmc->graph->n_channels * lmc->most;
	gboolean first = *looks == 0;
	*looks += MAX(own, 1) * (variant->fullest ? IMPROVED : 1);
	return first || *looks <= MOST_LOOKS;
}

/* Sets `*best`, which begins as base LIDs' routes for all, to the best variant. FALSE with SSSP_ERROR_MEMORY. */
static gboolean find_best(const Lmc *lmc, const Layers *layers, LmcFound *best, GError **error)
{
	GError *failure = NULL;
	if (!lmc_probe(lmc->graph, best->routes, &best->figures.worth, error))
		return FALSE;
	lmc_count_followed(lmc, best->routes, &best->figures);
	const LmcWorth base = best->figures.worth;
	guint64 looks = 0;
	for (guint i = 0; i < G_N_ELEMENTS(variants) && !failure; i++) {
		LmcFound found = {.routes = NULL};
		if (!is_wanted(lmc, &variants[i], layers) || !has_time(lmc, &variants[i], &looks))
			continue;
		gboolean ok = lmc_try_variant(lmc, &variants[i], layers, &found, &failure);
		if (ok && is_better(&found, best, &base, layers)) {
			LmcFound other = *best;
			*best = found;
			found = other;
		}
		lmc_found_clear(&found);
	}
	return sssp_error_pass(error, failure);
}

/* Fills lmc->next_host; last[n_switches] is scratch. */
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
		memcpy(layer + d * n, layer + lmc_base_of(graph, d) * n, n);
	g_free(layers->layer);
	layers->layer = layer;
	return TRUE;
}

/* Marks the turns of routes to further LIDs as in use, with lanes by SL or one lane. FALSE with SSSP_ERROR_MEMORY. */
static gboolean mark_used(const Lmc *lmc, const Routes *routes, Layers *layers, GError **error)
{
	g_autoptr(CdgTurns) turns = cdg_turns_new(lmc->graph, error);
	if (!turns)
		return FALSE;
	for (guint lane = 0; lane < layers->n_layers; lane++)
		if (layers->used[lane] && !layers_mark_lane(lmc->graph, routes, LAYERS_OF_ALL, layers, lane, turns,
							    layers->used[lane], error))
			return FALSE;
	return TRUE;
}

static gboolean route_all(const Lmc *lmc, Routes **routes, Layers *layers, LmcFigures *figures, GError **error)
{
	LmcFound best = {.routes = lmc_spread_routes(lmc, error)};
	if (!best.routes || !spread_layers(lmc, layers, error) || !find_best(lmc, layers, &best, error) ||
	    (!best.vls && !layers->vls && !mark_used(lmc, best.routes, layers, error))) {
		lmc_found_clear(&best);
		return FALSE;
	}
	routes_free(*routes);
	*routes = best.routes;
	if (best.vls) {
		port_vls_free(layers->vls);
		layers->vls = best.vls;
	}
	*figures = best.figures;
	figures->lids = lmc->most;
	layers->proven = FALSE;
	return TRUE;
}

gboolean lmc_route(const Graph *graph, const LmcOptions *options, Routes **routes, Layers *layers, LmcFigures *figures,
		   GError **error)
{
	g_autoptr(Arena) arena = arena_new();
	guint32 *last = arena_new_array(arena, guint32, graph->n_switches);
	Lmc lmc = {.graph = graph,
		   .options = options,
		   .base = *routes,
		   .next_host = arena_new_array(arena, guint32, graph->n_dests),
		   .most = lmc_most_lids(graph)};
	if (!arena_check(arena, "hosts", error))
		return FALSE;
	chain_hosts(&lmc, last);
	return route_all(&lmc, routes, layers, figures, error);
}
