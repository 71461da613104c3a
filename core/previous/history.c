/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Carries the lanes on which connections were opened over to new routes. A connection keeps its service level, and so
 * its lane, when its pair of switches gets another. So each new route is put into use on the earlier lanes of its pair,
 * too; where that closes a cycle of channel dependencies, the pair loses the lane. Nearly all pairs keep their lane, so
 * whole rows are compared before single pairs are. Also writes such lanes as a list by GUID, and reads it back.
 */
#include "core/previous/history.h"

#include "core/base/error.h"

#include <string.h>

typedef struct {
	const PreviousRoutes *before;
	const Graph *graph;
	const Routes *routes;
	Layers *layers;
	LaneUse *use;
	guint16 *also, *dropped; /* [from][to] */
} History;

static gsize pair_of(const History *h, guint32 v, guint32 dest)
{
	return (gsize)v * h->graph->n_switches + h->graph->dests[dest].vertex;
}

static guint16 own_lane(const History *h, guint32 v, guint32 dest)
{
	const guint8 *layer = h->layers->layer;
	return (guint16)(1u << (layer ? layer[(gsize)dest * h->graph->n_switches + v] : 0));
}

/* Returns the lanes that the stand knows, from a switch of its own to a destination. */
static guint16 lanes_of_stand(const Stand *stand, guint32 v, guint32 dest)
{
	if (v == GRAPH_NONE || dest == GRAPH_NONE || !route_carries_data(stand->graph, v, dest))
		return 0;
	return layers_of_route(stand->graph, stand->layers, v, dest);
}

/* Adds to also[pair] those of `lanes`, from the stand, that the route from v is not on. FALSE: there are none such. */
static gboolean gather_lanes(const History *h, guint32 v, guint32 dest, guint16 lanes)
{
	gsize pair = pair_of(h, v, dest);
	guint16 older = lanes & (guint16)~own_lane(h, v, dest);
	if (v == h->graph->dests[dest].vertex || !older || !layers_pair_is_proven(h->layers, pair) ||
	    !route_carries_data(h->graph, v, dest))
		return FALSE;
	h->also[pair] |= older;
	return TRUE;
}

/* Whether routes to a destination have the lanes that they had, and no connection has others. */
static gboolean is_same(const History *h, guint32 dest)
{
	return !h->before->moved[dest] && !h->before->layers->also &&
	       layers_same_row(h->graph, h->before->layers, h->layers, dest);
}

/* Adds the lanes of pairs that were out of each other's reach to also[pair]; FALSE: there are none such. */
static gboolean gather_back(History *h)
{
	gboolean some = FALSE;
	const guint16 *back = h->before->back;
	for (guint32 d = 0; back && d < h->graph->n_dests; d++)
		for (guint32 v = 0; h->graph->dests[d].is_port && v < h->graph->n_switches; v++) {
			gsize pair = pair_of(h, v, d);
			guint16 lanes = back[pair] & (guint16)~own_lane(h, v, d);
			h->also[pair] |= layers_pair_is_proven(h->layers, pair) ? lanes : 0;
			some = some || lanes;
		}
	return some;
}

/*
 * Adds the older lanes of all pairs to also[pair]; FALSE: nobody may have connections on lanes that new routes are not
 * on. A port that has moved to another switch sends on the SLs that it had where it was, and is sent to on these.
 */
static gboolean gather(History *h)
{
	const StandView *view = &h->before->view;
	const Stand *stand = view->stand;
	const Graph *g = h->graph;
	gboolean some = gather_back(h);
	for (guint32 d = 0; d < g->n_dests; d++) {
		guint32 then = h->before->dest[d];
		if (then == GRAPH_NONE || is_same(h, d))
			continue;
		guint32 there = stand->graph->dests[then].vertex;
		for (guint32 v = 0; v < g->n_switches; v++)
			some |= gather_lanes(h, v, d, lanes_of_stand(stand, view->then[v], then));
		for (guint32 t = 0; h->before->moved[d] && t < g->n_dests; t++)
			some |= gather_lanes(h, g->dests[d].vertex, t,
					     lanes_of_stand(stand, there, h->before->dest[t]));
	}
	return some;
}

/* Puts the route from v into use on a lane. FALSE, with nothing changed: a channel lacks it, or a cycle closes. */
static gboolean add_route(const History *h, guint32 v, guint32 dest, guint lane)
{
	const guint8 *row = routes_row(h->routes, dest);
	if (lane >= h->use->n_lanes)
		return FALSE;
	lane_use_begin(h->use);
	for (guint32 c = route_channel(h->graph, row, v), next; c != GRAPH_NONE; c = next) {
		next = route_channel(h->graph, row, h->graph->to[c]);
		if (graph_has_lane(h->graph, c, lane) && (next == GRAPH_NONE || lane_use_add(h->use, lane, c, next)))
			continue;
		lane_use_undo(h->use);
		return FALSE;
	}
	return TRUE;
}

