/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads tables with a row for each node and a byte for each LID: forwarding tables and path SLs.
 *
 * A text tells neither how many rows it has nor how wide they are, so it is read twice: once to collect the GUIDs and
 * the highest LID, once to fill in the bytes. That costs less than growing rows, and memory is asked for once.
 */
#ifndef SSSP_FORMATS_TEXT_ROWS_H
#define SSSP_FORMATS_TEXT_ROWS_H

#include "formats/text/parse_log.h"
#include "formats/text/scan.h"

#define ROWS_EMPTY 255 /* a byte that was not set: LFT_NO_PATH, SL_NONE */

typedef struct {
	const char *what; /* "forwarding entries", for the log */
	const char *file; /* set by rows_collect() */
	ParseLog *log;
	guint64 *guid; /* collected, later sorted and without repetitions */
	gsize n, room;
	gsize most; /* rows that may be collected, repetitions counted as well; 0: any number */
	guint32 n_lids;
	guint32 unsaid; /* set by the reader: the last LID, where the text leaves it out; 0: none */
	guint8 *cells;  /* [n][n_lids], NULL while collecting */
	gssize row;     /* the selected one, -1 none */
	guint64 selected;
	gboolean changed; /* something read again was not there the first time */
} Rows;

/* Reads a text once, calling rows_select() and rows_set(). */
typedef gboolean (*RowsReader)(Rows *rows, Scan *scan, gpointer user, GError **error);

/* Collects: afterwards guid, n and n_lids are final. FALSE with SSSP_ERROR_INPUT or SSSP_ERROR_MEMORY. */
gboolean rows_collect(Rows *rows, RowsReader reader, gpointer user, Source *source, GError **error);

/*
 * Reads again into `cells`, [n][n_lids] bytes that are all ROWS_EMPTY. FALSE with SSSP_ERROR_INPUT also when the text
 * has changed, so that there is no place for what it says now.
 */
gboolean rows_fill(Rows *rows, guint8 *cells, RowsReader reader, gpointer user, Source *source, GError **error);

void rows_clear(Rows *rows);

/* The row that rows_set() writes to. FALSE with SSSP_ERROR_MEMORY, with SSSP_ERROR_INPUT for more rows than may be. */
gboolean rows_select(Rows *rows, guint64 guid, GError **error);

/* Sets one byte; where it is set otherwise already the first one stays, which is logged. */
void rows_set(Rows *rows, const Scan *scan, guint32 lid, guint8 value);

#endif
