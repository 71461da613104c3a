/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Families of the shapes of machines: trees of directors, rails, two generations, two fabrics merged, half of the top,
 * dragonfly+. Counts in closed form, and who is joined to whom, told by names as a reader of the dump would.
 */
#include "generator/synth/synth.h"
#include "tests/asserts.h"
#include "tests/core/fixture.h"
#include "tests/generator/synth_look.h"

#include <string.h>

static Fabric *make(const char *spec, guint switches, guint hosts, guint cables)
{
	Fabric *fabric = look_make(spec);
	ck_assert_msg(look_switches(fabric) == switches && look_hosts(fabric) == hosts && look_cables(fabric) == cables,
		      "%s: %u %u %u", spec, look_switches(fabric), look_hosts(fabric), look_cables(fabric));
	ck_assert(look_connected(fabric));
	look_bundle(fabric);
	return fabric;
}

static guint32 named(const Fabric *fabric, const char *name)
{
	guint32 found = FABRIC_NONE;
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		if (!strcmp(fabric_name(fabric, i), name)) {
			ck_assert_msg(found == FABRIC_NONE, "%s stands there twice", name);
			found = i;
		}
	ck_assert_msg(found != FABRIC_NONE, "no %s", name);
	return found;
}

/* The name and port at the other end of a port, as "NAME PORT"; "" without a cable. */
static char *beyond(const Fabric *fabric, const char *name, guint num)
{
	guint32 peer = fabric->ports[fabric_port_index(fabric, named(fabric, name), num)].peer;
	if (peer == FABRIC_NONE)
		return g_strdup("");
	return g_strdup_printf("%s %u", fabric_name(fabric, fabric->ports[peer].node), fabric->ports[peer].num);
}

static void expect_beyond(const Fabric *fabric, const char *name, guint num, const char *other)
{
	g_autofree char *found = beyond(fabric, name, num);
	ck_assert_str_eq(found, other);
}

/* How many cables join a switch whose name has `a` in it to one that has `b`. */
static guint joined(const Fabric *fabric, const char *a, const char *b)
{
	guint n = 0;
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		const FabricPort *port = &fabric->ports[i];
		if (port->peer == FABRIC_NONE || !fabric_is_switch(fabric, port->node))
			continue;
		guint32 other = fabric->ports[port->peer].node;
		n += fabric_is_switch(fabric, other) && strstr(fabric_name(fabric, port->node), a) &&
		     strstr(fabric_name(fabric, other), b);
	}
	return strcmp(a, b) ? n : n / 2;
}

static void expect_all_names_differ(const Fabric *fabric)
{
	g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		ck_assert_msg(g_hash_table_add(names, (char *)fabric_name(fabric, i)), "%s", fabric_name(fabric, i));
}

/* ---- directors */

/* 105 directors of 96 hosts and 48 cables up, the last with 16 hosts; 35 above them. */
START_TEST(tree_of_directors_at_full_size)
{
	g_autoptr(Fabric) fabric = make("directors:levels=2,ports=144,chip=24,ratio=2,hosts=10000", 2520, 10000, 25200);
	expect_all_names_differ(fabric);
	ck_assert_uint_eq(joined(fabric, "edge-", "core-"), 5040);
	ck_assert_uint_eq(joined(fabric, "edge-", "edge-"), 105 * 144);
	ck_assert_uint_eq(joined(fabric, "core-", "core-"), 35 * 144);
	ck_assert_uint_eq(joined(fabric, "edge-017:IB144/L", "edge-017:IB144/S"), 144);
	ck_assert_uint_eq(joined(fabric, "edge-105:", "core-"), 48);
	ck_assert_uint_eq(joined(fabric, "core-009:", "edge-"), 144);
	for (guint32 i = 0; i < fabric->n_switches; i++) {
		guint32 sw = fabric->switches[i];
		const char *name = fabric_name(fabric, sw);
		gboolean leaf = strstr(name, "edge-") && strstr(name, "/L"), last = strstr(name, "edge-105") != NULL;
		guint hosts = look_hosts_of(fabric, sw);
		ck_assert_uint_eq(fabric->nodes[sw].n_ports, 24);
		ck_assert_uint_eq(look_degree(fabric, sw), leaf ? 16 : 24);
		ck_assert(leaf && last ? hosts == 1 || hosts == 2 : hosts == (leaf ? 8 : 0));
		guint32 first = i / 18 * 18;
		ck_assert(fabric->nodes[sw].system_guid == fabric->nodes[fabric->switches[first]].guid);
	}
}
END_TEST

