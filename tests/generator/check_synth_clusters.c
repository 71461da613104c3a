/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The clusters of the papers: how much of everything there is, that directors are what their makers built from
 * crossbars, and that what hangs below them has the bisection bandwidth the papers speak of.
 */
#include "generator/synth/synth.h"
#include "tests/asserts.h"
#include "tests/core/fixture.h"
#include "tests/generator/synth_look.h"

#include <string.h>

/* Switches are of one chassis when they share a system image GUID; its number is that of its first switch. */
static guint32 *chassis_of(const Fabric *fabric)
{
	guint32 *chassis = g_new(guint32, fabric->n_nodes);
	for (guint32 i = 0; i < fabric->n_switches; i++) {
		guint32 node = fabric->switches[i], first = 0;
		while (fabric->nodes[fabric->switches[first]].system_guid != fabric->nodes[node].system_guid)
			first++;
		chassis[node] = first;
	}
	return chassis;
}

/* The switch a port leads to, FABRIC_NONE where there is none. */
static guint32 switch_behind(const Fabric *fabric, guint32 node, guint num)
{
	guint32 peer = fabric->ports[fabric_port_index(fabric, node, num)].peer;
	if (peer == FABRIC_NONE || !fabric_is_switch(fabric, fabric->ports[peer].node))
		return FABRIC_NONE;
	return fabric->ports[peer].node;
}

START_TEST(test_clusters)
{
	static const struct {
		const char *spec;
		guint switches, hosts, cables, speed;
	} clusters[] = {
		{"odin", 12 + 6, 128, 12 * 12, FABRIC_SDR},
		{"chic", 44 + 2 * 36, 528, 44 * 12 + 2 * 288, FABRIC_SDR},
		{"deimos", 3 * 36, 724, 3 * 288 + 60, FABRIC_SDR},
		{"atlas", 96 + 4 * 36, 1142, 96 * 12 + 4 * 288, FABRIC_DDR},
		{"thunderbird", 275 + 8 * 36, 4390, 275 * 8 + 8 * 288, FABRIC_SDR},
		{"ranger", 340 + 2 * 720, 4080, 340 * 12 + 2 * 2 * 3456, FABRIC_SDR},
		{"tara", 5 + 3, 82, 5 * 18, FABRIC_QDR},
	};
	for (guint i = 0; i < G_N_ELEMENTS(clusters); i++) {
		g_autoptr(Fabric) fabric = look_make(clusters[i].spec);
		ck_assert_uint_eq(look_switches(fabric), clusters[i].switches);
		ck_assert_uint_eq(look_hosts(fabric), clusters[i].hosts);
		ck_assert_uint_eq(look_cables(fabric), clusters[i].cables);
		ck_assert(look_connected(fabric));
		for (guint32 p = 0; p < fabric->n_ports; p++)
			if (fabric->ports[p].peer != FABRIC_NONE)
				ck_assert_uint_eq(fabric->ports[p].speed, clusters[i].speed);
	}
}
END_TEST

/* What a crossbar inside a chassis has: cables within it, cables out of it, and where the first outer port is not. */
typedef struct {
	guint within, out, lowest_within, highest_out;
} Inside;

static Inside look_inside(const Fabric *fabric, const guint32 *chassis, guint32 node)
{
	Inside inside = {.lowest_within = G_MAXUINT};
	for (guint num = 1; num <= fabric->nodes[node].n_ports; num++) {
		guint32 peer = fabric->ports[fabric_port_index(fabric, node, num)].peer;
		guint32 to = switch_behind(fabric, node, num);
		if (to != FABRIC_NONE && chassis[to] == chassis[node]) {
			inside.within++;
			inside.lowest_within = MIN(inside.lowest_within, num);
		} else if (peer != FABRIC_NONE) {
			inside.out++;
			inside.highest_out = num;
		}
	}
	return inside;
}

/* Cables between two switches. */
static guint cables_between(const Fabric *fabric, guint32 a, guint32 b)
{
	guint n = 0;
	for (guint num = 1; num <= fabric->nodes[a].n_ports; num++)
		n += switch_behind(fabric, a, num) == b;
	return n;
}

/*
 * Directors in the order of their first crossbars: leaf crossbars with half of their ports outside, the low half;
 * the others have every port inside. Of two stages, each leaf crossbar has `links` cables to each spine crossbar.
 */
