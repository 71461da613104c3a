/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Checks which endpoints are hosts, and which nodes are aggregation nodes. */
#include "core/base/error.h"
#include "core/fabric/fabric_class.h"
#include "core/fabric/fabric_digest.h"
#include "tests/core/fixture.h"

/* The first port of host number `i` of a picture. */
static guint32 host_port(const Fabric *fabric, guint i)
{
	return fabric_port_index(fabric, fabric_find_node(fabric, 0x1000 + i), 1);
}

static void seal(Fabric *fabric)
{
	g_autoptr(GError) error = NULL;
	ck_assert_msg(fabric_seal(fabric, &error), "%s", error ? error->message : "");
}

static void assert_counts(const Fabric *fabric, guint32 hosts, guint32 aggregation, guint32 management)
{
	guint32 counts[FABRIC_N_CLASSES];
	fabric_class_counts(fabric, counts);
	ck_assert_uint_eq(counts[FABRIC_HOST], hosts);
	ck_assert_uint_eq(counts[FABRIC_AGGREGATION], aggregation);
	ck_assert_uint_eq(counts[FABRIC_MANAGEMENT], management);
}

START_TEST(hosts_and_switches_have_their_classes)
{
	g_autoptr(Fabric) fabric = fixture_fabric("A-B A:2 B:1");
	assert_counts(fabric, 3, 0, 2);
	ck_assert_uint_eq(fabric_port_class(fabric, host_port(fabric, 0)), FABRIC_HOST);
	ck_assert_uint_eq(fabric_port_class(fabric, fabric_port_index(fabric, fabric->switches[1], 0)),
			  FABRIC_MANAGEMENT);
	fabric->ports[fabric_port_index(fabric, fabric->switches[1], 0)].lid = 0;
	seal(fabric);
	assert_counts(fabric, 3, 0, 1);
}
END_TEST

START_TEST(aggregation_nodes_are_told_by_name)
{
	g_autoptr(Fabric) fabric = fixture_fabric("A-B A:2 B:2");
	guint32 node = fabric_find_node(fabric, 0x1001);
	ck_assert(fabric_set_name(fabric, node, FABRIC_AGGREGATION_NAME, NULL));
	ck_assert(fabric_set_name(fabric, fabric_find_node(fabric, 0x1002), "Aggregation", NULL));
	ck_assert(fabric_set_name(fabric, fabric->switches[0], FABRIC_AGGREGATION_NAME, NULL));
	seal(fabric);
	ck_assert_uint_eq(fabric_port_class(fabric, host_port(fabric, 1)), FABRIC_AGGREGATION);
	assert_counts(fabric, 3, 1, 2);
	ck_assert(fabric_set_name(fabric, node, "node7", NULL));
	seal(fabric);
	assert_counts(fabric, 4, 0, 2);
}
END_TEST

START_TEST(aggregation_nodes_are_told_by_vendor_and_device)
{
	static const struct {
		guint32 vendor, device;
		FabricNodeType type;
		FabricClass class;
	} cases[] = {
		{0x2c9, 0xcf09, FABRIC_CA, FABRIC_AGGREGATION},    {0x2c9, 0x1003, FABRIC_CA, FABRIC_HOST},
		{0x1234, 0xcf09, FABRIC_CA, FABRIC_HOST},          {0x2c9, 0xcf09, FABRIC_ROUTER, FABRIC_HOST},
		{0x2c9, 0xcf09, FABRIC_SWITCH, FABRIC_MANAGEMENT},
	};
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autoptr(Fabric) fabric = fabric_new();
		guint32 node = fabric_add_node(fabric, cases[i].type, 7, 1, "n", NULL);
		fabric->nodes[node].vendor_id = cases[i].vendor;
		fabric->nodes[node].device_id = cases[i].device;
		seal(fabric);
		ck_assert_uint_eq(fabric_port_class(fabric, 1), cases[i].class);
	}
}
END_TEST

START_TEST(aggregation_nodes_can_be_marked)
{
	g_autoptr(Fabric) fabric = fixture_fabric("A-B A:2 B:2");
	fabric->ports[host_port(fabric, 3)].guid = 0x9999;
	const guint64 guids[] = {0x1000, 'A', 0x5555, 0, 0x9999};
	ck_assert_uint_eq(fabric_mark_aggregation(fabric, guids, G_N_ELEMENTS(guids)), 2);
	ck_assert_uint_eq(fabric_port_class(fabric, host_port(fabric, 0)), FABRIC_AGGREGATION);
	ck_assert_uint_eq(fabric_port_class(fabric, host_port(fabric, 3)), FABRIC_AGGREGATION);
	assert_counts(fabric, 2, 2, 2);
	seal(fabric);
	assert_counts(fabric, 2, 2, 2);
}
END_TEST

START_TEST(digests_know_nothing_of_classes)
{
	g_autoptr(Fabric) fabric = fixture_fabric("A-B A:2 B:2");
	FabricDigest before = fabric_digest(fabric);
	ck_assert_uint_eq(fabric_mark_aggregation(fabric, &(guint64){0x1000}, 1), 1);
	ck_assert(fabric_set_name(fabric, fabric_find_node(fabric, 0x1001), FABRIC_AGGREGATION_NAME, NULL));
	seal(fabric);
	FabricDigest after = fabric_digest(fabric);
	assert_counts(fabric, 2, 2, 2);
	ck_assert_int_eq(fabric_digest_compare(&before, &after), FABRIC_DIGEST_SAME);
	ck_assert_uint_eq(after.n_endpoints, before.n_endpoints);
}
END_TEST

START_TEST(classes_have_names)
{
	ck_assert_str_eq(fabric_class_name(FABRIC_HOST), "hosts");
	ck_assert_str_eq(fabric_class_name(FABRIC_AGGREGATION), "aggregation");
	ck_assert_str_eq(fabric_class_name(FABRIC_MANAGEMENT), "management");
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {hosts_and_switches_have_their_classes,
				      aggregation_nodes_are_told_by_name,
				      aggregation_nodes_are_told_by_vendor_and_device,
				      aggregation_nodes_can_be_marked,
				      digests_know_nothing_of_classes,
				      classes_have_names,
				      NULL};
	return fixture_run("fabric_class", tests);
}
