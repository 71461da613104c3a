/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * From records to a fabric: which records are one node, which nodes have none, who has which GUID, which ports are
 * joined, whose LIDs count. Look-ups are binary searches in sorted arrays of identifiers and GUIDs.
 */
#include "formats/net_records.h"

#include "core/error.h"

#include <string.h>

#define GUID "0x%016" G_GINT64_MODIFIER "x"
#define NOBODY G_MAXUINT32

typedef struct {
	NetRecords *records;
	Fabric *fabric;
	gsize n_recorded;   /* nodes before this one have a record, the others are only spoken of */
	guint32 *by_id;     /* [nodes] records, ascending identifier */
	guint32 *same_as;   /* [nodes] the first record of the same node */
	guint32 *node;      /* [nodes] index in the fabric, for first records */
	guint32 *peer;      /* [ports] first record of the peer */
	guint32 *claim;     /* [fabric ports] the port that it says it is joined to */
	guint32 *line;      /* [fabric ports] where it is described */
	guint32 *lid_owner; /* [FABRIC_MAX_LID + 1] */
} Resolve;

static gboolean allocate(guint32 **array, gsize n, GError **error)
{
	g_free(*array);
	*array = g_try_new(guint32, n + 1);
	if (!*array)
		return sssp_error_memory(error, "a topology", n * sizeof **array);
	memset(*array, 0xff, (n + 1) * sizeof **array);
	return TRUE;
}

/* ---- which records are one node */

static int compare_ids(const NetId *a, const NetId *b)
{
	if (a->is_guid != b->is_guid)
		return a->is_guid ? -1 : 1;
	if (a->is_guid) {
		if (a->guid != b->guid)
			return a->guid < b->guid ? -1 : 1;
		return (int)a->prefix - (int)b->prefix;
	}
	gsize la = text_length(a->text), lb = text_length(b->text);
	int order = memcmp(a->text.at, b->text.at, MIN(la, lb));
	return order ? order : la < lb ? -1 : la > lb;
}

static int compare_records(gconstpointer a, gconstpointer b, gpointer user)
{
	const NetNode *nodes = user;
	guint32 ia = *(const guint32 *)a, ib = *(const guint32 *)b;
	int order = compare_ids(&nodes[ia].id, &nodes[ib].id);
	return order ? order : ia < ib ? -1 : ia > ib;
}

static gboolean merge(Resolve *r, guint32 first, guint32 again, GError **error)
{
	NetNode *a = &r->records->nodes[first];
	const NetNode *b = &r->records->nodes[again];
	if (a->type != b->type)
		return scan_error_at(r->records->file, b->line, error, "\"%.*s\" is another kind of node in line %u",
				     text_show(b->id.text, 64), b->id.text.at, a->line);
	if (r->records->n_nodes == r->n_recorded)
		parse_log_add(r->records->log, r->records->file, b->line, "nodes with two records",
			      "\"%.*s\" has a record in line %u already: both are taken together",
			      text_show(b->id.text, 64), b->id.text.at, a->line);
	a->n_ports = MAX(a->n_ports, b->n_ports);
	if (a->lid == NET_LID_ABSENT || a->lid == 0) {
		a->lid = b->lid;
		a->lmc = b->lmc;
	}
	r->same_as[again] = first;
	return TRUE;
}

/* Sorts the records by identifier and takes those of one node together. Done again when stubs have come. */
static gboolean index_nodes(Resolve *r, GError **error)
{
	NetRecords *records = r->records;
	gsize n = records->n_nodes;
	if (!allocate(&r->by_id, n, error) || !allocate(&r->same_as, n, error))
		return FALSE;
	for (gsize i = 0; i < n; i++)
		r->by_id[i] = r->same_as[i] = (guint32)i;
	g_qsort_with_data(r->by_id, (gint)n, sizeof(guint32), compare_records, records->nodes);
	for (gsize i = 1; i < n; i++) {
		guint32 before = r->same_as[r->by_id[i - 1]], here = r->by_id[i];
		if (compare_ids(&records->nodes[before].id, &records->nodes[here].id) == 0 &&
		    !merge(r, before, here, error))
			return FALSE;
	}
	return TRUE;
}

