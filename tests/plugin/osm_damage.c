/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "tests/plugin/osm_damage.h"

#include <string.h>

#define TRIES 60 /* at finding a port at random that a defect fits */

static guint any(GRand *rand, guint below)
{
	return (guint)g_rand_int_range(rand, 0, (gint32)below);
}

static osm_node_t *any_node(const OsmDouble *twin, GRand *rand)
{
	return twin->nodes[any(rand, twin->model->n_nodes)];
}

static osm_physp_t *any_port(const OsmDouble *twin, GRand *rand)
{
	osm_node_t *node = any_node(twin, rand);
	return &node->physp_table[any(rand, node->physp_tbl_size)];
}

/* A port with something at its other end; any at all when none is found. */
static osm_physp_t *any_end(const OsmDouble *twin, GRand *rand)
{
	osm_physp_t *port = any_port(twin, rand);
	for (guint i = 0; i < TRIES && !port->p_remote_physp; i++)
		port = any_port(twin, rand);
	return port;
}

static osm_node_t *any_switch(const OsmDouble *twin, GRand *rand)
{
	return twin->nodes[twin->model->switches[any(rand, twin->model->n_switches)]];
}

/* One that OpenSM knows; of a switch or not. NULL when none is found. */
static osm_port_t *find_endport(const OsmDouble *twin, gboolean at_switch, GRand *rand)
{
	for (guint i = 0; i < TRIES; i++) {
		osm_port_t *endport = &twin->endports[any(rand, twin->model->n_ports)];
		if (endport->p_physp && (endport->p_node->sw != NULL) == at_switch)
			return endport;
	}
	return NULL;
}

static osm_physp_t *any_endport(const OsmDouble *twin, gboolean at_switch, GRand *rand)
{
	osm_port_t *endport = find_endport(twin, at_switch, rand);
	return endport ? endport->p_physp : any_port(twin, rand);
}

static void join(osm_physp_t *a, osm_physp_t *b)
{
	a->p_remote_physp = b;
	b->p_remote_physp = a;
	ib_port_info_set_port_state(&a->port_info, IB_LINK_INIT);
	ib_port_info_set_port_state(&b->port_info, IB_LINK_INIT);
}

/* ---- links */

static void link_is_down(OsmDouble *twin, GRand *rand)
{
	ib_port_info_set_port_state(&any_end(twin, rand)->port_info, IB_LINK_DOWN);
}

static void link_is_unread(OsmDouble *twin, GRand *rand)
{
	ib_port_info_set_port_state(&any_end(twin, rand)->port_info, IB_LINK_NO_CHANGE);
}

static void link_is_unhealthy(OsmDouble *twin, GRand *rand)
{
	any_end(twin, rand)->healthy = FALSE;
}

static void link_has_one_end(OsmDouble *twin, GRand *rand)
{
	any_end(twin, rand)->p_remote_physp = NULL;
}

static void link_ends_disagree(OsmDouble *twin, GRand *rand)
{
	any_end(twin, rand)->p_remote_physp = any_end(twin, rand);
}

static void link_to_port_0(OsmDouble *twin, GRand *rand)
{
	join(any_end(twin, rand), &any_node(twin, rand)->physp_table[0]);
}

static void link_to_itself(OsmDouble *twin, GRand *rand)
{
	osm_physp_t *port = any_end(twin, rand);
	port->p_remote_physp = port;
}

static void link_within_a_switch(OsmDouble *twin, GRand *rand)
{
	osm_node_t *node = any_switch(twin, rand);
	join(&node->physp_table[1 + any(rand, node->physp_tbl_size - 1)],
	     &node->physp_table[1 + any(rand, node->physp_tbl_size - 1)]);
}

/* New cables at random, between any two. */
static void link_anywhere(OsmDouble *twin, GRand *rand)
{
	join(any_port(twin, rand), any_port(twin, rand));
}

static void port_has_an_impossible_number(OsmDouble *twin, GRand *rand)
{
	any_end(twin, rand)->port_num = (uint8_t)any(rand, 256);
}

static void port_was_never_seen(OsmDouble *twin, GRand *rand)
{
	any_end(twin, rand)->port_guid = 0;
}

/* ---- lanes */

static void lanes_are_few(OsmDouble *twin, GRand *rand)
{
	osm_physp_t *port = any_end(twin, rand);
	port->port_info.vl_cap = (uint8_t)(any(rand, 6) << 4);
	ib_port_info_set_op_vls(&port->port_info, (uint8_t)any(rand, 6));
}

static void no_lane_is_known(OsmDouble *twin, GRand *rand)
{
	osm_physp_t *port = any_end(twin, rand);
	port->port_info.vl_cap = 0;
	ib_port_info_set_op_vls(&port->port_info, 0);
}

static void switch_has_no_sl_map(OsmDouble *twin, GRand *rand)
{
	any_switch(twin, rand)->physp_table[0].port_info.capability_mask = 0;
}

/* ---- nodes */

static void leave(OsmDouble *twin, osm_node_t *node)
{
	cl_qmap_t *map = &twin->osm->subn.node_guid_tbl;
	if (cl_qmap_get(map, node->node_info.node_guid) != cl_qmap_end(map))
		cl_qmap_remove(map, node->node_info.node_guid);
}

