/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes the dependency graphs of lanes in use from finished routes, opens further lanes, and puts pairs on a lane.
 *
 * In a fabric with levels, hosts' routes never climb after they descended. Other routes must do so where a cable is
 * lost, or from spine to spine. With LAYERS_OF_ALL, fit_lanes_new() therefore adds to each lane the turns upwards at
 * one leaf switch. A route that comes down to the leaf can only go up from it, so these turns close no cycle in a fat
 * tree. Where they do close one, another leaf is tried; after a few leaves none is used.
 */
#include "core/fit/fit_lanes.h"

#include "core/base/error.h"
#include "core/graph/spanning_tree.h"

#include <string.h>

/* Channels that a search for a cycle looks at before it gives up: a turn that needs more hardly ever fits. */
#define SEARCH_LIMIT 100

/* Leaf switches that are tried as the one to turn upwards at. */
#define TURNING_LEAVES 3

/*
 * Returns how many switches are above v. seen[n_switches], which must not hold v before, and queue[n_switches] are
 * scratch.
 */
static guint32 count_above(const FitLanes *f, guint32 v, guint32 *seen, guint32 *queue)
{
	const Graph *g = f->graph;
	guint32 n = 1;
	queue[0] = v;
	seen[v] = v;
	for (guint32 i = 0; i < n; i++)
		for (guint32 c = g->first[queue[i]]; c < g->first[queue[i] + 1]; c++) {
			guint32 w = g->to[c];
			if (!class_order_is_up(f->order, c) || seen[w] == v)
				continue;
			seen[w] = v;
			queue[n++] = w;
		}
	return n - 1;
}

/*
 * Returns the switch with hosts, of those that tried[n_switches] does not mark, that has the most switches above it;
 * GRAPH_NONE: none has more than one. scratch[2 x n_switches].
 */
static guint32 next_leaf(const FitLanes *f, const guint8 *tried, guint32 *scratch)
{
	guint32 best = GRAPH_NONE, most = 1, n_switches = f->graph->n_switches;
	memset(scratch, 0xff, n_switches * sizeof *scratch);
	for (guint32 v = 0; v < n_switches; v++) {
		guint32 n = f->graph->hosts[v] && !tried[v] ? count_above(f, v, scratch, scratch + n_switches) : 0;
		if (n > most) {
			most = n;
			best = v;
		}
	}
	return best;
}

/* Marks in used[turns] the turns at a leaf from a channel that leads down to it to one that leads up from it. */
static void mark_leaf(const FitLanes *f, guint32 leaf, guint8 *used)
{
	const Graph *g = f->graph;
	for (guint32 a = g->first[leaf]; a < g->first[leaf + 1]; a++)
		for (guint32 b = g->first[leaf]; b < g->first[leaf + 1]; b++)
			if (g->to[a] != g->to[b] && class_order_is_up(f->order, a) && class_order_is_up(f->order, b))
				used[cdg_turn(f->turns, g->reverse[a], b)] = 1;
}

/*
 * Fills a lane with used[turns] and, if they close no cycle, with the turns upwards at one of so many leaves.
 * trial[turns] is scratch. FALSE with SSSP_ERROR_MEMORY, or SSSP_ERROR_LANES when used[] alone has a cycle.
 */
static gboolean fill_lane(FitLanes *f, Cdg *cdg, guint leaves, guint8 *used, guint8 *trial, GError **error)
{
	GError *failure = NULL;
	gsize n = f->turns->first[f->graph->n_channels];
	g_autofree guint8 *tried = g_try_malloc0(f->graph->n_switches + 1);
	g_autofree guint32 *scratch = g_try_new(guint32, 2 * (gsize)f->graph->n_switches + 1);
	if (!tried || !scratch)
		return sssp_error_memory(error, "leaf switches", f->graph->n_switches);
	for (guint i = 0; f->order->n > 1 && i < leaves && !failure; i++) {
		guint32 leaf = next_leaf(f, tried, scratch);
		if (leaf == GRAPH_NONE)
			break;
		tried[leaf] = 1;
		memcpy(trial, used, n);
		mark_leaf(f, leaf, trial);
		if (cdg_fill(cdg, trial, &failure))
			return TRUE;
	}
	if (!failure && cdg_fill(cdg, used, &failure))
		return TRUE;
	return sssp_error_pass(error, failure) &&
	       sssp_error_set(error, SSSP_ERROR_LANES, "the routes of a lane leave a credit loop");
}

