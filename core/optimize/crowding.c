/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Fills the tables that tell how many flows share each channel, for the routes that a search begins with; change.c
 * updates them. Each flow is followed along its route. Either all hosts of a job send to each other, and flows are
 * counted by class (the hosts of a job on one switch); or a pattern sends, and flows are counted by its rounds
 * (rounds.h).
 */
#include "core/optimize/crowding.h"

/*
 * Counts the flows from the hosts on switch v to destination number i at the switches, channels and turns of their
 * route.
 */
static void count_flows(Crowding *c, const Routes *routes, guint32 i, guint32 v)
{
	const Graph *g = c->graph;
	const Flows *f = c->flows;
	const guint8 *row = routes_row(routes, f->dest[i]);
	gsize at = (gsize)i * g->n_switches;
	guint32 class = flows_class(f, g, f->job[i], v), hosts = class == GRAPH_NONE ? 0 : f->hosts[class];
	guint32 first = c->rounds ? rounds_first(c->rounds, i, v) : 0;
	guint32 sending = c->rounds ? rounds_first(c->rounds, i, v + 1) - first : hosts;
	guint32 all = g->hosts[v], before = GRAPH_NONE, channel;
	gint64 weight = (gint64)hosts * f->weight[f->job[i]];
	for (;; v = g->to[channel], before = channel) {
		c->behind[at + v] += all;
		if (c->sending != c->behind)
			c->sending[at + v] += sending;
		if ((channel = route_channel(g, row, v)) == GRAPH_NONE)
			return;
		c->load[channel] += weight;
		if (before != GRAPH_NONE)
			c->turn_load[cdg_turn(c->turns, before, channel)] += weight;
		if (hosts)
			++*crowding_targets(c, channel, class);
		if (c->rounds)
			rounds_shift(c->rounds, channel, c->rounds->round + first, sending, 1);
	}
}

/* Whether all hosts send to all others. */
static gboolean all_send(const Graph *graph, const Flows *flows)
{
	guint32 n = 0;
	for (guint32 class = 0; flows->n_jobs == 1 && class < flows->n_classes; class ++)
		n += flows->hosts[class];
	return flows->n_jobs == 1 && n == graph->n_hosts;
}

static gboolean make_room(Crowding *c, GError **error)
{
	gsize rows = (gsize)c->flows->n_dests * c->graph->n_switches;
	gsize pairs = (gsize)c->graph->n_channels * c->flows->n_classes;
	c->load = arena_new_array0(c->arena, gint64, c->graph->n_channels);
	c->turn_load = arena_new_array0(c->arena, gint64, c->turns->first[c->graph->n_channels]);
	c->targets = arena_new_array0(c->arena, guint16, pairs);
	c->behind = arena_new_array0(c->arena, guint32, rows);
	c->sending = !c->rounds && all_send(c->graph, c->flows) ? c->behind : arena_new_array0(c->arena, guint32, rows);
	return arena_check(c->arena, "what is on each channel", error);
}

Crowding *crowding_new(const Graph *graph, const CdgTurns *turns, const Flows *flows, const Routes *routes,
		       StopCheck *stop, GError **error)
{
	g_autoptr(Crowding) c = g_new0(Crowding, 1);
	c->arena = arena_new();
	c->graph = graph;
	c->flows = flows;
	c->turns = turns;
	c->rounds = flows->rounds;
	if (!make_room(c, error))
		return NULL;
	for (guint32 i = 0; i < flows->n_dests; i++) {
		if (stop_wanted(stop))
			return NULL;
		for (guint32 v = 0; v < graph->n_switches; v++)
			if (graph->hosts[v] && v != graph->dests[flows->dest[i]].vertex &&
			    routes_row(routes, flows->dest[i])[v] != ROUTE_NONE)
				count_flows(c, routes, i, v);
	}
	return g_steal_pointer(&c);
}

void crowding_free(Crowding *crowding)
{
	if (!crowding)
		return;
	arena_free(crowding->arena);
	g_free(crowding);
}