/* The first record at or behind an identifier in the sorted order. */
static gsize lower_bound(const Resolve *r, const NetId *id)
{
	gsize low = 0, high = r->records->n_nodes;
	while (low < high) {
		gsize middle = low + (high - low) / 2;
		if (compare_ids(&r->records->nodes[r->by_id[middle]].id, id) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The node that a port line speaks of; NOBODY when it has no record. A GUID with another prefix will do. */
static guint32 find_peer(const Resolve *r, const NetPort *port)
{
	const NetNode *nodes = r->records->nodes;
	gsize at = lower_bound(r, &port->peer);
	if (at < r->records->n_nodes && compare_ids(&nodes[r->by_id[at]].id, &port->peer) == 0)
		return r->same_as[r->by_id[at]];
	NetId any = port->peer;
	any.prefix = '\0';
	at = lower_bound(r, &any);
	if (!port->peer.is_guid || at == r->records->n_nodes || !nodes[r->by_id[at]].id.is_guid ||
	    nodes[r->by_id[at]].id.guid != port->peer.guid)
		return NOBODY;
	parse_log_add(r->records->log, r->records->file, port->line, "identifiers with the prefix of another kind",
		      "\"%.*s\" has a record under another prefix", text_show(port->peer.text, 64), port->peer.text.at);
	return r->same_as[r->by_id[at]];
}

/* ---- nodes that are only spoken of */

static int compare_peers(gconstpointer a, gconstpointer b, gpointer user)
{
	const NetPort *ports = user;
	guint32 ia = *(const guint32 *)a, ib = *(const guint32 *)b;
	int order = compare_ids(&ports[ia].peer, &ports[ib].peer);
	return order ? order : ia < ib ? -1 : ia > ib;
}

static int compare_lines(gconstpointer a, gconstpointer b)
{
	const NetNode *na = a, *nb = b;
	return na->line < nb->line ? -1 : na->line > nb->line;
}

static FabricNodeType kind_of(char prefix)
{
	return prefix == 'S' ? FABRIC_SWITCH : prefix == 'R' ? FABRIC_ROUTER : FABRIC_CA;
}

/* Appends a node for the peer of a port line. */
static gboolean add_stub(Resolve *r, const NetPort *port, GError **error)
{
	NetRecords *records = r->records;
	if (!scan_make_room(&records->nodes, &records->nodes_room, records->n_nodes + 1, sizeof(NetNode), error))
		return FALSE;
	records->nodes[records->n_nodes++] = (NetNode){
		.id = port->peer,
		.name = text_empty(port->peer_name) && !port->peer.is_guid ? port->peer.text : port->peer_name,
		.guid = port->peer.guid,
		.guid_from = port->peer.is_guid ? NET_GUID_FROM_ID : NET_GUID_MADE,
		.lid = NET_LID_ABSENT,
		.type = (guint8)kind_of(port->peer.prefix),
		.n_ports = port->peer_num,
		.line = port->line};
	return TRUE;
}

/* Adds one node for each peer without a record, in the order of the file. */
static gboolean add_stubs(Resolve *r, guint32 *missing, gsize n, GError **error)
{
	NetRecords *records = r->records;
	g_qsort_with_data(missing, (gint)n, sizeof(guint32), compare_peers, records->ports);
	for (gsize i = 0; i < n; i++) {
		const NetPort *port = &records->ports[missing[i]];
		if (i == 0 || compare_ids(&records->ports[missing[i - 1]].peer, &port->peer) != 0) {
			if (!add_stub(r, port, error))
				return FALSE;
		}
		NetNode *stub = &records->nodes[records->n_nodes - 1];
		stub->n_ports = MAX(stub->n_ports, port->peer_num);
	}
	NetNode *stubs = records->nodes + r->n_recorded;
	qsort(stubs, records->n_nodes - r->n_recorded, sizeof *stubs, compare_lines);
	for (gsize i = r->n_recorded; i < records->n_nodes; i++) {
		NetNode *stub = &records->nodes[i];
		parse_log_add(records->log, records->file, stub->line, "nodes without a record",
			      "\"%.*s\" has no record of its own", text_show(stub->id.text, 64), stub->id.text.at);
		if (stub->guid_from == NET_GUID_MADE)
			stub->guid = net_make_guid(records, (FabricNodeType)stub->type, stub->n_ports);
	}
	return TRUE;
}

static gboolean find_peers(Resolve *r, GError **error)
{
	NetRecords *records = r->records;
	g_autofree guint32 *missing = NULL;
	gsize n = 0;
	if (!allocate(&r->peer, records->n_ports, error) || !allocate(&missing, records->n_ports, error))
		return FALSE;
	for (gsize i = 0; i < records->n_ports; i++) {
		r->peer[i] = find_peer(r, &records->ports[i]);
		if (r->peer[i] == NOBODY)
			missing[n++] = (guint32)i;
	}
	if (n == 0)
		return TRUE;
	if (!add_stubs(r, missing, n, error) || !index_nodes(r, error))
		return FALSE;
	for (gsize i = 0; i < n; i++)
		r->peer[missing[i]] = find_peer(r, &records->ports[missing[i]]);
	return TRUE;
}

/* ---- who has which GUID */

static int compare_guids(gconstpointer a, gconstpointer b, gpointer user)
{
	const NetNode *nodes = user;
	guint32 ia = *(const guint32 *)a, ib = *(const guint32 *)b;
	if (nodes[ia].guid != nodes[ib].guid)
		return nodes[ia].guid < nodes[ib].guid ? -1 : 1;
	if (nodes[ia].guid_from != nodes[ib].guid_from)
		return (int)nodes[ia].guid_from - (int)nodes[ib].guid_from;
	return ia < ib ? -1 : ia > ib;
}

static int find_guid(gconstpointer key, gconstpointer item)
{
	guint64 a = *(const guint64 *)key, b = *(const guint64 *)item;
	return a < b ? -1 : a > b;
}

/* Gives a node whose GUID another one has, with a better title, a GUID that nobody has. */
static gboolean move_guid(Resolve *r, guint32 first, guint32 again, const guint64 *taken, gsize n, GError **error)
{
	const NetNode *a = &r->records->nodes[first];
	NetNode *b = &r->records->nodes[again];
	guint64 guid;
	if (b->guid_from == NET_GUID_ASSIGNED)
		return scan_error_at(r->records->file, b->line, error,
				     "GUID " GUID " is that of the node in line %u, too", b->guid, a->line);
	do
		guid = net_make_guid(r->records, (FabricNodeType)b->type, b->n_ports);
	while (bsearch(&guid, taken, n, sizeof *taken, find_guid));
	parse_log_add(r->records->log, r->records->file, b->line, "nodes that share a GUID",
		      "GUID " GUID " is that of the node in line %u, too: " GUID " stands for this one", b->guid,
		      a->line, guid);
	b->guid = guid;
	return TRUE;
}

static gboolean settle_guids(Resolve *r, GError **error)
{
	NetRecords *records = r->records;
	g_autofree guint32 *order = NULL;
	g_autofree guint64 *taken = g_try_new(guint64, records->n_nodes + 1);
	gsize n = 0;
	if (!taken || !allocate(&order, records->n_nodes, error))
		return taken ? FALSE : sssp_error_memory(error, "a topology", records->n_nodes * sizeof *taken);
	for (gsize i = 0; i < records->n_nodes; i++)
		if (r->same_as[i] == i)
			order[n++] = (guint32)i;
	g_qsort_with_data(order, (gint)n, sizeof(guint32), compare_guids, records->nodes);
	for (gsize i = 0; i < n; i++)
		taken[i] = records->nodes[order[i]].guid;
	for (gsize i = 1; i < n; i++)
		if (taken[i] == taken[i - 1] && !move_guid(r, order[i - 1], order[i], taken, n, error))
			return FALSE;
	return TRUE;
}

/* ---- nodes and cables */

static gboolean add_nodes(Resolve *r, GError **error)
{
	NetRecords *records = r->records;
	if (!allocate(&r->node, records->n_nodes, error))
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

static guint32 own_port(const Resolve *r, const NetPort *port)
{
	return fabric_port_index(r->fabric, r->node[r->same_as[port->node]], port->num);
}

/* Notes what each port line says of its port. */
static gboolean describe_ports(Resolve *r, GError **error)
{
	NetRecords *records = r->records;
	if (!allocate(&r->claim, r->fabric->n_ports, error) || !allocate(&r->line, r->fabric->n_ports, error))
		return FALSE;
	for (gsize i = 0; i < records->n_ports; i++) {
		const NetPort *line = &records->ports[i];
		guint32 own = own_port(r, line), node = r->node[r->peer[i]];
		if (line->peer_num > r->fabric->nodes[node].n_ports)
			return scan_error_at(records->file, line->line, error, "the peer has %u ports and no port %u",
					     r->fabric->nodes[node].n_ports, line->peer_num);
		guint32 other = fabric_port_index(r->fabric, node, line->peer_num);
		FabricPort *port = &r->fabric->ports[own];
		if (r->claim[own] != NOBODY) {
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
		if (!fabric_is_switch(r->fabric, port->node))
			port->guid = line->guid;
	}
	return TRUE;
}

/* Joins two ports; one without a rate has that of the other. */
static gboolean join(Resolve *r, guint32 a, guint32 b, GError **error)
{
	FabricPort *pa = &r->fabric->ports[a], *pb = &r->fabric->ports[b];
	if (!fabric_cable(r->fabric, a, b, error))
		return FALSE;
	FabricPort *lacks = pa->width || pa->speed ? pb : pa, *has = lacks == pa ? pb : pa;
	if (!lacks->width && !lacks->speed) {
		lacks->width = has->width;
		lacks->speed = has->speed;
	}
	return TRUE;
}

/* Joins a port whose other end says nothing, or something else. */
static gboolean join_one_sided(Resolve *r, guint32 own, guint32 line, gboolean recorded, GError **error)
{
	NetRecords *records = r->records;
	guint32 other = r->claim[own];
	const FabricPort *ports = r->fabric->ports;
	if (own == other) {
		parse_log_add(records->log, records->file, line, "ports joined to themselves",
			      "port %u is joined to itself: the cable is dropped", ports[own].num);
		return TRUE;
	}
	if (r->claim[other] != NOBODY)
		parse_log_add(records->log, records->file, line, "cables whose ends disagree",
			      "port %u: the other end is described otherwise in line %u", ports[own].num,
			      r->line[other]);
	else if (recorded && !records->whole_cables)
		parse_log_add(records->log, records->file, line, "cables with one end only",
			      "port %u: the record of its peer knows nothing of the cable", ports[own].num);
	return ports[other].peer != FABRIC_NONE || join(r, own, other, error);
}

static gboolean join_ports(Resolve *r, GError **error)
{
	NetRecords *records = r->records;
	for (guint32 i = 0; i < r->fabric->n_ports; i++) {
		guint32 other = r->claim[i];
		if (other != NOBODY && other > i && r->claim[other] == i && !join(r, i, other, error))
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

/* Sets a port's LID and LMC as far as they are ones. */
static void set_lid(Resolve *r, guint32 index, gint64 lid, guint lmc, guint32 line)
{
	FabricPort *port = &r->fabric->ports[index];
	if (r->line[index] == NOBODY)
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

static void set_own_lids(Resolve *r)
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
static void set_from_peers(Resolve *r)
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

static void zero_duplicate_lids(Resolve *r)
{
	for (guint32 i = 0; i < r->fabric->n_ports; i++) {
		FabricPort *port = &r->fabric->ports[i];
		guint32 range = 1u << port->lmc, twice = NOBODY;
		if (port->lid == 0)
			continue;
		for (guint32 lid = port->lid; lid < port->lid + range && twice == NOBODY; lid++)
			twice = r->lid_owner[lid];
		for (guint32 lid = port->lid; lid < port->lid + range && twice == NOBODY; lid++)
			r->lid_owner[lid] = i;
		if (twice == NOBODY)
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

static gboolean resolve(Resolve *r, GError **error)
{
	r->n_recorded = r->records->n_nodes;
	if (!index_nodes(r, error) || !find_peers(r, error) || !settle_guids(r, error) || !add_nodes(r, error) ||
	    !describe_ports(r, error) || !join_ports(r, error) || !allocate(&r->lid_owner, FABRIC_MAX_LID, error))
		return FALSE;
	set_own_lids(r);
	set_from_peers(r);
	zero_duplicate_lids(r);
	make_port_guids(r->fabric);
	return fabric_seal(r->fabric, error);
}

Fabric *net_resolve(NetRecords *records, GError **error)
{
	Resolve r = {.records = records, .fabric = fabric_new()};
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
