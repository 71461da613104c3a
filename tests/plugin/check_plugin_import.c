/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A subnet as OpenSM would hold it, made by hand, through import, routing and export. The few functions of opensm that
 * these call are stood in for at the end of this file.
 */
#include "plugin/subnet/export.h"
#include "plugin/subnet/import.h"
#include "plugin/subnet/vls.h"
#include "plugin/values/snapshot.h"
#include "tests/core/fixture.h"

#include <stdlib.h>
#include <string.h>

#define VL0_7 4 /* code of VLCap and OperVLs */
#define VL0_3 3
#define VL0_1 2
#define MAX_NODES 16

static osm_subn_t subnet;
static osm_node_t *nodes[MAX_NODES];
static osm_port_t endports[MAX_NODES * 3];
static guint n_nodes, n_endports;

static void free_switch(osm_switch_t *sw)
{
	for (guint lid = 0; lid < sw->num_hops; lid++)
		free(sw->hops[lid]);
	free(sw->hops);
	free(sw->new_lft);
	free(sw->p_prof);
	free(sw);
}

/* What the test before left behind. */
static void free_nodes(void)
{
	while (n_nodes) {
		osm_node_t *node = nodes[--n_nodes];
		if (node->sw)
			free_switch(node->sw);
		free(node);
	}
}

static void new_subnet(void)
{
	free_nodes();
	memset(&subnet, 0, sizeof(subnet));
	cl_qmap_init(&subnet.node_guid_tbl);
	cl_qmap_init(&subnet.port_guid_tbl);
	cl_qmap_init(&subnet.sm_guid_tbl);
	subnet.opt.max_op_vls = 5;
	n_endports = 0;
}

static osm_physp_t *port(guint node, guint num)
{
	return &nodes[node]->physp_table[num];
}

static guint add_node(guint8 type, guint64 guid, guint n_ports)
{
	osm_node_t *node = calloc(1, sizeof(*node) + n_ports * sizeof(osm_physp_t));
	node->node_info.node_type = type;
	node->node_info.node_guid = cl_hton64(guid);
	node->node_info.num_ports = (guint8)n_ports;
	node->physp_tbl_size = n_ports + 1;
	node->print_desc = (char *)"node";
	for (guint num = 0; num <= n_ports; num++) {
		osm_physp_t *physp = &node->physp_table[num];
		physp->p_node = node;
		physp->port_num = (guint8)num;
		physp->healthy = TRUE;
		physp->port_guid = node->node_info.node_guid;
	}
	cl_qmap_insert(&subnet.node_guid_tbl, node->node_info.node_guid, &node->map_item);
	nodes[n_nodes] = node;
	return n_nodes++;
}

/* An end port with a LID in network order, as the LID manager leaves it. */
static void give_lid(guint node, guint num, guint lid, guint lmc)
{
	osm_port_t *endport = &endports[n_endports++];
	osm_physp_t *physp = port(node, num);
	memset(endport, 0, sizeof(*endport));
	physp->port_info.base_lid = cl_hton16((guint16)lid);
	ib_port_info_set_lmc(&physp->port_info, (guint8)lmc);
	endport->guid = cl_hton64(0x5000 + n_endports);
	endport->p_node = nodes[node];
	endport->p_physp = physp;
	cl_qmap_insert(&subnet.port_guid_tbl, endport->guid, &endport->map_item);
}

static guint add_switch(guint64 guid, guint n_ports, guint lid)
{
	guint index = add_node(IB_NODE_TYPE_SWITCH, guid, n_ports);
	osm_switch_t *sw = calloc(1, sizeof(*sw));
	sw->p_node = nodes[index];
	sw->num_ports = (guint8)(n_ports + 1);
	sw->max_lid_ho = 63;
	sw->lft_size = 64;
	sw->new_lft = calloc(1, 64);
	sw->hops = calloc(64, sizeof(*sw->hops));
	sw->num_hops = 64;
	sw->p_prof = calloc(n_ports + 1u, sizeof(*sw->p_prof));
	nodes[index]->sw = sw;
	port(index, 0)->port_info.capability_mask = IB_PORT_CAP_HAS_SL_MAP;
	if (lid)
		give_lid(index, 0, lid, 0);
	return index;
}

