/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lays out an array of objects of a report as a table: a row for each object, a column for each key. Each row adds a
 * column for each key that no row before had.
 */
#include "evaluator/report/report_table.h"

gboolean report_table_is(const Figure *figure)
{
	return figure->kind == FIGURE_ARRAY && figure->parts->len &&
	       ((const Figure *)g_ptr_array_index(figure->parts, 0))->kind == FIGURE_OBJECT;
}

static void add_cells(GPtrArray *cells, const Figure *object)
{
	for (guint i = 0; i < object->parts->len; i++) {
		Figure *part = g_ptr_array_index(object->parts, i);
		if (part->kind == FIGURE_OBJECT)
			add_cells(cells, part);
		else
			g_ptr_array_add(cells, part);
	}
}

const Figure *report_table_cell(const GPtrArray *cells, const char *key)
{
	for (guint i = 0; i < cells->len; i++) {
		const Figure *cell = g_ptr_array_index(cells, i);
		if (g_str_equal(cell->key, key))
			return cell;
	}
	return NULL;
}

static void add_row(ReportTable *table, const Figure *object)
{
	GPtrArray *cells = g_ptr_array_new();
	add_cells(cells, object);
	for (guint i = 0; i < cells->len; i++) {
		Figure *cell = g_ptr_array_index(cells, i);
		if (!report_table_cell(table->columns, cell->key))
			g_ptr_array_add(table->columns, cell);
	}
	g_ptr_array_add(table->rows, cells);
}

ReportTable *report_table_new(const Figure *array)
{
	ReportTable *table = g_new0(ReportTable, 1);
	table->rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
	table->columns = g_ptr_array_new();
	for (guint i = 0; i < array->parts->len; i++)
		add_row(table, g_ptr_array_index(array->parts, i));
	return table;
}

void report_table_free(ReportTable *table)
{
	if (!table)
		return;
	g_ptr_array_unref(table->rows);
	g_ptr_array_unref(table->columns);
	g_free(table);
}
