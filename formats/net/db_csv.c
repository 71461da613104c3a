/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes a fabric of the rows of ibdiagnet's .db_csv (db_csv_rows.h). Nodes, with what PORTS and SWITCHES say of them,
 * and both ends of each link become records, of which net_resolve() makes a fabric. Look-ups are binary searches in the
 * rows of PORTS, sorted by node and port.
 */
#include "formats/net/db_csv.h"

#include "core/base/error.h"
#include "formats/net/db_csv_rows.h"
#include "formats/net/records/net_resolve.h"
#include "formats/text/make_room.h"

#include <stdlib.h>

#define GUID "0x%016" G_GINT64_MODIFIER "x"

/* ---- look-ups */

static int compare_guids(const void *a, const void *b)
{
	guint64 ga = *(const guint64 *)a, gb = *(const guint64 *)b;
	return ga < gb ? -1 : ga > gb;
}

static int compare_places(const DbCsvPort *a, const DbCsvPort *b)
{
	return a->node != b->node ? (a->node < b->node ? -1 : 1) : (int)a->num - (int)b->num;
}

/* Orders rows by port, and those of one port by line. */
static int compare_ports(const void *a, const void *b)
{
	const DbCsvPort *pa = a, *pb = b;
	int order = compare_places(pa, pb);
	return order ? order : pa->line < pb->line ? -1 : pa->line > pb->line;
}

static int compare_nodes(gconstpointer a, gconstpointer b, gpointer user)
{
	const NetNode *nodes = user;
	guint32 ia = *(const guint32 *)a, ib = *(const guint32 *)b;
	if (nodes[ia].guid != nodes[ib].guid)
		return nodes[ia].guid < nodes[ib].guid ? -1 : 1;
	return ia < ib ? -1 : ia > ib;
}

static gboolean sort_all(DbCsv *reader, GError **error)
{
	NetRecords *records = &reader->records;
	reader->by_guid = g_try_new(guint32, records->n_nodes + 1);
	if (!reader->by_guid)
		return sssp_error_memory(error, "a topology", records->n_nodes * sizeof(guint32));
	for (gsize i = 0; i < records->n_nodes; i++)
		reader->by_guid[i] = (guint32)i;
	if (records->n_nodes)
		g_qsort_with_data(reader->by_guid, (gint)records->n_nodes, sizeof(guint32), compare_nodes,
				  records->nodes);
	if (reader->n_ports)
		qsort(reader->ports, reader->n_ports, sizeof(DbCsvPort), compare_ports);
	if (reader->n_enhanced)
		qsort(reader->enhanced, reader->n_enhanced, sizeof(guint64), compare_guids);
	return TRUE;
}

