/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Routes further LIDs in several variants, each beside base LIDs alone, and takes the best by estimated bandwidth. */
#include "core/lmc/lmc.h"

#include "core/base/arena.h"
#include "core/base/error.h"
#include "core/lmc/lmc_variant.h"

#include <string.h>

/*
 * The variants in the order in which they are tried: shortest paths as other hosts on the switch have them, which add
 * no dependency; these improved; these with longer paths, where no channel gets as full as base LIDs make the fullest;
 * and last detours, which may cost a quarter of uniform traffic.
 */
static const LmcVariant variants[] = {
	{.fullest = 0},
	{.fullest = 103},
	{.fullest = 103, .more_vls = 2},
	{.fullest = 99, .more_hops = 1, .more_vls = 2},
	{.fullest = 99, .more_hops = 2, .more_vls = 2},
	{.fullest = 130, .more_hops = 3, .more_vls = 2, .detours = TRUE},
};

static gboolean is_longer(const LmcVariant *variant)
{
	return variant->more_hops > 0;
}

static guint n_vls_of(const LmcFound *found, const Layers *layers)
{
	return found->vls ? found->vls->n_vls : layers_n_vls(layers);
}

#define NO_LESS 0.97            /* this part of what base LIDs alone get counts as no less */
#define NO_LESS_BISECTIONS 0.95 /* the same there, where each flow waits for the slowest of its parts */
#define MORE 1.1                /* so many times as much counts as a gain */
#define WORTH_A_VL 1.02         /* a further VL must bring so many times more */

/* Much more between neighbours makes up for a loss down to these parts elsewhere. */
#define MUCH_MORE 1.3
#define LESS_BISECTIONS 0.92
#define LESS_UNIFORM 0.75

static double value_of(const LmcWorth *worth)
{
	return worth->bisections * worth->shifts * worth->neighbours * worth->uniform;
}

static gboolean is_no_less(const LmcWorth *a, const LmcWorth *b, double bisections, double uniform)
{
	return a->bisections >= bisections * b->bisections && a->shifts >= NO_LESS * b->shifts &&
	       a->uniform >= uniform * b->uniform;
}

/* How a variant compares with base LIDs alone, the best last. */
typedef enum {
	LOSES,         /* loses what nothing makes up for */
	LOSES_NOTHING, /* and gains little */
	TRADES,        /* gives some of uniform traffic and bisections for much more between neighbours */
	GAINS,         /* more in shifts or between neighbours, and loses nothing */
} LmcRank;

static LmcRank rank_of(const LmcWorth *a, const LmcWorth *base)
{
	gboolean loses = !is_no_less(a, base, NO_LESS_BISECTIONS, NO_LESS);
	if (!loses && (a->neighbours >= MORE * base->neighbours || a->shifts >= MORE * base->shifts))
		return GAINS;
	if (a->neighbours >= MUCH_MORE * base->neighbours && is_no_less(a, base, LESS_BISECTIONS, LESS_UNIFORM))
		return TRADES;
	return loses ? LOSES : LOSES_NOTHING;
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
 * Whether a variant is of the kind that was asked for. Shortest paths with more VLs are wanted only where longer ones
 * are not. They must also differ from those with fewer: where entries are kept, or lanes go by SL, there are as many
 * VLs as before.
 */
static gboolean is_wanted(const Lmc *lmc, const LmcVariant *variant, const Layers *layers)
{
	gboolean layered = lmc->options->routes == LMC_LAYERS;
	if (is_longer(variant))
		return layered;
	return !variant->more_vls ||
	       (!layered && !lmc->options->kept && !layers->layer && layers_n_vls(layers) < lmc->options->max_lanes);
}

/*
 * The limits of looks at channels, roughly, for all variants, some seconds: while all further LIDs have the routes of
 * their base LID, and else.
 */
#define MOST_WITH_NONE 6.4e9
#define MOST_LOOKS 1.6e9

/* The mean of the hops between two switches. */
static double mean_hops(const Lmc *lmc)
{
	gsize n = lmc->graph->n_switches, pairs = 0, sum = 0;
	for (gsize i = 0; i < n * n; i++)
		if (lmc->options->hops[i] != GRAPH_FAR) {
			sum += lmc->options->hops[i];
			pairs++;
		}
	return (double)sum / (double)MAX(pairs, 1);
}

/*
 * Whether there is time for another variant after so many looks, `most` being the limit. Its own are added if there is
 * time; the first always has it. An improved one looks at the paths that lead over each switch, to judge the path from
 * there by other channels.
 */
static gboolean has_time(const Lmc *lmc, const LmcVariant *variant, double hops, double most, double *looks)
{
	double own = (double)lmc->graph->n_dests * lmc->graph->n_channels * lmc->most;
	double then = *looks + MAX(own, 1) * (variant->fullest ? hops * hops : 1);
	gboolean enough = *looks <= 0 || then <= most;
	*looks = enough ? then : *looks;
	return enough;
}

/*
 * Sets `*best`, which begins as base LIDs' routes for all, to the best variant. Longer paths end with the first that
 * gain, as those after it are longer still. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean find_best(const Lmc *lmc, const Layers *layers, LmcFound *best, GError **error)
{
	GError *failure = NULL;
	if (!lmc_probe(lmc->graph, best->routes, &best->figures.worth, error))
		return FALSE;
	lmc_count_followed(lmc, best->routes, &best->figures);
	const LmcWorth base = best->figures.worth;
	double looks = 0, hops = mean_hops(lmc);
	gboolean gains = FALSE;
	for (guint i = 0; i < G_N_ELEMENTS(variants) && !gains && !failure; i++) {
		LmcFound found = {.routes = NULL};
		double most = has_none(best) ? MOST_WITH_NONE : MOST_LOOKS;
		if (!is_wanted(lmc, &variants[i], layers) || !has_time(lmc, &variants[i], hops, most, &looks))
			continue;
		gboolean ok = lmc_try_variant(lmc, &variants[i], layers, &found, &failure);
		gains = ok && is_longer(&variants[i]) && rank_of(&found.figures.worth, &base) == GAINS;
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
