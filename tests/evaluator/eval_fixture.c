/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "tests/evaluator/eval_fixture.h"

#include <string.h>

static guint32 add_node(Fabric *fabric, FabricNodeType type, guint64 guid, guint ports)
{
	g_autofree char *name = g_strdup_printf("%s%" G_GUINT64_FORMAT, type == FABRIC_SWITCH ? "sw" : "node", guid);
	guint32 node = fabric_add_node(fabric, type, guid, ports, name, NULL);
	g_assert_cmpuint(node, !=, FABRIC_NONE);
	return node;
}

static void cable(Fabric *fabric, guint32 a, guint pa, guint32 b, guint pb)
{
	g_assert_true(fabric_cable(fabric, fabric_port_index(fabric, a, pa), fabric_port_index(fabric, b, pb), NULL));
}

static Fabric *finish(Fabric *fabric)
{
	g_autoptr(GError) error = NULL;
	fabric_assign_lids(fabric, 0, NULL, &error);
	g_assert_no_error(error);
	fabric_check(fabric, &error);
	g_assert_no_error(error);
	return fabric;
}

/* CAs on the ports from `port` on. */
static void add_hosts(Fabric *fabric, guint32 node, guint port, guint hosts)
{
	for (guint h = 0; h < hosts; h++)
		cable(fabric, node, port + h, add_node(fabric, FABRIC_CA, 1000 + fabric->n_nodes, 1), 1);
}

Fabric *fixture_ring(guint n, guint hosts)
{
	Fabric *fabric = fabric_new();
	for (guint i = 0; i < n; i++)
		add_node(fabric, FABRIC_SWITCH, 100 + i, 2 + hosts);
	for (guint i = 0; i < n; i++)
		cable(fabric, i, 1, (i + 1) % n, 2);
	for (guint i = 0; i < n; i++)
		add_hosts(fabric, i, 3, hosts);
	return finish(fabric);
}

Fabric *fixture_tree(guint leaves, guint spines, guint hosts)
{
	Fabric *fabric = fabric_new();
	for (guint i = 0; i < leaves + spines; i++)
		add_node(fabric, FABRIC_SWITCH, 100 + i, MAX(leaves, spines + hosts));
	for (guint i = 0; i < leaves; i++)
		for (guint j = 0; j < spines; j++)
			cable(fabric, i, 1 + j, leaves + j, 1 + i);
	for (guint i = 0; i < leaves; i++)
		add_hosts(fabric, i, spines + 1, hosts);
	return finish(fabric);
}

#define RANDOM_PORTS 24

static guint free_port(const Fabric *fabric, guint32 node)
{
	for (guint num = 1; num <= fabric->nodes[node].n_ports; num++)
		if (fabric->ports[fabric_port_index(fabric, node, num)].peer == FABRIC_NONE)
			return num;
	return 0;
}

static void cable_free(Fabric *fabric, guint32 a, guint32 b)
{
	guint pa = free_port(fabric, a);
	if (a != b && pa && free_port(fabric, b))
		cable(fabric, a, pa, b, free_port(fabric, b));
}

static void add_random_host(Fabric *fabric, GRand *rand, guint32 n, guint16 lid)
{
	guint ports = (guint)g_rand_int_range(rand, 1, 3);
	guint32 ca = add_node(fabric, FABRIC_CA, 1000 + fabric->n_nodes, ports);
	for (guint num = 1; num <= ports; num++) {
		guint32 sw = (guint32)g_rand_int_range(rand, 0, (gint32)n);
		if (!free_port(fabric, sw))
			continue;
		cable(fabric, ca, num, sw, free_port(fabric, sw));
		FabricPort *port = &fabric->ports[fabric_port_index(fabric, ca, num)];
		port->lid = (guint16)(lid + 2 * num);
		port->lmc = (guint8)g_rand_int_range(rand, 0, 2);
	}
}

