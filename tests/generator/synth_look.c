/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "tests/generator/synth_look.h"

#include "generator/synth/synth.h"
#include "tests/asserts.h"

#include <string.h>

Fabric *look_make(const char *spec)
{
	g_autoptr(GError) error = NULL;
	Fabric *fabric = synth_fabric(spec, &error);
	ck_assert_msg(fabric != NULL, "%s", error ? error->message : "no fabric and no error");
	ck_assert_msg(fabric_check(fabric, &error), "%s: %s", spec, error ? error->message : "");
	return fabric;
}

guint32 look_switches(const Fabric *fabric)
{
	guint32 n = 0;
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		n += fabric->nodes[i].type == FABRIC_SWITCH;
	return n;
}

guint32 look_hosts(const Fabric *fabric)
{
	return fabric->n_nodes - look_switches(fabric);
}

/* The node at the other end of a port, FABRIC_NONE without a cable. */
static guint32 neighbour(const Fabric *fabric, guint32 node, guint num)
{
	guint32 peer = fabric->ports[fabric_port_index(fabric, node, num)].peer;
	return peer == FABRIC_NONE ? FABRIC_NONE : fabric->ports[peer].node;
}

static guint count(const Fabric *fabric, guint32 node, gboolean switches)
{
	guint n = 0;
	for (guint num = 1; num <= fabric->nodes[node].n_ports; num++) {
		guint32 to = neighbour(fabric, node, num);
		n += to != FABRIC_NONE && fabric_is_switch(fabric, to) == switches;
	}
	return n;
}

guint look_degree(const Fabric *fabric, guint32 node)
{
	return count(fabric, node, TRUE);
}

guint look_hosts_of(const Fabric *fabric, guint32 node)
{
	return count(fabric, node, FALSE);
}

guint32 look_cables(const Fabric *fabric)
{
	guint32 ends = 0;
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		if (fabric_is_switch(fabric, i))
			ends += look_degree(fabric, i);
	ck_assert_uint_eq(ends % 2, 0);
	return ends / 2;
}

guint look_bundle(const Fabric *fabric)
{
	guint most = 0;
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		for (guint a = 1; fabric_is_switch(fabric, i) && a <= fabric->nodes[i].n_ports; a++) {
			guint32 to = neighbour(fabric, i, a);
			if (to == FABRIC_NONE || !fabric_is_switch(fabric, to))
				continue;
			ck_assert_msg(to != i, "%s has a cable to itself", fabric_name(fabric, i));
			guint n = 0;
			for (guint b = 1; b <= fabric->nodes[i].n_ports; b++)
				n += neighbour(fabric, i, b) == to;
			most = MAX(most, n);
		}
	return most;
}

/* Distance to the farthest switch, -1 where some cannot be reached. */
static int eccentricity(const Fabric *fabric, guint32 from)
{
	g_autofree int *hops = g_new(int, fabric->n_nodes);
	g_autofree guint32 *queue = g_new(guint32, fabric->n_nodes);
	guint32 head = 0, tail = 0;
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		hops[i] = -1;
	hops[from] = 0;
	queue[tail++] = from;
	while (head < tail) {
		guint32 node = queue[head++];
		for (guint num = 1; num <= fabric->nodes[node].n_ports; num++) {
			guint32 to = neighbour(fabric, node, num);
			if (to == FABRIC_NONE || !fabric_is_switch(fabric, to) || hops[to] >= 0)
				continue;
			hops[to] = hops[node] + 1;
			queue[tail++] = to;
		}
	}
	return tail == look_switches(fabric) ? hops[queue[tail - 1]] : -1;
}

static guint32 any_switch(const Fabric *fabric)
{
	guint32 i = 0;
	while (!fabric_is_switch(fabric, i))
		i++;
	return i;
}

gboolean look_connected(const Fabric *fabric)
{
	return eccentricity(fabric, any_switch(fabric)) >= 0;
}

int look_diameter(const Fabric *fabric)
{
	int most = 0;
	for (guint32 i = 0; i < fabric->n_nodes; i++) {
		int here = fabric_is_switch(fabric, i) ? eccentricity(fabric, i) : 0;
		if (here < 0)
			return -1;
		most = MAX(most, here);
	}
	return most;
}

void look_part_of(const Fabric *part, const Fabric *whole)
{
	for (guint32 i = 0; i < part->n_nodes; i++) {
		guint32 same = fabric_find_node(whole, part->nodes[i].guid);
		ck_assert_uint_ne(same, FABRIC_NONE);
		ck_assert_str_eq(fabric_name(part, i), fabric_name(whole, same));
		for (guint num = 1; num <= part->nodes[i].n_ports; num++) {
			guint32 peer = part->ports[fabric_port_index(part, i, num)].peer;
			if (peer == FABRIC_NONE)
				continue;
			guint32 there = whole->ports[fabric_port_index(whole, same, num)].peer;
			ck_assert_uint_ne(there, FABRIC_NONE);
			ck_assert(whole->nodes[whole->ports[there].node].guid ==
				  part->nodes[part->ports[peer].node].guid);
			ck_assert_uint_eq(whole->ports[there].num, part->ports[peer].num);
		}
	}
}

char *look_dump(const Fabric *fabric)
{
	GString *text = g_string_new(NULL);
	for (guint32 i = 0; i < fabric->n_nodes; i++) {
		const FabricNode *node = &fabric->nodes[i];
		g_string_append_printf(text, "%u %" G_GINT64_MODIFIER "x %" G_GINT64_MODIFIER "x %x %x %u %s\n",
				       node->type, node->guid, node->system_guid, node->vendor_id, node->device_id,
				       node->n_ports, fabric_name(fabric, i));
		for (guint num = 0; num <= node->n_ports; num++) {
			const FabricPort *port = &fabric->ports[fabric_port_index(fabric, i, num)];
			g_string_append_printf(text, " %u %" G_GINT64_MODIFIER "x %x %u %u %u %u\n", port->num,
					       port->guid, port->peer, port->lid, port->width, port->speed, port->vls);
		}
	}
	return g_string_free(text, FALSE);
}

Fabric *look_format(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	g_autofree char *spec = g_strdup_vprintf(format, arguments);
	va_end(arguments);
	return look_make(spec);
}

void look_expect(const Fabric *fabric, guint switches, guint hosts, guint cables)
{
	ck_assert_uint_eq(look_switches(fabric), switches);
	ck_assert_uint_eq(look_hosts(fabric), hosts);
	ck_assert_uint_eq(look_cables(fabric), cables);
	ck_assert(look_connected(fabric));
}

void look_expect_regular(const Fabric *fabric, guint degree, guint hosts)
{
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		if (fabric_is_switch(fabric, i)) {
			ck_assert_uint_eq(look_degree(fabric, i), degree);
			ck_assert_uint_eq(look_hosts_of(fabric, i), hosts);
		}
}

guint look_power(guint base, guint exponent)
{
	guint n = 1;
	while (exponent--)
		n *= base;
	return n;
}
