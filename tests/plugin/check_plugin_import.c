/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What becomes of a subnet that OpenSM has discovered: which nodes, cables, LIDs and lanes a fabric has of it. */
#include "tests/core/fixture.h"
#include "tests/plugin/subnet/hand_subnet.h"

static void assert_left_out(const Import *import, guint n, guint unhealthy, guint unread, guint lids)
{
	ck_assert_uint_eq(import->left_out.nodes, n);
	ck_assert_uint_eq(import->left_out.unhealthy, unhealthy);
	ck_assert_uint_eq(import->left_out.unread, unread);
	ck_assert_uint_eq(import->left_out.lids, lids);
}

START_TEST(everything_comes_over_in_host_order)
{
	hand_two_switches();
	hand_port(0, 2)->ext_port_info.link_speed_active = FDR10;
	hand_port(0, 0)->port_info.capability_mask |= IB_PORT_CAP_HAS_EXT_SPEEDS;
	hand_port(0, 1)->port_info.link_speed_ext = IB_LINK_SPEED_EXT_ACTIVE_50 << 4;
	g_autoptr(Import) import = hand_imported(FALSE);
	const Fabric *fabric = import->fabric;
	ck_assert_uint_eq(fabric->n_switches, 2);
	ck_assert_uint_eq(fabric->n_endpoints, 2);
	ck_assert_uint_eq(fabric->nodes[fabric->switches[0]].guid, 0x100);
	ck_assert_ptr_eq(import->switches[0], hand_nodes[1]->sw);
	ck_assert_ptr_eq(import->switches[1], hand_nodes[0]->sw);
	ck_assert_uint_eq(hand_fabric_port(fabric, 0x200, 0)->lid, 2);
	ck_assert_uint_eq(hand_fabric_port(fabric, 0x302, 1)->lid, 5);
	ck_assert_uint_eq(hand_fabric_port(fabric, 0x200, 1)->speed, FABRIC_HDR);
	ck_assert_uint_eq(hand_fabric_port(fabric, 0x200, 2)->speed, FABRIC_FDR10);
	ck_assert_uint_eq(hand_fabric_port(fabric, 0x301, 1)->speed, FABRIC_QDR);
	ck_assert_uint_eq(hand_fabric_port(fabric, 0x301, 1)->width, 4);
	ck_assert_uint_eq(hand_fabric_port(fabric, 0x200, 1)->vls, 8);
	assert_left_out(import, 0, 0, 0, 0);
}
END_TEST

START_TEST(links_that_cannot_carry_routes_stay_out)
{
	hand_two_switches();
	hand_port(1, 1)->healthy = FALSE; /* unhealthy, seen from both ends */
	ib_port_info_set_port_state(&hand_port(0, 2)->port_info, IB_LINK_NO_CHANGE); /* PortInfo did not arrive */
	hand_add_switch(0x400, 4, 3);
	hand_cable(0, 3, 4, 1);
	hand_port(4, 1)->p_remote_physp = hand_port(0, 2); /* the two ends disagree */
	hand_cable(1, 3, 4, 2);
	ib_port_info_set_port_state(&hand_port(4, 2)->port_info, IB_LINK_DOWN);
	hand_cable(4, 3, 4, 4);
	hand_port(4, 3)->p_remote_physp = hand_port(4, 3); /* a port that is its own other end */
	g_autoptr(Import) import = hand_imported(FALSE);
	for (guint num = 1; num <= 3; num++) {
		ck_assert_uint_eq(hand_fabric_port(import->fabric, 0x200, num)->peer, FABRIC_NONE);
		ck_assert_uint_eq(hand_fabric_port(import->fabric, 0x100, num)->peer, FABRIC_NONE);
		ck_assert_uint_eq(hand_fabric_port(import->fabric, 0x400, num)->peer, FABRIC_NONE);
	}
	ck_assert_uint_ne(hand_fabric_port(import->fabric, 0x200, 4)->peer, FABRIC_NONE);
	ck_assert_uint_eq(import->left_out.unhealthy, 2);
	ck_assert_uint_ge(import->left_out.unread, 3);
}
END_TEST

