/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses the entries (out ports by destination) and lanes of previous tables that stay. An entry on a minimal path
 * leads nearer to the destination, so such entries can be judged one by one. A longer route counts as a whole: all of
 * its entries stay if it arrives, the destination has come no nearer, and there are no further lanes now by which
 * routes of hosts on it might become shorter. Other entries are dropped; a destination that misses one is lost.
 *
 * The lanes of all pairs of switches stay. A switch is settled if an endpoint was on it before, so that it has lanes to
 * and from all others that were there. Pairs that had none are marked as unproven, and find one later.
 */
#include "core/reroute/work.h"

#include "core/base/error.h"

#include <string.h>

typedef struct {
	const StandView *view;
	const Graph *graph;
	const guint8 *hops;
	gboolean has_more_lanes; /* there are lanes that the previous routes did not have */
	guint8 *of_hosts;        /* [n_switches] scratch: 1: routes of hosts cross the switch */
} Keeper;

/* Whether the route from v arrives. More steps than switches mean a loop. */
static gboolean arrives(const Graph *graph, const guint8 *row, guint32 v, guint32 target)
{
	for (guint32 steps = 0; v != target && steps < graph->n_switches; steps++) {
		guint32 c = route_channel(graph, row, v);
		if (c == GRAPH_NONE)
			return FALSE;
		v = graph->to[c];
	}
	return v == target;
}

/*
 * Whether a longer route from v to switch t is to be looked for anew: more lanes may shorten it, or the path is shorter
 * now than before, or one of the switches is new.
 */
static gboolean is_outdated(const Keeper *k, guint32 v, guint32 t)
{
	const Stand *stand = k->view->stand;
	guint32 from = k->view->then[v], to = k->view->then[t];
	if ((k->of_hosts[v] && k->has_more_lanes) || from == GRAPH_NONE || to == GRAPH_NONE)
		return TRUE;
	return stand->hops[(gsize)from * stand->graph->n_switches + to] > k->hops[(gsize)v * k->graph->n_switches + t];
}

/* Keeps the longer routes that still arrive, of switches that `longer` marks; drops the entries of the others. */
static void keep_longer(const Keeper *k, guint8 *longer, guint8 *row, guint32 dest, guint8 *lost)
{
	const Graph *g = k->graph;
	guint32 target = g->dests[dest].vertex;
	memset(k->of_hosts, 0, g->n_switches);
	for (guint32 v = 0; v < g->n_switches; v++)
		if (route_of_hosts(g, v, dest))
			route_mark(g, row, v, k->of_hosts);
	for (guint32 v = 0; v < g->n_switches; v++)
		if (longer[v] && is_outdated(k, v, target))
			row[v] = ROUTE_NONE;
	/* Routes over the entries dropped above do not arrive; no other route needs the entries dropped here. */
	for (guint32 v = 0; v < g->n_switches; v++)
		if (longer[v] && !arrives(g, row, v, target)) {
			row[v] = ROUTE_NONE;
			*lost = TRUE;
		}
}

/* Keeps the entries of one destination, and sets `*lost` where one is missing; `longer` is scratch. */
static void keep_tree(const Keeper *k, guint32 dest, guint8 *longer, guint8 *row, guint8 *lost)
{
	const Graph *g = k->graph;
	guint32 target = g->dests[dest].vertex;
	const guint8 *near = k->hops + (gsize)target * g->n_switches;
	for (guint32 v = 0; v < g->n_switches; v++) {
		guint32 c = route_channel(g, row, v);
		longer[v] = FALSE;
		/* Where no path is possible, no entry is missing. */
		if (v == target || near[v] == GRAPH_FAR) {
			row[v] = v == target ? 0 : ROUTE_NONE;
		} else if (c == GRAPH_NONE || near[g->to[c]] == GRAPH_FAR) {
			row[v] = ROUTE_NONE;
			*lost = TRUE;
		} else {
			longer[v] = near[g->to[c]] >= near[v];
		}
	}
	if (memchr(longer, 1, g->n_switches))
		keep_longer(k, longer, row, dest, lost);
}

gboolean keep_entries(Reroute *r, guint max_lanes, GError **error)
{
	const PreviousRoutes *before = r->before;
	gsize n = r->graph->n_switches;
	gboolean more = max_lanes > before->layers->n_layers;
	/* Of steady destinations (previous.h) all entries stay, unless new lanes might shorten longer routes. */
	gboolean steady = !(more && before->view.stand->nonminimal_pairs);
	g_autofree guint8 *longer = g_try_malloc(n + 1), *hosts = g_try_malloc(n + 1);
	if (!longer || !hosts)
		return sssp_error_memory(error, "longer routes", n);
	const Keeper keeper = {&before->view, r->graph, r->hops, more, hosts};
	for (guint32 d = 0; d < r->graph->n_dests; d++) {
		r->lost[d] = 0;
		memcpy(routes_row(r->routes, d), routes_row(before->routes, d), n);
		if (!steady || !before->steady[d])
			keep_tree(&keeper, d, longer, routes_row(r->routes, d), &r->lost[d]);
	}
	return TRUE;
}

