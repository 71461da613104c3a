/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Assigns lanes to pairs of switches, or to routes, one after the other: to each the one with the least traffic of the
 * lanes that it may have. Where more lanes are to be used than there are sets of turns (n_lanes), sets are used again,
 * each on a lane of its own: lane l is a copy of lane l modulo n_lanes.
 */
#include "core/torus/lane_assign.h"

#include "core/base/error.h"
#include "core/graph/routes.h"

typedef struct {
	const Graph *graph;
	guint n_lanes, n_used;       /* lanes that masks name; all lanes, with copies of these */
	guint64 traffic[LAYERS_MAX]; /* weights of what was put on each lane */
	Layers *layers;
} Assign;

/* Returns the lane with the least traffic, of those of the mask and their copies, and adds `traffic` to it. */
static guint8 choose_lane(Assign *a, LaneMask mask, guint64 traffic)
{
	guint best = 0;
	guint64 least = G_MAXUINT64;
	for (guint lane = 0; lane < a->n_used; lane++)
		if ((mask >> (lane % a->n_lanes) & 1) && a->traffic[lane] < least) {
			least = a->traffic[lane];
			best = lane;
		}
	a->traffic[best] += traffic;
	return (guint8)best;
}

/* Chooses a lane for each pair of switches, for both directions: lane[from][to]. */
static void choose_pairs(Assign *a, const LaneMask *common, guint8 *lane)
{
	gsize n = a->graph->n_switches;
	for (guint32 s = 0; s < n; s++)
		for (guint32 t = 0; t < s; t++) {
			guint64 traffic = (guint64)a->graph->hosts[s] * a->graph->hosts[t] + 1;
			LaneMask mask = common[s * n + t];
			gboolean carries = pair_of_hosts(a->graph, s, t) && mask;
			lane[s * n + t] = lane[t * n + s] = carries ? choose_lane(a, mask, traffic) : 0;
		}
}

/* Gives each route the lane of its pair of switches. */
static void copy_pairs(Assign *a, const guint8 *lane)
{
	gsize n = a->graph->n_switches;
	for (guint32 d = 0; d < a->graph->n_dests; d++)
		for (guint32 v = 0; v < n; v++)
			a->layers->layer[(gsize)d * n + v] = lane[v * n + a->graph->dests[d].vertex];
}

/* Chooses a lane for each route by itself: both directions of a pair may have different lanes. */
static void choose_routes(Assign *a, const LaneMask *legal)
{
	gsize n = a->graph->n_switches;
	for (guint32 d = 0; d < a->graph->n_dests; d++)
		for (guint32 v = 0; v < n; v++) {
			LaneMask mask = legal[(gsize)d * n + v];
			gboolean carries = route_of_hosts(a->graph, v, d) && v != a->graph->dests[d].vertex && mask;
			a->layers->layer[(gsize)d * n + v] = carries ? choose_lane(a, mask, a->graph->hosts[v] + 1) : 0;
		}
}

Layers *lane_assign(const Graph *graph, guint n_lanes, guint n_used, const LaneMask *common, const LaneMask *legal,
		    GError **error)
{
	gsize n = graph->n_switches;
	g_autofree guint8 *lane = g_try_malloc0(n * n + 1);
	g_autoptr(Layers) layers = layers_new(graph, error);
	if (!layers)
		return NULL;
	if (!lane)
		return sssp_error_memory_null(error, "lanes of pairs", n * n);
	Assign assign = {.graph = graph, .n_lanes = n_lanes, .n_used = n_used, .layers = layers};
	if (legal) {
		choose_routes(&assign, legal);
	} else {
		choose_pairs(&assign, common, lane);
		copy_pairs(&assign, lane);
	}
	layers->n_needed = n_lanes;
	for (guint i = 0; i < LAYERS_MAX; i++)
		if (assign.traffic[i])
			layers->n_layers = i + 1;
	return g_steal_pointer(&layers);
}
