/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The order of the channels follows what is not served yet. Pairs that it still leaves out get a route of their own,
 * and the order is found anew around these routes.
 */
#include "core/lanes/lane_by_order.h"

#include "core/base/arena.h"
#include "core/base/error.h"
#include "core/lanes/turn_demand.h"
#include "core/lanes/turn_load.h"
#include "core/lanes/lane_growth.h"
#include "core/lanes/channel_order.h"

#include <string.h>

/* Orders found at most; given up when the last brought nothing. */
#define ROUNDS 4
/* One lane alone will not do when its first order leaves out more than one in so many pairs. */
#define HOPELESS_PART 40
/* Routes tried for a pair that an order leaves out. */
#define TRIES 6
#define SEED 7

/* What a pair that no lane serves weighs where one that is served weighs one: the latter only settle what is open. */
#define UNSERVED 128

typedef struct {
	Growth growth;
	guint64 *flow;       /* [turns] */
	guint32 *place;      /* [n_channels] */
	guint32 *best_place; /* of the order that left the fewest pairs out */
	guint64 best;        /* those pairs */
	LaneMask *mask;      /* [from][to] lanes with this one */
	Arena *arena;        /* holds the arrays */
} Ordered;

static gboolean is_unserved(const Growth *growth, gsize pair)
{
	gsize n = growth->graph->n_switches;
	return !growth->plan->covered[pair] && growth->plan->hops[pair] != GRAPH_FAR && pair / n != pair % n &&
	       pair_of_hosts(growth->graph, (guint32)(pair / n), (guint32)(pair % n));
}

/* As many as routes between their hosts; a switch's own LID counts a little. */
static guint32 weight_of(const Growth *growth, gsize pair)
{
	const Graph *g = growth->graph;
	guint32 s = (guint32)(pair / g->n_switches), t = (guint32)(pair % g->n_switches);
	guint32 weight = 1 + TURN_LOAD_HOST * MIN(g->hosts[s], 255) * MIN(g->hosts[t], 255);
	return is_unserved(growth, pair) ? UNSERVED * weight : s != t && pair_of_hosts(g, s, t) ? weight : 0;
}

static gboolean count_demand(Ordered *o, GError **error)
{
	gsize pairs = (gsize)o->growth.graph->n_switches * o->growth.graph->n_switches;
	g_autofree guint32 *weight = g_try_new(guint32, pairs + 1);
	if (!weight)
		return sssp_error_memory(error, "the demand", pairs * sizeof(guint32));
	for (gsize i = 0; i < pairs; i++)
		weight[i] = weight_of(&o->growth, i);
	return turn_demand_count(o->growth.lanes->turns, weight, o->flow, error);
}

/* What the plain routes make of the turns, those first that have no lane. */
static gboolean count_routes(Ordered *o, GError **error)
{
	const Growth *growth = &o->growth;
	guint32 n = growth->lanes->turns->first[growth->graph->n_channels];
	g_autofree TurnLoad *load = g_try_new0(TurnLoad, n + 1);
	if (!load)
		return sssp_error_memory(error, "loads of turns", n * sizeof(TurnLoad));
	if (!turn_load_count(growth->lanes, growth->graph, growth->plan->routes, load, error))
		return FALSE;
	for (guint32 i = 0; i < n; i++)
		o->flow[i] = load[i].unserved * UNSERVED + load[i].all;
	return TRUE;
}

/* Pairs that neither the lanes before nor this one serve. */
static gboolean count_left(Ordered *o, guint64 *left, GError **error)
{
	Growth *growth = &o->growth;
	gsize pairs = (gsize)growth->graph->n_switches * growth->graph->n_switches;
	growth->lanes->n_lanes++;
	gboolean fine = lane_set_cover(growth->lanes, growth->graph, o->mask, error);
	growth->lanes->n_lanes--;
	*left = 0;
	for (gsize i = 0; fine && i < pairs; i++)
		*left += is_unserved(growth, i) && !(o->mask[i] & growth->bit);
	return fine;
}