/* Its links and end ports are still there, or not. */
static void node_is_gone(OsmDouble *twin, GRand *rand)
{
	osm_node_t *node = any_node(twin, rand);
	leave(twin, node);
	cl_qmap_t *map = &twin->osm->subn.port_guid_tbl;
	for (guint num = 0; any(rand, 2) && num < node->physp_tbl_size; num++)
		if (cl_qmap_get(map, node->physp_table[num].port_guid) != cl_qmap_end(map))
			cl_qmap_remove(map, node->physp_table[num].port_guid);
}

static void switch_loses_all_links(OsmDouble *twin, GRand *rand)
{
	osm_node_t *node = any_switch(twin, rand);
	for (guint num = 1; num < node->physp_tbl_size; num++)
		ib_port_info_set_port_state(&node->physp_table[num].port_info, IB_LINK_DOWN);
}

/* Its hosts stay. */
static void switch_is_cut_off(OsmDouble *twin, GRand *rand)
{
	osm_node_t *node = any_switch(twin, rand);
	for (guint num = 1; num < node->physp_tbl_size; num++) {
		osm_physp_t *port = &node->physp_table[num];
		if (!port->p_remote_physp || !port->p_remote_physp->p_node->sw)
			continue;
		port->p_remote_physp->p_remote_physp = NULL;
		port->p_remote_physp = NULL;
	}
}

static void switch_is_unknown(OsmDouble *twin, GRand *rand)
{
	osm_double_forget_switch(any_node(twin, rand));
}

static void switch_has_grown(OsmDouble *twin, GRand *rand)
{
	osm_node_t *node = any_switch(twin, rand);
	osm_double_narrow_switch(node, any(rand, node->physp_tbl_size));
}

static void node_type_is_odd(OsmDouble *twin, GRand *rand)
{
	static const guint8 types[] = {0, IB_NODE_TYPE_ROUTER, 4, 255};
	osm_node_t *node = any_node(twin, rand);
	if (!node->sw)
		node->node_info.node_type = types[any(rand, G_N_ELEMENTS(types))];
}

/* ---- LIDs */

static void switch_has_no_lid(OsmDouble *twin, GRand *rand)
{
	any_endport(twin, TRUE, rand)->port_info.base_lid = 0;
}

static void port_has_no_lid(OsmDouble *twin, GRand *rand)
{
	any_endport(twin, FALSE, rand)->port_info.base_lid = 0;
}

static void port_is_not_registered(OsmDouble *twin, GRand *rand)
{
	ib_net64_t guid = any_endport(twin, any(rand, 2), rand)->port_guid;
	cl_qmap_t *map = &twin->osm->subn.port_guid_tbl;
	if (cl_qmap_get(map, guid) != cl_qmap_end(map))
		cl_qmap_remove(map, guid);
}

static void lid_is_anothers(OsmDouble *twin, GRand *rand)
{
	any_endport(twin, any(rand, 2), rand)->port_info.base_lid =
		any_endport(twin, any(rand, 2), rand)->port_info.base_lid;
}

static void lid_is_none_of_unicast(OsmDouble *twin, GRand *rand)
{
	static const guint16 lids[] = {0xC000, 0xBFFF, 0xC001, 0xFFFE, 0xFFFF};
	any_endport(twin, any(rand, 2), rand)->port_info.base_lid = cl_hton16(lids[any(rand, G_N_ELEMENTS(lids))]);
}

static void lmc_is_odd(OsmDouble *twin, GRand *rand)
{
	ib_port_info_set_lmc(&any_endport(twin, any(rand, 2), rand)->port_info, (uint8_t)any(rand, 8));
}

/* An end port at a place where its kind of node has none: a node that came back as another kind. */
static void endport_is_misplaced(OsmDouble *twin, GRand *rand)
{
	osm_port_t *endport = find_endport(twin, any(rand, 2), rand);
	osm_physp_t *port = any_end(twin, rand);
	if (!endport)
		return;
	port->port_info.base_lid = endport->p_physp->port_info.base_lid;
	endport->p_physp = any(rand, 8) ? port : NULL;
}

const OsmDamage osm_damages[] = {
	{"link is down", link_is_down},
	{"link is unread", link_is_unread},
	{"link is unhealthy", link_is_unhealthy},
	{"link has one end", link_has_one_end},
	{"link ends disagree", link_ends_disagree},
	{"link to port 0", link_to_port_0},
	{"link to itself", link_to_itself},
	{"link within a switch", link_within_a_switch},
	{"link anywhere", link_anywhere},
	{"port has an impossible number", port_has_an_impossible_number},
	{"port was never seen", port_was_never_seen},
	{"lanes are few", lanes_are_few},
	{"no lane is known", no_lane_is_known},
	{"switch has no SL map", switch_has_no_sl_map},
	{"node is gone", node_is_gone},
	{"switch loses all links", switch_loses_all_links},
	{"switch is cut off", switch_is_cut_off},
	{"switch is unknown", switch_is_unknown},
	{"switch has grown", switch_has_grown},
	{"node type is odd", node_type_is_odd},
	{"switch has no LID", switch_has_no_lid},
	{"port has no LID", port_has_no_lid},
	{"port is not registered", port_is_not_registered},
	{"LID is another's", lid_is_anothers},
	{"LID is none of unicast", lid_is_none_of_unicast},
	{"LMC is odd", lmc_is_odd},
	{"end port is misplaced", endport_is_misplaced},
	{NULL, NULL},
};

guint osm_damages_count(void)
{
	guint n = 0;
	while (osm_damages[n].name)
		n++;
	return n;
}