Fabric *fixture_random(GRand *rand)
{
	Fabric *fabric = fabric_new();
	guint32 n = (guint32)g_rand_int_range(rand, 2, 10), hosts = (guint32)g_rand_int_range(rand, 2, 12);
	guint64 odd = 2 * g_rand_int(rand) + 1; /* times an odd number, numbers stay different but lose their order */
	for (guint32 i = 0; i < n; i++)
		add_node(fabric, FABRIC_SWITCH, G_GUINT64_CONSTANT(1) << 40 | ((i + 1) * odd & 0xffffffff),
			 RANDOM_PORTS);
	for (guint32 i = 1; i < n; i++)
		cable_free(fabric, i, (guint32)g_rand_int_range(rand, 0, (gint32)i));
	for (gint32 extra = g_rand_int_range(rand, 0, 12); extra > 0; extra--)
		cable_free(fabric, (guint32)g_rand_int_range(rand, 0, (gint32)n),
			   (guint32)g_rand_int_range(rand, 0, (gint32)n));
	for (guint32 h = 0; h < hosts; h++)
		add_random_host(fabric, rand, n, (guint16)(100 + 8 * h));
	return finish(fabric);
}

guint32 *fixture_distances(const Fabric *fabric)
{
	guint32 n = fabric->n_nodes;
	guint32 *far = g_new(guint32, (gsize)n * n);
	memset(far, 0xff, (gsize)n * n * sizeof(guint32));
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		const FabricPort *port = &fabric->ports[i];
		far[port->node * n + port->node] = 0;
		if (port->peer == FABRIC_NONE)
			continue;
		guint32 there = fabric->ports[port->peer].node;
		if (fabric_is_switch(fabric, port->node) && fabric_is_switch(fabric, there) && there != port->node)
			far[port->node * n + there] = 1;
	}
	for (guint32 k = 0; k < n; k++)
		for (guint32 i = 0; i < n; i++)
			for (guint32 j = 0; j < n; j++) {
				guint64 sum = (guint64)far[i * n + k] + far[k * n + j];
				if (sum < far[i * n + j])
					far[i * n + j] = (guint32)sum;
			}
	return far;
}

guint8 *fixture_row(const Lft *lft, const Fabric *fabric, guint32 node)
{
	const guint8 *row = lft_row(lft, fabric->nodes[node].guid);
	g_assert_nonnull(row);
	return lft->port + (row - lft->port);
}

static Lft *empty_tables(const Fabric *fabric)
{
	Lft *lft = lft_new(fabric->n_switches, fabric->n_lids, NULL);
	g_assert_nonnull(lft);
	for (guint32 i = 0; i < fabric->n_switches; i++)
		lft->guid[i] = fabric->nodes[fabric->switches[i]].guid;
	return lft;
}

/* The port by which `node` hands packets to `owner` itself, LFT_NO_PATH when it cannot. */
static guint8 last_port(const Fabric *fabric, guint32 node, guint32 owner)
{
	const FabricPort *port = &fabric->ports[owner];
	if (port->node == node)
		return 0;
	if (!fabric_is_switch(fabric, port->node) && fabric->ports[port->peer].node == node)
		return fabric->ports[port->peer].num;
	return LFT_NO_PATH;
}

static guint8 random_port(const Fabric *fabric, const guint32 *far, guint32 node, guint32 target, GRand *rand)
{
	guint8 chosen = LFT_NO_PATH;
	guint seen = 0;
	for (guint num = 1; num <= fabric->nodes[node].n_ports; num++) {
		const FabricPort *port = &fabric->ports[fabric_port_index(fabric, node, num)];
		if (port->peer == FABRIC_NONE || !fabric_is_switch(fabric, fabric->ports[port->peer].node))
			continue;
		guint32 there = fabric->ports[port->peer].node;
		if (far[there * fabric->n_nodes + target] + 1 == far[node * fabric->n_nodes + target] &&
		    g_rand_int_range(rand, 0, (gint32)++seen) == 0)
			chosen = (guint8)num;
	}
	return chosen;
}

Lft *fixture_minimal(const Fabric *fabric, GRand *rand)
{
	g_autofree guint32 *far = fixture_distances(fabric);
	Lft *lft = empty_tables(fabric);
	for (guint32 lid = 1; lid < fabric->n_lids; lid++) {
		guint32 owner = fabric->lid_port[lid];
		if (owner == FABRIC_NONE)
			continue;
		const FabricPort *port = &fabric->ports[owner];
		guint32 target = port->num == 0 ? port->node : fabric->ports[port->peer].node;
		for (guint32 i = 0; i < fabric->n_switches; i++) {
			guint32 node = fabric->switches[i];
			guint8 out = last_port(fabric, node, owner);
			fixture_row(lft, fabric, node)[lid] =
				out != LFT_NO_PATH ? out : random_port(fabric, far, node, target, rand);
		}
	}
	return lft;
}