static void set_lanes(osm_physp_t *physp, guint capable, guint operational)
{
	physp->port_info.vl_cap = (guint8)(capable << 4);
	ib_port_info_set_op_vls(&physp->port_info, (guint8)operational);
}

static void cable(guint a, guint a_num, guint b, guint b_num)
{
	osm_physp_t *ends[] = {port(a, a_num), port(b, b_num)};
	for (guint i = 0; i < 2; i++) {
		ends[i]->p_remote_physp = ends[1 - i];
		ib_port_info_set_port_state(&ends[i]->port_info, IB_LINK_INIT);
		ends[i]->port_info.link_width_active = IB_LINK_WIDTH_ACTIVE_4X;
		ends[i]->port_info.link_speed = IB_LINK_SPEED_ACTIVE_10 << 4;
		set_lanes(ends[i], VL0_7, VL0_7);
	}
}

static guint add_host(guint64 guid, guint sw, guint num, guint lid, guint lmc)
{
	guint index = add_node(IB_NODE_TYPE_CA, guid, 2);
	cable(index, 1, sw, num);
	if (lid)
		give_lid(index, 1, lid, lmc);
	return index;
}

/* Two switches with two cables between them, a host on each: node indices 0 and 1, 2 and 3. */
static void two_switches(void)
{
	new_subnet();
	add_switch(0x200, 4, 2);
	add_switch(0x100, 4, 1);
	cable(0, 1, 1, 1);
	cable(0, 2, 1, 2);
	add_host(0x301, 0, 4, 4, 0);
	add_host(0x302, 1, 4, 5, 0);
}

static Import *imported(gboolean operational)
{
	g_autoptr(GError) error = NULL;
	Import *import = import_subnet(&subnet, operational, &error);
	assert_no_error(error);
	ck_assert(fabric_check(import->fabric, &error));
	return import;
}

static void assert_left_out(const Import *import, guint n, guint unhealthy, guint unread, guint lids)
{
	ck_assert_uint_eq(import->left_out.nodes, n);
	ck_assert_uint_eq(import->left_out.unhealthy, unhealthy);
	ck_assert_uint_eq(import->left_out.unread, unread);
	ck_assert_uint_eq(import->left_out.lids, lids);
}

static const FabricPort *fabric_port(const Fabric *fabric, guint64 guid, guint num)
{
	guint32 node = fabric_find_node(fabric, guid);
	ck_assert_uint_ne(node, FABRIC_NONE);
	return &fabric->ports[fabric_port_index(fabric, node, num)];
}

START_TEST(everything_comes_over_in_host_order)
{
	two_switches();
	port(0, 2)->ext_port_info.link_speed_active = FDR10;
	port(0, 0)->port_info.capability_mask |= IB_PORT_CAP_HAS_EXT_SPEEDS;
	port(0, 1)->port_info.link_speed_ext = IB_LINK_SPEED_EXT_ACTIVE_50 << 4;
	g_autoptr(Import) import = imported(FALSE);
	const Fabric *fabric = import->fabric;
	ck_assert_uint_eq(fabric->n_switches, 2);
	ck_assert_uint_eq(fabric->n_endpoints, 2);
	ck_assert_uint_eq(fabric->nodes[fabric->switches[0]].guid, 0x100);
	ck_assert_ptr_eq(import->switches[0], nodes[1]->sw);
	ck_assert_ptr_eq(import->switches[1], nodes[0]->sw);
	ck_assert_uint_eq(fabric_port(fabric, 0x200, 0)->lid, 2);
	ck_assert_uint_eq(fabric_port(fabric, 0x302, 1)->lid, 5);
	ck_assert_uint_eq(fabric_port(fabric, 0x200, 1)->speed, FABRIC_HDR);
	ck_assert_uint_eq(fabric_port(fabric, 0x200, 2)->speed, FABRIC_FDR10);
	ck_assert_uint_eq(fabric_port(fabric, 0x301, 1)->speed, FABRIC_QDR);
	ck_assert_uint_eq(fabric_port(fabric, 0x301, 1)->width, 4);
	ck_assert_uint_eq(fabric_port(fabric, 0x200, 1)->vls, 8);
	assert_left_out(import, 0, 0, 0, 0);
}
END_TEST

