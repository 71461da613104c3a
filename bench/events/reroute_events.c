/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Makes the fabric after an event anew from what is left, as a sweep does, so that nothing of what is gone stays. */
#include "bench/events/reroute.h"

#include <string.h>

#define TRIES 1000
#define FEW_CUT 50  /* of so many cables one may be cut at a time, in a row of events */
#define FEW_LEFT 20 /* the same of hosts */
#define MOST_DEAD 2

const char *const reroute_kind_names[REROUTE_KINDS] = {
	[REROUTE_CUT] = "a cable between switches cut",
	[REROUTE_BACK] = "the cable comes back",
	[REROUTE_LEAVE] = "a host leaves",
	[REROUTE_APPEAR] = "a host appears",
	[REROUTE_DIE] = "a spine switch dies",
	[REROUTE_REVIVE] = "the switch comes back",
	[REROUTE_MOVE] = "two hosts change places",
};

RerouteState *reroute_state_new(const Fabric *base, guint32 seed)
{
	RerouteState *state = g_new0(RerouteState, 1);
	state->base = base;
	state->peer = g_new(guint32, base->n_ports);
	state->gone = g_new(guint8, base->n_nodes);
	state->rand = g_rand_new_with_seed(seed);
	reroute_state_reset(state, seed);
	return state;
}

void reroute_state_free(RerouteState *state)
{
	if (!state)
		return;
	g_free(state->peer);
	g_free(state->gone);
	g_rand_free(state->rand);
	g_free(state);
}

void reroute_state_reset(RerouteState *state, guint32 seed)
{
	g_rand_set_seed(state->rand, seed);
	for (guint32 i = 0; i < state->base->n_ports; i++)
		state->peer[i] = state->base->ports[i].peer;
	memset(state->gone, 0, state->base->n_nodes);
	state->cut = state->left = state->dead = 0;
}

static gboolean is_switch_port(const Fabric *base, guint32 port)
{
	return base->ports[port].num && fabric_is_switch(base, base->ports[port].node);
}

/* Whether a cable between switches stands at this port, of which this is the lower end. */
static gboolean is_cable(const RerouteState *state, guint32 port, const guint32 *peer)
{
	const Fabric *base = state->base;
	return peer[port] != FABRIC_NONE && port < peer[port] && is_switch_port(base, port) &&
	       is_switch_port(base, peer[port]) && base->ports[port].node != base->ports[peer[port]].node &&
	       !state->gone[base->ports[port].node] && !state->gone[base->ports[peer[port]].node];
}

/* ---- connectivity */

static guint32 find(guint32 *parent, guint32 node)
{
	while (parent[node] != node)
		node = parent[node] = parent[parent[node]];
	return node;
}

static gboolean is_connected(const RerouteState *state)
{
	const Fabric *base = state->base;
	g_autofree guint32 *parent = g_new(guint32, base->n_nodes);
	guint32 pieces = 0;
	for (guint32 i = 0; i < base->n_nodes; i++) {
		parent[i] = i;
		pieces += fabric_is_switch(base, i) && !state->gone[i];
	}
	for (guint32 port = 0; port < base->n_ports; port++) {
		if (!is_cable(state, port, state->peer))
			continue;
		guint32 a = find(parent, base->ports[port].node);
		guint32 b = find(parent, base->ports[state->peer[port]].node);
		pieces -= a != b;
		parent[a] = b;
	}
	return pieces == 1;
}

/* ---- events */

static void join(RerouteState *state, guint32 a, guint32 b)
{
	state->peer[a] = b;
	state->peer[b] = a;
}

/* One of the items that `fits` takes, all being as likely; FABRIC_NONE without such. */
static guint32 draw(RerouteState *state, guint32 n, gboolean (*fits)(const RerouteState *, guint32))
{
	guint32 drawn = FABRIC_NONE, seen = 0;
	for (guint32 i = 0; i < n; i++)
		if (fits(state, i) && g_rand_int_range(state->rand, 0, (gint32)++seen) == 0)
			drawn = i;
	return drawn;
}

static gboolean may_be_cut(const RerouteState *state, guint32 port)
{
	return is_cable(state, port, state->peer);
}

static gboolean cut(RerouteState *state)
{
	for (guint try = 0; try < TRIES; try++) {
		guint32 port = draw(state, state->base->n_ports, may_be_cut);
		if (port == FABRIC_NONE)
			return FALSE;
		guint32 peer = state->peer[port];
		state->peer[port] = state->peer[peer] = FABRIC_NONE;
		state->last = port;
		if (is_connected(state)) {
			state->cut++;
			return TRUE;
		}
		join(state, port, peer);
	}
	return FALSE;
}