/*
 * Fills f->kept with the turns of a spanning tree of all switches that send, or with 0 if they close a cycle with the
 * turns of hosts on the first lane. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean keep_tree(FitLanes *f, const guint16 *marks, GError **error)
{
	const Graph *g = f->graph;
	gsize n = f->turns->first[g->n_channels];
	g_autofree guint8 *in_tree = spanning_tree_find(g, f->hops, error);
	g_autofree guint8 *used = g_try_malloc0(n + 1);
	f->kept = g_try_malloc0(n + 1);
	if (!in_tree)
		return FALSE;
	if (!used || !f->kept)
		return sssp_error_memory(error, "dependencies", 2 * n);
	spanning_tree_prune(g, in_tree);
	layers_pick_lane(marks, 0, f->turns, used);
	cdg_mark_tree(f->turns, in_tree, used);
	cdg_mark_tree(f->turns, in_tree, f->kept);
	GError *failure = NULL;
	if (!cdg_is_acyclic(f->turns, used, &failure))
		memset(f->kept, 0, n);
	return sssp_error_pass(error, failure);
}

/* Returns for each turn a bit a lane: routes of this scope make it there. NULL with SSSP_ERROR_MEMORY. */
static guint16 *mark_lanes(const FitLanes *f, LayersScope scope, GError **error)
{
	gsize n = f->turns->first[f->graph->n_channels];
	g_autofree guint16 *marks = g_try_new0(guint16, n + 1);
	if (!marks)
		return sssp_error_memory_null(error, "dependencies", n * sizeof *marks);
	if (!layers_mark_lanes(f->graph, f->routes, scope, f->layers, f->turns, marks, error))
		return NULL;
	return g_steal_pointer(&marks);
}

gboolean fit_lanes_open(FitLanes *f, guint lane, GError **error)
{
	f->lane[lane] = cdg_new(f->turns, error);
	if (!f->lane[lane])
		return FALSE;
	class_order_arrange(f->order, lane, f->lane[lane]);
	f->lane[lane]->search_limit = f->options.search_limit;
	return TRUE;
}

/*
 * Fills the lanes in use, the first with f->kept, too, and opens those that are not open yet. FALSE with an error as
 * fill_lane().
 */
static gboolean fill_lanes(FitLanes *f, const guint16 *marks, guint leaves, GError **error)
{
	gsize n = f->turns->first[f->graph->n_channels];
	g_autofree guint8 *used = g_try_malloc(n + 1), *trial = g_try_malloc(n + 1);
	if (!used || !trial)
		return sssp_error_memory(error, "dependencies", 2 * n);
	for (guint lane = 0; lane < f->layers->n_layers; lane++) {
		if (!f->lane[lane] && !fit_lanes_open(f, lane, error))
			return FALSE;
		layers_pick_lane(marks, lane, f->turns, used);
		for (gsize t = 0; lane == 0 && t < n; t++)
			used[t] |= f->kept[t];
		if (!fill_lane(f, f->lane[lane], leaves, used, trial, error))
			return FALSE;
	}
	return TRUE;
}

gboolean fit_lanes_refill(FitLanes *f, GError **error)
{
	g_autofree guint16 *marks = mark_lanes(f, f->scope, error);
	for (guint lane = 0; lane < f->layers->n_layers; lane++)
		f->lane[lane]->search_limit = SEARCH_LIMIT;
	return marks && fill_lanes(f, marks, 0, error);
}