static void check_director(const Fabric *fabric, const guint32 *chassis, guint32 first, guint leaves, guint size,
			   guint links)
{
	for (guint32 i = first; i < first + size; i++) {
		guint32 node = fabric->switches[i];
		guint ports = fabric->nodes[node].n_ports;
		Inside inside = look_inside(fabric, chassis, node);
		ck_assert_uint_eq(chassis[node], first);
		if (i >= first + leaves) {
			ck_assert_uint_eq(inside.out, 0);
			ck_assert_uint_eq(inside.within, fabric->nodes[node].n_ports);
			continue;
		}
		ck_assert_uint_eq(inside.within, ports / 2);
		ck_assert_uint_eq(inside.lowest_within, ports / 2 + 1);
		ck_assert_uint_le(inside.highest_out, ports / 2);
		for (guint32 spine = first + leaves; links && spine < first + size; spine++)
			ck_assert_uint_eq(cables_between(fabric, node, fabric->switches[spine]), links);
	}
}

START_TEST(test_directors)
{
	static const struct {
		const char *spec;
		guint edge; /* leaf switches outside the directors */
		guint directors, leaves, size, links;
	} clusters[] = {
		{"odin", 0, 1, 12, 18, 2},   {"deimos", 0, 3, 24, 36, 1},        {"chic", 44, 2, 24, 36, 1},
		{"atlas", 96, 4, 24, 36, 1}, {"thunderbird", 275, 8, 24, 36, 1}, {"ranger", 340, 2, 288, 720, 0},
	};
	for (guint i = 0; i < G_N_ELEMENTS(clusters); i++) {
		g_autoptr(Fabric) fabric = look_make(clusters[i].spec);
		g_autofree guint32 *chassis = chassis_of(fabric);
		ck_assert_uint_eq(fabric->n_switches, clusters[i].edge + clusters[i].directors * clusters[i].size);
		for (guint32 s = 0; s < fabric->n_switches; s++) {
			ck_assert_uint_eq(fabric->nodes[fabric->switches[s]].n_ports, 24);
			ck_assert(s >= clusters[i].edge || chassis[fabric->switches[s]] == s);
		}
		for (guint d = 0; d < clusters[i].directors; d++)
			check_director(fabric, chassis, clusters[i].edge + d * clusters[i].size, clusters[i].leaves,
				       clusters[i].size, clusters[i].links);
	}
}
END_TEST

/* 3,456 ports: line cards of 12 leaf and 12 middle crossbars, each pair joined, and 144 at the back for all cards. */
START_TEST(test_five_stages)
{
	enum { EDGE = 340, LEAVES = 288, MIDDLE = 288, BACK = 144, CARD = 12 };
	g_autoptr(Fabric) fabric = look_make("ranger");
	for (guint d = 0; d < 2; d++) {
		const guint32 *leaf = fabric->switches + EDGE + d * (LEAVES + MIDDLE + BACK);
		const guint32 *middle = leaf + LEAVES, *back = middle + MIDDLE;
		for (guint i = 0; i < LEAVES; i++)
			for (guint j = 0; j < MIDDLE; j++)
				ck_assert_uint_eq(cables_between(fabric, leaf[i], middle[j]), i / CARD == j / CARD);
		for (guint i = 0; i < BACK; i++) {
			guint cards[LEAVES / CARD] = {0};
			for (guint j = 0; j < MIDDLE; j++)
				cards[j / CARD] += cables_between(fabric, back[i], middle[j]);
			for (guint card = 0; card < G_N_ELEMENTS(cards); card++)
				ck_assert_uint_eq(cards[card], 1);
		}
	}
}
END_TEST

/* Leaf switches have a cable up for each host, or for every two; as many to each director. */
START_TEST(test_bisection)
{
	static const struct {
		const char *spec;
		guint edge, directors, links, over;
	} clusters[] = {
		{"chic", 44, 2, 6, 1}, {"atlas", 96, 4, 3, 1}, {"thunderbird", 275, 8, 1, 2}, {"ranger", 340, 2, 6, 1}};
	for (guint i = 0; i < G_N_ELEMENTS(clusters); i++) {
		g_autoptr(Fabric) fabric = look_make(clusters[i].spec);
		g_autofree guint32 *chassis = chassis_of(fabric);
		guint size = (fabric->n_switches - clusters[i].edge) / clusters[i].directors;
		for (guint leaf = 0; leaf < clusters[i].edge; leaf++) {
			guint32 node = fabric->switches[leaf];
			guint to[8] = {0}, up = clusters[i].directors * clusters[i].links;
			for (guint num = 1; num <= 24; num++) {
				guint32 peer = switch_behind(fabric, node, num);
				if (peer != FABRIC_NONE)
					to[(chassis[peer] - clusters[i].edge) / size]++;
			}
			for (guint d = 0; d < clusters[i].directors; d++)
				ck_assert_uint_eq(to[d], clusters[i].links);
			ck_assert_uint_eq(look_degree(fabric, node), up);
			ck_assert_uint_le(look_hosts_of(fabric, node), up * clusters[i].over);
			ck_assert_uint_ge(look_hosts_of(fabric, node), up * clusters[i].over - 1);
		}
	}
}
END_TEST

