/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Every family against what is known of it in closed form: switches, hosts, cables, degrees, diameter.
 */
#include "generator/synth/synth.h"
#include "tests/asserts.h"
#include "tests/core/fixture.h"
#include "tests/generator/synth_look.h"

#include <stdlib.h>
#include <string.h>

G_GNUC_PRINTF(1, 2) static Fabric *make(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	g_autofree char *spec = g_strdup_vprintf(format, arguments);
	va_end(arguments);
	return look_make(spec);
}

static void expect(const Fabric *fabric, guint switches, guint hosts, guint cables)
{
	ck_assert_uint_eq(look_switches(fabric), switches);
	ck_assert_uint_eq(look_hosts(fabric), hosts);
	ck_assert_uint_eq(look_cables(fabric), cables);
	ck_assert(look_connected(fabric));
}

static void expect_regular(const Fabric *fabric, guint degree, guint hosts)
{
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		if (fabric_is_switch(fabric, i)) {
			ck_assert_uint_eq(look_degree(fabric, i), degree);
			ck_assert_uint_eq(look_hosts_of(fabric, i), hosts);
		}
}

static guint power(guint base, guint exponent)
{
	guint n = 1;
	while (exponent--)
		n *= base;
	return n;
}

START_TEST(test_single)
{
	for (guint hosts = 1; hosts <= 36; hosts += 7) {
		g_autoptr(Fabric) fabric = make("single:hosts=%u", hosts);
		expect(fabric, 1, hosts, 0);
		ck_assert_uint_eq(fabric->nodes[fabric->switches[0]].n_ports, 36);
	}
	g_autoptr(Fabric) bare = make("single");
	expect(bare, 1, 36, 0);
	g_autoptr(Fabric) large = make("single:ports=254");
	expect(large, 1, 254, 0);
}
END_TEST

/* GUIDs as a maker would give them, hosts on the low ports, one width and speed. */
START_TEST(test_identity)
{
	g_autoptr(Fabric) fabric = make("torus:3x4,hosts=2");
	g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
	for (guint32 i = 0; i < fabric->n_nodes; i++) {
		const FabricNode *node = &fabric->nodes[i];
		ck_assert_uint_eq(node->guid >> 40, 0x0002c9);
		ck_assert_uint_eq(node->vendor_id, 0x2c9);
		ck_assert_uint_eq(node->system_guid >> 40, 0x0002c9);
		ck_assert(g_hash_table_add(names, (char *)fabric_name(fabric, i)));
		guint host_ports = 0;
		for (guint num = 0; num <= node->n_ports; num++) {
			const FabricPort *port = &fabric->ports[fabric_port_index(fabric, i, num)];
			ck_assert_uint_eq(port->lid, 0);
			ck_assert_uint_eq(port->vls, 0);
			if (port->peer == FABRIC_NONE)
				continue;
			ck_assert_uint_eq(port->width, 4);
			ck_assert_uint_eq(port->speed, FABRIC_QDR);
			host_ports += !fabric_is_switch(fabric, fabric->ports[port->peer].node) && num <= 2;
		}
		if (node->type == FABRIC_SWITCH) {
			ck_assert_uint_eq(host_ports, 2);
			ck_assert(fabric->ports[node->first_port].guid == node->guid);
		} else {
			ck_assert(fabric->ports[node->first_port + 1].guid == node->guid + 1);
		}
	}
	ck_assert_str_eq(fabric_name(fabric, fabric->switches[0]), "torus-0-0");
	ck_assert_str_eq(fabric_name(fabric, fabric->switches[6]), "torus-1-2");
	ck_assert_str_eq(fabric_name(fabric, fabric->n_nodes - 1), "host-24 HCA-1");
}
END_TEST