/* A route for each pair left out, as far as those there are leave it a way. FALSE when there was none for any. */
static gboolean add_routes(Ordered *o, GRand *rand)
{
	Growth *growth = &o->growth;
	gsize n = growth->graph->n_switches;
	guint32 route[GRAPH_FAR], n_turns = growth->lanes->turns->first[growth->graph->n_channels];
	gboolean progress = FALSE;
	for (guint32 i = 0; i < n_turns; i++)
		if (!growth->cdg->count[i])
			growth->lanes->allowed[i] &= (LaneMask)~growth->bit;
	growth->end = growth->cdg->looked + GROWTH_STEP_EFFORT;
	for (gsize i = 0; i < n * n; i++) {
		guint32 s = (guint32)(i / n), t = (guint32)(i % n);
		if (!is_unserved(growth, i) || (o->mask[i] & growth->bit) || (growth->mirrored && t < s))
			continue;
		gboolean found = FALSE;
		for (guint k = 0; !found && k < TRIES && growth->cdg->looked < growth->end; k++)
			found = growth_allow_route(growth, route, growth_draw_route(growth, s, t, rand, route));
		progress |= found;
	}
	return progress;
}

static gboolean find_orders(Ordered *o, GError **error)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(SEED);
	gsize size = o->growth.graph->n_channels * sizeof(guint32);
	guint64 pairs = (guint64)o->growth.graph->n_switches * o->growth.graph->n_switches;
	for (guint round = 0; round < ROUNDS; round++) {
		guint64 left = 0;
		if (!channel_order_find(o->growth.lanes->turns, o->flow, o->growth.cdg->count, o->growth.mirrored,
					o->place, error))
			return FALSE;
		lane_set_allow_forward(o->growth.lanes, o->growth.bit, o->place);
		if (!o->growth.plan->cover)
			return TRUE;
		if (!count_left(o, &left, error))
			return FALSE;
		if (left < o->best)
			memcpy(o->best_place, o->place, size);
		gboolean better = left < o->best;
		o->best = MIN(left, o->best);
		gboolean hopeless = o->growth.lanes->n_lanes == 0 && left > pairs / HOPELESS_PART;
		if (!left || !better || hopeless || !add_routes(o, rand))
			break;
	}
	lane_set_allow_forward(o->growth.lanes, o->growth.bit, o->best_place);
	return TRUE;
}

static gboolean allocate(Ordered *o, GError **error)
{
	const Graph *g = o->growth.graph;
	gsize pairs = (gsize)g->n_switches * g->n_switches, turns = o->growth.lanes->turns->first[g->n_channels];
	o->flow = arena_new_array0(o->arena, guint64, turns + 1);
	o->place = arena_new_array0(o->arena, guint32, g->n_channels + 1);
	o->best_place = arena_new_array0(o->arena, guint32, g->n_channels + 1);
	o->mask = arena_new_array0(o->arena, LaneMask, pairs + 1);
	return arena_check(o->arena, "a lane", error);
}

gboolean lane_by_order(LaneSet *lanes, const LanePlan *plan, GError **error)
{
	g_autoptr(Cdg) cdg = cdg_new(lanes->turns, error);
	if (!cdg)
		return FALSE;
	g_autoptr(Arena) arena = arena_new();
	Ordered o = {.growth = {.lanes = lanes,
				.plan = plan,
				.graph = plan->graph,
				.cdg = cdg,
				.bit = (LaneMask)(1u << lanes->n_lanes),
				.mirrored = !plan->one_way},
		     .best = G_MAXUINT64,
		     .arena = arena};
	gboolean fine = allocate(&o, error) && (!plan->spanning_tree || growth_allow_tree(&o.growth, error));
	cdg->search_limit = plan->search_limit;
	fine = fine && (plan->aim == LANE_FOR_DEMAND ? count_demand(&o, error) : count_routes(&o, error)) &&
	       find_orders(&o, error);
	lanes->n_lanes += fine ? 1 : 0;
	return fine;
}
