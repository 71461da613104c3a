/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Has events happen to a fabric, and says what a subnet manager would find of it then. */
#include "tests/core/reroute/reroute_site.h"

#include "tests/asserts.h"

#include <string.h>

void site_init(Site *site, const Fabric *base, guint32 seed)
{
	*site = (Site){.base = base, .rand = g_rand_new_with_seed(seed)};
	site->peer = g_new(guint32, base->n_ports);
	site->lid = g_new(guint16, base->n_ports);
	site->vls = g_new(guint8, base->n_ports);
	for (guint32 i = 0; i < base->n_ports; i++) {
		site->peer[i] = base->ports[i].peer;
		site->lid[i] = base->ports[i].lid;
		site->vls[i] = base->ports[i].vls;
	}
}

void site_clear(Site *site)
{
	g_free(site->peer);
	g_free(site->lid);
	g_free(site->vls);
	g_rand_free(site->rand);
}

static gboolean on_switch(const Site *site, guint32 port)
{
	return port != FABRIC_NONE && fabric_is_switch(site->base, site->base->ports[port].node);
}

static guint32 any_port(Site *site)
{
	return (guint32)g_rand_int_range(site->rand, 0, (gint32)site->base->n_ports);
}

/* Takes the cable of a port out, or puts it back where it was at first if both ends are free. */
static void toggle(Site *site, guint32 port)
{
	guint32 first = site->base->ports[port].peer, now = site->peer[port];
	if (now != FABRIC_NONE) {
		site->peer[port] = site->peer[now] = FABRIC_NONE;
	} else if (first != FABRIC_NONE && site->peer[first] == FABRIC_NONE) {
		site->peer[port] = first;
		site->peer[first] = port;
		site->grew |= on_switch(site, port) && on_switch(site, first);
	}
}

static void toggle_switch(Site *site, guint32 node)
{
	const FabricNode *n = &site->base->nodes[node];
	guint32 cabled = 0;
	for (guint num = 1; num <= n->n_ports; num++)
		cabled += site->peer[n->first_port + num] != FABRIC_NONE;
	for (guint num = 1; num <= n->n_ports; num++)
		if (!cabled || site->peer[n->first_port + num] != FABRIC_NONE)
			toggle(site, n->first_port + num);
}

static void swap_lids(Site *site, guint32 a, guint32 b)
{
	guint16 lid = site->lid[a];
	if (!site->lid[a] || !site->lid[b] || site->base->ports[a].lmc != site->base->ports[b].lmc)
		return;
	site->lid[a] = site->lid[b];
	site->lid[b] = lid;
}

/* Two hosts change places: what each was cabled to. */
static void swap_places(Site *site, guint32 a, guint32 b)
{
	guint32 x = site->peer[a], y = site->peer[b];
	if (on_switch(site, a) || on_switch(site, b) || !on_switch(site, x) || !on_switch(site, y) || a == b)
		return;
	site->peer[a] = y;
	site->peer[y] = a;
	site->peer[b] = x;
	site->peer[x] = b;
}

/* A port loses lanes, or has them back. */
static void toggle_lanes(Site *site, guint32 port)
{
	static const guint8 few[] = {1, 1, 2, 4};
	site->vls[port] = site->vls[port] == SITE_LANES ? few[g_rand_int_range(site->rand, 0, 4)] : SITE_LANES;
	site->grew = TRUE;
}

static void toggle_lanes_of_switch(Site *site, guint32 node)
{
	const FabricNode *n = &site->base->nodes[node];
	guint8 lanes = site->vls[n->first_port + 1] == SITE_LANES ? 1 : SITE_LANES;
	memset(site->vls + n->first_port + 1, lanes, n->n_ports);
	site->grew = TRUE;
}

static void one_event(Site *site)
{
	guint32 port = any_port(site);
	gint weak = site->weak ? g_rand_int_range(site->rand, 0, 6) : 0;
	if (weak == 5 && fabric_is_switch(site->base, site->base->ports[port].node))
		toggle_lanes_of_switch(site, site->base->ports[port].node);
	else if (weak >= 3)
		toggle_lanes(site, port);
	if (weak >= 3)
		return;
	switch (g_rand_int_range(site->rand, 0, 10)) {
	case 0:
		toggle_switch(site, site->base->ports[port].node);
		break;
	case 1:
		swap_lids(site, port, any_port(site));
		break;
	case 2:
		swap_places(site, port, any_port(site));
		break;
	default:
		toggle(site, port);
	}
}

