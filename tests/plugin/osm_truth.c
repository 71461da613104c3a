/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "tests/plugin/osm_truth.h"

#include <string.h>

#define HINT 9 /* an SL that the plugin never uses by itself on few lanes */

/* ---- nodes */

static gboolean is_switch(const osm_node_t *node)
{
	return node->node_info.node_type == IB_NODE_TYPE_SWITCH;
}

/* Ports that OpenSM has room for in its tables of a switch. */
static guint ports_of(const osm_node_t *node)
{
	return node->sw && node->sw->num_ports < node->physp_tbl_size ? node->sw->num_ports - 1u
								      : node->physp_tbl_size - 1u;
}

static gboolean counts(const OsmDouble *twin, const osm_node_t *node)
{
	const cl_qmap_t *map = &twin->osm->subn.node_guid_tbl;
	return cl_qmap_get(map, node->node_info.node_guid) != cl_qmap_end(map) && (!is_switch(node) || node->sw) &&
	       ports_of(node);
}

static void read_nodes(const OsmDouble *twin, OsmTruth *truth)
{
	truth->nodes = g_new0(osm_node_t *, twin->model->n_nodes + 1);
	for (guint32 i = 0; i < twin->model->n_nodes; i++) {
		osm_node_t *node = twin->nodes[i];
		if (!counts(twin, node))
			continue;
		FabricNodeType type = is_switch(node) ? FABRIC_SWITCH : FABRIC_CA;
		guint32 index = fabric_add_node(truth->fabric, type, cl_ntoh64(node->node_info.node_guid),
						ports_of(node), "", NULL);
		truth->nodes[index] = node;
	}
}

/* The port of the truth that is this one, FABRIC_NONE where its node does not count. */
static guint32 find(const OsmTruth *truth, const osm_physp_t *port)
{
	for (guint32 i = 0; i < truth->fabric->n_nodes; i++) {
		const osm_node_t *node = truth->nodes[i];
		if (port >= node->physp_table && port <= node->physp_table + ports_of(node))
			return fabric_port_index(truth->fabric, i, (guint)(port - node->physp_table));
	}
	return FABRIC_NONE;
}

static osm_physp_t *port_at(const OsmTruth *truth, guint32 index)
{
	const FabricPort *port = &truth->fabric->ports[index];
	return &truth->nodes[port->node]->physp_table[port->num];
}

/* ---- cables */

static gboolean is_fit(const OsmTruth *truth, guint32 index)
{
	const osm_physp_t *port = port_at(truth, index);
	guint state = ib_port_info_get_port_state(&port->port_info), num = truth->fabric->ports[index].num;
	return num && port->port_num == num && port->port_guid && port->healthy && state != IB_LINK_DOWN &&
	       state != IB_LINK_NO_CHANGE;
}

static guint lanes_at(const osm_physp_t *port)
{
	static const guint lanes[] = {1, 1, 2, 4, 8, 15};
	return lanes[MIN(ib_port_info_get_vl_cap(&port->port_info), 5)];
}

static gboolean has_map(const osm_physp_t *port)
{
	return port->p_node->physp_table[0].port_info.capability_mask & IB_PORT_CAP_HAS_SL_MAP;
}

static void read_cable(const OsmTruth *truth, guint32 a)
{
	Fabric *fabric = truth->fabric;
	osm_physp_t *end = port_at(truth, a), *other = end->p_remote_physp;
	guint32 b = other ? find(truth, other) : FABRIC_NONE;
	if (b == FABRIC_NONE || a == b || other->p_remote_physp != end || !is_fit(truth, a) || !is_fit(truth, b))
		return;
	guint lanes = MIN(lanes_at(end), lanes_at(other));
	gboolean between = fabric_is_switch(fabric, fabric->ports[a].node) &&
			   fabric_is_switch(fabric, fabric->ports[b].node) &&
			   fabric->ports[a].node != fabric->ports[b].node;
	fabric->ports[a].vls = (guint8)(between && (!has_map(end) || !has_map(other)) ? 1 : lanes);
	g_assert_true(fabric_cable(fabric, a, b, NULL));
}

/* ---- LIDs */

static gboolean is_free(const guint8 *taken, guint base, guint count)
{
	if (!base || base % count || base + count - 1 > FABRIC_MAX_LID)
		return FALSE;
	for (guint i = 0; i < count; i++)
		if (taken[base + i])
			return FALSE;
	return TRUE;
}