START_TEST(test_order_and_lids)
{
	g_autoptr(Fabric) fabric = make("karytree:3,3");
	g_autoptr(GError) error = NULL;
	guint32 assigned = 0;
	ck_assert(fabric_assign_lids(fabric, 0, &assigned, &error));
	ck_assert_uint_eq(assigned, 27 + 27);
	ck_assert_uint_eq(fabric->n_endpoints, 27);
	for (guint32 i = 0; i < 9; i++)
		ck_assert_uint_eq(look_hosts_of(fabric, fabric->switches[i]), 3);
	for (guint32 i = 0; i < fabric->n_endpoints; i++) {
		const FabricPort *host = &fabric->ports[fabric->endpoints[i]];
		ck_assert_uint_eq(fabric->ports[host->peer].node, fabric->switches[i / 3]);
		ck_assert_uint_eq(fabric->ports[host->peer].num, i % 3 + 1);
	}
}
END_TEST

/* Every leaf has its k cables up to k different switches, every level is as wide as the hosts. */
static void expect_distinct_parents(const Fabric *fabric, guint32 node)
{
	g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
	for (guint num = 1; num <= fabric->nodes[node].n_ports; num++) {
		guint32 peer = fabric->ports[fabric_port_index(fabric, node, num)].peer;
		if (peer != FABRIC_NONE && fabric_is_switch(fabric, fabric->ports[peer].node))
			ck_assert(g_hash_table_add(seen, GUINT_TO_POINTER(fabric->ports[peer].node + 1)));
	}
}

START_TEST(test_karytree)
{
	static const guint shapes[][2] = {{2, 1}, {5, 1}, {2, 2}, {3, 2}, {18, 2}, {2, 3},  {4, 3},
					  {6, 3}, {2, 4}, {3, 4}, {2, 6}, {2, 11}, {127, 1}};
	for (guint i = 0; i < G_N_ELEMENTS(shapes); i++) {
		guint k = shapes[i][0], n = shapes[i][1];
		g_autoptr(Fabric) fabric = make("karytree:%u,%u", k, n);
		expect(fabric, n * power(k, n - 1), power(k, n), (n - 1) * power(k, n));
		guint leaves = 0, tops = 0;
		for (guint32 sw = 0; sw < fabric->n_switches; sw++) {
			guint32 node = fabric->switches[sw];
			guint hosts = look_hosts_of(fabric, node), degree = look_degree(fabric, node);
			ck_assert_uint_eq(fabric->nodes[node].n_ports, 2 * k);
			ck_assert_uint_eq(hosts, sw < power(k, n - 1) ? k : 0);
			leaves += hosts == k;
			tops += hosts + degree == k;
			ck_assert(hosts + degree == k || hosts + degree == 2 * k);
			expect_distinct_parents(fabric, node);
		}
		ck_assert_uint_eq(leaves, power(k, n - 1));
		ck_assert_uint_eq(tops, power(k, n - 1));
		if (power(k, n) < 300)
			ck_assert_int_eq(look_diameter(fabric), 2 * (int)(n - 1));
	}
}
END_TEST

START_TEST(test_karytree_large)
{
	g_autoptr(Fabric) fabric = make("karytree:18,3");
	expect(fabric, 972, 5832, 2 * 5832);
}
END_TEST

START_TEST(test_fattree)
{
	for (guint ports = 4; ports <= 36; ports += 8)
		for (guint levels = 2; levels <= 3; levels++)
			for (guint over = 1; over <= 3; over++) {
				guint half = ports / 2, up = ports / (over + 1), down = up * over;
				guint leaves = 2 * power(half, levels - 1);
				guint second = levels == 2 ? up : up * 2 * half, top = levels == 2 ? 0 : up * half;
				g_autoptr(Fabric) fabric =
					make("fattree:ports=%u,levels=%u,oversubscription=%u", ports, levels, over);
				expect(fabric, leaves + second + top, leaves * down,
				       leaves * up + (levels == 3 ? second * half : 0));
				for (guint32 i = 0; i < leaves; i++) {
					ck_assert_uint_eq(look_hosts_of(fabric, fabric->switches[i]), down);
					ck_assert_uint_eq(look_degree(fabric, fabric->switches[i]), up);
					expect_distinct_parents(fabric, fabric->switches[i]);
				}
			}
	g_autoptr(Fabric) one = make("fattree:levels=1,ports=12");
	expect(one, 1, 12, 0);
	g_autoptr(Fabric) quarter = make("fattree:ports=24,levels=3,oversubscription=4");
	expect(quarter, 288 + 96 + 48, 288 * 16, 288 * 4 + 96 * 12);
}
END_TEST

