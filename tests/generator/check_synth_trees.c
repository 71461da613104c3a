/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Trees of all kinds against what is known of them in closed form: switches, hosts, cables, parents.
 */
#include "tests/asserts.h"
#include "tests/core/fixture.h"
#include "tests/generator/synth_look.h"

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
		g_autoptr(Fabric) fabric = look_format("karytree:%u,%u", k, n);
		look_expect(fabric, n * look_power(k, n - 1), look_power(k, n), (n - 1) * look_power(k, n));
		guint leaves = 0, tops = 0;
		for (guint32 sw = 0; sw < fabric->n_switches; sw++) {
			guint32 node = fabric->switches[sw];
			guint hosts = look_hosts_of(fabric, node), degree = look_degree(fabric, node);
			ck_assert_uint_eq(fabric->nodes[node].n_ports, 2 * k);
			ck_assert_uint_eq(hosts, sw < look_power(k, n - 1) ? k : 0);
			leaves += hosts == k;
			tops += hosts + degree == k;
			ck_assert(hosts + degree == k || hosts + degree == 2 * k);
			expect_distinct_parents(fabric, node);
		}
		ck_assert_uint_eq(leaves, look_power(k, n - 1));
		ck_assert_uint_eq(tops, look_power(k, n - 1));
		if (look_power(k, n) < 300)
			ck_assert_int_eq(look_diameter(fabric), 2 * (int)(n - 1));
	}
}
END_TEST

START_TEST(test_karytree_large)
{
	g_autoptr(Fabric) fabric = look_format("karytree:18,3");
	look_expect(fabric, 972, 5832, 2 * 5832);
}
END_TEST

START_TEST(test_fattree)
{
	for (guint ports = 4; ports <= 36; ports += 8)
		for (guint levels = 2; levels <= 3; levels++)
			for (guint over = 1; over <= 3; over++) {
				guint half = ports / 2, up = ports / (over + 1), down = up * over;
				guint leaves = 2 * look_power(half, levels - 1);
				guint second = levels == 2 ? up : up * 2 * half, top = levels == 2 ? 0 : up * half;
				g_autoptr(Fabric) fabric = look_format("fattree:ports=%u,levels=%u,oversubscription=%u",
								       ports, levels, over);
				look_expect(fabric, leaves + second + top, leaves * down,
					    leaves * up + (levels == 3 ? second * half : 0));
				for (guint32 i = 0; i < leaves; i++) {
					ck_assert_uint_eq(look_hosts_of(fabric, fabric->switches[i]), down);
					ck_assert_uint_eq(look_degree(fabric, fabric->switches[i]), up);
					expect_distinct_parents(fabric, fabric->switches[i]);
				}
			}
	g_autoptr(Fabric) one = look_format("fattree:levels=1,ports=12");
	look_expect(one, 1, 12, 0);
	g_autoptr(Fabric) quarter = look_format("fattree:ports=24,levels=3,oversubscription=4");
	look_expect(quarter, 288 + 96 + 48, 288 * 16, 288 * 4 + 96 * 12);
}
END_TEST

/* Trimmed: as many hosts as asked for, on as few leaves as hold them, under every top switch. */
START_TEST(test_fattree_trimmed)
{
	static const guint hosts[] = {1, 12, 13, 100, 287, 288, 289, 1000, 3455, 3456};
	for (guint i = 0; i < G_N_ELEMENTS(hosts); i++) {
		g_autoptr(Fabric) fabric = look_format("fattree:ports=24,levels=3,hosts=%u", hosts[i]);
		guint leaves = (hosts[i] + 11) / 12, pods = (leaves + 11) / 12;
		look_expect(fabric, leaves + pods * 12 + 144, hosts[i], leaves * 12 + pods * 144);
	}
}
END_TEST

START_TEST(test_xgft)
{
	/* the k-ary n-tree as an XGFT is the same graph */
	g_autoptr(Fabric) tree = look_format("karytree:4,3");
	g_autoptr(Fabric) same = look_format("xgft:3;4,4,4;1,4,4,ports=8");
	g_autofree char *a = look_dump(tree), *b = look_dump(same);
	ck_assert_str_eq(a, b);
	g_autoptr(Fabric) slim = look_format("xgft:3;4,3,5;1,2,3");
	/* level 1: 15 leaves with 4 hosts; level 2: 5 x 2; level 3: 2 x 3 */
	look_expect(slim, 15 + 10 + 6, 60, 15 * 2 + 10 * 3);
	ck_assert_int_eq(look_diameter(slim), 4);
	g_autoptr(Fabric) flat = look_format("xgft:1;20;1");
	look_expect(flat, 1, 20, 0);
}
END_TEST

START_TEST(test_clos)
{
	for (guint leaves = 1; leaves <= 24; leaves += 5)
		for (guint spines = 1; spines <= 6; spines += 2)
			for (guint links = 1; links <= 3 && links * leaves <= 36; links++) {
				g_autoptr(Fabric) fabric =
					look_format("clos:leaves=%u,hosts=7,spines=%u,links=%u", leaves, spines, links);
				look_expect(fabric, leaves + spines, leaves * 7, leaves * spines * links);
				ck_assert_uint_eq(look_bundle(fabric), links);
			}
	g_autoptr(Fabric) standard = look_format("clos:leaves=24,hosts=18,spines=12,links=1");
	look_expect(standard, 36, 432, 288);
}
END_TEST

/* As large as a subnet can be: 43,904 hosts and 3,920 switches; one more level of LIDs is refused. */
START_TEST(test_largest)
{
	g_autoptr(Fabric) fabric = look_make("fattree:ports=56,levels=3");
	ck_assert_uint_eq(look_hosts(fabric), 43904);
	ck_assert_uint_eq(look_switches(fabric), 3920);
	g_autoptr(GError) error = NULL;
	ck_assert(fabric_assign_lids(fabric, 0, NULL, &error));
	ck_assert_uint_eq(fabric->n_endpoints, 43904);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {test_karytree, test_karytree_large, test_fattree, test_fattree_trimmed,
				      test_xgft,     test_clos,           test_largest, NULL};
	return fixture_run("synth_trees", tests);
}
