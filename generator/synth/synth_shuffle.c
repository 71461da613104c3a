/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Draws the numbers of a fabric anew: the GUIDs of all nodes and the port numbers of switches.
 *
 * What a node gets follows from the seed and its old GUID, whatever else is in the fabric. So a fabric and the same one
 * with a cable or a switch missing get the same numbers.
 *
 * GUIDs go through a permutation of all GUIDs, a Feistel network of four rounds (Luby, Rackoff: How to Construct
 * Pseudorandom Permutations from Pseudorandom Functions, 1988): different ones stay different, equal ones equal (a port
 * and its node, the crossbars of a director). The maker's 24 bits stay, and the lowest two, which tell the GUIDs of one
 * adapter apart.
 */
#include "generator/synth/synth.h"

#include "core/base/error.h"

#define ROUNDS 4
#define LOW_BITS 2                      /* they stay */
#define HALF_BITS ((40 - LOW_BITS) / 2) /* of what is drawn below the maker's bits */
#define HALF ((G_GUINT64_CONSTANT(1) << HALF_BITS) - 1)

/* One step of splitmix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014). */
static guint64 mix(guint64 x)
{
	x += G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
	x = (x ^ x >> 30) * G_GUINT64_CONSTANT(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * G_GUINT64_CONSTANT(0x94d049bb133111eb);
	return x ^ x >> 31;
}

static guint64 permute(guint32 seed, guint64 guid)
{
	guint64 left = guid >> (LOW_BITS + HALF_BITS) & HALF, right = guid >> LOW_BITS & HALF;
	guint64 kept = guid & ~(HALF << (LOW_BITS + HALF_BITS) | HALF << LOW_BITS);
	for (guint64 round = 0; round < ROUNDS; round++) {
		guint64 next = left ^ (mix((seed * (guint64)ROUNDS + round) << HALF_BITS | right) & HALF);
		left = right;
		right = next;
	}
	return kept | left << (LOW_BITS + HALF_BITS) | right << LOW_BITS;
}

/* 0 is no GUID: it stays, and what would become 0 gets what 0 would become. */
static guint64 draw_guid(guint32 seed, guint64 guid)
{
	guint64 drawn = permute(seed, guid);
	if (!guid)
		return 0;
	return drawn ? drawn : permute(seed, drawn);
}

/* Fills to[1 .. n_ports], indexed by old port numbers, with the new ones (Fisher and Yates). */
static void draw_ports(guint32 seed, const FabricNode *node, guint8 to[FABRIC_MAX_PORTS + 1])
{
	guint64 state = mix(node->guid ^ mix(seed));
	for (guint num = 0; num <= node->n_ports; num++)
		to[num] = (guint8)num;
	for (guint num = node->n_ports; num > 1; num--) {
		state = mix(state);
		guint other = (guint)(state % num) + 1;
		guint8 swapped = to[other];
		to[other] = to[num];
		to[num] = swapped;
	}
}

/* Where each port (index) of a fabric goes; nodes stay where they are. Free with g_free(). */
static guint32 *draw_places(const Fabric *fabric, guint32 seed, GError **error)
{
	guint8 to[FABRIC_MAX_PORTS + 1];
	guint32 *place = g_try_new(guint32, (gsize)fabric->n_ports + 1);
	if (!place)
		sssp_error_memory(error, "a table of ports", fabric->n_ports * sizeof(guint32));
	for (guint32 i = 0; place && i < fabric->n_nodes; i++) {
		const FabricNode *node = &fabric->nodes[i];
		draw_ports(seed, node, to);
		for (guint num = 0; num <= node->n_ports; num++)
			place[node->first_port + num] =
				fabric_port_index(fabric, i, fabric_is_switch(fabric, i) ? to[num] : num);
	}
	return place;
}

static gboolean add_nodes(Fabric *shuffled, const Fabric *fabric, guint32 seed, GError **error)
{
	for (guint32 i = 0; i < fabric->n_nodes; i++) {
		FabricNode node = fabric->nodes[i];
		node.guid = draw_guid(seed, node.guid);
		node.system_guid = draw_guid(seed, node.system_guid);
		if (fabric_add_node(shuffled, (FabricNodeType)node.type, node.guid, node.n_ports,
				    fabric_name(fabric, i), error) == FABRIC_NONE)
			return FALSE;
		node.name = shuffled->nodes[i].name;
		shuffled->nodes[i] = node;
	}
	return TRUE;
}

static void move_ports(Fabric *shuffled, const Fabric *fabric, const guint32 *place, guint32 seed)
{
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		FabricPort port = fabric->ports[i];
		port.guid = draw_guid(seed, port.guid);
		port.num = shuffled->ports[place[i]].num;
		port.peer = port.peer == FABRIC_NONE ? FABRIC_NONE : place[port.peer];
		shuffled->ports[place[i]] = port;
	}
}

Fabric *synth_shuffle(const Fabric *fabric, guint32 seed, GError **error)
{
	g_autoptr(Fabric) shuffled = fabric_new();
	g_autofree guint32 *place = draw_places(fabric, seed, error);
	if (!place || !add_nodes(shuffled, fabric, seed, error))
		return NULL;
	move_ports(shuffled, fabric, place, seed);
	return fabric_seal(shuffled, error) ? g_steal_pointer(&shuffled) : NULL;
}
