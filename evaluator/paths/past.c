/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Translates forwarding tables and SLs of a previous fabric ("then") to the LIDs of the present one ("now"). The ports
 * of both fabrics are matched once, by the GUID of the node and the number of the port. Every table is then copied LID
 * by LID: the entry of a LID of now is that of the LID that the same port had then.
 */
#include "evaluator/paths/past.h"

#include "core/base/error.h"

#include <string.h>

static guint32 node_then(const Past *past, guint32 node)
{
	guint32 then = fabric_find_node(past->then, past->now->nodes[node].guid);
	gboolean same = then != FABRIC_NONE && fabric_is_switch(past->now, node) == fabric_is_switch(past->then, then);
	return same ? then : FABRIC_NONE;
}

static void note_moved(Past *past, guint32 port)
{
	const FabricPort *now = &past->now->ports[port], *then = &past->then->ports[past->port[port]];
	if (!now->lid || !then->lid || (now->lid == then->lid && now->lmc == then->lmc))
		return;
	if (past->n_moved++ == 0)
		past->first_moved = port;
}

/* Matches the ports of switches and adapters. Returns how many switches both fabrics have. */
static guint32 match(Past *past)
{
	guint32 switches = 0;
	for (guint32 i = 0; i < past->now->n_nodes; i++) {
		const FabricNode *node = &past->now->nodes[i];
		guint32 then = node_then(past, i);
		switches += then != FABRIC_NONE && node->type == FABRIC_SWITCH;
		for (guint num = 0; num <= node->n_ports; num++) {
			guint32 port = node->first_port + num;
			if (then == FABRIC_NONE || num > past->then->nodes[then].n_ports)
				continue;
			past->port[port] = fabric_port_index(past->then, then, num);
			note_moved(past, port);
		}
	}
	return switches;
}

Past *past_new(const Fabric *now, const Fabric *then, GError **error)
{
	g_autoptr(Past) past = g_new0(Past, 1);
	past->now = now;
	past->then = then;
	past->first_moved = FABRIC_NONE;
	past->port = g_try_new(guint32, (gsize)now->n_ports + 1);
	if (!past->port)
		return sssp_error_memory_null(error, "the ports of a past fabric", now->n_ports * sizeof(guint32));
	memset(past->port, 0xff, now->n_ports * sizeof(guint32));
	if (match(past))
		return g_steal_pointer(&past);
	return sssp_error_null(error, SSSP_ERROR_INPUT, "the two topologies have no switch in common");
}

void past_free(Past *past)
{
	if (!past)
		return;
	g_free(past->port);
	g_free(past);
}

guint32 past_lid(const Past *past, guint32 lid)
{
	guint32 port = lid < past->now->n_lids ? past->now->lid_port[lid] : FABRIC_NONE;
	if (port == FABRIC_NONE || past->port[port] == FABRIC_NONE)
		return 0;
	const FabricPort *then = &past->then->ports[past->port[port]];
	guint32 offset = lid - past->now->ports[port].lid;
	return then->lid && offset < 1u << then->lmc ? then->lid + offset : 0;
}

Lft *past_lft(const Past *past, const Lft *lft, GError **error)
{
	g_autoptr(Lft) now = lft_new(lft->n_switches, past->now->n_lids, error);
	if (!now)
		return NULL;
	memcpy(now->guid, lft->guid, lft->n_switches * sizeof(guint64));
	for (guint32 lid = 1; lid < past->now->n_lids; lid++) {
		guint32 then = past_lid(past, lid);
		for (guint32 i = 0; then && i < lft->n_switches; i++)
			now->port[(gsize)i * now->n_lids + lid] =
				lft_port(lft, &lft->port[(gsize)i * lft->n_lids], then);
	}
	return g_steal_pointer(&now);
}

/* The switch that an adapter's first cabled port is cabled to, FABRIC_NONE when there is none. */
static guint32 switch_of(const Fabric *fabric, guint32 node)
{
	for (guint num = 1; num <= fabric->nodes[node].n_ports; num++) {
		guint32 peer = fabric->ports[fabric_port_index(fabric, node, num)].peer;
		if (peer != FABRIC_NONE && fabric_is_switch(fabric, fabric->ports[peer].node))
			return fabric->ports[peer].node;
	}
	return FABRIC_NONE;
}

/* The SLs that an adapter needs in a row of its own, as it was on another switch; NULL when it needs none. */
static const guint8 *row_to_keep(const Past *past, const PathSl *sl, guint32 node)
{
	guint32 then = fabric_is_switch(past->now, node) ? FABRIC_NONE : node_then(past, node);
	guint32 at = then == FABRIC_NONE ? FABRIC_NONE : switch_of(past->then, then), is = switch_of(past->now, node);
	if (at == FABRIC_NONE || path_sl_row(sl, past->then->nodes[then].guid) ||
	    (is != FABRIC_NONE && past->now->nodes[is].guid == past->then->nodes[at].guid))
		return NULL;
	return path_sl_row(sl, past->then->nodes[at].guid);
}

typedef struct {
	guint64 guid;
	const guint8 *row;
} Row;

static int compare_rows(const void *a, const void *b)
{
	const Row *ra = a, *rb = b;
	return ra->guid < rb->guid ? -1 : ra->guid > rb->guid;
}

static GArray *collect_rows(const Past *past, const PathSl *sl)
{
	GArray *rows = g_array_new(FALSE, FALSE, sizeof(Row));
	for (guint32 i = 0; i < sl->n_sources; i++) {
		Row row = {sl->guid[i], &sl->sl[(gsize)i * sl->n_lids]};
		g_array_append_val(rows, row);
	}
	for (guint32 i = 0; i < past->now->n_nodes; i++) {
		Row row = {past->now->nodes[i].guid, row_to_keep(past, sl, i)};
		if (row.row)
			g_array_append_val(rows, row);
	}
	g_array_sort(rows, compare_rows);
	return rows;
}

PathSl *past_path_sl(const Past *past, const PathSl *sl, GError **error)
{
	g_autoptr(GArray) rows = collect_rows(past, sl);
	g_autoptr(PathSl) now = path_sl_new(rows->len, past->now->n_lids, error);
	if (!now)
		return NULL;
	for (guint i = 0; i < rows->len; i++)
		now->guid[i] = g_array_index(rows, Row, i).guid;
	for (guint32 lid = 1; lid < past->now->n_lids; lid++) {
		guint32 then = past_lid(past, lid);
		for (guint i = 0; then && then < sl->n_lids && i < rows->len; i++)
			now->sl[(gsize)i * now->n_lids + lid] = g_array_index(rows, Row, i).row[then];
	}
	return g_steal_pointer(&now);
}
