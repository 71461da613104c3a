/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads forwarding tables, a row for each switch, by a reader of some format and in two passes over the text (rows.h):
 * one counts switches and LIDs, one fills in the ports. In between it is checked that there are not too many of either.
 */
#include "formats/tables/table.h"

static Lft *table_fill(Rows *rows, RowsReader reader, Source *source, GError **error)
{
	Lft *lft = lft_new((guint32)rows->n, rows->n_lids, error);
	if (!lft)
		return NULL;
	memcpy(lft->guid, rows->guid, rows->n * sizeof *lft->guid);
	lft->unsaid = rows->unsaid >= rows->n_lids ? rows->unsaid : 0;
	if (rows_fill(rows, lft->port, reader, NULL, source, error))
		return lft;
	lft_free(lft);
	return NULL;
}

Lft *table_parse(RowsReader reader, Source *source, const Fabric *fabric, ParseLog *log, GError **error)
{
	Rows rows = {.what = "LIDs with two ports in one table", .log = log, .most = fabric ? fabric->n_switches : 0};
	Lft *lft = NULL;
	if (rows_collect(&rows, reader, NULL, source, error)) {
		if (rows.n == 0)
			scan_error_at(source->file, 0, error, "no forwarding table");
		else if (fabric && rows.n_lids > fabric->n_lids)
			scan_error_at(source->file, 0, error, "an entry for LID %u, which no port has",
				      rows.n_lids - 1);
		else if (rows.n > TABLE_MAX_LID)
			scan_error_at(source->file, 0, error,
				      "tables of %" G_GSIZE_FORMAT " switches, more than there are LIDs", rows.n);
		else
			lft = table_fill(&rows, reader, source, error);
	}
	rows_clear(&rows);
	return lft;
}