static gboolean was_cut(const RerouteState *state, guint32 port)
{
	guint32 peer = state->base->ports[port].peer;
	return peer != FABRIC_NONE && state->peer[port] == FABRIC_NONE && state->peer[peer] == FABRIC_NONE &&
	       is_switch_port(state->base, port) && is_switch_port(state->base, peer);
}

static gboolean back(RerouteState *state)
{
	guint32 port = draw(state, state->base->n_ports, was_cut);
	if (port == FABRIC_NONE)
		return FALSE;
	join(state, port, state->base->ports[port].peer);
	state->cut--;
	return TRUE;
}

/* The switch of a CA with one cable, FABRIC_NONE of other nodes. */
static guint32 switch_of(const RerouteState *state, guint32 node, guint32 *at)
{
	const FabricNode *n = &state->base->nodes[node];
	guint32 found = FABRIC_NONE;
	if (n->type != FABRIC_CA || n->aggregation)
		return FABRIC_NONE;
	for (guint32 port = n->first_port + 1; port <= n->first_port + n->n_ports; port++) {
		if (state->peer[port] == FABRIC_NONE)
			continue;
		if (found != FABRIC_NONE || !is_switch_port(state->base, state->peer[port]))
			return FABRIC_NONE;
		found = state->base->ports[state->peer[port]].node;
		*at = port;
	}
	return found;
}

static gboolean is_host(const RerouteState *state, guint32 node)
{
	guint32 port, at = switch_of(state, node, &port);
	return !state->gone[node] && at != FABRIC_NONE && !state->gone[at];
}

static gboolean has_left(const RerouteState *state, guint32 node)
{
	guint32 port, at = switch_of(state, node, &port);
	return state->gone[node] && at != FABRIC_NONE && !state->gone[at];
}

static gboolean leave(RerouteState *state)
{
	guint32 node = draw(state, state->base->n_nodes, is_host);
	if (node == FABRIC_NONE)
		return FALSE;
	state->gone[node] = TRUE;
	state->left++;
	return TRUE;
}

static gboolean appear(RerouteState *state)
{
	guint32 node = draw(state, state->base->n_nodes, has_left);
	if (node == FABRIC_NONE)
		return FALSE;
	state->gone[node] = FALSE;
	state->left--;
	return TRUE;
}

static gboolean has_hosts(const RerouteState *state, guint32 node)
{
	const FabricNode *n = &state->base->nodes[node];
	for (guint32 port = n->first_port + 1; port <= n->first_port + n->n_ports; port++)
		if (state->peer[port] != FABRIC_NONE &&
		    state->base->nodes[state->base->ports[state->peer[port]].node].type != FABRIC_SWITCH)
			return TRUE;
	return FALSE;
}

static gboolean is_spine(const RerouteState *state, guint32 node)
{
	return fabric_is_switch(state->base, node) && !state->gone[node] && !has_hosts(state, node);
}

static gboolean is_alive(const RerouteState *state, guint32 node)
{
	return fabric_is_switch(state->base, node) && !state->gone[node];
}

static gboolean is_dead(const RerouteState *state, guint32 node)
{
	return fabric_is_switch(state->base, node) && state->gone[node];
}

static gboolean die(RerouteState *state)
{
	for (guint try = 0; try < TRIES; try++) {
		guint32 node = draw(state, state->base->n_nodes, is_spine);
		if (node == FABRIC_NONE)
			node = draw(state, state->base->n_nodes, is_alive);
		if (node == FABRIC_NONE)
			return FALSE;
		state->gone[node] = TRUE;
		if (is_connected(state)) {
			state->dead++;
			return TRUE;
		}
		state->gone[node] = FALSE;
	}
	return FALSE;
}

static gboolean revive(RerouteState *state)
{
	guint32 node = draw(state, state->base->n_nodes, is_dead);
	if (node == FABRIC_NONE)
		return FALSE;
	state->gone[node] = FALSE;
	state->dead--;
	return TRUE;
}

