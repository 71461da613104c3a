/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes a fabric of the records of a topology text. Adds the nodes that net_nodes.c has found, joins ports (first pairs
 * whose lines agree, then those of which one end says nothing or something else) and gives them their LIDs and GUIDs.
 */
#include "formats/net/records/net_resolve.h"

/* ---- nodes and cables */

static gboolean add_nodes(NetResolve *r, GError **error)
{
	NetRecords *records = r->records;
	if (!net_allocate(&r->node, records->n_nodes, error))
		return FALSE;
	for (gsize i = 0; i < records->n_nodes; i++) {
		const NetNode *record = &records->nodes[i];
		if (r->same_as[i] != i)
			continue;
		g_autofree char *name = g_strndup(record->name.at ? record->name.at : "", text_length(record->name));
		guint32 index = fabric_add_node(r->fabric, (FabricNodeType)record->type, record->guid, record->n_ports,
						name, error);
		if (index == FABRIC_NONE)
			return FALSE;
		FabricNode *node = &r->fabric->nodes[index];
		node->system_guid = record->system_guid;
		node->vendor_id = record->vendor_id;
		node->device_id = record->device_id;
		node->enhanced = record->enhanced;
		if (record->type == FABRIC_SWITCH)
			r->fabric->ports[node->first_port].guid = record->port_guid ? record->port_guid : record->guid;
		r->node[i] = index;
	}
	return TRUE;
}

static guint32 own_port(const NetResolve *r, const NetPort *port)
{
	return fabric_port_index(r->fabric, r->node[r->same_as[port->node]], port->num);
}

/* Notes what each port line says of its port. */
static gboolean describe_ports(NetResolve *r, GError **error)
{
	NetRecords *records = r->records;
	if (!net_allocate(&r->claim, r->fabric->n_ports, error) || !net_allocate(&r->line, r->fabric->n_ports, error))
		return FALSE;
	for (gsize i = 0; i < records->n_ports; i++) {
		const NetPort *line = &records->ports[i];
		guint32 own = own_port(r, line), node = r->node[r->peer[i]];
		if (line->peer_num > r->fabric->nodes[node].n_ports)
			return scan_error_at(records->file, line->line, error, "the peer has %u ports and no port %u",
					     r->fabric->nodes[node].n_ports, line->peer_num);
		guint32 other = fabric_port_index(r->fabric, node, line->peer_num);
		FabricPort *port = &r->fabric->ports[own];
		if (r->claim[own] != NET_NOBODY) {
			if (r->claim[own] != other)
				parse_log_add(records->log, records->file, line->line, "ports described twice",
					      "line %u joins port %u to another port: that one is kept", r->line[own],
					      line->num);
			continue;
		}
		r->claim[own] = other;
		r->line[own] = line->line;
		port->width = line->width;
		port->speed = line->speed;
		port->vls = line->vls;
		if (!fabric_is_switch(r->fabric, port->node))
			port->guid = line->guid;
	}
	return TRUE;
}

/* Joins two ports; one without a rate or lanes has those of the other. */
static gboolean join(NetResolve *r, guint32 a, guint32 b, GError **error)
{
	FabricPort *pa = &r->fabric->ports[a], *pb = &r->fabric->ports[b];
	if (!fabric_cable(r->fabric, a, b, error))
		return FALSE;
	pa->vls = pb->vls = pa->vls && pb->vls ? MIN(pa->vls, pb->vls) : MAX(pa->vls, pb->vls);
	FabricPort *lacks = pa->width || pa->speed ? pb : pa, *has = lacks == pa ? pb : pa;
	if (!lacks->width && !lacks->speed) {
		lacks->width = has->width;
		lacks->speed = has->speed;
	}
	return TRUE;
}

/* Joins a port whose other end says nothing, or something else. */
static gboolean join_one_sided(NetResolve *r, guint32 own, guint32 line, gboolean recorded, GError **error)
{
	NetRecords *records = r->records;
	guint32 other = r->claim[own];
	const FabricPort *ports = r->fabric->ports;
	if (own == other) {
		parse_log_add(records->log, records->file, line, "ports joined to themselves",
			      "port %u is joined to itself: the cable is dropped", ports[own].num);
		return TRUE;
	}
	if (r->claim[other] != NET_NOBODY)
		parse_log_add(records->log, records->file, line, "cables whose ends disagree",
			      "port %u: the other end is described otherwise in line %u", ports[own].num,
			      r->line[other]);
	else if (recorded && !records->whole_cables)
		parse_log_add(records->log, records->file, line, "cables with one end only",
			      "port %u: the record of its peer knows nothing of the cable", ports[own].num);
	return ports[other].peer != FABRIC_NONE || join(r, own, other, error);
}

static gboolean join_ports(NetResolve *r, GError **error)
{
	NetRecords *records = r->records;
	for (guint32 i = 0; i < r->fabric->n_ports; i++) {
		guint32 other = r->claim[i];
		if (other != NET_NOBODY && other > i && r->claim[other] == i && !join(r, i, other, error))
			return FALSE;
	}
	for (gsize i = 0; i < records->n_ports; i++) {
		guint32 own = own_port(r, &records->ports[i]);
		if (r->fabric->ports[own].peer == FABRIC_NONE && r->line[own] == records->ports[i].line &&
		    !join_one_sided(r, own, records->ports[i].line, r->peer[i] < r->n_recorded, error))
			return FALSE;
	}
	return TRUE;
}

