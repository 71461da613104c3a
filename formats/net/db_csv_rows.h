/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reads the rows of the four sections of ibdiagnet's .db_csv that say what is cabled, and holds them as arrays. */
#ifndef SSSP_FORMATS_NET_DB_CSV_ROWS_H
#define SSSP_FORMATS_NET_DB_CSV_ROWS_H

#include "formats/net/records/net_records.h"
#include "formats/text/scan.h"

#include <glib.h>

/* Sections that were there. */
enum { DB_CSV_NODES = 1, DB_CSV_PORTS = 2, DB_CSV_SWITCHES = 4, DB_CSV_LINKS = 8 };

typedef struct {
	guint64 node, guid;
	guint32 line;
	guint16 lid;
	guint8 num, lmc, width, speed, vls;
} DbCsvPort;

typedef struct {
	Text text[2]; /* the GUIDs as they stand there */
	guint64 node[2];
	guint32 line;
	guint8 num[2];
} DbCsvLink;

typedef struct {
	NetRecords records;
	DbCsvPort *ports;
	DbCsvLink *links;
	guint64 *enhanced; /* switches with an enhanced port 0 */
	guint32 *by_guid;  /* [records.n_nodes] ascending GUID; NULL as long as rows are read */
	gsize n_ports, n_links, n_enhanced;
	gsize ports_room, links_room, enhanced_room;
} DbCsv;

/*
 * Fills the arrays of `reader`, whose records have file and log and are empty otherwise; a node becomes a record at
 * once. `seen` gets a bit (DB_CSV_NODES, ..) for each section that was there. FALSE with the errors of
 * csv_sections_read(), SSSP_ERROR_INPUT where a row has no GUID or number where it must, or SSSP_ERROR_MEMORY. The
 * arrays are the caller's to free in any case; texts in them point into the text that is scanned. O(length).
 */
gboolean db_csv_rows(Scan *scan, DbCsv *reader, guint *seen, GError **error);

#endif
