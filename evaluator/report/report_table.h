/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lays out an array of objects of a report as a table, for the printers of text and CSV. Each object is a row; the
 * members of an object inside it are cells like the others. Columns stand in the order in which their keys first occur,
 * and a row without a key has an empty cell there.
 */
#ifndef SSSP_EVALUATOR_REPORT_REPORT_TABLE_H
#define SSSP_EVALUATOR_REPORT_REPORT_TABLE_H

#include "evaluator/report/report.h"

#include <glib.h>

typedef struct {
	GPtrArray *rows;    /* GPtrArray of Figure: the cells that a row has */
	GPtrArray *columns; /* Figure: the first cell of each key */
} ReportTable;

/* The table of an array, whose figures must outlive it. Never NULL. */
ReportTable *report_table_new(const Figure *array);
void report_table_free(ReportTable *table); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportTable, report_table_free)

/* The cell of a row in the column of a key, NULL when the row has none. */
const Figure *report_table_cell(const GPtrArray *cells, const char *key);

/* Whether a figure is an array of objects: its first element tells. FALSE for an empty array. */
gboolean report_table_is(const Figure *figure);

#endif