/* Trimmed: as many hosts as asked for, on as few leaves as hold them, under every top switch. */
START_TEST(test_fattree_trimmed)
{
	static const guint hosts[] = {1, 12, 13, 100, 287, 288, 289, 1000, 3455, 3456};
	for (guint i = 0; i < G_N_ELEMENTS(hosts); i++) {
		g_autoptr(Fabric) fabric = make("fattree:ports=24,levels=3,hosts=%u", hosts[i]);
		guint leaves = (hosts[i] + 11) / 12, pods = (leaves + 11) / 12;
		expect(fabric, leaves + pods * 12 + 144, hosts[i], leaves * 12 + pods * 144);
	}
}
END_TEST

START_TEST(test_xgft)
{
	/* the k-ary n-tree as an XGFT is the same graph */
	g_autoptr(Fabric) tree = make("karytree:4,3");
	g_autoptr(Fabric) same = make("xgft:3;4,4,4;1,4,4,ports=8");
	g_autofree char *a = look_dump(tree), *b = look_dump(same);
	ck_assert_str_eq(a, b);
	g_autoptr(Fabric) slim = make("xgft:3;4,3,5;1,2,3");
	/* level 1: 15 leaves with 4 hosts; level 2: 5 x 2; level 3: 2 x 3 */
	expect(slim, 15 + 10 + 6, 60, 15 * 2 + 10 * 3);
	ck_assert_int_eq(look_diameter(slim), 4);
	g_autoptr(Fabric) flat = make("xgft:1;20;1");
	expect(flat, 1, 20, 0);
}
END_TEST

START_TEST(test_clos)
{
	for (guint leaves = 1; leaves <= 24; leaves += 5)
		for (guint spines = 1; spines <= 6; spines += 2)
			for (guint links = 1; links <= 3 && links * leaves <= 36; links++) {
				g_autoptr(Fabric) fabric =
					make("clos:leaves=%u,hosts=7,spines=%u,links=%u", leaves, spines, links);
				expect(fabric, leaves + spines, leaves * 7, leaves * spines * links);
				ck_assert_uint_eq(look_bundle(fabric), links);
			}
	g_autoptr(Fabric) standard = make("clos:leaves=24,hosts=18,spines=12,links=1");
	expect(standard, 36, 432, 288);
}
END_TEST

static const char *const grids[] = {"2",   "3",     "7",     "2x2",   "3x3",   "4x4",       "2x5", "5x5",
				    "8x8", "3x4x5", "2x2x2", "2x3x4", "6x6x6", "2x2x2x2x3", "1000"};

/* Cables and diameter of a grid whose row of k has `row(k)` cables and is `across(k)` long. */
static void check_grids(const char *family, guint (*row)(guint), guint (*across)(guint))
{
	for (guint i = 0; i < G_N_ELEMENTS(grids); i++) {
		g_auto(GStrv) sizes = g_strsplit(grids[i], "x", -1);
		guint n = 1, cables = 0, diameter = 0;
		for (char **size = sizes; *size; size++)
			n *= (guint)atoi(*size);
		for (char **size = sizes; *size; size++) {
			cables += n / (guint)atoi(*size) * row((guint)atoi(*size));
			diameter += across((guint)atoi(*size));
		}
		for (guint links = 1; links <= 2; links++) {
			if (!strcmp(family, "hyperx") && n == 1000)
				continue;
			g_autoptr(Fabric) fabric = make("%s:%s,hosts=3,links=%u", family, grids[i], links);
			expect(fabric, n, 3 * n, cables * links);
			ck_assert_uint_eq(look_bundle(fabric), links);
			ck_assert_int_eq(look_diameter(fabric), (int)diameter);
		}
	}
}