START_TEST(links_that_cannot_carry_routes_stay_out)
{
	two_switches();
	port(1, 1)->healthy = FALSE;                                            /* unhealthy, seen from both ends */
	ib_port_info_set_port_state(&port(0, 2)->port_info, IB_LINK_NO_CHANGE); /* PortInfo did not arrive */
	add_switch(0x400, 4, 3);
	cable(0, 3, 4, 1);
	port(4, 1)->p_remote_physp = port(0, 2); /* the two ends disagree */
	cable(1, 3, 4, 2);
	ib_port_info_set_port_state(&port(4, 2)->port_info, IB_LINK_DOWN);
	cable(4, 3, 4, 4);
	port(4, 3)->p_remote_physp = port(4, 3); /* a port that is its own other end */
	g_autoptr(Import) import = imported(FALSE);
	for (guint num = 1; num <= 3; num++) {
		ck_assert_uint_eq(fabric_port(import->fabric, 0x200, num)->peer, FABRIC_NONE);
		ck_assert_uint_eq(fabric_port(import->fabric, 0x100, num)->peer, FABRIC_NONE);
		ck_assert_uint_eq(fabric_port(import->fabric, 0x400, num)->peer, FABRIC_NONE);
	}
	ck_assert_uint_ne(fabric_port(import->fabric, 0x200, 4)->peer, FABRIC_NONE);
	ck_assert_uint_eq(import->left_out.unhealthy, 2);
	ck_assert_uint_ge(import->left_out.unread, 3);
}
END_TEST

START_TEST(nodes_that_cannot_route_stay_out)
{
	two_switches();
	guint lame = add_node(IB_NODE_TYPE_SWITCH, 0x500, 4); /* SwitchInfo did not arrive */
	cable(lame, 1, 0, 3);
	add_node(IB_NODE_TYPE_CA, 0x501, 0);
	g_autoptr(Import) import = imported(FALSE);
	assert_left_out(import, 2, 0, 0, 0);
	ck_assert_uint_eq(import->fabric->n_switches, 2);
	ck_assert_uint_eq(fabric_port(import->fabric, 0x200, 3)->peer, FABRIC_NONE);
}
END_TEST

/* A port whose number is another's, and ports that a switch had when OpenSM made its tables but one. */
START_TEST(ports_without_a_place_stay_out)
{
	two_switches();
	port(0, 1)->port_num = 2;
	nodes[1]->sw->num_ports = 4; /* ports 0 to 3 */
	g_autoptr(Import) import = imported(FALSE);
	ck_assert_uint_eq(fabric_port(import->fabric, 0x200, 1)->peer, FABRIC_NONE);
	ck_assert_uint_ne(fabric_port(import->fabric, 0x200, 2)->peer, FABRIC_NONE);
	ck_assert_uint_eq(fabric_port(import->fabric, 0x302, 1)->peer, FABRIC_NONE);
	ck_assert_uint_eq(import->fabric->nodes[fabric_find_node(import->fabric, 0x100)].n_ports, 3);
}
END_TEST

static gboolean is_manager(guint64 guid)
{
	g_autoptr(Import) import = imported(FALSE);
	return import->fabric->nodes[fabric_find_node(import->fabric, guid)].manager;
}