START_TEST(cables_are_pulled_in_turn)
{
	g_autoptr(Fabric) fabric = look_make("directors:hosts=10000");
	expect_beyond(fabric, "MF0;edge-001:IB144/L01/U1", 9, "MF0;core-001:IB144/L01/U1 1");
	expect_beyond(fabric, "MF0;edge-001:IB144/L01/U1", 12, "MF0;core-004:IB144/L01/U1 1");
	expect_beyond(fabric, "MF0;edge-001:IB144/L02/U1", 9, "MF0;core-005:IB144/L01/U1 1");
	expect_beyond(fabric, "MF0;edge-001:IB144/L09/U1", 12, "MF0;core-001:IB144/L01/U1 2");
	expect_beyond(fabric, "MF0;edge-002:IB144/L01/U1", 9, "MF0;core-014:IB144/L01/U1 2");
	expect_beyond(fabric, "MF0;edge-105:IB144/L12/U1", 12, "MF0;core-035:IB144/L12/U1 12");
	expect_beyond(fabric, "MF0;edge-001:IB144/L01/U1", 13, "MF0;edge-001:IB144/S01/U1 1");
	expect_beyond(fabric, "MF0;edge-001:IB144/L01/U1", 1, "host-1 HCA-1 1");
}
END_TEST

START_TEST(directors_of_other_sizes)
{
	/* one level: a director alone */
	g_autoptr(Fabric) alone = make("directors:levels=1,hosts=144", 18, 144, 144);
	/* three levels: 2 x 48 up, 2 directors of 72 down and up, 1 top */
	g_autoptr(Fabric) three = make("directors:levels=3,hosts=192", 18 * 5, 192, 144 * 5 + 96 + 144);
	ck_assert_uint_eq(joined(three, "edge-", "aggr-"), 96);
	ck_assert_uint_eq(joined(three, "aggr-", "core-"), 144);
	ck_assert_uint_eq(joined(three, "edge-", "core-"), 0);
	/* a director of three levels of chips: 16 ports of 4-port chips are 8 leaf, 8 middle, 4 top */
	g_autoptr(Fabric) deep = make("directors:levels=1,ports=16,chip=4,hosts=16", 8 + 8 + 4, 16, 32);
	ck_assert_uint_eq(joined(deep, "/M", "/S"), 16);
	/* 1,728 ports: two cables from each middle chip to each top one */
	g_autoptr(Fabric) two_cables = make("directors:levels=1,ports=1728,hosts=1728", 144 * 2 + 72, 1728, 2 * 1728);
	ck_assert_uint_eq(look_bundle(two_cables), 2);
	/* directors of one chip are switches */
	g_autoptr(Fabric) chips = make("directors:ports=24,chip=24,hosts=100,ratio=1", 9 + 5, 100, 108);
	expect_beyond(chips, "MF0;edge-009:IB24/U1", 4, "host-100 HCA-1 1");
	/* parts of a chip's external ports that the ratio does not divide stay free: 18 = 4 up, 12 down */
	g_autoptr(Fabric) rest = make("directors:ports=648,chip=36,ratio=3,hosts=432", 54 * 2, 432, 2 * 648 + 144);
	expect_beyond(rest, "MF0;edge-001:IB648/L01/U1", 17, "");
}
END_TEST

/* ---- rails */

