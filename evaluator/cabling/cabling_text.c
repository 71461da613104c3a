/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Says in words what to do at the racks: each order as a sentence that names nodes and ports, and the kinds of orders.
 */
#include "evaluator/cabling/cabling.h"

const char *cabling_kind_name(CablingKind kind)
{
	static const char *const name[] = {"swapped",      "moved",      "missing", "extra",  "slow",
					   "node_missing", "node_extra", "renamed", "no_port"};
	return name[kind];
}

static char *port_text(const Fabric *fabric, guint32 port)
{
	return g_strdup_printf("%s port %u", fabric_name_at(fabric, port), fabric->ports[port].num);
}

static char *link_text(const FabricPort *port)
{
	return g_strdup_printf("%ux%s", port->width, fabric_speed_name(port->speed));
}

static char *node_text(const Cabling *c, const CablingOrder *o)
{
	const char *first = o->kind == CABLING_NODE_EXTRA || o->kind == CABLING_NO_PORT ? fabric_name(c->now, o->a)
											: fabric_name(c->plan, o->a);
	if (o->kind == CABLING_NODE_MISSING)
		return g_strdup_printf("install or connect %s", first);
	if (o->kind == CABLING_NODE_EXTRA)
		return g_strdup_printf("%s is not in the plan", first);
	if (o->kind == CABLING_NO_PORT)
		return g_strdup_printf("%s has no port %u, where the plan has a cable", first, o->b);
	return g_strdup_printf("%s is called %s now", first, fabric_name(c->now, o->b));
}

char *cabling_order_text(const Cabling *c, const CablingOrder *o)
{
	if (o->kind >= CABLING_NODE_MISSING)
		return node_text(c, o);
	g_autofree char *a = port_text(c->now, o->a), *b = port_text(c->now, o->b);
	if (o->kind == CABLING_SWAPPED)
		return g_strdup_printf("exchange the cables in %s and %s", a, b);
	if (o->kind == CABLING_MISSING)
		return g_strdup_printf("connect %s and %s", a, b);
	if (o->kind == CABLING_EXTRA)
		return g_strdup_printf("remove the cable between %s and %s", a, b);
	if (o->kind == CABLING_SLOW) {
		g_autofree char *is = link_text(&c->now->ports[o->a]), *meant = link_text(&c->plan->ports[o->c]);
		return g_strdup_printf("the cable between %s and %s runs at %s, not %s", a, b, is, meant);
	}
	g_autofree char *other = port_text(c->now, o->c);
	return g_strdup_printf("move the cable from %s to %s; its other end is in %s", a, b, other);
}
