/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Aggregation nodes, failing hosts, and several failures in one SPEC. */
#include "core/fabric/fabric_class.h"
#include "tests/core/fixture.h"
#include "tests/generator/synth_look.h"

#include <string.h>

static const char *const families[] = {
	"single",
	"karytree:3,3",
	"fattree:ports=8,levels=3",
	"xgft:2;6,7;1,5",
	"torus:4x5,hosts=2",
	"kautz:3,3",
	"dragonfly",
	"random:switches=20,hosts=30",
	"deimos",
	"dragonfly+:groups=5",
	"directors:ports=8,chip=4,hosts=20,ratio=1",
	"rails:leaves=8,spines=3,gpus=4,storage=2,ports=16,hosts=60",
	"generations:hosts=60",
	"merged:torus:4x4,hosts=2+half:karytree:3,3",
	"half:fattree:ports=8,levels=3",
};

/* The fabric of a SPEC with keys added. */
static Fabric *make_with(const char *spec, const char *keys)
{
	g_autofree char *all = g_strdup_printf("%s,%s", spec, keys);
	return look_make(all);
}

static guint32 aggregation_nodes(const Fabric *fabric)
{
	guint32 n = 0;
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		n += fabric->nodes[i].aggregation;
	return n;
}

/* The port of a switch that has the aggregation node, 0 when none or more than one does. */
static guint aggregation_port(const Fabric *fabric, guint32 sw)
{
	guint found = 0, n = 0;
	for (guint num = 1; num <= fabric->nodes[sw].n_ports; num++) {
		guint32 peer = fabric->ports[fabric_port_index(fabric, sw, num)].peer;
		if (peer == FABRIC_NONE || !fabric->nodes[fabric->ports[peer].node].aggregation)
			continue;
		found = num;
		n++;
	}
	return n == 1 ? found : 0;
}

static guint last_port_in_use(const Fabric *fabric, guint32 sw)
{
	guint last = 0;
	for (guint num = 1; num <= fabric->nodes[sw].n_ports; num++)
		if (fabric->ports[fabric_port_index(fabric, sw, num)].peer != FABRIC_NONE)
			last = num;
	return last;
}

/* One node on each switch that shall have one, above the ports in use; nothing else is moved. */
static void expect_nodes(const Fabric *bare, const Fabric *with, gboolean all)
{
	guint32 n = 0;
	look_part_of(bare, with);
	for (guint32 i = 0; i < bare->n_switches; i++) {
		guint32 sw = bare->switches[i], same = fabric_find_node(with, bare->nodes[sw].guid);
		gboolean due = all || look_hosts_of(bare, sw) > 0;
		ck_assert_uint_eq(aggregation_port(with, same) != 0, due);
		ck_assert_uint_eq(look_hosts_of(with, same), look_hosts_of(bare, sw) + due);
		if (due)
			ck_assert_uint_gt(aggregation_port(with, same), last_port_in_use(bare, sw));
		ck_assert_uint_eq(with->nodes[same].n_ports,
				  MAX(bare->nodes[sw].n_ports, aggregation_port(with, same)));
		n += due;
	}
	ck_assert_uint_eq(aggregation_nodes(with), n);
	ck_assert_uint_eq(with->n_nodes, bare->n_nodes + n);
}

START_TEST(switches_have_aggregation_nodes)
{
	for (guint i = 0; i < G_N_ELEMENTS(families); i++) {
		g_autoptr(Fabric) bare = look_make(families[i]);
		g_autoptr(Fabric) leaf = make_with(families[i], "an=leaf");
		g_autoptr(Fabric) all = make_with(families[i], "an=all");
		expect_nodes(bare, leaf, FALSE);
		expect_nodes(bare, all, TRUE);
		ck_assert_uint_eq(aggregation_nodes(bare), 0);
	}
}
END_TEST

START_TEST(aggregation_nodes_look_like_real_ones)
{
	g_autoptr(Fabric) fabric = look_make("fattree:ports=36,levels=2,an=leaf");
	guint32 leaf = fabric->switches[0], spine = fabric->switches[40];
	ck_assert_uint_eq(fabric->nodes[leaf].n_ports, 37);
	ck_assert_uint_eq(fabric->nodes[spine].n_ports, 36);
	guint32 port = fabric->ports[fabric_port_index(fabric, leaf, 37)].peer;
	const FabricNode *node = &fabric->nodes[fabric->ports[port].node];
	ck_assert_uint_eq(node->n_ports, 1);
	ck_assert_uint_eq(node->device_id, 0xcf09);
	ck_assert_uint_eq(node->vendor_id, 0x2c9);
	ck_assert_str_eq(fabric_name(fabric, fabric->ports[port].node), "Mellanox Technologies Aggregation Node");
}
END_TEST