START_TEST(rails_at_full_size)
{
	g_autoptr(Fabric) fabric = make("rails:leaves=64,spines=31,gpus=8,storage=2", 97, 2048 + 50, 64 * 31 + 64);
	expect_all_names_differ(fabric);
	ck_assert_uint_eq(joined(fabric, "storage-01", "leaf"), 32);
	ck_assert_uint_eq(joined(fabric, "storage-02", "leaf"), 32);
	ck_assert_uint_eq(joined(fabric, "storage", "spine"), 0);
	/* a node's eight adapters are on the eight leaves of its unit, on the same port */
	for (guint nic = 0; nic < 8; nic++) {
		g_autofree char *name = g_strdup_printf("gpu-077 mlx5_%u", nic);
		g_autofree char *leaf = g_strdup_printf("MF0;su03-leaf-r%u:IB64/U1 13", nic);
		expect_beyond(fabric, name, 1, leaf);
	}
	expect_beyond(fabric, "store-026 mlx5_0", 1, "MF0;storage-02:IB64/U1 1");
	ck_assert_uint_eq(fabric->ports[fabric->ports[fabric_port_index(fabric, 0, 1)].peer].speed, FABRIC_NDR);
}
END_TEST

START_TEST(rails_trimmed)
{
	/* 14 servers; 50 nodes of 4 adapters, the next one with 2 of them */
	g_autoptr(Fabric) fabric =
		make("rails:leaves=16,spines=5,gpus=4,storage=1,servers=14,ports=36,hosts=216", 22, 216, 16 * 5 + 8);
	for (guint32 i = 0; i < 16; i++) {
		guint unit = i / 4, rail = i % 4;
		guint before = unit * 18, all = 50 + (rail < 2);
		ck_assert_uint_eq(look_hosts_of(fabric, fabric->switches[i]), MIN(all > before ? all - before : 0, 18));
	}
	g_autoptr(Fabric) none = make("rails:leaves=2,spines=1,gpus=1,storage=0,ports=4", 3, 4, 2);
	g_autoptr(Fabric) many = make("rails:leaves=8,spines=3,gpus=8,storage=4,ports=16", 15, 64 + 24, 24 + 16);
}
END_TEST

/* ---- generations */

START_TEST(generations_have_two_speeds)
{
	guint slow = 0, fast = 0;
	g_autoptr(Fabric) fabric = make("generations", 18 + 36, 81 + 324, 81 + 324 + 9);
	expect_all_names_differ(fabric);
	ck_assert_uint_eq(joined(fabric, "old-", "new-"), 9);
	ck_assert_uint_eq(joined(fabric, "old-spine", "new-spine"), 9);
	for (guint32 i = 0; i < fabric->n_ports; i++)
		if (fabric->ports[i].peer != FABRIC_NONE) {
			slow += fabric->ports[i].speed == FABRIC_DDR;
			fast += fabric->ports[i].speed == FABRIC_QDR;
		}
	ck_assert_uint_eq(slow, 2 * (81 + 81 + 9));
	ck_assert_uint_eq(fast, 2 * (324 + 324));
	g_autoptr(Fabric) three = make("generations:levels=3", 243 + 972, 729 + 5832, 2 * 729 + 2 * 5832 + 81);
	g_autoptr(Fabric) trimmed = make("generations:hosts=100,joins=4", 3 + 9 + 5 + 18, 100, 3 * 9 + 5 * 18 + 36);
	g_autoptr(Fabric) least = make("generations:hosts=2,old=4,new=4", 6, 2, 2 + 2 + 2);
}
END_TEST

/* ---- merged, half */

START_TEST(merged_keeps_both)
{
	g_autoptr(Fabric) fabric = make("merged:torus:4x4,hosts=2+dragonfly+,joins=3", 16 + 72, 32 + 144, 32 + 180 + 3);
	expect_all_names_differ(fabric);
	ck_assert_uint_eq(joined(fabric, "a-torus", "a-torus"), 32);
	ck_assert_uint_eq(joined(fabric, "a-torus", "b-g"), 3);
	ck_assert_uint_eq(joined(fabric, "a-torus", "b-g01-spine-02"), 1);
	expect_beyond(fabric, "a-host-32 HCA-1", 1, "a-torus-3-3 2");
	expect_beyond(fabric, "b-host-33 HCA-1", 1, "MF0;b-g01-leaf-01:IB36/U1 1");
	g_autoptr(Fabric) one = look_make("merged:torus:4x4+torus:4x4,joins=1");
	ck_assert_uint_eq(look_cables(one), 65);
	g_autoptr(Fabric) plus = make("merged:dragonfly++dragonfly+", 144, 288, 2 * 180 + 4);
	/* keys of the whole may stand anywhere but inside */
	g_autoptr(Fabric) drawn =
		look_make("merged:seed=7,random:switches=9,ports=8,hosts=3+torus:4x4,hosts=2,an=all,joins=1");
	ck_assert_uint_eq(look_switches(drawn), 25);
	ck_assert_uint_eq(look_hosts(drawn), 27 + 32 + 25);
	g_autoptr(Fabric) inside = look_make("merged:half:karytree:4,2+half:clos,spines=6,joins=2");
	ck_assert_uint_eq(look_switches(inside), 4 + 2 + 24 + 3);
}
END_TEST

