/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Numbers drawn anew: the same fabric but for GUIDs and the port numbers of switches. */
#include "core/fabric/fabric_class.h"
#include "generator/synth/synth.h"
#include "tests/asserts.h"
#include "tests/core/fixture.h"
#include "tests/generator/synth_look.h"

#include <string.h>

#define MAKER(guid) ((guid) >> 40)

static const char *const specs[] = {
	"single",
	"karytree:3,3",
	"fattree:ports=8,levels=3,oversubscription=3,hosts=77",
	"xgft:2;6,7;1,5",
	"clos:leaves=6,hosts=4,spines=3,links=2",
	"torus:4x5,hosts=2",
	"torus:4x5,hosts=2,an=all,fail=links:20%,seed=3",
	"mesh:3x3x3,fail=switches:4,fail=hosts:3,seed=8",
	"hypercube:5,links=2,an=leaf",
	"hyperx:4x5,ports=8,an=all",
	"fastree:switches=7",
	"kautz:3,3",
	"dragonfly",
	"slimfly:4",
	"random:switches=20,hosts=30,seed=4",
	"dragonfly+:groups=5",
	"directors:ports=8,chip=4,hosts=20,ratio=1",
	"rails:leaves=8,spines=3,gpus=4,storage=2,ports=16,hosts=60",
	"generations:hosts=60",
	"merged:torus:4x4,hosts=2+half:karytree:3,3",
	"half:fattree:ports=8,levels=3,fail=links:5%,an=leaf,seed=2",
	"deimos,an=leaf",
	"single:hosts=254,ports=254",
};

static Fabric *make_with(const char *spec, const char *keys)
{
	g_autofree char *all = g_strdup_printf("%s,%s", spec, keys);
	return look_make(all);
}

static Fabric *shuffle(const Fabric *fabric, guint32 seed)
{
	g_autoptr(GError) error = NULL;
	Fabric *shuffled = synth_shuffle(fabric, seed, &error);
	ck_assert_msg(shuffled != NULL, "%s", error ? error->message : "");
	ck_assert_msg(fabric_check(shuffled, &error), "%s", error ? error->message : "");
	return shuffled;
}

static const FabricPort *port_of(const Fabric *fabric, guint32 node, guint num)
{
	return &fabric->ports[fabric_port_index(fabric, node, num)];
}

/* ---- the same fabric */

/* All of a port but for its number, its GUID, and the number of the port at the other end if that is a switch's. */
static char *tell_port(const Fabric *fabric, const FabricPort *port)
{
	const FabricPort *peer = port->peer == FABRIC_NONE ? NULL : &fabric->ports[port->peer];
	return g_strdup_printf("%d %d %u %u %u %u %u %d", peer ? (int)peer->node : -1,
			       peer && !fabric_is_switch(fabric, peer->node) ? peer->num : -1, port->lid, port->lmc,
			       port->width, port->speed, port->vls, port->guid != 0);
}

