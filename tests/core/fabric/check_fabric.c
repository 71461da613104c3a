/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Checks fabrics: what is added, sealed, looked up and refused. */
#include "core/base/error.h"
#include "core/fabric/fabric.h"
#include "tests/core/fixture.h"

START_TEST(pictures_are_as_drawn)
{
	g_autoptr(Fabric) fabric = fixture_fabric("B-A A-C A:2 C:1");
	ck_assert_uint_eq(fabric->n_switches, 3);
	ck_assert_uint_eq(fabric->n_endpoints, 3);
	ck_assert_uint_eq(fabric->nodes[fabric->switches[0]].guid, 'A');
	ck_assert_uint_eq(fabric->nodes[fabric->switches[2]].guid, 'C');
	ck_assert_str_eq(fabric_name(fabric, fabric->switches[1]), "B");
	g_autoptr(GError) error = NULL;
	ck_assert(fabric_check(fabric, &error));
}
END_TEST

START_TEST(names_live_in_one_buffer)
{
	g_autoptr(Fabric) fabric = fabric_new();
	for (guint i = 0; i < 500; i++) {
		g_autofree char *name = g_strdup_printf("node %u", i);
		ck_assert_uint_eq(fabric_add_node(fabric, FABRIC_CA, i + 1, 2, i % 3 ? name : NULL, NULL), i);
	}
	for (guint i = 0; i < 500; i++) {
		g_autofree char *name = g_strdup_printf("node %u", i);
		ck_assert_str_eq(fabric_name(fabric, i), i % 3 ? name : "");
	}
	ck_assert(fabric_set_name(fabric, 7, "another", NULL));
	ck_assert_str_eq(fabric_name(fabric, 7), "another");
}
END_TEST

START_TEST(port_counts_have_limits)
{
	g_autoptr(Fabric) fabric = fabric_new();
	g_autoptr(GError) error = NULL;
	ck_assert_uint_eq(fabric_add_node(fabric, FABRIC_SWITCH, 1, 0, NULL, &error), FABRIC_NONE);
	assert_error(error, SSSP_ERROR_INPUT);
	ck_assert_uint_eq(fabric_add_node(fabric, FABRIC_SWITCH, 1, 255, NULL, &error), FABRIC_NONE);
	assert_error(error, SSSP_ERROR_INPUT);
	ck_assert_uint_eq(fabric_add_node(fabric, FABRIC_SWITCH, 1, 254, NULL, &error), 0);
	ck_assert_uint_eq(fabric->n_ports, 255);
}
END_TEST

START_TEST(cables_join_two_ends)
{
	g_autoptr(Fabric) fabric = fabric_new();
	g_autoptr(GError) error = NULL;
	fabric_add_node(fabric, FABRIC_SWITCH, 1, 3, NULL, NULL);
	fabric_add_node(fabric, FABRIC_SWITCH, 2, 3, NULL, NULL);
	guint32 a = fabric_port_index(fabric, 0, 1), b = fabric_port_index(fabric, 1, 2);
	ck_assert(fabric_cable(fabric, a, b, &error));
	ck_assert(fabric_cable(fabric, b, a, &error));
	ck_assert_uint_eq(fabric->ports[a].peer, b);
	ck_assert_uint_eq(fabric->ports[b].peer, a);
	ck_assert(!fabric_cable(fabric, a, fabric_port_index(fabric, 1, 3), &error));
	assert_error(error, SSSP_ERROR_INPUT);
	ck_assert(!fabric_cable(fabric, fabric_port_index(fabric, 0, 0), fabric_port_index(fabric, 1, 3), &error));
	assert_error(error, SSSP_ERROR_INPUT);
	guint32 own = fabric_port_index(fabric, 0, 2);
	ck_assert(!fabric_cable(fabric, own, own, &error));
	assert_error(error, SSSP_ERROR_INPUT);
	fabric_uncable(fabric, b);
	ck_assert_uint_eq(fabric->ports[a].peer, FABRIC_NONE);
	ck_assert(fabric_seal(fabric, &error));
}
END_TEST

START_TEST(sealing_refuses_contradictions)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Fabric) twins = fabric_new();
	fabric_add_node(twins, FABRIC_SWITCH, 5, 1, NULL, NULL);
	fabric_add_node(twins, FABRIC_CA, 5, 1, NULL, NULL);
	ck_assert(!fabric_seal(twins, &error));
	assert_error(error, SSSP_ERROR_INPUT);

	const struct {
		guint16 lid;
		guint8 lmc;
	} bad[] = {{0xC000, 0}, {5, 1}, {0xBFF8, 7}, {8, 8}, {17, 0}};
	for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
		g_autoptr(Fabric) fabric = fixture_fabric("A-B A:1");
		fabric->ports[fabric_port_index(fabric, fabric->switches[0], 0)].lid = 17;
		FabricPort *port = &fabric->ports[fabric->endpoints[0]];
		port->lid = bad[i].lid;
		port->lmc = bad[i].lmc;
		ck_assert_msg(!fabric_seal(fabric, &error), "LID %u LMC %u", bad[i].lid, bad[i].lmc);
		assert_error(error, SSSP_ERROR_INPUT);
		ck_assert(!fabric_check(fabric, &error));
		assert_error(error, SSSP_ERROR_INPUT);
	}
}
END_TEST

