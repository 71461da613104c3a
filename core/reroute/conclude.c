/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Checks the result of a rerouting: all turns that routes make on their lanes are in use (r->use), and what is in use
 * has no cycle. Most trees have not changed, and what they use was in use from the beginning; so only changed ones are
 * walked. Before the check, lanes on which connections were opened earlier are put into use as well (history.h). Also
 * counts the lanes that routes and connections are on.
 */
#include "core/reroute/work.h"

#include "core/base/error.h"
#include "core/previous/history.h"
#include "core/reroute/changes.h"

/*
 * Whether all routes to a destination are in use. Those that are what they were, on the same lanes, were in use to
 * begin with, except where pairs had no lane or r->whole says so. list[n_switches] and differs[n_switches] are scratch.
 */
static gboolean is_in_use(const Reroute *r, guint32 dest, guint32 *list, guint8 *differs)
{
	const guint8 *row = routes_row(r->routes, dest), *then = routes_row(r->before->routes, dest);
	if (r->had_unproven || (r->whole && r->lost[dest]) || r->before->moved[dest] ||
	    !layers_same_row(r->graph, r->layers, r->before->layers, dest))
		return lane_use_holds(r->use, r->routes, r->layers, dest, NULL);
	return !routes_find_differing(r->graph, row, then, list, differs) ||
	       lane_use_holds(r->use, r->routes, r->layers, dest, differs);
}

/* Checks that all routes are in use, and that what is in use has no cycle. */
gboolean conclude_proof(Reroute *r, GError **error)
{
	if (!history_carry(r->before, r->graph, r->routes, r->layers, r->use, error))
		return FALSE;
	if (r->others)
		return layers_are_proven(r->graph, r->routes, r->layers, NULL, error);
	g_autoptr(Arena) arena = arena_new();
	guint32 *list = arena_new_array(arena, guint32, r->graph->n_switches);
	guint8 *differs = arena_new_array(arena, guint8, r->graph->n_switches);
	if (!arena_check(arena, "switches", error))
		return FALSE;
	for (guint32 d = 0; d < r->graph->n_dests; d++)
		if (!is_in_use(r, d, list, differs))
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
