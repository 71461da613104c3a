/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the searches share: one more lane, routes on the lanes there are, and which routes are best so far. */
#include "core/search/search.h"

#include "core/engines/psssp.h"
#include "core/base/error.h"
#include "core/lanes/lane_by_load.h"
#include "core/lanes/lane_by_order.h"
#include "core/graph/spanning_tree.h"
#include "core/search/balance_covered.h"
#include "core/search/balance_lanes.h"
#include "core/engines/probe.h"

#include <string.h>

/* Random bisections that routes are compared on. */
#define PATTERNS 64

/*
 * Part of the plain routes' bandwidth that is enough; more lanes are tried for the rest. Connections that need one SL
 * both ways restrict the routes more, so they are content with less.
 */
#define ENOUGH_SYMMETRIC 0.98
#define ENOUGH_ASYMMETRIC 0.99

/* Lanes tried beyond the first number that serves all pairs, for the sake of bandwidth. */
#define MORE_LANES 4

/* With routes at hand, lanes more than so many in a row that leave no fewer pairs out than others did are not added. */
#define MORE_STALE 1

/* With routes at hand, large fabrics look for better ones as long as this part of the steps is left. */
#define LEAST_LEFT 0.75

static void note_left(Search *l, guint64 left)
{
	l->stale = left < l->fewest_left ? 0 : l->stale + 1;
	l->fewest_left = MIN(left, l->fewest_left);
}

gboolean search_may_go_on(const Search *l)
{
	guint64 enough = search_is_large(l) ? (guint64)(LEAST_LEFT * (double)search_steps(l->graph)) : 0;
	return !l->routes || (l->stale <= MORE_STALE && l->steps->left > enough);
}

guint64 search_steps(const Graph *graph)
{
	guint64 large = SEARCH_STEPS * MAX(graph->n_hosts, SEARCH_STEPS_HOSTS) / SEARCH_STEPS_HOSTS;
	return graph->n_switches > SEARCH_MANY ? large : SEARCH_CACHED * large;
}

/* Targets that stand for all where the work is estimated. */
#define SAMPLE 64

/* Channels of minimal routes to a target, the mean of some. */
static guint64 minimal_channels(const Search *l)
{
	const Graph *g = l->graph;
	guint32 n = MIN(SAMPLE, g->n_switches);
	guint64 minimal = 0;
	for (guint32 i = 0; i < n; i++) {
		const guint8 *hops = l->hops + (gsize)g->n_switches * i / n * g->n_switches;
		for (guint32 c = 0; c < g->n_channels; c++)
			minimal += hops[g->from[c]] != GRAPH_FAR && hops[g->from[c]] == hops[g->to[c]] + 1;
	}
	return minimal / MAX(n, 1);
}

/* What a look at all turns of minimal routes takes: each target's channels, and all that may follow minimal ones. */
static guint64 look_steps(const Search *l)
{
	const Graph *g = l->graph;
	guint64 degree = l->turns->first[g->n_channels] / MAX(g->n_channels, 1);
	return (guint64)g->n_switches * (g->n_channels + minimal_channels(l) * degree);
}

gboolean search_cover(Search *l, GError **error)
{
	if (l->covers == l->lanes->n_lanes)
		return TRUE;
	steps_spend(l->steps, l->look);
	l->covers = l->lanes->n_lanes;
	return lane_set_cover(l->lanes, l->graph, l->covered, error);
}

gboolean search_add_lane(Search *l, LanePlan plan, GError **error)
{
	gsize n = l->graph->n_switches;
	steps_spend(l->steps, plan.cover ? 2 * l->look : l->look);
	plan.graph = l->graph;
	plan.routes = l->plain;
	plan.hops = l->hops;
	plan.covered = l->covered;
	if (!search_cover(l, error))
		return FALSE;
	for (gsize i = 0; i < n * n; i++)
		if (l->unserved[i])
			l->covered[i] = 0;
	l->covers = G_MAXUINT;
	return plan.aim == LANE_BY_LOAD ? lane_by_load(l->lanes, &plan, error) : lane_by_order(l->lanes, &plan, error);
}

/* Channels that are looked at for a lane for one pair, as part of all. */
#define CHANNELS_A_PAIR 0.2
/* Where lanes for them take more than this part of the effort there is, fewer by this factor are few. */
#define DEAR 0.5
#define DEAR_PART 2