static int compare_texts(gconstpointer a, gconstpointer b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The ports 1 and up of a node, in order; those of a switch in one that does not depend on their numbers. */
static char *tell_ports(const Fabric *fabric, guint32 node)
{
	g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
	for (guint num = 1; num <= fabric->nodes[node].n_ports; num++)
		g_ptr_array_add(texts, tell_port(fabric, port_of(fabric, node, num)));
	if (fabric_is_switch(fabric, node))
		g_ptr_array_sort(texts, compare_texts);
	g_ptr_array_add(texts, NULL);
	return g_strjoinv("; ", (char **)texts->pdata);
}

static void expect_same_node(const Fabric *fabric, const Fabric *shuffled, guint32 i)
{
	const FabricNode *a = &fabric->nodes[i], *b = &shuffled->nodes[i];
	g_autofree char *before = tell_ports(fabric, i), *after = tell_ports(shuffled, i);
	g_autofree char *port0 = tell_port(fabric, port_of(fabric, i, 0));
	g_autofree char *port0_after = tell_port(shuffled, port_of(shuffled, i, 0));
	ck_assert_str_eq(fabric_name(fabric, i), fabric_name(shuffled, i));
	ck_assert_uint_eq(a->type, b->type);
	ck_assert_uint_eq(a->n_ports, b->n_ports);
	ck_assert_uint_eq(a->vendor_id, b->vendor_id);
	ck_assert_uint_eq(a->device_id, b->device_id);
	ck_assert_uint_eq(a->enhanced, b->enhanced);
	ck_assert_uint_eq(a->manager, b->manager);
	ck_assert_uint_eq(a->aggregation, b->aggregation);
	ck_assert_str_eq(port0, port0_after);
	for (guint num = 1; num <= a->n_ports && a->type != FABRIC_SWITCH; num++)
		ck_assert(port_of(fabric, i, num)->guid - a->guid == port_of(shuffled, i, num)->guid - b->guid);
	ck_assert_str_eq(before, after);
}

/* Every GUID of a fabric: node, system image, ports, node for node; 0 where there is none. */
static GArray *all_guids(const Fabric *fabric)
{
	GArray *guids = g_array_new(FALSE, FALSE, sizeof(guint64));
	for (guint32 i = 0; i < fabric->n_nodes; i++) {
		g_array_append_val(guids, fabric->nodes[i].guid);
		g_array_append_val(guids, fabric->nodes[i].system_guid);
		g_array_append_val(guids, port_of(fabric, i, 0)->guid);
		for (guint num = 1; num <= fabric->nodes[i].n_ports && !fabric_is_switch(fabric, i); num++)
			g_array_append_val(guids, port_of(fabric, i, num)->guid);
	}
	return guids;
}

/* Others, but equal where they were equal, and of the same maker. */
static void expect_other_guids(const Fabric *fabric, const Fabric *shuffled)
{
	g_autoptr(GArray) before = all_guids(fabric), after = all_guids(shuffled);
	g_autoptr(GHashTable) there = g_hash_table_new(g_int64_hash, g_int64_equal);
	g_autoptr(GHashTable) back = g_hash_table_new(g_int64_hash, g_int64_equal);
	ck_assert_uint_eq(before->len, after->len);
	for (guint i = 0; i < before->len; i++) {
		guint64 *a = &g_array_index(before, guint64, i), *b = &g_array_index(after, guint64, i), *seen;
		ck_assert((*a == 0) == (*b == 0));
		ck_assert(*a == 0 || *a != *b);
		ck_assert(MAKER(*a) == MAKER(*b));
		ck_assert((seen = g_hash_table_lookup(there, a)) == NULL || *seen == *b);
		ck_assert((seen = g_hash_table_lookup(back, b)) == NULL || *seen == *a);
		g_hash_table_insert(there, a, b);
		g_hash_table_insert(back, b, a);
	}
}

static void expect_same_but_numbers(const Fabric *fabric, const Fabric *shuffled)
{
	ck_assert_uint_eq(fabric->n_nodes, shuffled->n_nodes);
	ck_assert_uint_eq(fabric->n_ports, shuffled->n_ports);
	ck_assert_uint_eq(fabric->n_lids, shuffled->n_lids);
	ck_assert_uint_eq(fabric->n_endpoints, shuffled->n_endpoints);
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		expect_same_node(fabric, shuffled, i);
	expect_other_guids(fabric, shuffled);
}

/* How many ports of switches are joined to what they were joined to. */
static guint32 ports_alike(const Fabric *fabric, const Fabric *shuffled, guint32 *in_use)
{
	guint32 alike = 0;
	*in_use = 0;
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		for (guint num = 1; num <= fabric->nodes[i].n_ports && fabric_is_switch(fabric, i); num++) {
			const FabricPort *a = port_of(fabric, i, num), *b = port_of(shuffled, i, num);
			if (a->peer == FABRIC_NONE)
				continue;
			(*in_use)++;
			alike += b->peer != FABRIC_NONE && fabric->ports[a->peer].node == shuffled->ports[b->peer].node;
		}
	return alike;
}

START_TEST(test_same_fabric)
{
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++) {
		g_autoptr(Fabric) fabric = look_make(specs[i]);
		g_autoptr(Fabric) shuffled = make_with(specs[i], "shuffle=11");
		guint32 in_use, alike = ports_alike(fabric, shuffled, &in_use);
		expect_same_but_numbers(fabric, shuffled);
		ck_assert_msg(3 * alike < in_use, "%s: %u of %u ports are joined to what they were", specs[i], alike,
			      in_use);
		/* what is seen without knowing which node is which */
		ck_assert_uint_eq(look_cables(fabric), look_cables(shuffled));
		ck_assert_uint_eq(look_hosts(fabric), look_hosts(shuffled));
		ck_assert_uint_eq(look_bundle(fabric), look_bundle(shuffled));
		ck_assert_int_eq(look_diameter(fabric), look_diameter(shuffled));
		/* the SPEC's is the one that is there for any fabric */
		g_autoptr(Fabric) same = shuffle(fabric, 11);
		g_autofree char *a = look_dump(shuffled), *b = look_dump(same);
		ck_assert_str_eq(a, b);
	}
}
END_TEST