/* ---- LIDs and port GUIDs */

/* Sets a port's LID and LMC if they are valid. */
static void set_lid(NetResolve *r, guint32 index, gint64 lid, guint lmc, guint32 line)
{
	FabricPort *port = &r->fabric->ports[index];
	if (r->line[index] == NET_NOBODY)
		r->line[index] = line;
	if (lid == NET_LID_ABSENT || lid == 0)
		return;
	if (lid < 0 || lid > FABRIC_MAX_LID) {
		parse_log_add(r->records->log, r->records->file, line, "numbers that are no unicast LID",
			      "%" G_GINT64_FORMAT " is no unicast LID", lid);
		return;
	}
	if (lmc > FABRIC_MAX_LMC || lid & ((1 << lmc) - 1)) {
		parse_log_add(r->records->log, r->records->file, line, "LMCs that do not go with their LIDs",
			      "LID %" G_GINT64_FORMAT " with LMC %u: LMC 0 is taken", lid, lmc);
		lmc = 0;
	}
	port->lid = (guint16)lid;
	port->lmc = (guint8)lmc;
}

static void set_own_lids(NetResolve *r)
{
	NetRecords *records = r->records;
	for (gsize i = 0; i < records->n_nodes; i++) {
		const NetNode *record = &records->nodes[i];
		if (r->same_as[i] == i && record->type == FABRIC_SWITCH)
			set_lid(r, r->fabric->nodes[r->node[i]].first_port, record->lid, record->lmc, record->line);
	}
	for (gsize i = 0; i < records->n_ports; i++) {
		const NetPort *line = &records->ports[i];
		guint32 own = own_port(r, line);
		if (r->line[own] == line->line && !fabric_is_switch(r->fabric, r->fabric->ports[own].node))
			set_lid(r, own, line->lid, line->lmc, line->line);
	}
}

/* Fills in from a cable's other end what a port's own record does not tell. */
static void set_from_peers(NetResolve *r)
{
	for (gsize i = 0; i < r->records->n_ports; i++) {
		const NetPort *line = &r->records->ports[i];
		guint32 own = own_port(r, line), other = r->claim[own];
		if (r->line[own] != line->line || r->fabric->ports[own].peer != other)
			continue;
		FabricPort *port = &r->fabric->ports[other];
		gboolean is_switch = fabric_is_switch(r->fabric, port->node);
		guint32 at = is_switch ? r->fabric->nodes[port->node].first_port : other;
		if (r->fabric->ports[at].lid == 0)
			set_lid(r, at, line->peer_lid, 0, line->line);
		if (!is_switch && port->guid == 0)
			port->guid = line->peer_guid;
	}
}

static void zero_duplicate_lids(NetResolve *r)
{
	for (guint32 i = 0; i < r->fabric->n_ports; i++) {
		FabricPort *port = &r->fabric->ports[i];
		guint32 range = 1u << port->lmc, twice = NET_NOBODY;
		if (port->lid == 0)
			continue;
		for (guint32 lid = port->lid; lid < port->lid + range && twice == NET_NOBODY; lid++)
			twice = r->lid_owner[lid];
		for (guint32 lid = port->lid; lid < port->lid + range && twice == NET_NOBODY; lid++)
			r->lid_owner[lid] = i;
		if (twice == NET_NOBODY)
			continue;
		parse_log_add(r->records->log, r->records->file, r->line[i], "LIDs that two ports have",
			      "LID %u is that of a port in line %u, too: that one keeps it", port->lid, r->line[twice]);
		port->lid = 0;
		port->lmc = 0;
	}
}

static void make_port_guids(Fabric *fabric)
{
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		FabricPort *port = &fabric->ports[i];
		if (port->guid == 0 && port->peer != FABRIC_NONE && !fabric_is_switch(fabric, port->node))
			port->guid = fabric->nodes[port->node].guid + port->num;
	}
}

/* ---- all of it */

static gboolean resolve(NetResolve *r, GError **error)
{
	if (!net_resolve_nodes(r, error) || !add_nodes(r, error) || !describe_ports(r, error) ||
	    !join_ports(r, error) || !net_allocate(&r->lid_owner, FABRIC_MAX_LID, error))
		return FALSE;
	set_own_lids(r);
	set_from_peers(r);
	zero_duplicate_lids(r);
	make_port_guids(r->fabric);
	return fabric_seal(r->fabric, error);
}

Fabric *net_resolve(NetRecords *records, GError **error)
{
	NetResolve r = {.records = records, .fabric = fabric_new()};
	if (!resolve(&r, error)) {
		fabric_free(r.fabric);
		r.fabric = NULL;
	}
	g_free(r.by_id);
	g_free(r.same_as);
	g_free(r.node);
	g_free(r.peer);
	g_free(r.claim);
	g_free(r.line);
	g_free(r.lid_owner);
	return r.fabric;
}