gboolean search_are_few(const Search *l, guint64 pairs)
{
	guint64 all = (guint64)l->graph->n_switches * l->graph->n_switches;
	double effort = CHANNELS_A_PAIR * (double)pairs * l->graph->n_channels / SEARCH_FIT_EFFORT;
	guint64 counted = effort > DEAR ? DEAR_PART * pairs : pairs;
	return counted * SEARCH_FEW_LEFT <= all && counted <= SEARCH_MOST_LEFT;
}

guint64 search_uncovered(const Search *l)
{
	gsize n = l->graph->n_switches;
	guint64 pairs = 0;
	for (gsize s = 0; s < n; s++)
		for (gsize t = 0; t < n; t++)
			pairs += !l->covered[s * n + t] && l->hops[s * n + t] != GRAPH_FAR && s != t &&
				 pair_of_hosts(l->graph, (guint32)s, (guint32)t);
	return pairs;
}

/* Routes may load a channel so much more than those without regard to lanes before that counts. */
#define MORE_LOAD 1.2
/* What routes are worth of which some are longer than need be, beside others. */
#define GOES_ROUND 0.98
/* Unloading makes good what channels have beyond that up to .. */
#define UNLOADED 1.5
/* Routes of a large fabric that are worth this part of what is enough are taken when they come first. */
#define FAIR 0.85
/* No channel may be so much fuller. */
#define MOST_LOAD 4

double search_value(const Graph *graph, double bandwidth, guint64 longer, guint64 efi, guint64 plain_efi)
{
	double pairs = (double)graph->n_hosts * graph->n_hosts;
	double load = MORE_LOAD * (double)plain_efi / (double)MAX(efi, 1);
	double way = longer ? GOES_ROUND * (1 - (double)longer / MAX(pairs, 1)) : 1;
	return bandwidth * way * (load < 1 ? 0.7 + 0.3 * load : 1);
}

gboolean search_worth(const Graph *graph, const Routes *routes, guint64 longer, guint64 plain_efi, double *value,
		      GError **error)
{
	double bandwidth = 0;
	if (!probe_bisections(graph, routes, PATTERNS, &bandwidth, error))
		return FALSE;
	*value = search_value(graph, bandwidth, longer, routes_efi(graph, routes), plain_efi);
	return TRUE;
}

/* Takes routes and layers over, unless those it has are better. */
static gboolean keep_better(Search *l, Routes **routes, Layers **layers, GError **error)
{
	double value = 0;
	guint64 longer = routes_nonminimal(l->graph, *routes, l->hops);
	if (!search_worth(l->graph, *routes, longer, l->plain_efi, &value, error))
		return FALSE;
	l->tries++;
	l->last = value;
	if (l->routes && value <= l->value)
		return TRUE;
	routes_free(l->routes);
	layers_free(l->layers);
	l->routes = g_steal_pointer(routes);
	l->layers = g_steal_pointer(layers);
	l->value = value;
	l->longer = longer;
	l->efi = routes_efi(l->graph, l->routes);
	return TRUE;
}

gboolean search_offer(Search *l, Routes *routes, Layers *layers, GError **error)
{
	gboolean fine = keep_better(l, &routes, &layers, error);
	routes_free(routes);
	layers_free(layers);
	return fine;
}

static guint passes_of(const Search *l)
{
	guint usual = PSSSP_PASSES;
	return l->options.passes ? l->options.passes : usual;
}

static gboolean new_legal(const Search *l, LaneMask **legal, GError **error)
{
	gsize entries = (gsize)l->graph->n_dests * l->graph->n_switches;
	if (l->options.asymmetric && !(*legal = g_try_new0(LaneMask, entries + 1)))
		return sssp_error_memory(error, "lanes of routes", entries * sizeof(LaneMask));
	return TRUE;
}

gboolean search_route(Search *l, PairRoutes *trees, GError **error)
{
	g_autofree LaneMask *legal = NULL;
	g_autoptr(Routes) routes = routes_new(l->graph, error);
	if (!routes || !new_legal(l, &legal, error) ||
	    !balance_lanes(l->graph, l->lanes, trees, passes_of(l), l->steps, routes, legal, error))
		return FALSE;
	return search_settle(l, trees->common, legal, !trees->n_without, &routes, error);
}