/* ---- lanes: two switches have one for all LIDs between them, so a new LID takes that of one which was there */

/*
 * The lane that hosts of two switches had for each other before one was away (before->back, a bit a lane): the lowest
 * that both directions had. LAYERS_MAX: there is none, or it is not in use any more.
 */
static guint lane_before(const Reroute *r, guint32 s, guint32 t)
{
	gsize n = r->graph->n_switches;
	guint16 both = r->before->back ? r->before->back[s * n + t] & r->before->back[t * n + s] : 0;
	guint lane = (guint)g_bit_nth_lsf(both, -1);
	return both && lane < r->before->layers->n_layers ? lane : LAYERS_MAX;
}

gboolean keep_unsettled(Reroute *r, const guint8 *settled, GError **error)
{
	const guint32 *then = r->before->view.then;
	gsize n = r->graph->n_switches;
	for (guint32 s = 0; s < n; s++)
		for (guint32 t = s + 1; t < n; t++) {
			gboolean had_one =
				settled && then[s] != GRAPH_NONE && then[t] != GRAPH_NONE && (settled[s] || settled[t]);
			if (had_one || !pair_carries_data(r->graph, s, t) || r->hops[s * n + t] == GRAPH_FAR ||
			    (settled && lane_before(r, s, t) != LAYERS_MAX))
				continue;
			if (!layers_need_unproven(r->graph, r->layers, error))
				return FALSE;
			layers_unprove(r->graph, r->layers, s, t);
		}
	return TRUE;
}

/*
 * Finds the first destination on each switch that was there before; GRAPH_NONE (all bits set): there is none. Counting
 * down leaves the first. Sets settled[n_switches] to 1 where one is an endpoint: there are lanes to and from the
 * switch.
 */
static void find_examples(const Reroute *r, guint32 *example, guint8 *settled)
{
	memset(example, 0xff, r->graph->n_switches * sizeof *example);
	memset(settled, 0, r->graph->n_switches);
	for (guint32 d = r->graph->n_dests; d-- > 0;) {
		const GraphDest *dest = &r->graph->dests[d];
		if (r->before->dest[d] == GRAPH_NONE || r->before->moved[d])
			continue;
		example[dest->vertex] = d;
		settled[dest->vertex] |= dest->is_port;
	}
}

/*
 * Gives new LIDs on a switch the lanes of one that was there, or of the path back from the other switch; without
 * either, lane 0.
 */
static void lend_lanes(const Reroute *r, const guint32 *example)
{
	gsize n = r->graph->n_switches;
	guint8 *layer = r->layers->layer;
	for (guint32 d = 0; layer && d < r->graph->n_dests; d++) {
		guint32 t = r->graph->dests[d].vertex;
		if (r->before->dest[d] != GRAPH_NONE && !r->before->moved[d])
			continue;
		for (guint32 v = 0; v < n; v++) {
			guint32 there = example[t], back = example[v];
			layer[d * n + v] = there != GRAPH_NONE  ? layer[there * n + v]
					   : back != GRAPH_NONE ? layer[back * n + t]
								: 0;
		}
	}
}

/* Hosts that are back go on with the lanes that they had, as far as these are there still. */
static gboolean give_back(const Reroute *r, GError **error)
{
	gsize n = r->graph->n_switches;
	guint16 there = (guint16)((1u << r->before->layers->n_layers) - 1);
	Layers *layers = r->layers;
	if (!r->before->back)
		return TRUE;
	if (!layers->also && !(layers->also = g_try_new0(guint16, n * n + 1)))
		return sssp_error_memory(error, "lanes of pairs", n * n * sizeof *layers->also);
	for (guint32 d = 0; d < r->graph->n_dests; d++)
		for (guint32 v = 0, t = r->graph->dests[d].vertex; v < n; v++) {
			guint lane = lane_before(r, v, t);
			if (lane == LAYERS_MAX)
				continue;
			if (layers->layer)
				layers->layer[d * n + v] = (guint8)lane;
			layers->also[v * n + t] |= r->before->back[v * n + t] & there & (guint16) ~(1u << lane);
		}
	return TRUE;
}

gboolean keep_lanes(Reroute *r, GError **error)
{
	gsize n = r->graph->n_switches;
	g_autofree guint8 *settled = g_try_malloc(n + 1);
	g_autofree guint32 *example = g_try_new(guint32, n + 1);
	if (!settled || !example)
		return sssp_error_memory(error, "switches", n * sizeof(guint32));
	if (!(r->layers = layers_copy(r->graph, r->before->layers, error)))
		return FALSE;
	if (!r->layers->layer && r->options->max_lanes > 1 &&
	    !(r->layers->layer = g_try_malloc0(r->graph->n_dests * n + 1)))
		return sssp_error_memory(error, "layers", r->graph->n_dests * n);
	r->layers->in_use = TRUE;
	find_examples(r, example, settled);
	lend_lanes(r, example);
	if (!give_back(r, error))
		return FALSE;
	if (r->freely)
		g_clear_pointer(&r->layers->also, g_free);
	return keep_unsettled(r, settled, error);
}