static gboolean move(RerouteState *state)
{
	guint32 port = 0, other = 0;
	for (guint try = 0; try < TRIES; try++) {
		guint32 a = draw(state, state->base->n_nodes, is_host), b = draw(state, state->base->n_nodes, is_host);
		if (a == FABRIC_NONE || switch_of(state, a, &port) == switch_of(state, b, &other))
			continue;
		guint32 here = state->peer[port], there = state->peer[other];
		join(state, port, there);
		join(state, other, here);
		return TRUE;
	}
	return FALSE;
}

gboolean reroute_happen(RerouteState *state, RerouteKind kind)
{
	static gboolean (*const happen[REROUTE_KINDS])(RerouteState *) = {
		[REROUTE_CUT] = cut, [REROUTE_BACK] = back,     [REROUTE_LEAVE] = leave, [REROUTE_APPEAR] = appear,
		[REROUTE_DIE] = die, [REROUTE_REVIVE] = revive, [REROUTE_MOVE] = move,
	};
	return happen[kind](state);
}

RerouteKind reroute_draw(RerouteState *state)
{
	static const guint8 often[] = {REROUTE_CUT,   REROUTE_CUT,   REROUTE_CUT,    REROUTE_BACK,  REROUTE_BACK,
				       REROUTE_LEAVE, REROUTE_LEAVE, REROUTE_APPEAR, REROUTE_DIE,   REROUTE_REVIVE,
				       REROUTE_MOVE,  REROUTE_CUT,   REROUTE_BACK,   REROUTE_APPEAR};
	const Fabric *base = state->base;
	RerouteKind kind = often[g_rand_int_range(state->rand, 0, G_N_ELEMENTS(often))];
	guint32 cables = 0;
	for (guint32 port = 0; port < base->n_ports; port++)
		cables += is_cable(state, port, state->peer);
	if (kind == REROUTE_CUT && state->cut > MAX(cables / FEW_CUT, 2))
		return REROUTE_BACK;
	if (kind == REROUTE_LEAVE && state->left > MAX(base->n_endpoints / FEW_LEFT, 2))
		return REROUTE_APPEAR;
	if (kind == REROUTE_DIE && state->dead >= MOST_DEAD)
		return REROUTE_REVIVE;
	return kind;
}

/* ---- the fabric of a state */

static gboolean copy_node(const RerouteState *state, Fabric *fabric, guint32 node, guint32 *place, GError **error)
{
	const Fabric *base = state->base;
	const FabricNode *from = &base->nodes[node];
	place[node] = fabric_add_node(fabric, from->type, from->guid, from->n_ports, fabric_name(base, node), error);
	if (place[node] == FABRIC_NONE)
		return FALSE;
	FabricNode *to = &fabric->nodes[place[node]];
	to->system_guid = from->system_guid;
	to->vendor_id = from->vendor_id;
	to->device_id = from->device_id;
	to->enhanced = from->enhanced;
	to->manager = from->manager;
	to->marked = from->marked;
	return TRUE;
}

/* The port of the copy. */
static guint32 port_there(const Fabric *base, const Fabric *fabric, const guint32 *place, guint32 port)
{
	return fabric_port_index(fabric, place[base->ports[port].node], base->ports[port].num);
}

static gboolean copy_port(const RerouteState *state, Fabric *fabric, guint32 port, const guint32 *place, GError **error)
{
	const FabricPort *from = &state->base->ports[port];
	guint32 index = port_there(state->base, fabric, place, port), peer = state->peer[port];
	FabricPort *to = &fabric->ports[index];
	gboolean cabled = peer != FABRIC_NONE && !state->gone[state->base->ports[peer].node];
	to->guid = from->guid;
	to->width = from->width;
	to->speed = from->speed;
	to->vls = from->vls;
	if (cabled || from->num == 0) {
		to->lid = from->lid;
		to->lmc = from->lmc;
	}
	return !cabled || fabric_cable(fabric, index, port_there(state->base, fabric, place, peer), error);
}

Fabric *reroute_fabric(const RerouteState *state, GError **error)
{
	const Fabric *base = state->base;
	g_autoptr(Fabric) fabric = fabric_new();
	g_autofree guint32 *place = g_new(guint32, base->n_nodes);
	for (guint32 i = 0; i < base->n_nodes; i++)
		if (!state->gone[i] && !copy_node(state, fabric, i, place, error))
			return NULL;
	for (guint32 i = 0; i < base->n_ports; i++)
		if (!state->gone[base->ports[i].node] && !copy_port(state, fabric, i, place, error))
			return NULL;
	return fabric_seal(fabric, error) ? g_steal_pointer(&fabric) : NULL;
}