/* The lanes in which a pair may be routed: where minimal routes are legal; where there are none, all or none. */
static LaneMask pair_lanes(const Search *l, gsize s, gsize t, gboolean longer)
{
	gsize n = l->graph->n_switches;
	LaneMask lanes = l->covered[s * n + t];
	if (!l->options.asymmetric)
		lanes &= l->covered[t * n + s];
	return longer && !lanes ? lane_set_all(l->lanes) : lanes;
}

/* Pairs, ordered, of which some route has no lane. */
guint64 search_count_left(const Search *l, const LaneMask *common, const LaneMask *legal)
{
	const Graph *g = l->graph;
	gsize n = g->n_switches;
	guint64 left = 0;
	for (guint32 s = 0; s < n && !legal; s++)
		for (guint32 t = 0; t < n; t++)
			left += s != t && !common[s * n + t] && pair_of_hosts(g, s, t) &&
				l->hops[s * n + t] != GRAPH_FAR;
	for (guint32 d = 0; d < g->n_dests && legal; d++)
		for (guint32 v = 0, t = g->dests[d].vertex; v < n; v++)
			left += v != t && !legal[d * n + v] && route_of_hosts(g, v, d) &&
				l->hops[v * n + t] != GRAPH_FAR;
	return left;
}

gboolean search_route_trees(Search *l, GError **error)
{
	gsize n = l->graph->n_switches;
	g_autoptr(PairRoutes) trees = pair_routes_new(l->graph->n_switches, error);
	if (!trees)
		return FALSE;
	for (gsize s = 0; s < n; s++)
		for (gsize t = 0; t < n; t++)
			trees->common[s * n + t] = pair_lanes(l, s, t, FALSE);
	if (!pair_routes_find(l->graph, l->lanes, trees, error))
		return FALSE;
	trees->n_without = search_count_left(l, trees->common, NULL);
	for (gsize i = 0; i < n * n; i++)
		l->unserved[i] = !trees->common[i];
	return !search_are_few(l, trees->n_without) || search_route(l, trees, error);
}

static gboolean route_covered(Search *l, const CoveredOptions *options, GError **error)
{
	gsize n = l->graph->n_switches;
	gboolean longer = options->spanning != NULL;
	g_autofree LaneMask *legal = NULL;
	g_autofree LaneMask *common = g_try_new(LaneMask, n * n + 1);
	g_autoptr(Routes) routes = routes_new(l->graph, error);
	if (!routes || !new_legal(l, &legal, error))
		return FALSE;
	if (!common)
		return sssp_error_memory(error, "lanes of pairs", n * n * sizeof(LaneMask));
	for (gsize s = 0; s < n; s++)
		for (gsize t = 0; t < n; t++)
			common[s * n + t] = pair_lanes(l, s, t, longer);
	if (!balance_covered(l->graph, l->lanes, common, options, routes, legal, error))
		return FALSE;
	guint64 left = search_count_left(l, common, legal);
	note_left(l, left);
	for (gsize i = 0; i < n * n; i++)
		l->unserved[i] = !legal && !common[i];
	if (longer ? left > n : !search_are_few(l, left))
		return TRUE;
	return search_settle(l, common, legal, !left, &routes, error);
}

gboolean search_route_covered(Search *l, GError **error)
{
	CoveredOptions options = {.passes = passes_of(l), .steps = l->steps};
	return route_covered(l, &options, error);
}

gboolean search_route_longer(Search *l, gboolean ways, guint64 *effort, GError **error)
{
	g_autofree guint8 *spanning = spanning_tree_find(l->graph, l->hops, error);
	CoveredOptions options = {.spanning = spanning,
				  .ways = ways,
				  .effort = effort,
				  .steps = l->steps,
				  .passes = search_is_large(l) ? 1 : passes_of(l),
				  .one_tree = search_is_large(l)};
	return spanning && route_covered(l, &options, error);
}

void search_clear(Search *l)
{
	while (l->lanes->n_lanes)
		lane_set_drop(l->lanes);
	l->covers = G_MAXUINT;
	memset(l->unserved, 0, (gsize)l->graph->n_switches * l->graph->n_switches);
}

gboolean search_is_enough(const Search *l)
{
	gboolean even = l->routes && (double)l->efi <= MORE_LOAD * (double)l->plain_efi;
	return l->routes && !l->longer && ((even && l->value >= l->enough) || l->tries > MORE_LANES);
}