START_TEST(switches_that_managers_run_on_are_marked)
{
	osm_remote_sm_t other = {0};
	two_switches();
	ck_assert(!is_manager(0x100) && !is_manager(0x200) && !is_manager(0x301));
	subnet.sm_port_guid = endports[0].guid; /* switch 0x200 */
	ck_assert(is_manager(0x200) && !is_manager(0x100));
	subnet.sm_port_guid = endports[2].guid; /* host 0x301 is an endpoint anyway */
	ck_assert(!is_manager(0x100) && !is_manager(0x200) && !is_manager(0x301));
	cl_qmap_insert(&subnet.sm_guid_tbl, endports[1].guid, &other.map_item);
	ck_assert(is_manager(0x100) && !is_manager(0x200));
	port(0, 0)->port_info.capability_mask |= IB_PORT_CAP_IS_SM;
	ck_assert(is_manager(0x100) && is_manager(0x200));
}
END_TEST

START_TEST(lids_are_taken_once)
{
	two_switches();
	add_host(0x303, 0, 3, 4, 0);  /* LID 4 is another's */
	add_host(0x304, 1, 3, 18, 2); /* not aligned to its LMC: its base LID alone */
	give_lid(5, 2, 40, 0);        /* a port without a cable */
	g_autoptr(Import) import = imported(FALSE);
	assert_left_out(import, 0, 0, 0, 1);
	const Fabric *fabric = import->fabric;
	ck_assert_uint_eq(fabric->n_endpoints, 3);
	ck_assert_uint_eq(fabric_port(fabric, 0x304, 1)->lid, 18);
	ck_assert_uint_eq(fabric_port(fabric, 0x304, 1)->lmc, 0);
	ck_assert_uint_eq(fabric_port(fabric, 0x304, 2)->lid, 0);
	two_switches();
	add_host(0x303, 0, 3, 0xc000, 0); /* multicast */
	add_host(0x304, 1, 3, 0, 0);      /* none yet */
	g_autoptr(Import) second = imported(FALSE);
	assert_left_out(second, 0, 0, 0, 1);
	ck_assert_uint_eq(second->fabric->n_endpoints, 2);
}
END_TEST

/* Nodes that came back as another kind: an end port at a cabled port of a switch, one at port 0 of a CA. */
START_TEST(lids_in_odd_places_are_left_out)
{
	two_switches();
	give_lid(0, 1, 40, 0);
	give_lid(2, 0, 41, 0);
	g_autoptr(Import) import = imported(FALSE);
	assert_left_out(import, 0, 0, 0, 2);
	ck_assert_uint_eq(import->fabric->n_endpoints, 2);
	ck_assert_uint_eq(import->fabric->n_lids, 6);
}
END_TEST

START_TEST(lmc_counts_except_at_a_base_port_0)
{
	two_switches();
	add_host(0x303, 0, 3, 8, 2);
	ib_port_info_set_lmc(&port(0, 0)->port_info, 1);
	g_autoptr(Import) import = imported(FALSE);
	ck_assert_uint_eq(fabric_port(import->fabric, 0x303, 1)->lmc, 2);
	ck_assert_uint_eq(import->fabric->n_lids, 12);
	ck_assert_uint_eq(fabric_port(import->fabric, 0x200, 0)->lmc, 0);
}
END_TEST