/* Modules of 36-port crossbars, filled one after the other, six cables from each to each of three spines. */
START_TEST(test_tara)
{
	static const guint hosts[] = {18, 18, 18, 18, 10};
	g_autoptr(Fabric) fabric = look_make("tara");
	g_autofree guint32 *chassis = chassis_of(fabric);
	for (guint i = 0; i < fabric->n_switches; i++) {
		guint32 node = fabric->switches[i];
		ck_assert_uint_eq(chassis[node], 0);
		ck_assert_uint_eq(fabric->nodes[node].n_ports, 36);
		ck_assert_uint_eq(look_hosts_of(fabric, node), i < 5 ? hosts[i] : 0);
		for (guint spine = 5; i < 5 && spine < 8; spine++)
			ck_assert_uint_eq(cables_between(fabric, node, fabric->switches[spine]), 6);
	}
}
END_TEST

/* No two GUIDs of a fabric are equal: nodes, ports, and the system image GUIDs that are no node's. */
START_TEST(test_guids)
{
	static const char *const specs[] = {"ranger", "thunderbird", "karytree:18,3", "single"};
	for (guint s = 0; s < G_N_ELEMENTS(specs); s++) {
		g_autoptr(Fabric) fabric = look_make(specs[s]);
		g_autoptr(GHashTable) seen = g_hash_table_new(g_int64_hash, g_int64_equal);
		for (guint32 i = 0; i < fabric->n_nodes; i++) {
			ck_assert(g_hash_table_add(seen, &fabric->nodes[i].guid));
			if (fabric_is_switch(fabric, i))
				continue;
			ck_assert(g_hash_table_add(seen, &fabric->nodes[i].system_guid));
			ck_assert(g_hash_table_add(seen, &fabric->ports[fabric_port_index(fabric, i, 1)].guid));
		}
	}
}
END_TEST

/* Chassis of Deimos by system image GUID: 36 crossbars each, 30 cables from one to the next, 724 hosts as dealt. */
START_TEST(test_deimos)
{
	static const guint hosts[] = {251, 222, 251};
	g_autoptr(Fabric) fabric = look_make("deimos");
	guint between[3][3] = {{0}}, found[3] = {0};
	for (guint32 i = 0; i < fabric->n_switches; i++) {
		guint32 node = fabric->switches[i];
		guint here = i / 36, chain = 0;
		ck_assert(fabric->nodes[node].system_guid == fabric->nodes[fabric->switches[here * 36]].guid);
		found[here] += look_hosts_of(fabric, node);
		for (guint num = 1; num <= 24; num++) {
			guint32 peer = fabric->ports[fabric_port_index(fabric, node, num)].peer;
			if (peer == FABRIC_NONE || !fabric_is_switch(fabric, fabric->ports[peer].node))
				continue;
			guint there = 0;
			while (fabric->switches[there] != fabric->ports[peer].node)
				there++;
			between[here][there / 36]++;
			chain += there / 36 != here;
			ck_assert(there / 36 == here || num <= 12);
		}
		/* 30 over 24 leaf crossbars is one or two each, 60 two or three */
		if (i % 36 < 24)
			ck_assert(here == 1 ? chain == 2 || chain == 3 : chain == 1 || chain == 2);
		else
			ck_assert_uint_eq(chain + look_hosts_of(fabric, node), 0);
	}
	for (guint d = 0; d < 3; d++)
		ck_assert_uint_eq(found[d], hosts[d]);
	ck_assert_uint_eq(between[0][1], 30);
	ck_assert_uint_eq(between[1][0], 30);
	ck_assert_uint_eq(between[1][2], 30);
	ck_assert_uint_eq(between[0][2] + between[2][0], 0);
	/* every leaf crossbar has a cable to the next director, so only the last turn needs a spine */
	ck_assert_int_eq(look_diameter(fabric), 4);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		test_clusters, test_directors, test_five_stages, test_bisection,
		test_tara,     test_deimos,    test_guids,       NULL,
	};
	return fixture_run("synth_clusters", tests);
}