/* The first port in OpenSM's order that claims a LID has it; beyond `room` there is none in the switches' tables. */
static void read_lid(const OsmTruth *truth, const osm_port_t *endport, guint room, guint8 *taken)
{
	guint32 index = endport->p_physp ? find(truth, endport->p_physp) : FABRIC_NONE;
	if (index == FABRIC_NONE || !endport->p_physp->port_guid)
		return;
	FabricPort *port = &truth->fabric->ports[index];
	gboolean at_switch = fabric_is_switch(truth->fabric, port->node);
	if (endport->p_physp->port_num != port->num || port->lid)
		return;
	if (at_switch ? port->num != 0 : port->num == 0 || port->peer == FABRIC_NONE)
		return;
	guint base = cl_ntoh16(endport->p_physp->port_info.base_lid);
	guint lmc = at_switch ? 0 : ib_port_info_get_lmc(&endport->p_physp->port_info);
	if (!is_free(taken, base, 1u << lmc))
		lmc = 0;
	if (!is_free(taken, base, 1u << lmc))
		return;
	if (base + (1u << lmc) <= room) {
		port->lid = (guint16)base;
		port->lmc = (guint8)lmc;
	}
	memset(taken + base, 1, 1u << lmc);
}

static void read_manager(const OsmTruth *truth, const osm_port_t *endport)
{
	guint32 index = endport->p_physp ? find(truth, endport->p_physp) : FABRIC_NONE;
	if (index == FABRIC_NONE || !endport->p_physp->port_guid ||
	    endport->p_physp->port_num != truth->fabric->ports[index].num)
		return;
	FabricNode *node = &truth->fabric->nodes[truth->fabric->ports[index].node];
	if (node->type == FABRIC_SWITCH && endport->p_physp->port_info.capability_mask & IB_PORT_CAP_IS_SM)
		node->manager = TRUE;
}

static void read_endports(const OsmDouble *twin, const OsmTruth *truth)
{
	const cl_qmap_t *map = &twin->osm->subn.port_guid_tbl;
	g_autofree guint8 *taken = g_new0(guint8, FABRIC_MAX_LID + 1);
	guint room = OSM_DOUBLE_LIDS(twin->model);
	for (cl_map_item_t *item = cl_qmap_head(map); item != cl_qmap_end(map); item = cl_qmap_next(item)) {
		read_lid(truth, (const osm_port_t *)item, room, taken);
		read_manager(truth, (const osm_port_t *)item);
	}
}

OsmTruth *osm_truth_new(const OsmDouble *twin)
{
	OsmTruth *truth = g_new0(OsmTruth, 1);
	truth->fabric = fabric_new();
	read_nodes(twin, truth);
	for (guint32 i = 0; i < truth->fabric->n_ports; i++)
		read_cable(truth, i);
	read_endports(twin, truth);
	g_assert_true(fabric_seal(truth->fabric, NULL));
	return truth;
}

void osm_truth_free(OsmTruth *truth)
{
	fabric_free(truth->fabric);
	g_free(truth->nodes);
	g_free(truth);
}

/* Whether a port leads to another switch; which one. */
static gboolean leads_to(const Fabric *fabric, guint32 index, guint32 *node)
{
	const FabricPort *port = &fabric->ports[index];
	if (port->peer == FABRIC_NONE)
		return FALSE;
	*node = fabric->ports[port->peer].node;
	return fabric_is_switch(fabric, port->node) && fabric_is_switch(fabric, *node) && *node != port->node;
}

guint osm_truth_lanes(const OsmTruth *truth)
{
	guint least = ROUTING_MAX_VLS;
	guint32 other;
	for (guint32 i = 0; i < truth->fabric->n_ports; i++)
		if (leads_to(truth->fabric, i, &other))
			least = MIN(least, truth->fabric->ports[i].vls);
	return least;
}

guint osm_truth_most_lanes(const OsmTruth *truth)
{
	guint most = 1;
	guint32 other;
	for (guint32 i = 0; i < truth->fabric->n_ports; i++)
		if (leads_to(truth->fabric, i, &other))
			most = MAX(most, truth->fabric->ports[i].vls);
	return most;
}

/* ---- what the plugin says */

static guint8 ask_sl(const OsmDouble *twin, guint8 hint, guint slid, guint dlid)
{
	return twin->entry.path_sl(twin->entry.context, hint, cl_hton16((guint16)slid), cl_hton16((guint16)dlid));
}

static void gather_lft(const OsmTruth *truth, Routing *routing)
{
	const Fabric *fabric = truth->fabric;
	for (guint32 row = 0; row < fabric->n_switches; row++)
		routing->n_lids = MAX(routing->n_lids, truth->nodes[fabric->switches[row]]->sw->lft_size);
	routing->n_switches = fabric->n_switches;
	routing->lft = lft_new(fabric->n_switches, routing->n_lids, NULL);
	for (guint32 row = 0; row < fabric->n_switches; row++) {
		const osm_switch_t *sw = truth->nodes[fabric->switches[row]]->sw;
		routing->lft->guid[row] = fabric->nodes[fabric->switches[row]].guid;
		memcpy(routing->lft->port + (gsize)row * routing->n_lids, sw->new_lft, sw->lft_size);
	}
}