/* The order of GUIDs is another one, of switches and of hosts. */
START_TEST(test_other_order)
{
	g_autoptr(Fabric) fabric = look_make("torus:6x6,hosts=2,shuffle=1");
	g_autoptr(GError) error = NULL;
	guint32 switches = 0, hosts = 0;
	ck_assert(fabric_assign_lids(fabric, 0, NULL, &error));
	for (guint32 i = 1; i < fabric->n_switches; i++)
		switches += fabric->switches[i - 1] > fabric->switches[i];
	for (guint32 i = 1; i < fabric->n_endpoints; i++)
		hosts += fabric->ports[fabric->endpoints[i - 1]].node > fabric->ports[fabric->endpoints[i]].node;
	ck_assert_uint_eq(fabric->n_endpoints, 72);
	ck_assert_uint_gt(switches, 8);
	ck_assert_uint_gt(hosts, 16);
}
END_TEST

/* Each switch has an order of its own: their first hosts are on many ports. */
START_TEST(test_own_order)
{
	g_autoptr(Fabric) fabric = look_make("torus:6x6,hosts=2,shuffle=1");
	gboolean seen[FABRIC_MAX_PORTS + 1] = {FALSE};
	guint n = 0;
	for (guint32 host = 36; host < fabric->n_nodes; host += 2) {
		guint num = fabric->ports[port_of(fabric, host, 1)->peer].num;
		n += !seen[num];
		seen[num] = TRUE;
	}
	ck_assert_uint_gt(n, 15);
}
END_TEST

/* Each host may come to each port. */
START_TEST(test_every_port)
{
	enum { PORTS = 6, SEEDS = 600 };
	guint seen[PORTS + 1][PORTS + 1] = {{0}};
	g_autoptr(Fabric) fabric = look_make("single:hosts=4,ports=6");
	for (guint32 seed = 0; seed < SEEDS; seed++) {
		g_autoptr(Fabric) shuffled = shuffle(fabric, seed);
		for (guint host = 1; host <= 4; host++)
			seen[host][shuffled->ports[port_of(shuffled, host, 1)->peer].num]++;
	}
	for (guint host = 1; host <= 4; host++)
		for (guint num = 1; num <= PORTS; num++) {
			ck_assert_uint_gt(seen[host][num], SEEDS / PORTS / 2);
			ck_assert_uint_lt(seen[host][num], SEEDS / PORTS * 2);
		}
}
END_TEST

/* ---- seeds, and what else is in a SPEC */

START_TEST(test_seeds)
{
	g_autoptr(Fabric) plain = look_make("torus:4x4");
	g_autoptr(Fabric) none = look_make("torus:4x4,shuffle=0");
	g_autoptr(Fabric) one = look_make("torus:4x4,shuffle=1");
	g_autoptr(Fabric) again = look_make("torus:4x4,shuffle=1");
	g_autoptr(Fabric) front = look_make("torus:4x4,shuffle=1,hosts=1,seed=9,fail=links:0");
	g_autoptr(Fabric) last = look_make("torus:4x4,shuffle=4294967294");
	g_autofree char *p = look_dump(plain), *a = look_dump(none), *b = look_dump(one), *c = look_dump(again);
	g_autofree char *d = look_dump(front), *e = look_dump(last);
	ck_assert_str_ne(p, a);
	ck_assert_str_ne(a, b);
	ck_assert_str_ne(b, e);
	ck_assert_str_eq(b, c);
	ck_assert_str_eq(b, d);
}
END_TEST

/* What is left of a damaged fabric has the numbers that it has in the whole one. */
START_TEST(test_damage)
{
	static const char *const damages[] = {"fail=links:5%", "fail=switches:2", "fail=hosts:4",
					      "fail=links:1,fail=switches:1,fail=hosts:10%"};
	for (guint i = 0; i < G_N_ELEMENTS(damages); i++) {
		g_autofree char *keys = g_strdup_printf("%s,seed=6,shuffle=3", damages[i]);
		g_autoptr(Fabric) whole = make_with("torus:5x5,hosts=2", "shuffle=3");
		g_autoptr(Fabric) part = make_with("torus:5x5,hosts=2", keys);
		ck_assert_uint_lt(look_cables(part) + look_hosts(part), look_cables(whole) + look_hosts(whole));
		look_part_of(part, whole);
		g_autoptr(Fabric) random_whole = make_with("random:switches=20,ports=12,hosts=4", "seed=6,shuffle=3");
		g_autoptr(Fabric) random_part = make_with("random:switches=20,ports=12,hosts=4", keys);
		look_part_of(random_part, random_whole);
	}
	/* nor does an aggregation node on a free port move anything */
	g_autoptr(Fabric) bare = look_make("torus:5x5,hosts=2,shuffle=3");
	g_autoptr(Fabric) with = look_make("torus:5x5,hosts=2,an=all,shuffle=3");
	look_part_of(bare, with);
}
END_TEST

