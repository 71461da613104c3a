/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Gives a fabric other numbers, and makes a tree of directors. */
#include "tests/core/guide/guide_case.h"

/* ---- other numbers */

static guint32 *permutation(guint32 n, GRand *rand)
{
	guint32 *items = g_new(guint32, n + 1);
	for (guint32 i = 0; i < n; i++) {
		guint32 j = (guint32)g_rand_int_range(rand, 0, (gint32)i + 1);
		items[i] = items[j];
		items[j] = i;
	}
	return items;
}

/* Nodes with the GUIDs of the switches permuted; fills map[n_ports], the port that each becomes. */
static Fabric *copy_nodes(const Fabric *fabric, GRand *rand, guint32 *map)
{
	Fabric *copy = fabric_new();
	g_autofree guint32 *other = permutation(fabric->n_switches, rand);
	for (guint32 node = 0, v = 0; node < fabric->n_nodes; node++) {
		const FabricNode *old = &fabric->nodes[node];
		gboolean is_switch = fabric_is_switch(fabric, node);
		guint64 guid = is_switch ? fabric->nodes[fabric->switches[other[v++]]].guid : old->guid;
		guint32 index = fabric_add_node(copy, old->type, guid, old->n_ports, fabric_name(fabric, node), NULL);
		g_autofree guint32 *port = permutation(old->n_ports, rand);
		for (guint num = 1; num <= old->n_ports; num++)
			map[old->first_port + num] =
				fabric_port_index(copy, index, is_switch ? port[num - 1] + 1 : num);
	}
	return copy;
}

static void seal(Fabric *fabric)
{
	g_autoptr(GError) error = NULL;
	if (!fabric_assign_lids(fabric, 0, NULL, &error))
		g_error("%s", error->message);
}

Fabric *guide_case_renumber(const Fabric *fabric, guint32 seed)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	g_autofree guint32 *map = g_new0(guint32, fabric->n_ports + 1);
	Fabric *copy = copy_nodes(fabric, rand, map);
	for (guint32 i = 0; i < fabric->n_ports; i++)
		if (i < fabric->ports[i].peer && fabric->ports[i].peer != FABRIC_NONE)
			fabric_cable(copy, map[i], map[fabric->ports[i].peer], NULL);
	seal(copy);
	return copy;
}

/* ---- directors */

#define LEAVES 12
#define SPINES 6
#define OUTSIDE 12

/* The leaf chips of a director come first, their ports outside are 1 .. 12. Returns the first one's node. */
static guint32 add_director(Fabric *fabric)
{
	guint32 first = fabric->n_nodes;
	for (guint32 i = 0; i < LEAVES + SPINES; i++)
		fabric_add_node(fabric, FABRIC_SWITCH, first + i + 1, 24, NULL, NULL);
	for (guint32 leaf = 0; leaf < LEAVES; leaf++)
		for (guint32 spine = 0; spine < SPINES; spine++)
			for (guint32 k = 0; k < 2; k++)
				fabric_cable(fabric,
					     fabric_port_index(fabric, first + leaf, OUTSIDE + 1 + 2 * spine + k),
					     fabric_port_index(fabric, first + LEAVES + spine, 1 + 2 * leaf + k), NULL);
	return first;
}

Fabric *guide_case_directors(guint first_level, guint second_level, guint hosts)
{
	Fabric *fabric = fabric_new();
	guint32 up = 0;
	for (guint32 i = 0; i < first_level + second_level; i++)
		add_director(fabric);
	for (guint32 i = 0; i < first_level * LEAVES * OUTSIDE; i++) {
		guint32 chip = i / OUTSIDE, outside = i % OUTSIDE,
			node = chip / LEAVES * (LEAVES + SPINES) + chip % LEAVES;
		guint32 port = fabric_port_index(fabric, node, outside + 1), other;
		if (outside < hosts) {
			guint32 host = fabric_add_node(fabric, FABRIC_CA, 0x100000 + i, 1, NULL, NULL);
			other = fabric_port_index(fabric, host, 1);
		} else {
			guint32 slot = up / second_level, director = first_level + up % second_level;
			other = fabric_port_index(fabric, director * (LEAVES + SPINES) + slot % LEAVES,
						  1 + slot / LEAVES);
			up++;
		}
		fabric_cable(fabric, port, other, NULL);
	}
	seal(fabric);
	return fabric;
}
