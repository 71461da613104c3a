/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes a Fabric of OpenSM's subnet. It takes four passes: nodes with their ports, cables, LIDs, and switches on which
 * a subnet manager runs. A slot remembers which index each of OpenSM's nodes got; slots are sorted by address to find
 * the other end of a cable. (Addresses serve for looking up only: a Fabric's order comes from GUIDs and LIDs.)
 */
#include "plugin/subnet/import.h"

#include "core/base/error.h"
#include "core/routing.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
	osm_node_t *node;
	guint32 index; /* in fabric->nodes */
} Slot;

typedef struct {
	const osm_subn_t *subn;
	gboolean operational; /* as import_subnet() is given it */
	Import *import;
	Fabric *fabric;
	Slot *slots; /* [n_slots] ascending address of the node */
	guint32 n_slots;
	osm_node_t **nodes; /* [fabric->n_nodes] */
	guint8 *taken;      /* [FABRIC_MAX_LID + 1] LIDs some port answers to */
} Reader;

/* ---- what a port says of itself */

static guint lanes_of_code(guint code) /* VLCap and OperVLs 1 .. 5: VL0, VL0-1, VL0-3, VL0-7, VL0-14 */
{
	return code >= 5 ? ROUTING_MAX_VLS : code ? 1u << (code - 1) : 1;
}

guint import_link_lanes(const osm_subn_t *subn, const osm_physp_t *port)
{
	guint code = ib_port_info_get_vl_cap(&port->port_info);
	if (port->p_remote_physp)
		code = MIN(code, ib_port_info_get_vl_cap(&port->p_remote_physp->port_info));
	else
		code = ib_port_info_get_op_vls(&port->port_info);
	return lanes_of_code(MIN(code, subn->opt.max_op_vls));
}

static guint8 width_of(const ib_port_info_t *info)
{
	switch (info->link_width_active) {
	case IB_LINK_WIDTH_ACTIVE_1X:
		return 1;
	case IB_LINK_WIDTH_ACTIVE_2X:
		return 2;
	case IB_LINK_WIDTH_ACTIVE_4X:
		return 4;
	case IB_LINK_WIDTH_ACTIVE_8X:
		return 8;
	case IB_LINK_WIDTH_ACTIVE_12X:
		return 12;
	default:
		return 0;
	}
}

/* The port whose capability mask speaks for this one: a switch's port 0. */
static const osm_physp_t *capable_port(const osm_physp_t *port)
{
	return port->p_node->sw ? &port->p_node->physp_table[0] : port;
}

static FabricSpeed speed_of(const osm_physp_t *port)
{
	static const FabricSpeed extended[] = {FABRIC_SPEED_UNKNOWN, FABRIC_FDR, FABRIC_EDR, FABRIC_HDR, FABRIC_NDR};
	guint bits = ib_port_info_get_link_speed_ext_active(&port->port_info);

	if (bits && capable_port(port)->port_info.capability_mask & IB_PORT_CAP_HAS_EXT_SPEEDS)
		return extended[MIN(g_bit_storage(bits), G_N_ELEMENTS(extended) - 1)];
	if (port->ext_port_info.link_speed_active & FDR10)
		return FABRIC_FDR10;
	switch (ib_port_info_get_link_speed_active(&port->port_info)) {
	case IB_LINK_SPEED_ACTIVE_2_5:
		return FABRIC_SDR;
	case IB_LINK_SPEED_ACTIVE_5:
		return FABRIC_DDR;
	case IB_LINK_SPEED_ACTIVE_10:
		return FABRIC_QDR;
	default:
		return FABRIC_SPEED_UNKNOWN;
	}
}

gboolean import_has_sl_map(const osm_physp_t *port)
{
	return (capable_port(port)->port_info.capability_mask & IB_PORT_CAP_HAS_SL_MAP) != 0;
}

/* ---- nodes */

/* The number of a node's last port, within OpenSM's arrays: the node may say another number by now. */
static guint ports_of(const osm_node_t *node)
{
	guint entries = node->sw ? MIN(node->physp_tbl_size, node->sw->num_ports) : node->physp_tbl_size;
	return entries ? entries - 1 : 0;
}