START_TEST(nodes_that_cannot_route_stay_out)
{
	hand_two_switches();
	guint lame = hand_add_node(IB_NODE_TYPE_SWITCH, 0x500, 4); /* SwitchInfo did not arrive */
	hand_cable(lame, 1, 0, 3);
	hand_add_node(IB_NODE_TYPE_CA, 0x501, 0);
	g_autoptr(Import) import = hand_imported(FALSE);
	assert_left_out(import, 2, 0, 0, 0);
	ck_assert_uint_eq(import->fabric->n_switches, 2);
	ck_assert_uint_eq(hand_fabric_port(import->fabric, 0x200, 3)->peer, FABRIC_NONE);
}
END_TEST

/* A port whose number is another's, and ports that a switch had when OpenSM made its tables but one. */
START_TEST(ports_without_a_place_stay_out)
{
	hand_two_switches();
	hand_port(0, 1)->port_num = 2;
	hand_nodes[1]->sw->num_ports = 4; /* ports 0 to 3 */
	g_autoptr(Import) import = hand_imported(FALSE);
	ck_assert_uint_eq(hand_fabric_port(import->fabric, 0x200, 1)->peer, FABRIC_NONE);
	ck_assert_uint_ne(hand_fabric_port(import->fabric, 0x200, 2)->peer, FABRIC_NONE);
	ck_assert_uint_eq(hand_fabric_port(import->fabric, 0x302, 1)->peer, FABRIC_NONE);
	ck_assert_uint_eq(import->fabric->nodes[fabric_find_node(import->fabric, 0x100)].n_ports, 3);
}
END_TEST

static gboolean is_manager(guint64 guid)
{
	g_autoptr(Import) import = hand_imported(FALSE);
	return import->fabric->nodes[fabric_find_node(import->fabric, guid)].manager;
}

START_TEST(switches_that_managers_run_on_are_marked)
{
	osm_remote_sm_t other = {0};
	hand_two_switches();
	ck_assert(!is_manager(0x100) && !is_manager(0x200) && !is_manager(0x301));
	hand_subnet.sm_port_guid = hand_endports[0].guid; /* switch 0x200 */
	ck_assert(is_manager(0x200) && !is_manager(0x100));
	hand_subnet.sm_port_guid = hand_endports[2].guid; /* host 0x301 is an endpoint anyway */
	ck_assert(!is_manager(0x100) && !is_manager(0x200) && !is_manager(0x301));
	cl_qmap_insert(&hand_subnet.sm_guid_tbl, hand_endports[1].guid, &other.map_item);
	ck_assert(is_manager(0x100) && !is_manager(0x200));
	hand_port(0, 0)->port_info.capability_mask |= IB_PORT_CAP_IS_SM;
	ck_assert(is_manager(0x100) && is_manager(0x200));
}
END_TEST

START_TEST(lids_are_taken_once)
{
	hand_two_switches();
	hand_add_host(0x303, 0, 3, 4, 0);  /* LID 4 is another's */
	hand_add_host(0x304, 1, 3, 18, 2); /* not aligned to its LMC: its base LID alone */
	hand_give_lid(5, 2, 40, 0);        /* a port without a cable */
	g_autoptr(Import) import = hand_imported(FALSE);
	assert_left_out(import, 0, 0, 0, 1);
	const Fabric *fabric = import->fabric;
	ck_assert_uint_eq(fabric->n_endpoints, 3);
	ck_assert_uint_eq(hand_fabric_port(fabric, 0x304, 1)->lid, 18);
	ck_assert_uint_eq(hand_fabric_port(fabric, 0x304, 1)->lmc, 0);
	ck_assert_uint_eq(hand_fabric_port(fabric, 0x304, 2)->lid, 0);
	hand_two_switches();
	hand_add_host(0x303, 0, 3, 0xc000, 0); /* multicast */
	hand_add_host(0x304, 1, 3, 0, 0);      /* none yet */
	g_autoptr(Import) second = hand_imported(FALSE);
	assert_left_out(second, 0, 0, 0, 1);
	ck_assert_uint_eq(second->fabric->n_endpoints, 2);
}
END_TEST

