/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads sections of ibdiagnet's .db_csv files. Each section is a table of its own. Columns are found by their names, as
 * their number and order differ from version to version:
 *
 *	START_LINKS
 *	NodeGuid1,PortNum1,NodeGuid2,PortNum2
 *	0xb83fd20300f1a2c0,1,0xfc6a1c0300b8e740,34
 *	END_LINKS
 */
#ifndef SSSP_FORMATS_NET_CSV_SECTIONS_H
#define SSSP_FORMATS_NET_CSV_SECTIONS_H

#include "formats/text/parse_log.h"
#include "formats/text/scan.h"

#define CSV_COLUMNS_MOST 10

/* Takes a row: fields[i] is what stands in the column columns[i], empty where there is no such column. */
typedef gboolean (*CsvRow)(gpointer user, const Scan *scan, const Text *fields, GError **error);

typedef struct {
	const char *name;                      /* as in START_name */
	const char *columns[CSV_COLUMNS_MOST]; /* case-insensitive; fewer end with NULL */
	guint needed;                          /* the first so many must be in the header and in every row */
	CsvRow row;
} CsvSection;

/*
 * Reads all sections of the list, which ends with a NULL name, and passes over all others. `seen` gets a bit for each
 * one that was there, with rows or without. FALSE with SSSP_ERROR_INPUT (a section that does not end, a header without
 * a needed column, a row without a needed field) or with the error of a row. O(length).
 */
gboolean csv_sections_read(Scan *scan, const CsvSection *sections, gpointer user, ParseLog *log, guint *seen,
			   GError **error);

/* A number, decimal or after 0x, that is the whole field. FALSE for other fields, such as "N/A" and empty ones. */
gboolean csv_number(Text field, guint64 max, guint64 *value);

/* Hexadecimal with or without 0x. */
gboolean csv_guid(Text field, guint64 *guid);

#endif
