/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Identity and order of what is made, and every family that is no tree against what is known of it in closed form:
 * switches, hosts, cables, degrees, diameter.
 */
#include "tests/asserts.h"
#include "tests/core/fixture.h"
#include "tests/generator/synth_look.h"

#include <stdlib.h>
#include <string.h>

START_TEST(test_single)
{
	for (guint hosts = 1; hosts <= 36; hosts += 7) {
		g_autoptr(Fabric) fabric = look_format("single:hosts=%u", hosts);
		look_expect(fabric, 1, hosts, 0);
		ck_assert_uint_eq(fabric->nodes[fabric->switches[0]].n_ports, 36);
	}
	g_autoptr(Fabric) bare = look_format("single");
	look_expect(bare, 1, 36, 0);
	g_autoptr(Fabric) large = look_format("single:ports=254");
	look_expect(large, 1, 254, 0);
}
END_TEST

/* GUIDs as a maker would give them, hosts on the low ports, one width and speed. */
START_TEST(test_identity)
{
	g_autoptr(Fabric) fabric = look_format("torus:3x4,hosts=2");
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
	g_autoptr(Fabric) fabric = look_format("karytree:3,3");
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
			g_autoptr(Fabric) fabric = look_format("%s:%s,hosts=3,links=%u", family, grids[i], links);
			look_expect(fabric, n, 3 * n, cables * links);
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
	g_autoptr(Fabric) flat = look_format("torus:8x8,hosts=12");
	look_expect(flat, 64, 768, 128);
	look_expect_regular(flat, 4, 12);
	g_autoptr(Fabric) cube = look_format("torus:6x6x6,hosts=4");
	look_expect(cube, 216, 864, 648);
	look_expect_regular(cube, 6, 4);
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
	g_autoptr(Fabric) fabric = look_format("hyperx:12x8,hosts=7");
	look_expect(fabric, 96, 672, 96 * 18 / 2);
	look_expect_regular(fabric, 18, 7);
	ck_assert_int_eq(look_diameter(fabric), 2);
}
END_TEST

START_TEST(test_hypercube)
{
	for (guint d = 1; d <= 10; d++) {
		g_autoptr(Fabric) fabric = look_format("hypercube:%u,hosts=2", d);
		look_expect(fabric, 1u << d, 2u << d, d << (d - 1));
		look_expect_regular(fabric, d, 2);
		ck_assert_int_eq(look_diameter(fabric), (int)d);
	}
}
END_TEST

START_TEST(test_fastree)
{
	for (guint n = 1; n <= 12; n++) {
		g_autoptr(Fabric) fabric = look_format("fastree:switches=%u", n);
		look_expect(fabric, n, 24 * n, n * (n - 1) / 2);
		look_expect_regular(fabric, n - 1, 24);
	}
	g_autoptr(Fabric) bundles = look_format("fastree:switches=3,hosts=24,links=6");
	look_expect(bundles, 3, 72, 18);
}
END_TEST

START_TEST(test_kautz)
{
	for (guint d = 2; d <= 5; d++)
		for (guint n = 1; n <= 4 && look_power(d, n) <= 300; n++) {
			guint count = (d + 1) * look_power(d, n - 1);
			g_autoptr(Fabric) fabric = look_format("kautz:%u,%u", d, n);
			look_expect(fabric, count, count, count * d);
			look_expect_regular(fabric, 2 * d, 1);
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
			g_autoptr(Fabric) fabric = look_format("dragonfly:a=%u,p=2,h=%u", a, h);
			look_expect(fabric, n, 2 * n, groups * a * (a - 1) / 2 + groups * (groups - 1) / 2);
			look_expect_regular(fabric, a - 1 + h, 2);
			ck_assert_uint_eq(look_bundle(fabric), 1);
			ck_assert_int_eq(look_diameter(fabric), 3);
			for (guint g = 1; g < groups; g++) {
				g_autoptr(Fabric) fewer = look_format("dragonfly:a=%u,p=2,h=%u,groups=%u", a, h, g);
				guint each = g > 1 ? a * h / (g - 1) : 0;
				look_expect(fewer, a * g, 2 * a * g, g * a * (a - 1) / 2 + each * g * (g - 1) / 2);
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
		g_autoptr(Fabric) fabric = look_format("slimfly:%u,ports=48", q);
		look_expect(fabric, 2 * q * q, 2 * q * q * ((degree + 1) / 2), q * q * degree);
		look_expect_regular(fabric, degree, (degree + 1) / 2);
		ck_assert_uint_eq(look_bundle(fabric), 1);
		ck_assert_int_eq(look_diameter(fabric), 2);
	}
	g_autoptr(Fabric) fabric = look_format("slimfly:5");
	look_expect(fabric, 50, 200, 175);
}
END_TEST

/* Every port cabled but one where their number is odd, no loops, parallel cables only where there must be. */
static void check_random(guint n, guint ports, guint hosts, guint seed)
{
	g_autoptr(Fabric) fabric = look_format("random:switches=%u,ports=%u,hosts=%u,seed=%u", n, ports, hosts, seed);
	guint each = ports - hosts, least = (each + n - 2) / (n - 1);
	look_expect(fabric, n, n * hosts, n * each / 2);
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
	g_autoptr(Fabric) fabric = look_format("random:switches=64,ports=36,hosts=18,seed=1");
	look_expect(fabric, 64, 1152, 576);
	look_expect_regular(fabric, 18, 18);
	ck_assert_uint_eq(look_bundle(fabric), 1);
}
END_TEST

/* Two ports a switch fall into many rings when paired at random: the joining of pieces is what makes one of them. */
START_TEST(test_random_rings)
{
	for (guint seed = 0; seed < 50; seed++) {
		g_autoptr(Fabric) fabric = look_format("random:switches=60,ports=3,hosts=1,seed=%u", seed);
		look_expect(fabric, 60, 60, 60);
		look_expect_regular(fabric, 2, 1);
		ck_assert_int_eq(look_diameter(fabric), 30);
	}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {test_single,  test_identity,  test_order_and_lids, test_torus, test_mesh,
				      test_hyperx,  test_hypercube, test_fastree,        test_kautz, test_dragonfly,
				      test_slimfly, test_random,    test_random_rings,   NULL};
	return fixture_run("synth", tests);
}
