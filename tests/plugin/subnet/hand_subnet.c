/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Makes subnets of a few nodes in OpenSM's own structures. */
#include "tests/plugin/subnet/hand_subnet.h"

#include "tests/core/fixture.h"

#include <stdlib.h>
#include <string.h>

osm_subn_t hand_subnet;
osm_node_t *hand_nodes[HAND_MAX_NODES];
osm_port_t hand_endports[HAND_MAX_NODES * 3];
guint hand_failing_set_hops;

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
		osm_node_t *node = hand_nodes[--n_nodes];
		if (node->sw)
			free_switch(node->sw);
		free(node);
	}
}

void hand_new_subnet(void)
{
	free_nodes();
	memset(&hand_subnet, 0, sizeof(hand_subnet));
	cl_qmap_init(&hand_subnet.node_guid_tbl);
	cl_qmap_init(&hand_subnet.port_guid_tbl);
	cl_qmap_init(&hand_subnet.sm_guid_tbl);
	hand_subnet.opt.max_op_vls = 5;
	n_endports = 0;
}

osm_physp_t *hand_port(guint node, guint num)
{
	return &hand_nodes[node]->physp_table[num];
}

guint hand_add_node(guint8 type, guint64 guid, guint n_ports)
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
	cl_qmap_insert(&hand_subnet.node_guid_tbl, node->node_info.node_guid, &node->map_item);
	hand_nodes[n_nodes] = node;
	return n_nodes++;
}

void hand_give_lid(guint node, guint num, guint lid, guint lmc)
{
	osm_port_t *endport = &hand_endports[n_endports++];
	osm_physp_t *physp = hand_port(node, num);
	memset(endport, 0, sizeof(*endport));
	physp->port_info.base_lid = cl_hton16((guint16)lid);
	ib_port_info_set_lmc(&physp->port_info, (guint8)lmc);
	endport->guid = cl_hton64(0x5000 + n_endports);
	endport->p_node = hand_nodes[node];
	endport->p_physp = physp;
	cl_qmap_insert(&hand_subnet.port_guid_tbl, endport->guid, &endport->map_item);
}

guint hand_add_switch(guint64 guid, guint n_ports, guint lid)
{
	guint index = hand_add_node(IB_NODE_TYPE_SWITCH, guid, n_ports);
	osm_switch_t *sw = calloc(1, sizeof(*sw));
	sw->p_node = hand_nodes[index];
	sw->num_ports = (guint8)(n_ports + 1);
	sw->max_lid_ho = 63;
	sw->lft_size = 64;
	sw->new_lft = calloc(1, 64);
	sw->hops = calloc(64, sizeof(*sw->hops));
	sw->num_hops = 64;
	sw->p_prof = calloc(n_ports + 1u, sizeof(*sw->p_prof));
	hand_nodes[index]->sw = sw;
	hand_port(index, 0)->port_info.capability_mask = IB_PORT_CAP_HAS_SL_MAP;
	if (lid)
		hand_give_lid(index, 0, lid, 0);
	return index;
}

void hand_set_lanes(osm_physp_t *physp, guint capable, guint operational)
{
	physp->port_info.vl_cap = (guint8)(capable << 4);
	ib_port_info_set_op_vls(&physp->port_info, (guint8)operational);
}

void hand_cable(guint a, guint a_num, guint b, guint b_num)
{
	osm_physp_t *ends[] = {hand_port(a, a_num), hand_port(b, b_num)};
	for (guint i = 0; i < 2; i++) {
		ends[i]->p_remote_physp = ends[1 - i];
		ib_port_info_set_port_state(&ends[i]->port_info, IB_LINK_INIT);
		ends[i]->port_info.link_width_active = IB_LINK_WIDTH_ACTIVE_4X;
		ends[i]->port_info.link_speed = IB_LINK_SPEED_ACTIVE_10 << 4;
		hand_set_lanes(ends[i], VL0_7, VL0_7);
	}
}

guint hand_add_host(guint64 guid, guint sw, guint num, guint lid, guint lmc)
{
	guint index = hand_add_node(IB_NODE_TYPE_CA, guid, 2);
	hand_cable(index, 1, sw, num);
	if (lid)
		hand_give_lid(index, 1, lid, lmc);
	return index;
}

void hand_two_switches(void)
{
	hand_new_subnet();
	hand_add_switch(0x200, 4, 2);
	hand_add_switch(0x100, 4, 1);
	hand_cable(0, 1, 1, 1);
	hand_cable(0, 2, 1, 2);
	hand_add_host(0x301, 0, 4, 4, 0);
	hand_add_host(0x302, 1, 4, 5, 0);
}

Import *hand_imported(gboolean operational)
{
	g_autoptr(GError) error = NULL;
	Import *import = import_subnet(&hand_subnet, operational, &error);
	assert_no_error(error);
	ck_assert(fabric_check(import->fabric, &error));
	return import;
}

const FabricPort *hand_fabric_port(const Fabric *fabric, guint64 guid, guint num)
{
	guint32 node = fabric_find_node(fabric, guid);
	ck_assert_uint_ne(node, FABRIC_NONE);
	return &fabric->ports[fabric_port_index(fabric, node, num)];
}

/* ---- in place of opensm's */

cl_status_t osm_switch_set_hops(osm_switch_t *sw, uint16_t lid, uint8_t num, uint8_t hops)
{
	if (hand_failing_set_hops && !--hand_failing_set_hops)
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