Lft *fixture_clockwise(const Fabric *ring)
{
	Lft *lft = empty_tables(ring);
	for (guint32 lid = 1; lid < ring->n_lids; lid++)
		for (guint32 i = 0; i < ring->n_switches; i++) {
			guint8 out = last_port(ring, ring->switches[i], ring->lid_port[lid]);
			fixture_row(lft, ring, ring->switches[i])[lid] = out != LFT_NO_PATH ? out : 1;
		}
	return lft;
}

void fixture_damage(Lft *lft, GRand *rand, guint entries)
{
	while (entries--) {
		gint32 at = g_rand_int_range(rand, 0, (gint32)(lft->n_switches * lft->n_lids));
		gint32 port = g_rand_int_range(rand, 0, RANDOM_PORTS + 4);
		lft->port[at] = port > RANDOM_PORTS + 2 ? LFT_NO_PATH : (guint8)port;
	}
}

WalkEnd fixture_walk(const Fabric *fabric, const Lft *lft, guint32 source, guint32 lid, guint32 *out, guint *n)
{
	const FabricPort *port = &fabric->ports[source];
	guint32 node = port->num == 0 ? port->node : fabric->ports[port->peer].node;
	for (*n = 0; *n <= fabric->n_switches;) {
		const guint8 *row = lft_row(lft, fabric->nodes[node].guid);
		guint8 num = row ? lft_port(lft, row, lid) : LFT_NO_PATH;
		if (num > fabric->nodes[node].n_ports)
			return WALK_LOST;
		guint32 leaving = fabric_port_index(fabric, node, num);
		if (num == 0)
			return fabric->lid_port[lid] == leaving ? WALK_ARRIVES : WALK_LOST;
		guint32 peer = fabric->ports[leaving].peer;
		if (peer == FABRIC_NONE)
			return WALK_LOST;
		if (!fabric_is_switch(fabric, fabric->ports[peer].node)) {
			if (fabric->lid_port[lid] != peer)
				return WALK_LOST;
			out[(*n)++] = leaving;
			return WALK_ARRIVES;
		}
		out[(*n)++] = leaving;
		node = fabric->ports[peer].node;
	}
	return WALK_LOOP;
}

void fixture_lanes(const Fabric *fabric, GRand *rand, PathSl **sl, Sl2vl **sl2vl)
{
	guint32 n_sources = 0;
	*sl = path_sl_new(fabric->n_nodes, fabric->n_lids, NULL);
	for (guint32 i = 0; i < fabric->n_nodes; i++) { /* by_guid is ascending */
		guint32 node = fabric->by_guid[i];
		if (fabric_is_switch(fabric, node) || g_rand_boolean(rand))
			(*sl)->guid[n_sources++] = fabric->nodes[node].guid;
	}
	(*sl)->n_sources = n_sources;
	for (gsize i = 0; i < (gsize)n_sources * fabric->n_lids; i++)
		(*sl)->sl[i] = (guint8)(g_rand_int_range(rand, 0, 5) == 4 ? SL_NONE : g_rand_int_range(rand, 0, 3));
	*sl2vl = sl2vl_of_fabric(fabric, NULL);
	for (gint i = g_rand_int_range(rand, 0, 60); i > 0; i--) {
		SlMap map = *sl2vl_get(*sl2vl, 0, 0, 0);
		gint32 sw = g_rand_int_range(rand, 0, (gint32)fabric->n_switches);
		map.vl[0] = (guint8)(g_rand_int_range(rand, 0, 20) == 0 ? 15 : g_rand_int_range(rand, 0, 4));
		map.vl[2] = (guint8)g_rand_int_range(rand, 0, 3);
		gint32 most = MIN(10, (*sl2vl)->n_ports[sw] + 1);
		sl2vl_set(*sl2vl, (guint32)sw, (guint)g_rand_int_range(rand, 0, most),
			  (guint)g_rand_int_range(rand, 0, most), &map, NULL);
	}
}