static guint ring_cables(guint k)
{
	return k == 2 ? 1 : k;
}

static guint ring_across(guint k)
{
	return k / 2;
}

static guint chain_cables(guint k)
{
	return k - 1;
}

static guint all_cables(guint k)
{
	return k * (k - 1) / 2;
}

static guint one(guint k)
{
	(void)k;
	return 1;
}

START_TEST(test_torus)
{
	check_grids("torus", ring_cables, ring_across);
	g_autoptr(Fabric) flat = make("torus:8x8,hosts=12");
	expect(flat, 64, 768, 128);
	expect_regular(flat, 4, 12);
	g_autoptr(Fabric) cube = make("torus:6x6x6,hosts=4");
	expect(cube, 216, 864, 648);
	expect_regular(cube, 6, 4);
}
END_TEST

START_TEST(test_mesh)
{
	check_grids("mesh", chain_cables, chain_cables);
}
END_TEST

START_TEST(test_hyperx)
{
	check_grids("hyperx", all_cables, one);
	g_autoptr(Fabric) fabric = make("hyperx:12x8,hosts=7");
	expect(fabric, 96, 672, 96 * 18 / 2);
	expect_regular(fabric, 18, 7);
	ck_assert_int_eq(look_diameter(fabric), 2);
}
END_TEST

START_TEST(test_hypercube)
{
	for (guint d = 1; d <= 10; d++) {
		g_autoptr(Fabric) fabric = make("hypercube:%u,hosts=2", d);
		expect(fabric, 1u << d, 2u << d, d << (d - 1));
		expect_regular(fabric, d, 2);
		ck_assert_int_eq(look_diameter(fabric), (int)d);
	}
}
END_TEST

START_TEST(test_fastree)
{
	for (guint n = 1; n <= 12; n++) {
		g_autoptr(Fabric) fabric = make("fastree:switches=%u", n);
		expect(fabric, n, 24 * n, n * (n - 1) / 2);
		expect_regular(fabric, n - 1, 24);
	}
	g_autoptr(Fabric) bundles = make("fastree:switches=3,hosts=24,links=6");
	expect(bundles, 3, 72, 18);
}
END_TEST

START_TEST(test_kautz)
{
	for (guint d = 2; d <= 5; d++)
		for (guint n = 1; n <= 4 && power(d, n) <= 300; n++) {
			guint count = (d + 1) * power(d, n - 1);
			g_autoptr(Fabric) fabric = make("kautz:%u,%u", d, n);
			expect(fabric, count, count, count * d);
			expect_regular(fabric, 2 * d, 1);
			ck_assert_uint_eq(look_bundle(fabric), 2);
			ck_assert_int_eq(look_diameter(fabric), (int)n);
		}
}
END_TEST

START_TEST(test_dragonfly)
{
	for (guint a = 2; a <= 5; a++)
		for (guint h = 1; h <= 3; h++) {
			guint groups = a * h + 1, n = a * groups;
			g_autoptr(Fabric) fabric = make("dragonfly:a=%u,p=2,h=%u", a, h);
			expect(fabric, n, 2 * n, groups * a * (a - 1) / 2 + groups * (groups - 1) / 2);
			expect_regular(fabric, a - 1 + h, 2);
			ck_assert_uint_eq(look_bundle(fabric), 1);
			ck_assert_int_eq(look_diameter(fabric), 3);
			for (guint g = 1; g < groups; g++) {
				g_autoptr(Fabric) fewer = make("dragonfly:a=%u,p=2,h=%u,groups=%u", a, h, g);
				guint each = g > 1 ? a * h / (g - 1) : 0;
				expect(fewer, a * g, 2 * a * g, g * a * (a - 1) / 2 + each * g * (g - 1) / 2);
				ck_assert_int_le(look_diameter(fewer), 3);
			}
		}
}
END_TEST

