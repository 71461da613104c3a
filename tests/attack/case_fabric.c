/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "core/fabric/fabric_class.h"
#include "tests/attack/attack.h"

void case_take_fabric(Case *c, const Fabric *fabric)
{
	for (guint32 i = 0; i < fabric->n_nodes; i++) {
		const FabricNode *node = &fabric->nodes[i];
		guint32 at = case_add_node(c, node->type, node->guid, node->n_ports);
		case_node(c, at)->manager = node->manager;
		case_node(c, at)->enhanced = node->enhanced;
		case_node(c, at)->aggregation = node->aggregation;
	}
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		const FabricPort *a = &fabric->ports[i], *b = &fabric->ports[a->peer == FABRIC_NONE ? i : a->peer];
		CaseCable cable = {.a = a->node, .b = b->node, .port_a = a->num, .port_b = b->num};
		cable.width = a->width;
		cable.speed = a->speed;
		cable.vls = a->vls;
		if (a->peer != FABRIC_NONE && a->peer > i)
			case_add_cable(c, cable);
	}
}

/* ---- and back */

/* Whether the first so many events leave the cable where it is. */
static gboolean is_there(const Case *c, const CaseCable *cable, guint events)
{
	guint away_a = 0, away_b = 0, away = 0;
	for (guint i = 0; i < events; i++) {
		const CaseEvent *event = &g_array_index(c->events, CaseEvent, i);
		gboolean at_a = event->guid == case_node(c, cable->a)->guid;
		gboolean at_b = event->guid == case_node(c, cable->b)->guid;
		away_a += at_a && !event->port;
		away_b += at_b && !event->port;
		away += (at_a && event->port && event->port == cable->port_a) ||
			(at_b && event->port && event->port == cable->port_b);
	}
	return away_a % 2 == 0 && away_b % 2 == 0 && away % 2 == 0;
}

static void add_cables(const Case *c, guint events, Fabric *fabric)
{
	for (guint i = 0; i < c->cables->len; i++) {
		const CaseCable *cable = case_cable(c, i);
		guint32 a = fabric_port_index(fabric, cable->a, cable->port_a);
		guint32 b = fabric_port_index(fabric, cable->b, cable->port_b);
		if (!is_there(c, cable, events) || !fabric_cable(fabric, a, b, NULL))
			continue;
		fabric->ports[a].width = fabric->ports[b].width = cable->width;
		fabric->ports[a].speed = fabric->ports[b].speed = cable->speed % FABRIC_N_SPEEDS;
		fabric->ports[a].vls = fabric->ports[b].vls = cable->vls;
	}
}

/* LIDs far apart and in no order, the same at each call; what finds its place taken is left for later. */
static void scatter_lids(const Case *c, Fabric *fabric)
{
	enum { TRIES = 20, BLOCK = 1 << FABRIC_MAX_LMC, BLOCKS = FABRIC_MAX_LID / BLOCK };
	guint8 taken[BLOCKS + 1] = {1};
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		FabricPort *port = &fabric->ports[i];
		gboolean is_switch = fabric_is_switch(fabric, port->node);
		guint64 hash = (fabric->nodes[port->node].guid + port->num) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
		for (guint try = 0; (is_switch ? !port->num : port->num) && try < TRIES && !port->lid; try++) {
			guint block = (guint)((hash >> (try + 8)) % BLOCKS);
			if (taken[block])
				continue;
			taken[block] = 1;
			port->lid = (guint16)(block * BLOCK);
			port->lmc = (guint8)(is_switch ? 0 : c->wishes.lmc);
		}
	}
}

static void keep_lids(const Fabric *before, Fabric *fabric)
{
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		fabric->ports[i].lid = before->ports[i].lid;
		fabric->ports[i].lmc = before->ports[i].lmc;
	}
}

Fabric *case_fabric(const Case *c, guint events, const Fabric *before)
{
	g_autoptr(Fabric) fabric = fabric_new();
	for (guint32 i = 0; i < c->nodes->len; i++) {
		const CaseNode *node = case_node(c, i);
		const char *name = node->aggregation ? FABRIC_AGGREGATION_NAME : "attack";
		if (fabric_add_node(fabric, node->type, node->guid, node->ports, name, NULL) == FABRIC_NONE)
			return NULL;
		fabric->nodes[i].manager = (guint8)node->manager;
		fabric->nodes[i].enhanced = (guint8)node->enhanced;
	}
	add_cables(c, events, fabric);
	if (before)
		keep_lids(before, fabric);
	else if (c->wishes.sparse)
		scatter_lids(c, fabric);
	if (!fabric_assign_lids(fabric, c->wishes.lmc, NULL, NULL) || !fabric_check(fabric, NULL))
		return NULL;
	return g_steal_pointer(&fabric);
}

RoutingOptions case_options(const Case *c, const Fabric *fabric)
{
	const CaseWishes *w = &c->wishes;
	guint budget = routing_vl_budget(fabric, 0);
	return (RoutingOptions){.engine = route_engine_find(w->engine),
				.max_vls = MIN(w->max_vls, budget),
				.asymmetric = w->asymmetric,
				.lmc_routes = (LmcRoutes)w->lmc_routes,
				.no_spread = w->no_spread,
				.spread_ports = !w->no_spread,
				.passes = w->passes,
				.threads = 1,
				.capacities = w->capacities,
				.stand = w->stand,
				.balance = w->stay ? REROUTE_STAY : REROUTE_EVEN,
				.budget = w->budget < 0 ? -1 : w->budget / 100.0,
				.order = (const guint64 *)(gconstpointer)c->order->data,
				.n_order = c->order->len,
				.roots = (const guint64 *)(gconstpointer)c->roots->data,
				.n_roots = c->roots->len,
				.ignored = (const SwitchPort *)(gconstpointer)c->ignored->data,
				.n_ignored = c->ignored->len,
				.jobs = w->jobs ? &c->jobs : NULL};
}