START_TEST(lanes_are_what_the_link_manager_will_set)
{
	two_switches();
	set_lanes(port(0, 1), VL0_7, VL0_7);
	set_lanes(port(1, 1), VL0_3, VL0_1);
	set_lanes(port(2, 1), VL0_1, VL0_1);
	g_autoptr(Import) import = imported(FALSE);
	ck_assert_uint_eq(fabric_port(import->fabric, 0x200, 1)->vls, 4);
	ck_assert_uint_eq(fabric_port(import->fabric, 0x100, 1)->vls, 4);
	ck_assert_uint_eq(fabric_port(import->fabric, 0x200, 4)->vls, 2);
	ck_assert_uint_eq(import->lanes_capable, 4);
	ck_assert_uint_eq(import->lanes_now, 2);
	ck_assert_uint_eq(import_link_lanes(&subnet, port(2, 1)), 2);
	g_autoptr(Import) now = imported(TRUE);
	ck_assert_uint_eq(fabric_port(now->fabric, 0x200, 1)->vls, 2);
	ck_assert_uint_eq(fabric_port(now->fabric, 0x200, 2)->vls, 8);
	subnet.opt.max_op_vls = VL0_1;
	g_autoptr(Import) limited = imported(FALSE);
	ck_assert_uint_eq(fabric_port(limited->fabric, 0x200, 2)->vls, 2);
	subnet.opt.max_op_vls = 5;
	port(1, 0)->port_info.capability_mask = 0; /* no SL to VL tables at one end */
	g_autoptr(Import) unmapped = imported(FALSE);
	ck_assert_uint_eq(fabric_port(unmapped->fabric, 0x200, 2)->vls, 1);
	ck_assert_uint_eq(unmapped->no_sl_map, 4);
}
END_TEST

START_TEST(budget_is_the_least_of_all_who_have_a_say)
{
	Vls vls = {0};
	PluginOptions options = {0};
	osm_subn_opt_t file = {0};
	two_switches();
	g_autoptr(Import) import = imported(FALSE);
	ck_assert_uint_eq(vls_budget(&vls, &subnet, &options, import->fabric), 8);
	options.max_vls = 5;
	ck_assert_uint_eq(vls_budget(&vls, &subnet, &options, import->fabric), 5);
	subnet.opt.qos_options.max_vls = 3;
	ck_assert_uint_eq(vls_budget(&vls, &subnet, &options, import->fabric), 5); /* QoS is off */
	subnet.opt.qos = TRUE;
	ck_assert_uint_eq(vls_budget(&vls, &subnet, &options, import->fabric), 3);
	subnet.opt.qos_swe_options.max_vls = 4;
	ck_assert_uint_eq(vls_budget(&vls, &subnet, &options, import->fabric), 4);
	vls.qos_is_ours = TRUE;
	ck_assert_uint_eq(vls_budget(&vls, &subnet, &options, import->fabric), 5);
	subnet.opt.file_opts = &file;
	file.qos = TRUE; /* the administrator has turned it on since */
	ck_assert_uint_eq(vls_budget(&vls, &subnet, &options, import->fabric), 4);
}
END_TEST

START_TEST(qos_is_turned_on_for_lanes_only)
{
	Vls vls = {0};
	two_switches();
	g_autoptr(Import) import = imported(FALSE);
	ck_assert_uint_eq(vls_program(&vls, &subnet, import, 1), VLS_READY);
	ck_assert(!subnet.opt.qos);
	ck_assert(!subnet.need_update);
	ck_assert_uint_eq(vls_program(&vls, &subnet, import, 3), VLS_QOS_ENABLED);
	ck_assert(subnet.need_update); /* tables that are all zero are written, too: switches may have others */
	ck_assert(subnet.opt.qos);
	ck_assert(vls.qos_is_ours);
	ck_assert_uint_eq(vls_program(&vls, &subnet, import, 3), VLS_READY);
	ck_assert(!subnet.force_heavy_sweep);
	subnet.opt.qos = TRUE;
	Vls fresh = {0};
	ck_assert_uint_eq(vls_program(&fresh, &subnet, import, 3), VLS_READY);
	ck_assert(!fresh.qos_is_ours);
}
END_TEST

