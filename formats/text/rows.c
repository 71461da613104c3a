/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads tables with a row for each node and a byte for each LID, in two passes over a text. The first pass collects the
 * GUIDs of the rows, which are sorted; the second looks them up and writes bytes in place.
 */
#include "formats/text/rows.h"

#include "core/base/error.h"
#include "core/base/guid_search.h"
#include "formats/text/make_room.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	guint64 ga = *(const guint64 *)a, gb = *(const guint64 *)b;
	return ga < gb ? -1 : ga > gb;
}

static gboolean read_once(Rows *rows, RowsReader reader, gpointer user, Source *source, GError **error)
{
	Scan scan;
	scan_open(&scan, source);
	rows->row = -1;
	return source_finish(source, reader(rows, &scan, user, error), error);
}

gboolean rows_collect(Rows *rows, RowsReader reader, gpointer user, Source *source, GError **error)
{
	gsize kept = 0;
	rows->file = source->file;
	if (!read_once(rows, reader, user, source, error))
		return FALSE;
	if (rows->n)
		qsort(rows->guid, rows->n, sizeof *rows->guid, compare);
	for (gsize i = 0; i < rows->n; i++)
		if (i == 0 || rows->guid[i] != rows->guid[i - 1])
			rows->guid[kept++] = rows->guid[i];
	rows->n = kept;
	return TRUE;
}

gboolean rows_fill(Rows *rows, guint8 *cells, RowsReader reader, gpointer user, Source *source, GError **error)
{
	rows->cells = cells;
	rows->changed = FALSE;
	if (!read_once(rows, reader, user, source, error))
		return FALSE;
	return !rows->changed || scan_error_at(source->file, 0, error, "changed while it was read");
}

void rows_clear(Rows *rows)
{
	g_free(rows->guid);
	rows->guid = NULL;
}

gboolean rows_select(Rows *rows, guint64 guid, GError **error)
{
	if (rows->row >= 0 && rows->selected == guid)
		return TRUE;
	rows->selected = guid;
	if (rows->cells) {
		rows->row = guid_search(rows->guid, (guint32)rows->n, guid);
		return TRUE;
	}
	if (rows->most && rows->n == rows->most)
		return sssp_error_set(error, SSSP_ERROR_INPUT,
				      "%s: more than %" G_GSIZE_FORMAT " tables, one for each switch", rows->file,
				      rows->most);
	if (!make_room(&rows->guid, &rows->room, rows->n + 1, sizeof *rows->guid, error))
		return FALSE;
	rows->row = 0;
	rows->guid[rows->n++] = guid;
	return TRUE;
}

void rows_set(Rows *rows, const Scan *scan, guint32 lid, guint8 value)
{
	if (!rows->cells) {
		rows->n_lids = MAX(rows->n_lids, lid + 1);
		return;
	}
	if (rows->row < 0 || lid >= rows->n_lids) {
		rows->changed = TRUE;
		return;
	}
	guint8 *cell = rows->cells + (gsize)rows->row * rows->n_lids + lid;
	if (*cell == ROWS_EMPTY)
		*cell = value;
	else if (*cell != value && value != ROWS_EMPTY)
		parse_log_add(rows->log, scan->file, scan->line, rows->what,
			      "LID %u of 0x%016" G_GINT64_MODIFIER "x is %u and then %u: the first is kept", lid,
			      rows->selected, *cell, value);
}
