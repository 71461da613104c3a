/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Draws events, and hides what a subnet manager does not see meanwhile. */
#include "tests/core/exchange/exchange_sight.h"

#include <string.h>

/* Mostly switches that go and come back, with all else in between. */
static RerouteKind draw(RerouteState *state)
{
	guint die = (guint)g_rand_int_range(state->rand, 0, 6);
	return die < 2 && state->dead < 2 ? REROUTE_DIE : die < 4 ? REROUTE_REVIVE : reroute_draw(state);
}

static gboolean is_cable_to_switch(const ExchangeEvents *e, guint32 port)
{
	const Fabric *base = e->state->base;
	guint32 peer = e->state->peer[port];
	return peer != FABRIC_NONE && fabric_is_switch(base, base->ports[peer].node);
}

/* Those of a switch's neighbours that are there are seen, too, as long as there are `left`. */
static void see_next(const ExchangeEvents *e, guint32 node, GArray *seen, guint *left)
{
	const FabricNode *n = &e->state->base->nodes[node];
	for (guint32 port = n->first_port + 1; *left && port <= n->first_port + n->n_ports; port++) {
		guint32 next =
			is_cable_to_switch(e, port) ? e->state->base->ports[e->state->peer[port]].node : FABRIC_NONE;
		if (next == FABRIC_NONE || e->whole[next] || !e->state->gone[next])
			continue;
		e->state->gone[next] = 0;
		g_array_append_val(seen, next);
		--*left;
	}
}

/* Hosts that were there are seen where their switch is. */
static void see_hosts(const ExchangeEvents *e)
{
	const Fabric *base = e->state->base;
	for (guint32 port = 0; port < base->n_ports; port++) {
		guint32 node = base->ports[port].node;
		if (!fabric_is_switch(base, node) && !e->whole[node] && is_cable_to_switch(e, port))
			e->state->gone[node] = e->state->gone[base->ports[e->state->peer[port]].node];
	}
}

/* What is left for a subnet manager: its own switch, and those nearest to it, with their hosts. */
static void lose_sight(const ExchangeEvents *e)
{
	const Fabric *base = e->state->base;
	guint left = e->sight == SEES_HALF ? base->n_switches / 2 : 0;
	g_autoptr(GArray) seen = g_array_new(FALSE, FALSE, sizeof(guint32));
	memcpy(e->whole, e->state->gone, base->n_nodes);
	memset(e->state->gone, 1, base->n_nodes);
	e->state->gone[e->own] = 0;
	g_array_append_val(seen, e->own);
	for (guint i = 0; i < seen->len; i++)
		see_next(e, g_array_index(seen, guint32, i), seen, &left);
	see_hosts(e);
}

/* An event that leaves the subnet manager's own switch. */
static void happen_one(const ExchangeEvents *e)
{
	RerouteState *state = e->state;
	while (!reroute_happen(state, draw(state)))
		continue;
	if (e->sight == SEES_MOST || !state->gone[e->own])
		return;
	state->gone[e->own] = 0;
	state->dead--;
}

void exchange_sight_happen(const ExchangeEvents *e, guint i)
{
	RerouteState *state = e->state;
	guint at_once = (guint)g_rand_int_range(state->rand, 1, 3);
	if (e->sight != SEES_MOST && i % 3 == 1)
		lose_sight(e);
	else if (e->sight != SEES_MOST && i % 3 == 0)
		memcpy(state->gone, e->whole, state->base->n_nodes);
	for (guint j = 0; j < at_once && (e->sight == SEES_MOST || i % 3 == 0); j++)
		happen_one(e);
}