START_TEST(lanes_not_in_operation_ask_for_sweeps_but_not_for_ever)
{
	Vls vls = {0};
	two_switches();
	subnet.opt.qos = TRUE;
	set_lanes(port(0, 1), VL0_7, VL0_1);
	g_autoptr(Import) import = imported(FALSE);
	ck_assert_uint_eq(vls_program(&vls, &subnet, import, 2), VLS_READY); /* enough for these */
	for (guint i = 0; i <= VLS_SWEEPS_MOST; i++) {
		ck_assert(!vls_believe_operational(&vls));
		subnet.force_heavy_sweep = FALSE;
		ck_assert_uint_eq(vls_program(&vls, &subnet, import, 3), VLS_SWEEP_ASKED);
		ck_assert(subnet.force_heavy_sweep);
	}
	ck_assert(vls_believe_operational(&vls));
	subnet.force_heavy_sweep = FALSE;
	g_autoptr(Import) believed = imported(TRUE);
	PluginOptions options = {0};
	ck_assert_uint_eq(vls_budget(&vls, &subnet, &options, believed->fabric), 2);
	ck_assert_uint_eq(vls_program(&vls, &subnet, believed, 2), VLS_READY);
	ck_assert(!subnet.force_heavy_sweep);
	ck_assert(vls_believe_operational(&vls)); /* no to and fro between sweeps */
	set_lanes(port(0, 1), VL0_7, VL0_7);
	g_autoptr(Import) well = imported(TRUE);
	vls_program(&vls, &subnet, well, 2);
	ck_assert(!vls_believe_operational(&vls));
}
END_TEST

START_TEST(end_ports_map_used_sls_to_the_lanes_they_have)
{
	ib_slvl_table_t table;
	for (guint lanes = 0; lanes <= 15; lanes++)
		for (guint used = 1; used <= 15; used++) {
			memset(&table, 0xff, sizeof(table));
			vls_endport_map(lanes, used, &table);
			for (guint sl = 0; sl < 16; sl++)
				ck_assert_uint_eq(ib_slvl_table_get(&table, (guint8)sl),
						  sl < used ? sl % MAX(lanes, 1) : 0);
		}
}
END_TEST

/* ---- export */

static Snapshot *routed(Import *import)
{
	g_autoptr(GError) error = NULL;
	RoutingOptions options = {.passes = 1, .threads = 1};
	Routing *routing = routing_compute(import->fabric, &options, &error);
	assert_no_error(error);
	Snapshot *snapshot = snapshot_new(g_steal_pointer(&import->fabric), routing, &error);
	assert_no_error(error);
	return snapshot;
}

static guint failing_set_hops; /* the call that is refused, counted down; 0: none */

START_TEST(tables_and_hops_reach_the_switches)
{
	two_switches();
	memset(nodes[0]->sw->new_lft, 77, 64); /* what another engine left */
	g_autoptr(Import) import = imported(FALSE);
	g_autoptr(Snapshot) snapshot = routed(import);
	ck_assert(export_hops(snapshot, import->switches, 1, NULL));
	export_lfts(snapshot, snapshot->routing->lft, import->switches, 1);
	const osm_switch_t *sw = nodes[0]->sw;
	ck_assert_uint_eq(sw->new_lft[2], 0);
	ck_assert_uint_eq(sw->new_lft[4], 4);
	ck_assert(sw->new_lft[5] == 1 || sw->new_lft[5] == 2);
	ck_assert_uint_eq(sw->p_prof[sw->new_lft[5]].num_paths, 1);
	for (guint lid = 6; lid < 64; lid++)
		ck_assert_uint_eq(sw->new_lft[lid], OSM_NO_PATH);
	ck_assert_uint_eq(sw->new_lft[3], OSM_NO_PATH);
	ck_assert_uint_eq(osm_switch_get_least_hops(sw, 2), 0);
	ck_assert_uint_eq(osm_switch_get_hop_count(sw, 1, 1), 1);
	ck_assert_uint_eq(osm_switch_get_hop_count(sw, 1, 2), 1);
	ck_assert_uint_eq(osm_switch_get_hop_count(sw, 1, 4), OSM_NO_PATH);
	ck_assert_uint_eq(osm_switch_get_hop_count(sw, 4, 4), OSM_NO_PATH); /* hosts have no hops of their own */
}
END_TEST

