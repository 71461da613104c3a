/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Checks at the end that no lane has a cycle, and counts the lanes that are still in use. Most trees have not changed:
 * what they use was in use from the beginning.
 */
#include "core/reroute/work.h"

#include "core/base/error.h"
#include "core/previous/history.h"
#include "core/reroute/changes.h"

/*
 * Checks that all routes are in use, and that what is in use has no cycle. Trees that stay were in use to begin with,
 * except for pairs that had no lane.
 */
gboolean conclude_proof(Reroute *r, GError **error)
{
	if (!history_carry(r->before, r->graph, r->routes, r->layers, r->use, error))
		return FALSE;
	if (r->others)
		return layers_are_proven(r->graph, r->routes, r->layers, NULL, error);
	for (guint32 d = 0; d < r->graph->n_dests; d++)
		if ((r->had_unproven || r->lost[d] || !row_is_untouched(r->before, r->routes, r->layers, d)) &&
		    !lane_use_holds(r->use, r->routes, r->layers, d))
			return FALSE;
	for (guint lane = 0; lane < r->use->n_lanes; lane++) {
		/* checked a second time, by one topological sort instead of the search for each addition */
		r->layers->used[lane] = lane_use_marks(r->use, lane, error);
		if (!r->layers->used[lane] || !cdg_is_acyclic(r->use->turns, r->layers->used[lane], error))
			return FALSE;
	}
	return TRUE;
}

/* Counts the lanes of hosts, those with aggregation nodes, and all. */
static void describe_lanes(const Reroute *r)
{
	const Graph *g = r->graph;
	Layers *layers = r->layers;
	gsize entries = (gsize)g->n_dests * g->n_switches;
	guint highest[FABRIC_N_CLASSES] = {0};
	for (guint32 d = 0; layers->n_layers > 1 && d < g->n_dests; d++)
		for (guint32 v = 0, t = g->dests[d].vertex; v < g->n_switches; v++) {
			guint lane = layers->layer[(gsize)d * g->n_switches + v];
			FabricClass class = pair_of_hosts(g, v, t)   ? FABRIC_HOST
					    : pair_of_ports(g, v, t) ? FABRIC_AGGREGATION
								     : FABRIC_MANAGEMENT;
			if (v != t && route_carries_data(g, v, d) && routes_row(r->routes, d)[v] != ROUTE_NONE)
				highest[class] = MAX(highest[class], lane);
		}
	for (guint class = FABRIC_AGGREGATION; class < FABRIC_N_CLASSES; class ++)
		highest[class] = MAX(highest[class], highest[class - 1]);
	guint16 also = layers_in_any(layers->also, (gsize)g->n_switches * g->n_switches);
	guint had = r->before->layers->n_layers, needed = r->options->previous->vls_needed;
	if (!needed || had > r->before->view.stand->layers->n_layers)
		needed = had; /* not known, or lanes are back */
	layers->n_layers = MAX(highest[FABRIC_MANAGEMENT] + 1, g_bit_storage(also));
	layers->n_needed = layers->n_layers > had ? layers->n_layers : MIN(needed, layers->n_layers);
	for (guint class = 0; class < FABRIC_N_CLASSES; class ++)
		layers->class_lanes[class] = MIN(highest[class] + 1, layers->n_needed);
	if (layers->n_layers == 1)
		g_clear_pointer(&layers->layer, g_free);
	/* Routes that carry no data go to lane 0 where their lane no longer exists. */
	for (gsize i = 0; layers->layer && i < entries; i++)
		layers->layer[i] = layers->layer[i] < layers->n_layers ? layers->layer[i] : 0;
}

void conclude_layers(Reroute *r)
{
	guint64 longer = count_longer_pairs(r->graph, r->hops, r->before, r->routes);
	r->layers->detours =
		r->anew ? MIN(longer, r->options->previous->detours)
			: longer - MIN(longer, longer_for_lanes(r->options->previous, r->before) + r->keep.longer);
	describe_lanes(r);
	layers_count_unproven(r->graph, r->layers);
}