/* ---- any fabric */

static guint32 add(Fabric *fabric, FabricNodeType type, guint64 guid, guint ports, const char *name)
{
	g_autoptr(GError) error = NULL;
	guint32 node = fabric_add_node(fabric, type, guid, ports, name, &error);
	ck_assert_uint_ne(node, FABRIC_NONE);
	for (guint num = type == FABRIC_SWITCH ? 0 : 1; num <= (type == FABRIC_SWITCH ? 0 : ports); num++)
		fabric->ports[fabric_port_index(fabric, node, num)].guid = guid + num;
	return node;
}

static void join(Fabric *fabric, guint32 a, guint port_a, guint32 b, guint port_b)
{
	g_autoptr(GError) error = NULL;
	guint32 ends[] = {fabric_port_index(fabric, a, port_a), fabric_port_index(fabric, b, port_b)};
	for (guint i = 0; i < 2; i++) {
		fabric->ports[ends[i]].width = (guint8)(port_a + 1);
		fabric->ports[ends[i]].speed = (guint8)(port_b % FABRIC_N_SPEEDS);
		fabric->ports[ends[i]].vls = (guint8)(port_a + port_b);
	}
	ck_assert(fabric_cable(fabric, ends[0], ends[1], &error));
}

/*
 * What no SPEC makes: LIDs, an LMC, a router, adapters of two ports, a cable to its own switch, small GUIDs, islands.
 */
static Fabric *odd_fabric(void)
{
	Fabric *fabric = fabric_new();
	g_autoptr(GError) error = NULL;
	guint32 a = add(fabric, FABRIC_SWITCH, 4, 9, "a"), ca = add(fabric, FABRIC_CA, 8, 2, NULL);
	guint32 b = add(fabric, FABRIC_SWITCH, G_MAXUINT64 - 3, 12, "b"),
		rt = add(fabric, FABRIC_ROUTER, G_GUINT64_CONSTANT(0x0002c90300000001), 2, "r");
	guint32 an = add(fabric, FABRIC_CA, 16, 1, "plain"), back = add(fabric, FABRIC_CA, 24, 1, "back");
	guint32 far = add(fabric, FABRIC_CA, 32, 1, "far");
	join(fabric, a, 1, b, 2);
	join(fabric, a, 2, b, 1);
	join(fabric, a, 3, a, 5);
	join(fabric, ca, 1, a, 4);
	join(fabric, ca, 2, b, 12);
	join(fabric, rt, 2, b, 6);
	join(fabric, an, 1, a, 9);
	join(fabric, back, 1, far, 1);
	fabric->nodes[a].enhanced = fabric->nodes[b].manager = TRUE;
	fabric->nodes[a].vendor_id = 77;
	fabric->nodes[b].device_id = 78;
	fabric->nodes[b].system_guid = 4;
	ck_assert(fabric_assign_lids(fabric, 2, NULL, &error));
	ck_assert_uint_eq(fabric_mark_aggregation(fabric, (guint64[]){16}, 1), 1);
	ck_assert(fabric->nodes[an].aggregation);
	return fabric;
}

START_TEST(test_any_fabric)
{
	g_autoptr(Fabric) fabric = odd_fabric();
	g_autofree char *before = look_dump(fabric);
	for (guint32 seed = 0; seed < 50; seed++) {
		g_autoptr(Fabric) shuffled = shuffle(fabric, seed);
		expect_same_but_numbers(fabric, shuffled);
	}
	g_autofree char *after = look_dump(fabric);
	ck_assert_str_eq(before, after);
	g_autoptr(Fabric) none = fabric_new();
	g_autoptr(GError) error = NULL;
	ck_assert(fabric_seal(none, &error));
	g_autoptr(Fabric) nothing = shuffle(none, 1);
	ck_assert_uint_eq(nothing->n_nodes, 0);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		test_same_fabric, test_other_order, test_own_order,  test_every_port,
		test_seeds,       test_damage,      test_any_fabric, NULL,
	};
	return fixture_run("synth_shuffle", tests);
}