START_TEST(hops_that_fail_leave_nothing_behind)
{
	for (guint call = 1; call <= 4; call++) {
		g_autoptr(GError) error = NULL;
		two_switches();
		g_autoptr(Import) import = imported(FALSE);
		g_autoptr(Snapshot) snapshot = routed(import);
		failing_set_hops = call;
		ck_assert(!export_hops(snapshot, import->switches, 1, &error));
		ck_assert_ptr_nonnull(error);
		for (guint lid = 0; lid < 64; lid++)
			for (guint num = 0; num <= 4; num++)
				ck_assert_uint_eq(osm_switch_get_hop_count(nodes[0]->sw, (guint16)lid, (guint8)num),
						  OSM_NO_PATH);
	}
	failing_set_hops = 0;
}
END_TEST

START_TEST(a_fabric_in_pieces_is_no_error)
{
	two_switches();
	port(0, 1)->healthy = port(0, 2)->healthy = FALSE;
	g_autoptr(Import) import = imported(FALSE);
	g_autoptr(Snapshot) snapshot = routed(import);
	ck_assert(export_hops(snapshot, import->switches, 1, NULL));
	export_lfts(snapshot, snapshot->routing->lft, import->switches, 1);
	ck_assert_uint_eq(nodes[0]->sw->new_lft[4], 4);
	ck_assert_uint_eq(nodes[0]->sw->new_lft[5], OSM_NO_PATH);
	ck_assert_uint_eq(osm_switch_get_least_hops(nodes[0]->sw, 1), OSM_NO_PATH);
	ck_assert_uint_eq(snapshot_sl(snapshot, 7, 4, 5), 7);
}
END_TEST

START_TEST(an_empty_subnet_is_no_error)
{
	new_subnet();
	g_autoptr(Import) import = imported(FALSE);
	g_autoptr(Snapshot) snapshot = routed(import);
	ck_assert(export_hops(snapshot, import->switches, 1, NULL));
	export_lfts(snapshot, snapshot->routing->lft, import->switches, 1);
	ck_assert_uint_eq(snapshot_sl(NULL, 3, 1, 2), 3);
}
END_TEST

/* ---- in place of opensm's */

cl_status_t osm_switch_set_hops(osm_switch_t *sw, uint16_t lid, uint8_t num, uint8_t hops)
{
	if (failing_set_hops && !--failing_set_hops)
		return CL_INSUFFICIENT_MEMORY;
	ck_assert(lid && lid <= sw->max_lid_ho && num < sw->num_ports);
	if (!sw->hops[lid]) {
		sw->hops[lid] = malloc(sw->num_ports);
		memset(sw->hops[lid], OSM_NO_PATH, sw->num_ports);
	}
	sw->hops[lid][num] = hops;
	sw->hops[lid][0] = MIN(sw->hops[lid][0], hops);
	return CL_SUCCESS;
}

void osm_switch_clear_hops(osm_switch_t *sw)
{
	for (guint lid = 0; lid < sw->num_hops; lid++)
		if (sw->hops[lid])
			memset(sw->hops[lid], OSM_NO_PATH, sw->num_ports);
}

int osm_subn_verify_config(osm_subn_opt_t *options)
{
	(void)options;
	return 0;
}

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
				      budget_is_the_least_of_all_who_have_a_say,
				      qos_is_turned_on_for_lanes_only,
				      lanes_not_in_operation_ask_for_sweeps_but_not_for_ever,
				      end_ports_map_used_sls_to_the_lanes_they_have,
				      tables_and_hops_reach_the_switches,
				      hops_that_fail_leave_nothing_behind,
				      a_fabric_in_pieces_is_no_error,
				      an_empty_subnet_is_no_error,
				      NULL};
	return fixture_run("plugin import", tests);
}
