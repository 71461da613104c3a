/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "tests/plugin/motley_fabric.h"

#include "generator/synth/synth.h"

#define SPARE 3 /* ports that a switch has beside those of the SPEC */

/* Whether something happens that does in one of `of` cases. */
static gboolean chance(GRand *rand, gint of)
{
	return g_rand_int_range(rand, 0, of) == 0;
}

static guint32 add_node(Fabric *fabric, FabricNodeType type, guint n_ports, GRand *rand)
{
	guint64 guid = (guint64)g_rand_int_range(rand, 1, 1 << 16) << 32 | (guint64)(fabric->n_nodes + 1) << 8;
	guint32 node = fabric_add_node(fabric, type, guid, n_ports, "node", NULL);
	for (guint num = 0; num <= n_ports; num++)
		if (type != FABRIC_SWITCH || num == 0)
			fabric->ports[fabric_port_index(fabric, node, num)].guid = guid + num;
	return node;
}

static void join(Fabric *fabric, guint32 a, guint na, guint32 b, guint nb)
{
	g_assert_true(fabric_cable(fabric, fabric_port_index(fabric, a, na), fabric_port_index(fabric, b, nb), NULL));
}

/* The nodes of `like` in its order; shift[node] is 1 where port 1 became port 2. */
static void add_nodes(Fabric *fabric, const Fabric *like, guint *shift, GRand *rand)
{
	for (guint32 i = 0; i < like->n_nodes; i++) {
		if (fabric_is_switch(like, i)) {
			add_node(fabric, FABRIC_SWITCH, like->nodes[i].n_ports + SPARE, rand);
			fabric->nodes[i].manager = chance(rand, 20);
			continue;
		}
		gboolean two = chance(rand, 3);
		add_node(fabric, chance(rand, 12) ? FABRIC_ROUTER : FABRIC_CA, two ? 2 : 1, rand);
		shift[i] = two && chance(rand, 2);
	}
}

static void add_cables(Fabric *fabric, const Fabric *like, const guint *shift)
{
	for (guint32 i = 0; i < like->n_ports; i++) {
		const FabricPort *a = &like->ports[i];
		if (a->peer == FABRIC_NONE || a->peer < i)
			continue;
		const FabricPort *b = &like->ports[a->peer];
		join(fabric, a->node, a->num + shift[a->node], b->node, b->num + shift[b->node]);
	}
}

/* Spare ports of CAs get cables to spare ports of switches, some. */
static void add_second_cables(Fabric *fabric, guint32 n_nodes, GRand *rand)
{
	for (guint32 i = 0; i < n_nodes; i++) {
		const FabricNode *node = &fabric->nodes[i];
		guint32 other = (guint32)g_rand_int_range(rand, 0, (gint32)n_nodes);
		if (fabric_is_switch(fabric, i) || node->n_ports < 2 || !fabric_is_switch(fabric, other) ||
		    chance(rand, 2))
			continue;
		guint num = fabric->ports[node->first_port + 1].peer == FABRIC_NONE ? 1 : 2;
		guint last = fabric->nodes[other].n_ports;
		if (fabric->ports[fabric_port_index(fabric, other, last)].peer == FABRIC_NONE)
			join(fabric, i, num, other, last);
	}
}

static void add_islands(Fabric *fabric, GRand *rand)
{
	if (chance(rand, 3)) {
		guint32 lone = add_node(fabric, FABRIC_SWITCH, 4, rand);
		for (guint hosts = (guint)g_rand_int_range(rand, 0, 3); hosts; hosts--)
			join(fabric, add_node(fabric, FABRIC_CA, 1, rand), 1, lone, hosts);
	}
	if (chance(rand, 3)) {
		guint32 a = add_node(fabric, FABRIC_CA, 1, rand);
		join(fabric, a, 1, add_node(fabric, FABRIC_CA, 2, rand), 2);
	}
}

static void give_lids(Fabric *fabric, GRand *rand)
{
	guint32 lid = 1, start = (guint32)g_rand_int_range(rand, 0, (gint32)fabric->n_ports);
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		FabricPort *port = &fabric->ports[(start + i) % fabric->n_ports];
		gboolean at_switch = fabric_is_switch(fabric, port->node);
		if (at_switch ? port->num != 0 : port->peer == FABRIC_NONE)
			continue;
		port->lmc = at_switch ? 0 : (guint8)g_rand_int_range(rand, 0, 3);
		guint32 range = 1u << port->lmc;
		port->lid = (guint16)((lid + range - 1) / range * range);
		lid = port->lid + range + (guint32)chance(rand, 10);
	}
}

Fabric *motley_fabric(const char *spec, GRand *rand)
{
	g_autoptr(Fabric) like = synth_fabric(spec, NULL);
	if (!like)
		return NULL;
	g_autofree guint *shift = g_new0(guint, like->n_nodes + 1);
	Fabric *fabric = fabric_new();
	add_nodes(fabric, like, shift, rand);
	add_cables(fabric, like, shift);
	add_second_cables(fabric, like->n_nodes, rand);
	add_islands(fabric, rand);
	give_lids(fabric, rand);
	g_assert_true(fabric_seal(fabric, NULL));
	return fabric;
}
