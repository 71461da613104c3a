/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes records of nodes and ports from lists that describe both ends of each link in full. The ends are sorted by node
 * GUID, and all ends with one GUID are a node. The first end of each line becomes a port, the second its peer.
 */
#include "formats/net/records/net_ends.h"

#include "core/base/error.h"
#include "formats/text/make_room.h"

#include <stdlib.h>

#define CA_PORTS_MOST 4 /* no channel adapter is known that has more */

NetEnd *net_ends_next(NetEnds *e, GError **error)
{
	gsize link = e->n / 2;
	if (!make_room(&e->ends, &e->room, e->n + 2, sizeof(NetEnd), error) ||
	    !make_room(&e->width, &e->width_room, link + 1, 1, error) ||
	    !make_room(&e->speed, &e->speed_room, link + 1, 1, error))
		return NULL;
	e->width[link] = e->speed[link] = 0;
	return &e->ends[e->n];
}

/* The link is the one of net_ends_next(), not yet counted in `n`. */
void net_ends_rate(NetEnds *e, guint8 width, guint8 speed)
{
	e->width[e->n / 2] = width;
	e->speed[e->n / 2] = speed;
}

void net_ends_clear(NetEnds *e)
{
	g_free(e->ends);
	g_free(e->width);
	g_free(e->speed);
}

guint8 net_ends_width(Text word)
{
	guint64 lanes;
	if (!text_decimal(&word, 12, &lanes) || (!text_equals(word, "x") && !text_equals(word, "X")))
		return 0;
	return lanes == 1 || lanes == 2 || lanes == 4 || lanes == 8 || lanes == 12 ? (guint8)lanes : 0;
}

guint8 net_ends_speed(Text word)
{
	static const struct {
		const char *text;
		FabricSpeed speed;
	} speeds[] = {
		{"2.5", FABRIC_SDR},     {"5", FABRIC_DDR},   {"10", FABRIC_QDR},
		{"FDR10", FABRIC_FDR10}, {"14", FABRIC_FDR},  {"25", FABRIC_EDR},
		{"50", FABRIC_HDR},      {"100", FABRIC_NDR}, {"200", FABRIC_XDR},
	};
	for (guint i = 0; i < G_N_ELEMENTS(speeds); i++)
		if (text_equals(word, speeds[i].text))
			return (guint8)speeds[i].speed;
	return FABRIC_SPEED_UNKNOWN;
}

/* ---- nodes */

static int compare_ends(gconstpointer a, gconstpointer b, gpointer user)
{
	const NetEnd *ends = user;
	guint32 ia = *(const guint32 *)a, ib = *(const guint32 *)b;
	if (ends[ia].node_guid != ends[ib].node_guid)
		return ends[ia].node_guid < ends[ib].node_guid ? -1 : 1;
	return ia < ib ? -1 : ia > ib;
}

static int compare_lines(const void *a, const void *b)
{
	const NetNode *na = a, *nb = b;
	if (na->line != nb->line)
		return na->line < nb->line ? -1 : 1;
	return na->id.guid < nb->id.guid ? -1 : na->id.guid > nb->id.guid;
}

/* Such lists have no prefixes for kinds of nodes: all get the same one, so that GUIDs alone tell nodes apart. */
static NetId id_of(const NetEnd *end)
{
	return (NetId){.text = end->guid_text, .guid = end->node_guid, .is_guid = TRUE, .prefix = '-'};
}