/* LIDs of switches and hosts are those of the fabric without. */
START_TEST(hosts_keep_their_lids)
{
	g_autoptr(Fabric) bare = look_make("karytree:3,2");
	g_autoptr(Fabric) with = look_make("karytree:3,2,an=all");
	ck_assert(fabric_assign_lids(bare, 0, NULL, NULL) && fabric_assign_lids(with, 0, NULL, NULL));
	ck_assert_uint_eq(with->n_endpoints, bare->n_endpoints + bare->n_switches);
	for (guint32 i = 0; i < bare->n_endpoints; i++) {
		const FabricPort *a = &bare->ports[bare->endpoints[i]], *b = &with->ports[with->endpoints[i]];
		ck_assert_uint_eq(a->lid, b->lid);
		ck_assert_uint_eq(a->guid, b->guid);
	}
}
END_TEST

START_TEST(hosts_fail)
{
	for (guint i = 0; i < G_N_ELEMENTS(families); i++) {
		if (g_str_has_prefix(families[i], "random"))
			continue; /* its seed is that of the cabling, too */
		g_autoptr(Fabric) whole = make_with(families[i], "an=leaf");
		g_autoptr(Fabric) some = make_with(families[i], "fail=hosts:10%,an=leaf,seed=4");
		guint32 nodes = aggregation_nodes(whole), hosts = look_hosts(whole) - nodes;
		ck_assert_uint_eq(look_hosts(some), nodes + hosts - (hosts * 10 + 50) / 100);
		ck_assert_uint_eq(aggregation_nodes(some), nodes);
		ck_assert_uint_eq(look_cables(some), look_cables(whole));
		look_part_of(some, whole);
		g_autofree char *most = g_strdup_printf("fail=hosts:%u", hosts - 1);
		g_autoptr(Fabric) one = make_with(families[i], most);
		ck_assert_uint_eq(look_hosts(one), 1);
		ck_assert_uint_eq(look_switches(one), look_switches(whole));
	}
}
END_TEST

START_TEST(failures_follow_one_another)
{
	g_autoptr(Fabric) whole = look_make("fattree:ports=8,levels=3,an=all");
	g_autoptr(Fabric) first = look_make("fattree:ports=8,levels=3,an=all,fail=links:5,seed=5");
	g_autoptr(Fabric) part =
		look_make("fattree:ports=8,levels=3,an=all,fail=links:5,fail=switches:2,fail=hosts:3,seed=5");
	look_part_of(part, whole);
	look_part_of(part, first);
	ck_assert(look_connected(part));
	ck_assert_uint_eq(look_switches(part), 78);
	ck_assert_uint_eq(aggregation_nodes(part), 78);
	ck_assert_uint_eq(look_hosts(part) - 78, 125);
	/* per cent are of what is left: 256 cables, then 128 */
	g_autoptr(Fabric) half = look_make("fattree:ports=8,levels=3,fail=links:50%,fail=links:10%");
	ck_assert_uint_eq(look_cables(half), 256 - 128 - 13);
}
END_TEST

/* Cuts are looked for in what earlier failures left: a ring that lost a cable is a chain. */
START_TEST(later_failures_see_earlier_ones)
{
	for (guint seed = 0; seed < 40; seed++) {
		g_autofree char *links = g_strdup_printf("torus:9,fail=links:1,fail=switches:3,seed=%u", seed);
		g_autofree char *switches = g_strdup_printf("torus:9,fail=switches:1,fail=switches:3,seed=%u", seed);
		g_autofree char *both = g_strdup_printf("torus:5x5,fail=switches:3,fail=links:30%%,seed=%u", seed);
		g_autoptr(Fabric) a = look_make(links);
		g_autoptr(Fabric) b = look_make(switches);
		g_autoptr(Fabric) c = look_make(both);
		ck_assert(look_connected(a) && look_connected(b) && look_connected(c));
		ck_assert_uint_eq(look_switches(a), 6);
		ck_assert_uint_eq(look_switches(b), 5);
		ck_assert_uint_eq(look_switches(c), 22);
	}
}
END_TEST

START_TEST(order_counts_and_seeds_draw)
{
	static const char *const specs[] = {"karytree:3,3,fail=hosts:9,fail=links:9,seed=1",
					    "karytree:3,3,fail=links:9,fail=hosts:9,seed=1",
					    "karytree:3,3,fail=hosts:9,fail=links:9,seed=2"};
	char *dump[G_N_ELEMENTS(specs)];
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++) {
		g_autoptr(Fabric) one = look_make(specs[i]);
		g_autoptr(Fabric) again = look_make(specs[i]);
		g_autofree char *same = look_dump(again);
		dump[i] = look_dump(one);
		ck_assert_str_eq(dump[i], same);
		for (guint j = 0; j < i; j++)
			ck_assert_str_ne(dump[i], dump[j]);
	}
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
		g_free(dump[i]);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {switches_have_aggregation_nodes, aggregation_nodes_look_like_real_ones,
				      hosts_keep_their_lids,           hosts_fail,
				      failures_follow_one_another,     later_failures_see_earlier_ones,
				      order_counts_and_seeds_draw,     NULL};
	return fixture_run("synth_ends", tests);
}