/* Each switch below the top keeps half of its cables up, and numbers stay. */
START_TEST(half_of_the_top)
{
	static const struct {
		const char *spec;
		guint tops;
	} cases[] = {{"fattree:ports=24,levels=2", 12},
		     {"fattree:ports=8,levels=3", 16},
		     {"karytree:4,3", 16},
		     {"clos:spines=9", 9},
		     {"xgft:3;4,3,5;1,2,4", 8},
		     {"rails", 31},
		     {"directors:hosts=1152", 24}};
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *spec = g_strdup_printf("half:%s", cases[i].spec);
		g_autoptr(Fabric) whole = look_make(cases[i].spec);
		g_autoptr(Fabric) half = look_make(spec);
		look_part_of(half, whole);
		ck_assert(look_connected(half));
		ck_assert_uint_eq(look_hosts(half), look_hosts(whole));
		ck_assert_msg(look_switches(half) == look_switches(whole) - cases[i].tops / 2, "%s: %u of %u", spec,
			      look_switches(half), look_switches(whole));
		for (guint32 j = 0; j < half->n_switches; j++) {
			guint32 sw = half->switches[j];
			guint32 same = fabric_find_node(whole, half->nodes[sw].guid);
			ck_assert_uint_ge(2 * look_degree(half, sw), look_degree(whole, same));
		}
	}
	g_autoptr(Fabric) quarter = look_make("half:half:fattree:ports=8,levels=2");
	ck_assert_uint_eq(look_switches(quarter), 8 + 1);
	g_autoptr(Fabric) nodes = look_make("half:karytree:4,2,an=all");
	ck_assert_uint_eq(look_hosts(nodes), 16 + 6);
}
END_TEST

/* ---- dragonfly+ */

START_TEST(dragonfly_plus)
{
	static const guint shapes[][4] = {{4, 4, 4, 2}, {2, 3, 5, 1}, {1, 1, 1, 1}, {6, 2, 3, 5}};
	for (guint i = 0; i < G_N_ELEMENTS(shapes); i++) {
		guint leaves = shapes[i][0], spines = shapes[i][1], p = shapes[i][2], h = shapes[i][3];
		guint groups = spines * h + 1;
		g_autofree char *spec =
			g_strdup_printf("dragonfly+:leaves=%u,spines=%u,p=%u,h=%u", leaves, spines, p, h);
		g_autoptr(Fabric) fabric = make(spec, groups * (leaves + spines), groups * leaves * p,
						groups * leaves * spines + groups * (groups - 1) / 2);
		expect_all_names_differ(fabric);
		ck_assert_uint_eq(joined(fabric, "leaf", "leaf"), 0);
		ck_assert_uint_eq(joined(fabric, "g01-", "g02-"), 1);
		ck_assert_uint_eq(joined(fabric, "spine", "spine"), groups * (groups - 1) / 2);
	}
	/* fewer groups: as many cables between two as every pair can have */
	g_autoptr(Fabric) few = make("dragonfly+:groups=3,hosts=30", 24, 30, 3 * 16 + 3 * 4);
	ck_assert_uint_eq(joined(few, "g01-", "g03-"), 4);
	for (guint32 i = 0; i < few->n_switches; i++) {
		guint hosts = look_hosts_of(few, few->switches[i]);
		ck_assert(i % 8 < 4 ? hosts == 2 || hosts == 3 : hosts == 0);
	}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {tree_of_directors_at_full_size,
				      cables_are_pulled_in_turn,
				      directors_of_other_sizes,
				      rails_at_full_size,
				      rails_trimmed,
				      generations_have_two_speeds,
				      merged_keeps_both,
				      half_of_the_top,
				      dragonfly_plus,
				      NULL};
	return fixture_run("synth_machines", tests);
}
