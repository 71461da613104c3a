/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the nodes of a topology from the records of its text: which records are of one node, which node each port line
 * leads to, and nodes that port lines mention but that have no record. Look-ups are binary searches in sorted arrays of
 * identifiers.
 */
#include "core/base/error.h"
#include "formats/net/records/net_resolve.h"
#include "formats/text/make_room.h"

#include <stdlib.h>
#include <string.h>

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

static gboolean merge(NetResolve *r, guint32 first, guint32 again, GError **error)
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

/*
 * Sorts the records by identifier and merges those of one node. Called again after nodes without a record were added.
 */
static gboolean index_nodes(NetResolve *r, GError **error)
{
	NetRecords *records = r->records;
	gsize n = records->n_nodes;
	if (!net_allocate(&r->by_id, n, error) || !net_allocate(&r->same_as, n, error))
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
static gsize lower_bound(const NetResolve *r, const NetId *id)
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

/*
 * The node that a port line speaks of; NET_NOBODY when it has no record. A record with the same GUID and another prefix
 * counts, too.
 */
static guint32 find_peer(const NetResolve *r, const NetPort *port)
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
		return NET_NOBODY;
	parse_log_add(r->records->log, r->records->file, port->line, "identifiers with the prefix of another kind",
		      "\"%.*s\" has a record under another prefix", text_show(port->peer.text, 64), port->peer.text.at);
	return r->same_as[r->by_id[at]];
}

/* ---- nodes that others only mention */

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
static gboolean add_stub(NetResolve *r, const NetPort *port, GError **error)
{
	NetRecords *records = r->records;
	if (!make_room(&records->nodes, &records->nodes_room, records->n_nodes + 1, sizeof(NetNode), error))
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
static gboolean add_stubs(NetResolve *r, guint32 *missing, gsize n, GError **error)
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
		if (stub->type == FABRIC_SWITCH && !records->whole_cables)
			parse_log_alarm(records->log, records->file, stub->line, "switches without a record",
					"switch \"%.*s\" has no record of its own: a part of the file may be missing",
					text_show(stub->id.text, 64), stub->id.text.at);
		else
			parse_log_add(records->log, records->file, stub->line, "nodes without a record",
				      "\"%.*s\" has no record of its own", text_show(stub->id.text, 64),
				      stub->id.text.at);
		if (stub->guid_from == NET_GUID_MADE)
			stub->guid = net_make_guid(records, (FabricNodeType)stub->type, stub->n_ports);
	}
	return TRUE;
}

static gboolean find_peers(NetResolve *r, GError **error)
{
	NetRecords *records = r->records;
	g_autofree guint32 *missing = NULL;
	gsize n = 0;
	if (!net_allocate(&r->peer, records->n_ports, error) || !net_allocate(&missing, records->n_ports, error))
		return FALSE;
	for (gsize i = 0; i < records->n_ports; i++) {
		r->peer[i] = find_peer(r, &records->ports[i]);
		if (r->peer[i] == NET_NOBODY)
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

gboolean net_resolve_nodes(NetResolve *r, GError **error)
{
	r->n_recorded = r->records->n_nodes;
	return index_nodes(r, error) && find_peers(r, error) && net_settle_guids(r, error);
}