/* The first row of a port; an empty row where PORTS has none. */
static const DbCsvPort *find_port(const DbCsv *reader, guint64 node, guint8 num)
{
	static const DbCsvPort nothing;
	const DbCsvPort wanted = {.node = node, .num = num};
	gsize low = 0, high = reader->n_ports;
	while (low < high) {
		gsize middle = low + (high - low) / 2;
		if (compare_places(&reader->ports[middle], &wanted) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < reader->n_ports && compare_places(&reader->ports[low], &wanted) == 0 ? &reader->ports[low]
											  : &nothing;
}

/* Index of the first node with a GUID, records.n_nodes when there is none. */
static guint32 find_node(const DbCsv *reader, guint64 guid)
{
	const NetRecords *records = &reader->records;
	gsize low = 0, high = records->n_nodes;
	while (low < high) {
		gsize middle = low + (high - low) / 2;
		if (records->nodes[reader->by_guid[middle]].guid < guid)
			low = middle + 1;
		else
			high = middle;
	}
	return low < records->n_nodes && records->nodes[reader->by_guid[low]].guid == guid ? reader->by_guid[low]
											   : (guint32)records->n_nodes;
}

/* ---- records */

/* Adds to the records of switches what PORTS and SWITCHES say of them. */
static void describe_switches(DbCsv *reader)
{
	for (gsize i = 0; i < reader->records.n_nodes; i++) {
		NetNode *node = &reader->records.nodes[i];
		if (node->type != FABRIC_SWITCH)
			continue;
		const DbCsvPort *port0 = find_port(reader, node->guid, 0);
		node->lid = port0->lid;
		node->lmc = port0->lmc;
		if (port0->guid)
			node->port_guid = port0->guid;
		node->enhanced = reader->n_enhanced && bsearch(&node->guid, reader->enhanced, reader->n_enhanced,
							       sizeof node->guid, compare_guids);
	}
}

/* Adds the end `own` of a link, unless its node has no row: then the other end stands for the link. */
static gboolean add_end(DbCsv *reader, const DbCsvLink *link, guint own, GError **error)
{
	NetRecords *records = &reader->records;
	guint32 node = find_node(reader, link->node[own]);
	guint8 num = link->num[own], peer_num = link->num[!own];
	if (node == records->n_nodes)
		return TRUE;
	const DbCsvPort *port = find_port(reader, link->node[own], num),
			*peer = find_port(reader, link->node[!own], peer_num);
	if (!make_room(&records->ports, &records->ports_room, records->n_ports + 1, sizeof(NetPort), error))
		return FALSE;
	records->ports[records->n_ports++] =
		(NetPort){.node = node,
			  .peer = {.text = link->text[!own], .guid = link->node[!own], .is_guid = TRUE, .prefix = '-'},
			  .guid = port->guid,
			  .peer_guid = peer->guid,
			  .lid = port->lid,
			  .peer_lid = NET_LID_ABSENT,
			  .line = link->line,
			  .num = num,
			  .peer_num = peer_num,
			  .lmc = port->lmc,
			  .width = port->width,
			  .speed = port->speed,
			  .vls = port->vls};
	return TRUE;
}

/* Whether there are ports at both ends, as far as NODES knows; else the link is passed over. */
static gboolean has_ports(DbCsv *reader, const DbCsvLink *link)
{
	NetRecords *records = &reader->records;
	for (guint end = 0; end <= 1; end++) {
		guint32 node = find_node(reader, link->node[end]);
		guint most = node == records->n_nodes ? FABRIC_MAX_PORTS : records->nodes[node].n_ports;
		if (link->num[end] >= 1 && link->num[end] <= most)
			continue;
		parse_log_add(records->log, records->file, link->line, "links at ports that cannot have any",
			      "no cable can be at port %u of " GUID ": passed over", link->num[end], link->node[end]);
		return FALSE;
	}
	return TRUE;
}

static gboolean add_links(DbCsv *reader, GError **error)
{
	for (gsize i = 0; i < reader->n_links; i++) {
		const DbCsvLink *link = &reader->links[i];
		gsize before = reader->records.n_ports;
		if (!has_ports(reader, link))
			continue;
		gboolean loop = link->node[0] == link->node[1] && link->num[0] == link->num[1];
		if (!add_end(reader, link, 0, error) || (!loop && !add_end(reader, link, 1, error)))
			return FALSE;
		if (reader->records.n_ports == before)
			parse_log_add(reader->records.log, reader->records.file, link->line,
				      "links between nodes that NODES does not have",
				      "a link between " GUID " and " GUID ", which NODES does not have: passed over",
				      link->node[0], link->node[1]);
	}
	return TRUE;
}

static gboolean complete(const DbCsv *reader, guint seen, GError **error)
{
	const char *file = reader->records.file;
	if (!(seen & DB_CSV_NODES))
		return scan_error_at(file, 0, error, "no section NODES: it does not say what the fabric consists of");
	if (!(seen & DB_CSV_LINKS))
		return scan_error_at(file, 0, error, "no section LINKS: it does not say what is cabled");
	return reader->records.n_nodes || scan_error_at(file, 0, error, "section NODES is empty");
}

Fabric *db_csv_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error)
{
	DbCsv reader = {.records = {.file = file, .log = log, .whole_cables = TRUE}};
	Fabric *fabric = NULL;
	Scan scan;
	guint seen;
	scan_init(&scan, buffer, length, file);
	if (db_csv_rows(&scan, &reader, &seen, error) && complete(&reader, seen, error) && sort_all(&reader, error)) {
		describe_switches(&reader);
		if (add_links(&reader, error))
			fabric = net_resolve(&reader.records, error);
	}
	g_free(reader.ports);
	g_free(reader.links);
	g_free(reader.enhanced);
	g_free(reader.by_guid);
	net_records_clear(&reader.records);
	return fabric;
}

gboolean db_csv_recognise(const char *buffer, gsize length)
{
	Scan scan;
	Text line;
	scan_init(&scan, buffer, length, "");
	while (scan_line(&scan, &line)) {
		text_blanks(&line);
		if (!text_empty(line) && *line.at != '#')
			return text_starts(line, "START_");
	}
	return FALSE;
}