START_TEST(test_slimfly)
{
	static const guint qs[] = {3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19};
	for (guint i = 0; i < G_N_ELEMENTS(qs); i++) {
		guint q = qs[i];
		guint degree = q % 4 == 0 ? 3 * q / 2 : q % 4 == 1 ? (3 * q - 1) / 2 : (3 * q + 1) / 2;
		g_autoptr(Fabric) fabric = make("slimfly:%u,ports=48", q);
		expect(fabric, 2 * q * q, 2 * q * q * ((degree + 1) / 2), q * q * degree);
		expect_regular(fabric, degree, (degree + 1) / 2);
		ck_assert_uint_eq(look_bundle(fabric), 1);
		ck_assert_int_eq(look_diameter(fabric), 2);
	}
	g_autoptr(Fabric) fabric = make("slimfly:5");
	expect(fabric, 50, 200, 175);
}
END_TEST

/* Every port cabled but one where their number is odd, no loops, parallel cables only where there must be. */
static void check_random(guint n, guint ports, guint hosts, guint seed)
{
	g_autoptr(Fabric) fabric = make("random:switches=%u,ports=%u,hosts=%u,seed=%u", n, ports, hosts, seed);
	guint each = ports - hosts, least = (each + n - 2) / (n - 1);
	expect(fabric, n, n * hosts, n * each / 2);
	guint bundle = look_bundle(fabric);
	ck_assert_uint_ge(bundle, least);
	if (2 * (each % (n - 1)) <= n || n < 30)
		ck_assert_msg(bundle == least, "%u cables in a bundle: %u switches, %u ports free, seed %u", bundle, n,
			      each, seed);
	ck_assert_uint_le(bundle, least + 2);
}

START_TEST(test_random)
{
	static const guint shapes[][3] = {{2, 3, 2},    {2, 36, 18},  {3, 4, 2},    {3, 5, 2},    {3, 6, 2},
					  {4, 6, 3},    {5, 5, 2},    {6, 4, 2},    {7, 5, 2},    {10, 36, 18},
					  {20, 36, 18}, {25, 24, 12}, {43, 24, 12}, {64, 36, 18}, {40, 3, 1}};
	for (guint i = 0; i < G_N_ELEMENTS(shapes); i++)
		for (guint seed = 0; seed < 8; seed++)
			check_random(shapes[i][0], shapes[i][1], shapes[i][2], seed);
	g_autoptr(Fabric) fabric = make("random:switches=64,ports=36,hosts=18,seed=1");
	expect(fabric, 64, 1152, 576);
	expect_regular(fabric, 18, 18);
	ck_assert_uint_eq(look_bundle(fabric), 1);
}
END_TEST

/* Two ports a switch fall into many rings when paired at random: the joining of pieces is what makes one of them. */
START_TEST(test_random_rings)
{
	for (guint seed = 0; seed < 50; seed++) {
		g_autoptr(Fabric) fabric = make("random:switches=60,ports=3,hosts=1,seed=%u", seed);
		expect(fabric, 60, 60, 60);
		expect_regular(fabric, 2, 1);
		ck_assert_int_eq(look_diameter(fabric), 30);
	}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		test_single,    test_identity,        test_order_and_lids, test_karytree,     test_karytree_large,
		test_fattree,   test_fattree_trimmed, test_xgft,           test_clos,         test_torus,
		test_mesh,      test_hyperx,          test_hypercube,      test_fastree,      test_kautz,
		test_dragonfly, test_slimfly,         test_random,         test_random_rings, NULL,
	};
	return fixture_run("synth", tests);
}
