/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Dependencies in use come first, then ways for the pairs that are left; an order of these says what else may come. */
#include "core/search/mend_pairs.h"

#include "core/base/error.h"
#include "core/lanes/lane_growth.h"
#include "core/search/lane_tree.h"

#include <string.h>

/* Minimal routes tried in each lane for a pair that is left. */
#define TRIES 8
#define SEED 7
#define SEARCH_LIMIT 300

/* The lane's dependency graph, filled with what its routes use. */
static Cdg *fill_lane(LaneSet *lanes, const Layers *layers, const Routes *routes, guint8 *used, GError **error)
{
	const CdgTurns *turns = lanes->turns;
	guint32 n = turns->first[turns->graph->n_channels];
	LaneMask bit = (LaneMask)(1u << lanes->n_lanes);
	g_autoptr(Cdg) cdg = cdg_new(turns, error);
	memset(used, 0, n);
	if (!cdg ||
	    !layers_mark_lane(turns->graph, routes, LAYERS_OF_HOSTS, layers, lanes->n_lanes, turns, used, error) ||
	    !cdg_fill(cdg, used, error))
		return NULL;
	for (guint32 i = 0; i < n; i++)
		lanes->allowed[i] |= used[i] ? bit : 0;
	cdg->search_limit = SEARCH_LIMIT;
	lanes->n_lanes++;
	return g_steal_pointer(&cdg);
}

/* A way there and the same back for a pair, in one of the lanes. */
static void allow_pair(LaneSet *lanes, const LanePlan *plan, Cdg **cdg, guint32 s, guint32 t, GRand *rand)
{
	guint32 route[GRAPH_FAR];
	for (guint k = 0; k < TRIES * lanes->n_lanes; k++) {
		guint lane = k % lanes->n_lanes;
		Growth growth = {.lanes = lanes,
				 .plan = plan,
				 .graph = plan->graph,
				 .cdg = cdg[lane],
				 .bit = (LaneMask)(1u << lane),
				 .mirrored = TRUE};
		if (growth_allow_route(&growth, route, growth_draw_route(&growth, s, t, rand, route)))
			return;
	}
}

static void allow_left(LaneSet *lanes, const guint8 *hops, const guint8 *left, Cdg **cdg)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(SEED);
	LanePlan plan = {.graph = lanes->turns->graph, .hops = hops};
	gsize n = plan.graph->n_switches;
	for (guint32 s = 0; s < n; s++)
		for (guint32 t = 0; t < s; t++)
			if (left[s * n + t])
				allow_pair(lanes, &plan, cdg, s, t, rand);
}

static gboolean make_lanes(LaneSet *lanes, const guint8 *hops, const Layers *layers, const Routes *routes,
			   GError **error)
{
	guint32 n = lanes->turns->first[lanes->turns->graph->n_channels];
	Cdg *cdg[LAYERS_MAX] = {NULL};
	gboolean fine = TRUE;
	g_autofree guint8 *used = g_try_malloc0(n + 1);
	if (!used)
		return sssp_error_memory(error, "dependencies", n);
	for (guint lane = 0; fine && lane < layers->n_layers; lane++)
		fine = (cdg[lane] = fill_lane(lanes, layers, routes, used, error)) != NULL;
	if (fine)
		allow_left(lanes, hops, layers->unproven, cdg);
	for (guint lane = 0; lane < layers->n_layers; lane++) {
		if (fine)
			lane_set_allow_forward(lanes, (LaneMask)(1u << lane), cdg[lane]->place);
		cdg_free(cdg[lane]);
	}
	return fine;
}

static gboolean find_common(const LaneSet *lanes, Routes *routes, LaneMask *common, GError **error)
{
	const Graph *g = lanes->turns->graph;
	guint64 none = 0;
	g_autoptr(LaneTree) tree = lane_tree_new(g, lanes, common, routes, &none, error);
	if (!tree)
		return FALSE;
	for (gsize i = 0; i < (gsize)g->n_switches * g->n_switches; i++)
		common[i] = lane_set_all(lanes);
	for (guint32 d = 0; d < g->n_dests; d++) {
		lane_tree_aim(tree, d);
		lane_tree_read(tree, d);
		lane_tree_publish(tree, d, NULL);
	}
	return TRUE;
}

LaneSet *mend_lanes(const CdgTurns *turns, const guint8 *hops, const Layers *layers, Routes *routes, LaneMask *common,
		    GError **error)
{
	g_autoptr(LaneSet) lanes = lane_set_new(turns, TRUE, error);
	if (!lanes || !make_lanes(lanes, hops, layers, routes, error) || !find_common(lanes, routes, common, error))
		return NULL;
	return g_steal_pointer(&lanes);
}