void site_some_events(Site *site)
{
	for (gint i = g_rand_int_range(site->rand, 1, 4); i > 0; i--)
		one_event(site);
}

static void toggle_between_switches(Site *site, guint32 port)
{
	if (on_switch(site, port) && on_switch(site, site->base->ports[port].peer))
		toggle(site, port);
}

void site_go_and_come(Site *site)
{
	const Fabric *b = site->base;
	guint step = site->step++ % 5;
	while (step == 0 &&
	       (site->away = any_port(site), on_switch(site, site->away) || site->peer[site->away] == FABRIC_NONE))
		;
	if (step == 0 || (step == 4 && site->peer[site->away] == FABRIC_NONE))
		toggle(site, site->away);
	if (step == 0 || step == 4)
		return;
	const FabricNode *beside = &b->nodes[b->ports[b->ports[site->away].peer].node];
	toggle_between_switches(site, beside->first_port +
					      (guint32)g_rand_int_range(site->rand, 1, (gint32)beside->n_ports + 1));
	toggle_between_switches(site, any_port(site));
	toggle_between_switches(site, any_port(site));
}

void site_cross_cables(Site *site)
{
	const FabricPort *port = site->base->ports;
	for (guint32 a = 0; a < site->base->n_ports; a++)
		for (guint32 b = a + 1; b < site->base->n_ports && port[b].node == port[a].node; b++) {
			guint32 x = site->peer[a], y = site->peer[b];
			if (x == FABRIC_NONE || y == FABRIC_NONE || port[x].node != port[y].node ||
			    g_rand_int_range(site->rand, 0, 8))
				continue;
			site->peer[a] = y;
			site->peer[y] = a;
			site->peer[b] = x;
			site->peer[x] = b;
		}
	site_some_events(site);
}

static gboolean has_cables(const Site *site, guint32 node)
{
	const FabricNode *n = &site->base->nodes[node];
	for (guint num = 1; num <= n->n_ports; num++)
		if (site->peer[n->first_port + num] != FABRIC_NONE)
			return TRUE;
	return FALSE;
}

static void add_node(const Site *site, guint32 node, Fabric *fabric)
{
	const FabricNode *n = &site->base->nodes[node];
	guint32 added = fabric_add_node(fabric, n->type, n->guid, n->n_ports, fabric_name(site->base, node), NULL);
	fabric->nodes[added].manager = n->manager;
	for (guint num = 0; num <= n->n_ports; num++) {
		FabricPort *port = &fabric->ports[fabric_port_index(fabric, added, num)];
		const FabricPort *old = &site->base->ports[n->first_port + num];
		port->guid = old->guid;
		port->lid = site->lid[n->first_port + num];
		port->lmc = old->lmc;
		port->vls = site->vls[n->first_port + num];
	}
}

static guint32 port_in(const Site *site, guint32 port, const Fabric *fabric)
{
	const FabricPort *old = &site->base->ports[port];
	guint32 node = 0;
	while (fabric->nodes[node].guid != site->base->nodes[old->node].guid)
		node++;
	return fabric_port_index(fabric, node, old->num);
}

Fabric *site_fabric(const Site *site, guint32 seed)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Fabric) fabric = fabric_new();
	for (guint32 i = 0; i < site->base->n_nodes; i++) {
		guint32 node = (i + seed) % site->base->n_nodes;
		if (has_cables(site, node))
			add_node(site, node, fabric);
	}
	for (guint32 i = 0; i < site->base->n_ports; i++)
		if (site->peer[i] != FABRIC_NONE && site->peer[i] > i)
			ck_assert(fabric_cable(fabric, port_in(site, i, fabric), port_in(site, site->peer[i], fabric),
					       &error));
	ck_assert_msg(fabric_seal(fabric, &error), "%s", error ? error->message : "");
	return g_steal_pointer(&fabric);
}
