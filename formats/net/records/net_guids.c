/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds node GUIDs that several nodes of a topology have, in a sorted list, and gives each node one of its own. Nodes
 * to which lines of the text assign the same GUID take the GUID of their identifier instead, where it is one. If nodes
 * share a GUID even so, the node with the most right to it (NetGuidFrom) keeps it, and each other one gets a GUID that
 * no node has. It is an error if the GUID was assigned to that one.
 */
#include "core/base/error.h"
#include "formats/net/records/net_resolve.h"

#include <stdlib.h>

#define GUID "0x%016" G_GINT64_MODIFIER "x"

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

/* Gives node `again` a GUID that no node has, as node `first` has the same one with more right (NetGuidFrom). */
static gboolean move_guid(NetResolve *r, guint32 first, guint32 again, const guint64 *taken, gsize n, GError **error)
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

static void tell_of_identifiers(const NetResolve *r)
{
	const NetRecords *records = r->records;
	for (gsize i = 0; i < r->n_recorded; i++) {
		const NetNode *node = &records->nodes[i];
		if (r->same_as[i] == i && node->id.is_guid && node->id.guid != node->guid)
			parse_log_add(records->log, records->file, node->line,
				      "identifiers that are not the node's GUID", "\"%.*s\" is assigned the GUID " GUID,
				      text_show(node->id.text, 64), node->id.text.at, node->guid);
	}
}

/*
 * TRUE: the GUID that a line above the node assigned is also that of the node before or behind it in the order of
 * GUIDs.
 */
static gboolean is_shared(const NetNode *nodes, const guint32 *order, gsize n, gsize i)
{
	const NetNode *node = &nodes[order[i]];
	const NetNode *before = i > 0 ? &nodes[order[i - 1]] : NULL, *after = i + 1 < n ? &nodes[order[i + 1]] : NULL;
	return node->guid_from == NET_GUID_ASSIGNED &&
	       ((before && before->guid_from <= NET_GUID_SHARED && before->guid == node->guid) ||
		(after && after->guid_from == NET_GUID_ASSIGNED && after->guid == node->guid));
}

/*
 * Where several nodes are assigned one GUID (the switches inside a director, that of the chassis), their identifiers
 * tell them apart, and are what OpenSM knows them by: it keeps nodes by GUID and could not hold two of one.
 */
static void take_identifiers(NetResolve *r, guint32 *order, gsize n)
{
	NetRecords *records = r->records;
	g_qsort_with_data(order, (gint)n, sizeof *order, compare_guids, records->nodes);
	for (gsize i = 0; i < n; i++) {
		NetNode *node = &records->nodes[order[i]];
		if (!node->id.is_guid || !is_shared(records->nodes, order, n, i))
			continue;
		parse_log_add(records->log, records->file, node->line, "nodes that share an assigned GUID",
			      "GUID " GUID " is assigned to other nodes, too: \"%.*s\" is taken by its identifier",
			      node->guid, text_show(node->id.text, 64), node->id.text.at);
		node->guid_from = NET_GUID_SHARED;
	}
	for (gsize i = 0; i < n; i++) {
		NetNode *node = &records->nodes[order[i]];
		if (node->guid_from == NET_GUID_SHARED) {
			node->guid = node->id.guid;
			node->guid_from = NET_GUID_FROM_ID;
		}
	}
}

gboolean net_settle_guids(NetResolve *r, GError **error)
{
	NetRecords *records = r->records;
	g_autofree guint32 *order = NULL;
	g_autofree guint64 *taken = g_try_new(guint64, records->n_nodes + 1);
	gsize n = 0;
	if (!taken || !net_allocate(&order, records->n_nodes, error))
		return taken ? FALSE : sssp_error_memory(error, "a topology", records->n_nodes * sizeof *taken);
	for (gsize i = 0; i < records->n_nodes; i++)
		if (r->same_as[i] == i)
			order[n++] = (guint32)i;
	take_identifiers(r, order, n);
	tell_of_identifiers(r);
	g_qsort_with_data(order, (gint)n, sizeof(guint32), compare_guids, records->nodes);
	for (gsize i = 0; i < n; i++)
		taken[i] = records->nodes[order[i]].guid;
	for (gsize i = 1; i < n; i++)
		if (taken[i] == taken[i - 1] && !move_guid(r, order[i - 1], order[i], taken, n, error))
			return FALSE;
	return TRUE;
}