/* The row of the switch that a LID's port is or hangs on; FABRIC_NONE when on none. */
static guint32 row_of(const Fabric *fabric, guint32 lid)
{
	guint32 port = fabric->lid_port[lid];
	if (port == FABRIC_NONE)
		return FABRIC_NONE;
	guint32 node = fabric->ports[port].node, peer = fabric->ports[port].peer;
	if (!fabric_is_switch(fabric, node))
		node = peer == FABRIC_NONE ? node : fabric->ports[peer].node;
	for (guint32 row = 0; row < fabric->n_switches; row++)
		if (fabric->switches[row] == node)
			return row;
	return FABRIC_NONE;
}

static void gather_sls(const OsmDouble *twin, const OsmTruth *truth, Routing *routing)
{
	PathSl *sl = routing->path_sl = path_sl_new(routing->n_switches, routing->n_lids, NULL);
	memcpy(sl->guid, routing->lft->guid, routing->n_switches * sizeof(guint64));
	for (guint32 slid = 1; slid < truth->fabric->n_lids; slid++) {
		guint32 row = row_of(truth->fabric, slid);
		for (guint32 dlid = 0; row != FABRIC_NONE && dlid < routing->n_lids; dlid++) {
			guint8 *at = &sl->sl[(gsize)row * sl->n_lids + dlid], said = ask_sl(twin, 0, slid, dlid);
			g_assert_true(*at == SL_NONE || *at == said);
			*at = said;
		}
	}
}

static void gather_map(const OsmDouble *twin, osm_physp_t *port, Routing *routing, guint32 row, guint in)
{
	ib_slvl_table_t table;
	SlMap map;
	memset(&table, 0xff, sizeof table); /* VL 15 drops packets: what is not set is not right */
	twin->entry.update_sl2vl(twin->entry.context, port, (guint8)in, port->port_num, &table);
	for (guint sl = 0; sl < SL_COUNT; sl++)
		map.vl[sl] = ib_slvl_table_get(&table, (guint8)sl);
	g_assert_true(sl2vl_set(routing->sl2vl, row, in, port->port_num, &map, NULL));
}

static void gather_maps(const OsmDouble *twin, const OsmTruth *truth, Routing *routing)
{
	const Fabric *fabric = truth->fabric;
	routing->sl2vl = sl2vl_of_fabric(fabric, NULL);
	const guint8 *n_ports = routing->sl2vl->n_ports;
	for (guint32 row = 0; row < fabric->n_switches; row++)
		for (guint out = 1; out <= n_ports[row]; out++) {
			osm_physp_t *port = &truth->nodes[fabric->switches[row]]->physp_table[out];
			for (guint in = 0; port->port_num == out && in <= n_ports[row]; in++)
				gather_map(twin, port, routing, row, in);
		}
}

/* Whether any table was written. */
static gboolean says_maps(const Routing *routing)
{
	const Sl2vl *maps = routing->sl2vl;
	for (guint32 i = 1; i < maps->n_maps; i++)
		if (maps->maps[i].vl[0] != 15)
			return TRUE;
	return FALSE;
}

Routing *osm_truth_gather(const OsmDouble *twin, const OsmTruth *truth)
{
	Routing *routing = g_new0(Routing, 1);
	gather_lft(truth, routing);
	gather_maps(twin, truth, routing);
	if (ask_sl(twin, HINT, 0, 0) != HINT)
		gather_sls(twin, truth, routing);
	else if (!says_maps(routing)) /* one lane: any SL will do */
		g_clear_pointer(&routing->sl2vl, sl2vl_free);
	return routing;
}

/* ---- hops */

/* Fills hops[row] from the switch `node` by going round as often as anything changes. */
static void spread(const Fabric *fabric, guint32 from, guint *hops)
{
	gboolean changed = TRUE;
	guint32 other;
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		hops[i] = i == from ? 0 : OSM_NO_PATH;
	while (changed) {
		changed = FALSE;
		for (guint32 i = 0; i < fabric->n_ports; i++)
			if (leads_to(fabric, i, &other) && hops[fabric->ports[i].node] + 1 < hops[other]) {
				hops[other] = hops[fabric->ports[i].node] + 1;
				changed = TRUE;
			}
	}
}

void osm_truth_check_hops(const OsmTruth *truth)
{
	const Fabric *fabric = truth->fabric;
	g_autofree guint *hops = g_new(guint, fabric->n_nodes + 1);
	for (guint32 row = 0; row < fabric->n_switches; row++) {
		const osm_switch_t *sw = truth->nodes[fabric->switches[row]]->sw;
		spread(fabric, fabric->switches[row], hops);
		for (guint32 to = 0; to < fabric->n_switches; to++) {
			guint lid = fabric->ports[fabric->nodes[fabric->switches[to]].first_port].lid;
			if (lid && lid <= sw->max_lid_ho)
				g_assert_cmpuint(osm_switch_get_least_hops(sw, (guint16)lid), ==,
						 hops[fabric->switches[to]]);
		}
	}
}