/* Nodes that came back as another kind: an end port at a cabled port of a switch, one at port 0 of a CA. */
START_TEST(lids_in_odd_places_are_left_out)
{
	hand_two_switches();
	hand_give_lid(0, 1, 40, 0);
	hand_give_lid(2, 0, 41, 0);
	g_autoptr(Import) import = hand_imported(FALSE);
	assert_left_out(import, 0, 0, 0, 2);
	ck_assert_uint_eq(import->fabric->n_endpoints, 2);
	ck_assert_uint_eq(import->fabric->n_lids, 6);
}
END_TEST

START_TEST(lmc_counts_except_at_a_base_port_0)
{
	hand_two_switches();
	hand_add_host(0x303, 0, 3, 8, 2);
	ib_port_info_set_lmc(&hand_port(0, 0)->port_info, 1);
	g_autoptr(Import) import = hand_imported(FALSE);
	ck_assert_uint_eq(hand_fabric_port(import->fabric, 0x303, 1)->lmc, 2);
	ck_assert_uint_eq(import->fabric->n_lids, 12);
	ck_assert_uint_eq(hand_fabric_port(import->fabric, 0x200, 0)->lmc, 0);
}
END_TEST

START_TEST(lanes_are_what_the_link_manager_will_set)
{
	hand_two_switches();
	hand_set_lanes(hand_port(0, 1), VL0_7, VL0_7);
	hand_set_lanes(hand_port(1, 1), VL0_3, VL0_1);
	hand_set_lanes(hand_port(2, 1), VL0_1, VL0_1);
	g_autoptr(Import) import = hand_imported(FALSE);
	ck_assert_uint_eq(hand_fabric_port(import->fabric, 0x200, 1)->vls, 4);
	ck_assert_uint_eq(hand_fabric_port(import->fabric, 0x100, 1)->vls, 4);
	ck_assert_uint_eq(hand_fabric_port(import->fabric, 0x200, 4)->vls, 2);
	ck_assert_uint_eq(import->lanes_capable, 4);
	ck_assert_uint_eq(import->lanes_now, 2);
	ck_assert_uint_eq(import_link_lanes(&hand_subnet, hand_port(2, 1)), 2);
	g_autoptr(Import) now = hand_imported(TRUE);
	ck_assert_uint_eq(hand_fabric_port(now->fabric, 0x200, 1)->vls, 2);
	ck_assert_uint_eq(hand_fabric_port(now->fabric, 0x200, 2)->vls, 8);
	hand_subnet.opt.max_op_vls = VL0_1;
	g_autoptr(Import) limited = hand_imported(FALSE);
	ck_assert_uint_eq(hand_fabric_port(limited->fabric, 0x200, 2)->vls, 2);
	hand_subnet.opt.max_op_vls = 5;
	hand_port(1, 0)->port_info.capability_mask = 0; /* no SL to VL tables at one end */
	g_autoptr(Import) unmapped = hand_imported(FALSE);
	ck_assert_uint_eq(hand_fabric_port(unmapped->fabric, 0x200, 2)->vls, 1);
	ck_assert_uint_eq(unmapped->no_sl_map, 4);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {everything_comes_over_in_host_order,
				      links_that_cannot_carry_routes_stay_out,
				      nodes_that_cannot_route_stay_out,
				      ports_without_a_place_stay_out,
				      lids_in_odd_places_are_left_out,
				      switches_that_managers_run_on_are_marked,
				      lids_are_taken_once,
				      lmc_counts_except_at_a_base_port_0,
				      lanes_are_what_the_link_manager_will_set,
				      NULL};
	return fixture_run("plugin import", tests);
}