static gboolean can_route(const osm_node_t *node)
{
	return ports_of(node) >= 1 && ports_of(node) <= FABRIC_MAX_PORTS &&
	       (osm_node_get_type(node) != IB_NODE_TYPE_SWITCH || node->sw);
}

static FabricNodeType type_of(const osm_node_t *node)
{
	switch (osm_node_get_type(node)) {
	case IB_NODE_TYPE_SWITCH:
		return FABRIC_SWITCH;
	case IB_NODE_TYPE_ROUTER:
		return FABRIC_ROUTER;
	default:
		return FABRIC_CA;
	}
}

static gboolean add_node(Reader *reader, osm_node_t *node, GError **error)
{
	guint32 index = fabric_add_node(reader->fabric, type_of(node), cl_ntoh64(osm_node_get_node_guid(node)),
					ports_of(node), node->print_desc, error);
	if (index == FABRIC_NONE)
		return FALSE;
	FabricNode *added = &reader->fabric->nodes[index];
	added->system_guid = cl_ntoh64(node->node_info.sys_guid);
	added->vendor_id = cl_ntoh32(ib_node_info_get_vendor_id(&node->node_info));
	added->device_id = cl_ntoh16(node->node_info.device_id);
	added->enhanced = node->sw && ib_switch_info_is_enhanced_port0(&node->sw->switch_info);
	reader->nodes[index] = node;
	reader->slots[reader->n_slots++] = (Slot){node, index};
	return TRUE;
}

static int compare_slots(const void *a, const void *b)
{
	guintptr x = (guintptr)((const Slot *)a)->node, y = (guintptr)((const Slot *)b)->node;
	return (x > y) - (x < y);
}

static void leave_out(Reader *reader, guint *count, const osm_node_t *node, guint port)
{
	ImportLeftOut *out = &reader->import->left_out;
	if (!out->first) {
		out->first = node;
		out->first_port = port;
	}
	(*count)++;
}

static gboolean add_nodes(Reader *reader, GError **error)
{
	const cl_qmap_t *map = &reader->subn->node_guid_tbl;
	for (cl_map_item_t *item = cl_qmap_head(map); item != cl_qmap_end(map); item = cl_qmap_next(item)) {
		osm_node_t *node = (osm_node_t *)item;
		if (!can_route(node))
			leave_out(reader, &reader->import->left_out.nodes, node, 0);
		else if (!add_node(reader, node, error))
			return FALSE;
	}
	qsort(reader->slots, reader->n_slots, sizeof(Slot), compare_slots);
	return TRUE;
}

/* Index of a port, FABRIC_NONE when its node was left out or has no such port. */
static guint32 port_index(const Reader *reader, const osm_physp_t *port)
{
	Slot wanted = {port->p_node, 0};
	const Slot *slot = bsearch(&wanted, reader->slots, reader->n_slots, sizeof(Slot), compare_slots);
	if (!slot || port->port_num > reader->fabric->nodes[slot->index].n_ports ||
	    port != &port->p_node->physp_table[port->port_num])
		return FABRIC_NONE;
	return fabric_port_index(reader->fabric, slot->index, port->port_num);
}

/* ---- cables */

static gboolean is_read(const osm_physp_t *port)
{
	return osm_physp_is_valid(port) && ib_port_info_get_port_state(&port->port_info) != IB_LINK_NO_CHANGE;
}

static gboolean is_usable(Reader *reader, const osm_physp_t *port, const osm_physp_t *peer)
{
	if (ib_port_info_get_port_state(&port->port_info) == IB_LINK_DOWN ||
	    ib_port_info_get_port_state(&peer->port_info) == IB_LINK_DOWN)
		return FALSE;
	if (!is_read(port) || !is_read(peer) || peer->p_remote_physp != port)
		leave_out(reader, &reader->import->left_out.unread, port->p_node, port->port_num);
	else if (!osm_physp_is_healthy(port) || !osm_physp_is_healthy(peer))
		leave_out(reader, &reader->import->left_out.unhealthy, port->p_node, port->port_num);
	else
		return TRUE;
	return FALSE;
}