gboolean search_may_be_unloaded(const Search *l)
{
	return l->routes && (double)l->efi <= UNLOADED * (double)l->plain_efi;
}

gboolean search_is_nearly_enough(const Search *l)
{
	return search_is_enough(l) || (search_may_be_unloaded(l) && !l->longer && l->value >= l->enough);
}

gboolean search_will_do(const Search *l)
{
	gboolean even = l->routes && (double)l->efi <= MORE_LOAD * (double)l->plain_efi;
	return l->routes && (!l->longer || (even && l->value >= l->enough));
}

gboolean search_is_large(const Search *l)
{
	return l->graph->n_switches > SEARCH_MANY;
}

gboolean search_is_even(const Search *l)
{
	return l->routes && (double)l->efi <= MOST_LOAD * (double)l->plain_efi;
}

gboolean search_is_fair(const Search *l)
{
	return search_is_even(l) && l->value >= FAIR * l->enough;
}

void search_put_aside(Search *l)
{
	l->aside = g_steal_pointer(&l->routes);
	l->aside_layers = g_steal_pointer(&l->layers);
	l->value = 0;
	l->longer = l->efi = 0;
	l->tries = 0;
}

gboolean search_take_back(Search *l, GError **error)
{
	return !l->aside || search_offer(l, g_steal_pointer(&l->aside), g_steal_pointer(&l->aside_layers), error);
}

static double enough_of(const Search *l)
{
	return l->options.asymmetric ? ENOUGH_ASYMMETRIC : ENOUGH_SYMMETRIC;
}

/* Of the steps, what routes of all passes may take to be looked at as well. */
#define PART_OF_PLAIN 0.02

/* What routes without regard to lanes are worth; those of all passes too where that takes no time. */
static gboolean look_at_plain(Search *l, GError **error)
{
	PssspOptions all_passes = {.passes = passes_of(l)};
	l->plain_efi = routes_efi(l->graph, l->plain);
	double bandwidth = 0;
	if (!probe_bisections(l->graph, l->plain, PATTERNS, &l->enough, error))
		return FALSE;
	double edges = (double)l->graph->n_dests * (double)minimal_channels(l) * passes_of(l);
	if (edges <= PART_OF_PLAIN * (double)l->steps->left && l->options.passes != 1) {
		g_autoptr(Routes) more = routes_copy(l->graph, l->plain, error);
		if (!more || !psssp_compute(l->graph, &all_passes, more, error) ||
		    !probe_bisections(l->graph, more, PATTERNS, &bandwidth, error))
			return FALSE;
		l->plain_efi = MIN(l->plain_efi, routes_efi(l->graph, more));
	}
	l->enough = enough_of(l) * MAX(l->enough, bandwidth);
	return TRUE;
}

Search *search_new(const Graph *graph, const guint8 *hops, const SearchOptions *options, const Routes *plain,
		   GError **error)
{
	gsize pairs = (gsize)graph->n_switches * graph->n_switches;
	g_autoptr(Search) l = g_new0(Search, 1);
	*l = (Search){.graph = graph, .hops = hops, .options = *options, .plain = plain};
	l->steps = options->steps;
	l->fewest_left = G_MAXUINT64;
	if (!(l->turns = cdg_turns_new(graph, error)) ||
	    !(l->lanes = lane_set_new(l->turns, !options->asymmetric, error)))
		return NULL;
	l->covered = g_try_new0(LaneMask, pairs + 1);
	l->unserved = g_try_malloc0(pairs + 1);
	if (!l->covered || !l->unserved) {
		sssp_error_memory(error, "lanes of pairs", pairs * sizeof(LaneMask));
		return NULL;
	}
	l->look = look_steps(l);
	l->covers = G_MAXUINT;
	if (!look_at_plain(l, error))
		return NULL;
	return g_steal_pointer(&l);
}

void search_free(Search *l)
{
	if (!l)
		return;
	lane_set_free(l->lanes);
	cdg_turns_free(l->turns);
	g_free(l->covered);
	g_free(l->unserved);
	routes_free(l->routes);
	layers_free(l->layers);
	routes_free(l->aside);
	layers_free(l->aside_layers);
	g_free(l);
}

Layers *search_take(Search *l, Routes *routes)
{
	routes_swap(routes, l->routes);
	return g_steal_pointer(&l->layers);
}