/*
 * Puts the routes to a destination into use on the older lanes of their pairs, which all LIDs between two switches
 * share.
 */
static void carry_dest(const History *h, guint32 dest)
{
	for (guint32 v = 0; v < h->graph->n_switches; v++) {
		gsize pair = pair_of(h, v, dest);
		guint16 lanes = h->also[pair] & (guint16) ~(h->dropped[pair] | own_lane(h, v, dest));
		for (guint lane = 0; lanes >> lane; lane++)
			if (lanes >> lane & 1 && route_carries_data(h->graph, v, dest) && !add_route(h, v, dest, lane))
				h->dropped[pair] |= (guint16)(1u << lane);
	}
}

/* Fills layers->used with all that is in use, `also` included, for the stand of this routing. */
static gboolean leave_used(const History *h, GError **error)
{
	for (guint lane = 0; lane < h->use->n_lanes; lane++) {
		g_free(h->layers->used[lane]);
		if (!(h->layers->used[lane] = lane_use_marks(h->use, lane, error)))
			return FALSE;
	}
	return TRUE;
}

static void carry(History *h)
{
	gsize pairs = (gsize)h->graph->n_switches * h->graph->n_switches;
	for (guint32 d = 0; d < h->graph->n_dests; d++)
		carry_dest(h, d);
	for (gsize i = 0; i < pairs; i++)
		h->also[i] &= (guint16)~h->dropped[i];
	if (layers_in_any(h->also, pairs))
		h->layers->also = g_steal_pointer(&h->also);
	if (layers_in_any(h->dropped, pairs))
		h->layers->dropped = g_steal_pointer(&h->dropped);
}

gboolean history_carry(const PreviousRoutes *before, const Graph *graph, const Routes *routes, Layers *layers,
		       LaneUse *use, GError **error)
{
	GError *failure = NULL;
	gsize pairs = (gsize)graph->n_switches * graph->n_switches;
	History h = {.before = before, .graph = graph, .routes = routes, .layers = layers, .use = use};
	g_clear_pointer(&layers->also, g_free);
	g_clear_pointer(&layers->dropped, g_free);
	g_clear_pointer(&layers->back, g_free);
	h.also = g_try_new0(guint16, pairs + 1);
	h.dropped = g_try_new0(guint16, pairs + 1);
	layers->back = before->back ? g_try_new(guint16, pairs + 1) : NULL;
	if (layers->back)
		memcpy(layers->back, before->back, pairs * sizeof *before->back);
	/* A routing that was made afresh has no LaneUse; nothing is carried over where a lane has a cycle. */
	if (!h.also || !h.dropped || (before->back && !layers->back))
		sssp_error_memory(&failure, "lanes of pairs", pairs * sizeof *h.also);
	else if (gather(&h) && (use || (h.use = lane_use_new(graph, routes, LAYERS_OF_ALL, layers, &failure)))) {
		/* A multicast tree that was found beside the routes comes first. */
		if (!use && layers->tree)
			lane_use_add_tree(h.use, 0, layers->tree);
		carry(&h);
		if (!use)
			leave_used(&h, &failure);
	}
	g_free(h.also);
	g_free(h.dropped);
	if (!use)
		lane_use_free(h.use);
	return sssp_error_pass(error, failure);
}

/* ---- as a list */

GArray *history_list(const Graph *graph, const Layers *layers)
{
	gsize n = graph->n_switches;
	GArray *list = layers->also ? g_array_new(FALSE, FALSE, sizeof(SlOlder)) : NULL;
	for (gsize i = 0; list && i < n * n; i++)
		if (layers->also[i])
			g_array_append_vals(list, &(SlOlder){graph->guid[i / n], graph->guid[i % n], layers->also[i]},
					    1);
	return list;
}

gboolean history_read_list(const Graph *graph, const GArray *older, Layers *layers, GError **error)
{
	gsize n = graph->n_switches;
	if (!older || !older->len)
		return TRUE;
	if (!(layers->also = g_try_new0(guint16, n * n + 1)))
		return sssp_error_memory(error, "lanes of pairs", n * n * sizeof(guint16));
	for (guint i = 0; i < older->len; i++) {
		const SlOlder *pair = &g_array_index(older, SlOlder, i);
		guint32 s = graph_find(graph, pair->from), t = graph_find(graph, pair->to);
		if (s == GRAPH_NONE || t == GRAPH_NONE)
			continue;
		layers->also[s * n + t] = pair->sls;
		for (guint lane = layers->n_layers; pair->sls >> lane; lane++)
			layers->n_layers = lane + 1;
	}
	return TRUE;
}