/* Makes a node of all its ends, order[from] .. order[to - 1], which are in the order of the file. */
static NetNode conclude(const NetEnd *ends, const guint32 *order, gsize from, gsize to)
{
	const NetEnd *first = &ends[order[from]];
	NetNode node = {.id = id_of(first),
			.name = first->name,
			.guid = first->node_guid,
			.lid = NET_LID_ABSENT,
			.guid_from = NET_GUID_ASSIGNED,
			.system_guid = first->system_guid,
			.line = first->line,
			.vendor_id = first->vendor_id,
			.device_id = first->device_id,
			.type = first->type};
	for (gsize i = from; i < to; i++) {
		const NetEnd *end = &ends[order[i]];
		node.n_ports = MAX(node.n_ports, end->n_ports);
		if (end->type == FABRIC_SWITCH || node.n_ports > CA_PORTS_MOST ||
		    (end->port_guid == first->port_guid && end->num != first->num))
			node.type = FABRIC_SWITCH;
	}
	node.lid = node.type == FABRIC_SWITCH ? first->lid : NET_LID_ABSENT;
	node.port_guid = node.type == FABRIC_SWITCH ? first->port_guid : 0;
	return node;
}

static gboolean add_nodes(const NetEnds *e, NetRecords *records, GError **error)
{
	g_autofree guint32 *order = g_try_new(guint32, e->n);
	if (!order)
		return sssp_error_memory(error, "a topology", e->n * sizeof *order);
	for (gsize i = 0; i < e->n; i++)
		order[i] = (guint32)i;
	g_qsort_with_data(order, (gint)e->n, sizeof *order, compare_ends, e->ends);
	for (gsize from = 0, to; from < e->n; from = to) {
		for (to = from + 1; to < e->n; to++)
			if (e->ends[order[to]].node_guid != e->ends[order[from]].node_guid)
				break;
		if (!make_room(&records->nodes, &records->nodes_room, records->n_nodes + 1, sizeof(NetNode), error))
			return FALSE;
		records->nodes[records->n_nodes++] = conclude(e->ends, order, from, to);
	}
	qsort(records->nodes, records->n_nodes, sizeof(NetNode), compare_lines);
	return TRUE;
}

/* ---- ports */

static int compare_guids(gconstpointer a, gconstpointer b, gpointer user)
{
	const NetNode *nodes = user;
	guint64 ga = nodes[*(const guint32 *)a].guid, gb = nodes[*(const guint32 *)b].guid;
	return ga < gb ? -1 : ga > gb;
}

static guint32 find_node(const NetRecords *records, const guint32 *by_guid, guint64 guid)
{
	gsize low = 0, high = records->n_nodes;
	while (low + 1 < high) {
		gsize middle = low + (high - low) / 2;
		if (records->nodes[by_guid[middle]].guid <= guid)
			low = middle;
		else
			high = middle;
	}
	return by_guid[low];
}

/* Makes a port of the first end of each line; the second is its peer, as a rule the first of another line. */
static gboolean add_ports(const NetEnds *e, NetRecords *records, GError **error)
{
	g_autofree guint32 *by_guid = g_try_new(guint32, records->n_nodes);
	if (!by_guid)
		return sssp_error_memory(error, "a topology", records->n_nodes * sizeof *by_guid);
	for (gsize i = 0; i < records->n_nodes; i++)
		by_guid[i] = (guint32)i;
	g_qsort_with_data(by_guid, (gint)records->n_nodes, sizeof *by_guid, compare_guids, records->nodes);
	if (!make_room(&records->ports, &records->ports_room, e->n / 2, sizeof(NetPort), error))
		return FALSE;
	for (gsize i = 0; i < e->n; i += 2) {
		const NetEnd *end = &e->ends[i], *peer = end + 1;
		records->ports[records->n_ports++] = (NetPort){.node = find_node(records, by_guid, end->node_guid),
							       .peer = id_of(peer),
							       .peer_name = peer->name,
							       .guid = end->port_guid,
							       .peer_guid = peer->port_guid,
							       .lid = end->lid,
							       .peer_lid = peer->lid,
							       .line = end->line,
							       .num = end->num,
							       .peer_num = peer->num,
							       .width = e->width[i / 2],
							       .speed = e->speed[i / 2]};
	}
	return TRUE;
}

gboolean net_ends_records(NetEnds *e, NetRecords *records, GError **error)
{
	return add_nodes(e, records, error) && add_ports(e, records, error);
}