static guint lanes_in_operation(const osm_physp_t *port, const osm_physp_t *peer)
{
	return lanes_of_code(MIN(ib_port_info_get_op_vls(&port->port_info), ib_port_info_get_op_vls(&peer->port_info)));
}

/* A switch without an SL to VL table cannot keep lanes apart, so a link between switches then counts as one lane. */
static guint8 lanes_of_link(Reader *reader, const osm_physp_t *port, const osm_physp_t *peer)
{
	guint lanes = import_link_lanes(reader->subn, port), now = lanes_in_operation(port, peer);

	if (!port->p_node->sw || !peer->p_node->sw || port->p_node == peer->p_node)
		return (guint8)lanes;
	if (!import_has_sl_map(port) || !import_has_sl_map(peer)) {
		reader->import->no_sl_map++;
		return 1;
	}
	if (now < lanes && now < reader->import->lanes_now) {
		reader->import->lanes_now = now;
		reader->import->lanes_capable = lanes;
	}
	return (guint8)(reader->operational ? MIN(lanes, now) : lanes);
}

static gboolean add_cable(Reader *reader, const osm_physp_t *port, GError **error)
{
	const osm_physp_t *peer = port->p_remote_physp;
	if (!peer || peer == port || !is_usable(reader, port, peer))
		return TRUE;
	guint32 a = port_index(reader, port), b = port_index(reader, peer);
	if (a == FABRIC_NONE || b == FABRIC_NONE || !port->port_num || !peer->port_num)
		return TRUE;
	FabricPort *end = &reader->fabric->ports[a];
	end->width = width_of(&port->port_info);
	end->speed = speed_of(port);
	end->vls = lanes_of_link(reader, port, peer);
	return fabric_cable(reader->fabric, a, b, error);
}

static gboolean add_cables(Reader *reader, GError **error)
{
	for (guint32 i = 0; i < reader->fabric->n_nodes; i++) {
		osm_node_t *node = reader->nodes[i];
		for (guint num = 1; num <= ports_of(node); num++) {
			const osm_physp_t *port = osm_node_get_physp_ptr(node, num);
			if (port && !add_cable(reader, port, error))
				return FALSE;
		}
	}
	return TRUE;
}

/* ---- LIDs */

/* Marks a port's LIDs as taken. FALSE, and nothing marked: one is taken already or no unicast LID, or not aligned. */
static gboolean take_lids(guint8 *taken, guint base, guint lmc)
{
	guint count = 1u << lmc;
	if (base == 0 || base + count - 1 > FABRIC_MAX_LID || base & (count - 1))
		return FALSE;
	for (guint lid = base; lid < base + count; lid++)
		if (taken[lid])
			return FALSE;
	memset(taken + base, 1, count);
	return TRUE;
}

/* A base port 0 has no LMC, whatever stands in its PortInfo. */
static guint lmc_of(const FabricNode *node, const osm_physp_t *physp)
{
	return node->type == FABRIC_SWITCH && !node->enhanced ? 0 : osm_physp_get_lmc(physp);
}

/*
 * Whether a node of this kind has its LID at this port. A node that came back as another kind may still have its end
 * port in OpenSM where the old kind has one.
 */
static gboolean takes_lid(const FabricNode *node, const FabricPort *port)
{
	return (node->type == FABRIC_SWITCH) == (port->num == 0);
}

static void add_lid(Reader *reader, const osm_port_t *endport)
{
	const osm_physp_t *physp = endport->p_physp;
	guint32 index = physp && osm_physp_is_valid(physp) ? port_index(reader, physp) : FABRIC_NONE;
	guint base = index == FABRIC_NONE ? 0 : cl_ntoh16(osm_physp_get_base_lid(physp));
	if (!base) /* not (yet) given a LID, or its node was left out */
		return;
	FabricPort *port = &reader->fabric->ports[index];
	const FabricNode *node = &reader->fabric->nodes[port->node];
	if (!takes_lid(node, port)) {
		leave_out(reader, &reader->import->left_out.lids, physp->p_node, physp->port_num);
		return;
	}
	port->guid = cl_ntoh64(endport->guid);
	if (node->type != FABRIC_SWITCH && port->peer == FABRIC_NONE)
		return;
	guint lmc = lmc_of(node, physp);
	if (take_lids(reader->taken, base, lmc))
		port->lmc = (guint8)lmc;
	else if (!take_lids(reader->taken, base, 0)) {
		leave_out(reader, &reader->import->left_out.lids, physp->p_node, physp->port_num);
		return;
	}
	port->lid = (guint16)base;
}

