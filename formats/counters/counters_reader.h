/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef SSSP_FORMATS_COUNTERS_COUNTERS_READER_H
#define SSSP_FORMATS_COUNTERS_COUNTERS_READER_H
/* Holds the state of a reader of counters, and what the readers of all formats share. Private to counters*.c. */
#include "formats/counters/counter_row.h"

#include "core/fabric/fabric.h"
#include "formats/text/scan.h"

#define COUNTERS_COLUMNS 256   /* of PM_INFO that are looked at */
#define COUNTERS_ALL_PORTS 255 /* a sum over ports */

typedef struct {
	Scan scan;
	GArray *rows;
	gboolean open;  /* the last row takes counters of the lines that follow */
	gboolean wide;  /* these have 64 bits, whatever their names */
	gboolean table; /* inside of PM_INFO */
	guint n_columns;
	struct {
		guint what; /* a Counter, or what counters_table.c adds to them */
		gboolean wide;
	} column[COUNTERS_COLUMNS];
} CountersReader;

/* Begins the row of a port. Port 255, a sum over all ports, is passed over, and so are the counters that follow it. */
void counters_begin_row(CountersReader *r, guint64 guid, guint64 lid, guint64 port);
/* Sets a counter. A narrow value does not replace a wide one. */
void counters_set(CounterRow *row, Counter counter, guint64 value, gboolean wide);
/* Sets the counter `name` of the last row to the text `value`. FALSE with an error. */
gboolean counters_take(CountersReader *r, Text name, Text value, gboolean wide, GError **error);
/* Takes blanks off both ends. */
void counters_trim(Text *text);
/* TRUE: "NA" or the like, as the tool could not read the counter. */
gboolean counters_is_nothing(Text value);
#endif
