/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Makes OpenSM's nodes, switches and ports of a fabric, joins and cuts them. */
#include "tests/plugin/subnet/osm_double_subnet.h"

#include <stdlib.h>

#define VL0_7 4 /* code of VLCap and OperVLs */

static osm_switch_t *new_switch(osm_node_t *node, guint n_ports, guint n_lids)
{
	osm_switch_t *sw = calloc(1, sizeof(*sw));
	sw->p_node = node;
	sw->num_ports = (guint8)(n_ports + 1);
	sw->max_lid_ho = (guint16)(n_lids - 1);
	sw->lft_size = (guint16)n_lids;
	sw->new_lft = calloc(1, n_lids);
	sw->hops = calloc(n_lids, sizeof(*sw->hops));
	sw->num_hops = (guint16)n_lids;
	sw->p_prof = calloc(n_ports + 1u, sizeof(*sw->p_prof));
	return sw;
}

static osm_node_t *new_node(const Fabric *model, guint32 index)
{
	static const guint8 types[] = {[FABRIC_SWITCH] = IB_NODE_TYPE_SWITCH,
				       [FABRIC_CA] = IB_NODE_TYPE_CA,
				       [FABRIC_ROUTER] = IB_NODE_TYPE_ROUTER};
	const FabricNode *like = &model->nodes[index];
	osm_node_t *node = calloc(1, sizeof(*node) + like->n_ports * sizeof(osm_physp_t));
	node->node_info.node_type = types[like->type];
	node->node_info.node_guid = cl_hton64(like->guid);
	node->node_info.num_ports = like->n_ports;
	node->physp_tbl_size = like->n_ports + 1u;
	node->print_desc = (char *)fabric_name(model, index);
	for (guint num = 0; num <= like->n_ports; num++) {
		osm_physp_t *port = &node->physp_table[num];
		port->p_node = node;
		port->port_num = (guint8)num;
		port->healthy = TRUE;
		port->port_guid = cl_hton64(like->guid + num);
	}
	if (like->type == FABRIC_SWITCH) {
		node->sw = new_switch(node, like->n_ports, OSM_DOUBLE_LIDS(model));
		node->physp_table[0].port_info.capability_mask = IB_PORT_CAP_HAS_SL_MAP;
	}
	return node;
}

static void drop_hops(osm_switch_t *sw)
{
	for (guint lid = 0; sw && lid < sw->num_hops; lid++) {
		free(sw->hops[lid]);
		sw->hops[lid] = NULL;
	}
}

static void free_switch(osm_switch_t *sw)
{
	drop_hops(sw);
	if (sw) {
		free(sw->hops);
		free(sw->lft);
		free(sw->new_lft);
		free(sw->p_prof);
	}
	free(sw);
}

void osm_double_free_node(osm_node_t *node)
{
	free_switch(node->sw);
	free(node);
}

void osm_double_forget_switch(osm_node_t *node)
{
	free_switch(node->sw);
	node->sw = NULL;
}

void osm_double_narrow_switch(osm_node_t *node, guint n_ports)
{
	if (!node->sw || n_ports >= node->sw->num_ports)
		return;
	drop_hops(node->sw);
	node->sw->num_ports = (guint8)(n_ports + 1);
}

osm_physp_t *osm_double_physp(const OsmDouble *twin, guint32 port)
{
	const FabricPort *like = &twin->model->ports[port];
	return &twin->nodes[like->node]->physp_table[like->num];
}

static void connect_ports(const OsmDouble *twin, guint32 port, gboolean joined)
{
	osm_physp_t *end = osm_double_physp(twin, port);
	end->p_remote_physp = joined ? osm_double_physp(twin, twin->model->ports[port].peer) : NULL;
	ib_port_info_set_port_state(&end->port_info, joined ? IB_LINK_ACTIVE : IB_LINK_DOWN);
	end->port_info.link_width_active = IB_LINK_WIDTH_ACTIVE_4X;
	end->port_info.link_speed = IB_LINK_SPEED_ACTIVE_10 << 4;
	end->port_info.vl_cap = VL0_7 << 4;
	ib_port_info_set_op_vls(&end->port_info, VL0_7);
}

static void add_port(OsmDouble *twin, guint32 port)
{
	const FabricPort *like = &twin->model->ports[port];
	osm_port_t *endport = &twin->endports[port];
	if (like->peer != FABRIC_NONE)
		connect_ports(twin, port, TRUE);
	if (!like->lid)
		return;
	endport->p_physp = osm_double_physp(twin, port);
	endport->p_node = twin->nodes[like->node];
	endport->guid = endport->p_physp->port_guid;
	endport->p_physp->port_info.base_lid = cl_hton16(like->lid);
	ib_port_info_set_lmc(&endport->p_physp->port_info, like->lmc);
	cl_qmap_insert(&twin->osm->subn.port_guid_tbl, endport->guid, &endport->map_item);
}

void osm_double_make_subnet(OsmDouble *twin)
{
	osm_subn_t *subn = &twin->osm->subn;
	cl_qmap_init(&subn->node_guid_tbl);
	cl_qmap_init(&subn->port_guid_tbl);
	cl_qmap_init(&subn->sm_guid_tbl);
	subn->opt.max_op_vls = 5;
	subn->opt.qos = TRUE;
	twin->nodes = g_new0(osm_node_t *, twin->model->n_nodes);
	twin->endports = g_new0(osm_port_t, twin->model->n_ports);
	for (guint32 i = 0; i < twin->model->n_nodes; i++) {
		twin->nodes[i] = new_node(twin->model, i);
		cl_qmap_insert(&subn->node_guid_tbl, twin->nodes[i]->node_info.node_guid, &twin->nodes[i]->map_item);
	}
	for (guint32 i = 0; i < twin->model->n_ports; i++)
		add_port(twin, i);
}

void osm_double_cut(OsmDouble *twin, guint32 port, gboolean cut)
{
	connect_ports(twin, port, !cut);
	connect_ports(twin, twin->model->ports[port].peer, !cut);
}