START_TEST(checking_finds_tampering)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Fabric) fabric = fixture_fabric("A-B A:2");
	ck_assert(fabric_check(fabric, &error));
	guint32 port = fabric_port_index(fabric, fabric->switches[0], 1);
	guint32 peer = fabric->ports[port].peer;
	fabric->ports[port].peer = fabric->endpoints[1];
	ck_assert(!fabric_check(fabric, &error));
	assert_error(error, SSSP_ERROR_INPUT);
	fabric->ports[port].peer = peer;
	fabric->ports[fabric->endpoints[1]].lid++;
	ck_assert(!fabric_check(fabric, &error));
	assert_error(error, SSSP_ERROR_INPUT);
	fabric->ports[fabric->endpoints[1]].lid--;
	fabric->ports[0].num++;
	ck_assert(!fabric_check(fabric, &error));
	assert_error(error, SSSP_ERROR_INPUT);
}
END_TEST

START_TEST(nodes_are_found_by_guid)
{
	g_autoptr(Fabric) fabric = fixture_fabric("C-A C-B B:3");
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		ck_assert_uint_eq(fabric_find_node(fabric, fabric->nodes[i].guid), i);
	ck_assert_uint_eq(fabric_find_node(fabric, 0), FABRIC_NONE);
	ck_assert_uint_eq(fabric_find_node(fabric, 0x1003), FABRIC_NONE);
	ck_assert_uint_eq(fabric_find_node(fabric, G_MAXUINT64), FABRIC_NONE);
}
END_TEST

START_TEST(lids_are_assigned_around_those_in_use)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Fabric) fabric = fixture_fabric("A-B A:2 B:2");
	for (guint32 i = 0; i < fabric->n_ports; i++)
		fabric->ports[i].lid = 0;
	guint32 kept = fabric_port_index(fabric, fabric_find_node(fabric, 0x1001), 1);
	fabric->ports[kept].lid = 8;
	guint32 assigned = 0;
	ck_assert(fabric_assign_lids(fabric, 2, &assigned, &error));
	ck_assert_uint_eq(assigned, 5);
	ck_assert_uint_eq(fabric->ports[kept].lid, 8);
	ck_assert_uint_eq(fabric->ports[kept].lmc, 0);
	ck_assert_uint_eq(fabric->ports[fabric_port_index(fabric, fabric->switches[0], 0)].lid, 1);
	ck_assert_uint_eq(fabric->ports[fabric_port_index(fabric, fabric->switches[1], 0)].lid, 2);
	guint32 first = fabric_port_index(fabric, fabric_find_node(fabric, 0x1000), 1);
	guint32 next = fabric_port_index(fabric, fabric_find_node(fabric, 0x1002), 1);
	ck_assert_uint_eq(fabric->ports[first].lid, 4);
	ck_assert_uint_eq(fabric->ports[first].lmc, 2);
	ck_assert_uint_eq(fabric->ports[next].lid, 12);
	for (guint32 lid = 12; lid < 16; lid++)
		ck_assert_uint_eq(fabric->lid_port[lid], next);
	ck_assert(fabric_check(fabric, &error));
}
END_TEST

START_TEST(the_lid_space_is_finite)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Fabric) fabric = fabric_new();
	for (guint i = 0; i < 400; i++) {
		guint32 sw = fabric_add_node(fabric, FABRIC_SWITCH, 1 + i, 2, NULL, NULL);
		guint32 ca = fabric_add_node(fabric, FABRIC_CA, 1000 + i, 1, NULL, NULL);
		fabric_cable(fabric, fabric_port_index(fabric, sw, 1), fabric_port_index(fabric, ca, 1), NULL);
	}
	ck_assert(!fabric_assign_lids(fabric, 7, NULL, &error));
	assert_error(error, SSSP_ERROR_IMPOSSIBLE);
}
END_TEST

START_TEST(only_cabled_hosts_with_lids_are_endpoints)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(Fabric) fabric = fixture_fabric("A:1");
	guint32 two = fabric_add_node(fabric, FABRIC_CA, 0x77, 2, "two ports", NULL);
	guint32 sw = fabric->switches[0];
	fabric_cable(fabric, fabric_port_index(fabric, two, 2), fabric_port_index(fabric, sw, 9), NULL);
	ck_assert(fabric_seal(fabric, &error));
	ck_assert_uint_eq(fabric->n_endpoints, 1);
	ck_assert(fabric_assign_lids(fabric, 0, NULL, &error));
	ck_assert_uint_eq(fabric->n_endpoints, 2);
	ck_assert_uint_eq(fabric->ports[fabric_port_index(fabric, two, 1)].lid, 0);
}
END_TEST

START_TEST(speeds_have_names_and_rates)
{
	for (guint i = FABRIC_SDR; i < FABRIC_N_SPEEDS; i++)
		ck_assert_uint_eq(fabric_speed_from_name(fabric_speed_name((FabricSpeed)i)), i);
	ck_assert_uint_eq(fabric_speed_from_name("hdr"), FABRIC_HDR);
	ck_assert_uint_eq(fabric_speed_from_name("fast"), FABRIC_SPEED_UNKNOWN);
	ck_assert_uint_eq(fabric_port_mbps(&(FabricPort){.width = 4, .speed = FABRIC_QDR}), 32000);
	ck_assert_uint_eq(fabric_port_mbps(&(FabricPort){.width = 4}), 0);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {pictures_are_as_drawn,          names_live_in_one_buffer,
				      port_counts_have_limits,        cables_join_two_ends,
				      sealing_refuses_contradictions, checking_finds_tampering,
				      nodes_are_found_by_guid,        lids_are_assigned_around_those_in_use,
				      the_lid_space_is_finite,        only_cabled_hosts_with_lids_are_endpoints,
				      speeds_have_names_and_rates,    NULL};
	return fixture_run("fabric", tests);
}