static void add_lids(Reader *reader)
{
	const cl_qmap_t *map = &reader->subn->port_guid_tbl;
	for (cl_map_item_t *item = cl_qmap_head(map); item != cl_qmap_end(map); item = cl_qmap_next(item))
		add_lid(reader, (const osm_port_t *)item);
}

/* ---- subnet managers */

/* Whether a subnet manager runs on a port: this one, or another that answers or announces itself. */
static gboolean has_manager(const osm_subn_t *subn, const osm_port_t *endport)
{
	return endport->guid == subn->sm_port_guid ||
	       cl_qmap_get(&subn->sm_guid_tbl, endport->guid) != cl_qmap_end(&subn->sm_guid_tbl) ||
	       (endport->p_physp->port_info.capability_mask & IB_PORT_CAP_IS_SM);
}

/* Marks the node of a port on which a subnet manager runs, if it is a switch: a CA port is an endpoint anyway. */
static void mark_manager(Reader *reader, const osm_port_t *endport)
{
	const osm_physp_t *physp = endport->p_physp;
	guint32 index = physp && osm_physp_is_valid(physp) ? port_index(reader, physp) : FABRIC_NONE;
	if (index == FABRIC_NONE)
		return;
	FabricNode *node = &reader->fabric->nodes[reader->fabric->ports[index].node];
	if (node->type == FABRIC_SWITCH && has_manager(reader->subn, endport))
		node->manager = TRUE;
}

static void mark_managers(Reader *reader)
{
	const cl_qmap_t *map = &reader->subn->port_guid_tbl;
	for (cl_map_item_t *item = cl_qmap_head(map); item != cl_qmap_end(map); item = cl_qmap_next(item))
		mark_manager(reader, (const osm_port_t *)item);
}

/* ---- all of it */

static gboolean list_switches(Reader *reader, GError **error)
{
	const Fabric *fabric = reader->fabric;
	reader->import->switches = g_try_new(osm_switch_t *, fabric->n_switches + 1);
	if (!reader->import->switches)
		return sssp_error_memory(error, "the list of switches", fabric->n_switches * sizeof(osm_switch_t *));
	for (guint32 row = 0; row < fabric->n_switches; row++)
		reader->import->switches[row] = reader->nodes[fabric->switches[row]]->sw;
	return TRUE;
}

static gboolean read_all(Reader *reader, GError **error)
{
	gsize room = cl_qmap_count(&reader->subn->node_guid_tbl) + 1;
	g_autofree Slot *slots = reader->slots = g_try_new(Slot, room);
	g_autofree osm_node_t **nodes = reader->nodes = g_try_new(osm_node_t *, room);
	g_autofree guint8 *taken = reader->taken = g_try_new0(guint8, FABRIC_MAX_LID + 1);
	if (!slots || !nodes || !taken)
		return sssp_error_memory(error, "the list of nodes", room * (sizeof(Slot) + sizeof(osm_node_t *)));
	if (!add_nodes(reader, error) || !add_cables(reader, error))
		return FALSE;
	add_lids(reader);
	mark_managers(reader);
	return fabric_seal(reader->fabric, error) && list_switches(reader, error);
}

Import *import_subnet(const osm_subn_t *subn, gboolean operational, GError **error)
{
	g_autoptr(Import) import = g_new0(Import, 1);
	import->fabric = fabric_new();
	import->lanes_now = import->lanes_capable = ROUTING_MAX_VLS;
	Reader reader = {.subn = subn, .operational = operational, .import = import, .fabric = import->fabric};
	return read_all(&reader, error) ? g_steal_pointer(&import) : NULL;
}

void import_free(Import *import)
{
	if (!import)
		return;
	fabric_free(import->fabric);
	g_free(import->switches);
	g_free(import);
}