/* Returns a FitLanes with all but lanes and turns; NULL with SSSP_ERROR_MEMORY. */
static FitLanes *new_without_lanes(const Graph *graph, const guint8 *hops, LayersScope scope, const FitOptions *options,
				   Routes *routes, Layers *layers, GError **error)
{
	g_autoptr(FitLanes) f = g_new0(FitLanes, 1);
	*f = (FitLanes){.graph = graph, .hops = hops, .scope = scope, .routes = routes, .layers = layers};
	f->options = *options;
	f->options.max_lanes = MIN(options->max_lanes, LAYERS_MAX);
	if (!routes_list_dests(graph, TRUE, &f->first, &f->tree, error))
		return NULL;
	f->order = class_order_new(graph, error);
	return f->order ? g_steal_pointer(&f) : NULL;
}

FitLanes *fit_lanes_new(const Graph *graph, const guint8 *hops, LayersScope scope, const FitOptions *options,
			Routes *routes, Layers *layers, GError **error)
{
	guint leaves = scope == LAYERS_OF_ALL ? TURNING_LEAVES : 0;
	g_autoptr(FitLanes) f = new_without_lanes(graph, hops, scope, options, routes, layers, error);
	if (!f || !(f->turns = cdg_turns_new(graph, error)))
		return NULL;
	g_autofree guint16 *marks = mark_lanes(f, LAYERS_OF_HOSTS, error);
	return marks && keep_tree(f, marks, error) && fill_lanes(f, marks, leaves, error) ? g_steal_pointer(&f) : NULL;
}

FitLanes *fit_lanes_over(const Graph *graph, const guint8 *hops, guint max_lanes, Routes *routes, Layers *layers,
			 CdgTurns *turns, Cdg *const *lanes, GError **error)
{
	FitOptions options = {.max_lanes = max_lanes};
	g_autoptr(FitLanes) f = new_without_lanes(graph, hops, LAYERS_OF_ALL, &options, routes, layers, error);
	if (!f)
		return NULL;
	f->turns = turns;
	f->n_lent = layers->n_layers;
	for (guint lane = 0; lane < f->n_lent; lane++) {
		f->lane[lane] = lanes[lane];
		f->lane[lane]->search_limit = SEARCH_LIMIT;
	}
	return g_steal_pointer(&f);
}

void fit_lanes_free(FitLanes *f)
{
	if (!f)
		return;
	for (guint lane = f->n_lent; lane < LAYERS_MAX; lane++)
		cdg_free(f->lane[lane]);
	class_order_free(f->order);
	if (!f->n_lent)
		cdg_turns_free(f->turns);
	g_free(f->kept);
	g_free(f->first);
	g_free(f->tree);
	g_free(f);
}

/* Sets the lane of all routes from switch v to destinations on switch `target`. */
static void set_lane(FitLanes *f, guint lane, guint32 v, guint32 target)
{
	for (guint32 i = f->first[target]; i < f->first[target + 1]; i++)
		f->layers->layer[(gsize)f->tree[i] * f->graph->n_switches + v] = (guint8)lane;
}

gboolean fit_lanes_take(FitLanes *f, guint lane, guint32 s, guint32 t, GError **error)
{
	Layers *layers = f->layers;
	gsize entries = (gsize)f->graph->n_dests * f->graph->n_switches;
	if (lane && !layers->layer && !(layers->layer = g_try_malloc0(entries + 1)))
		return sssp_error_memory(error, "layers", entries);
	if (lane >= layers->n_layers) {
		layers->n_needed += lane + 1 - layers->n_layers;
		layers->n_layers = lane + 1;
	}
	if (layers->layer) {
		set_lane(f, lane, s, t);
		set_lane(f, lane, t, s);
	}
	return TRUE;
}
