/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Collects the figures of a report (a key, a value and a note each) in a tree of objects and arrays. A new figure goes
 * into the group that was opened last and is not closed yet.
 */
#include "evaluator/report/report.h"

#include <math.h>

static void figure_free(gpointer data)
{
	Figure *figure = data;
	if (figure->kind == FIGURE_STRING)
		g_free(figure->string);
	if (figure->kind == FIGURE_OBJECT || figure->kind == FIGURE_ARRAY)
		g_ptr_array_free(figure->parts, TRUE);
	g_free(figure);
}

static Figure *figure_new(FigureKind kind, const char *key, const char *note)
{
	Figure *figure = g_new0(Figure, 1);
	figure->kind = kind;
	figure->key = key;
	figure->note = note;
	if (kind == FIGURE_OBJECT || kind == FIGURE_ARRAY)
		figure->parts = g_ptr_array_new_with_free_func(figure_free);
	return figure;
}

Report *report_new(const char *format, ...)
{
	Report *report = g_new0(Report, 1);
	va_list args;
	va_start(args, format);
	g_autofree char *title = g_strdup_vprintf(format, args);
	va_end(args);
	report->title = g_utf8_make_valid(title, -1);
	report->verdict = g_string_new(NULL);
	report->root = figure_new(FIGURE_OBJECT, "", "");
	report->open = g_ptr_array_new();
	g_ptr_array_add(report->open, report->root);
	return report;
}

void report_free(Report *report)
{
	if (!report)
		return;
	g_free(report->title);
	g_string_free(report->verdict, TRUE);
	figure_free(report->root);
	if (report->shown)
		figure_free(report->shown);
	g_ptr_array_free(report->open, TRUE);
	g_free(report);
}

static Figure *add(Report *report, FigureKind kind, const char *key, const char *note)
{
	Figure *group = g_ptr_array_index(report->open, report->open->len - 1);
	Figure *figure = figure_new(kind, key, note);
	g_ptr_array_add(group->parts, figure);
	return figure;
}

void report_integer(Report *report, const char *key, guint64 value, const char *note)
{
	/* programs differ in how they read larger JSON numbers; no count of a fabric comes near */
	add(report, FIGURE_INTEGER, key, note)->integer = (gint64)MIN(value, (guint64)G_MAXINT64);
}

void report_real(Report *report, const char *key, gdouble value, const char *note)
{
	g_return_if_fail(isfinite(value));
	add(report, FIGURE_REAL, key, note)->real = value;
}

void report_boolean(Report *report, const char *key, gboolean value, const char *note)
{
	add(report, FIGURE_BOOLEAN, key, note)->boolean = value;
}

void report_string(Report *report, const char *key, const char *value, const char *note)
{
	add(report, FIGURE_STRING, key, note)->string = g_utf8_make_valid(value, -1);
}

void report_open_object(Report *report, const char *key, const char *note)
{
	g_ptr_array_add(report->open, add(report, FIGURE_OBJECT, key, note));
}

void report_open_array(Report *report, const char *key, const char *note)
{
	g_ptr_array_add(report->open, add(report, FIGURE_ARRAY, key, note));
}

void report_close(Report *report)
{
	g_return_if_fail(report->open->len > 1);
	g_ptr_array_remove_index(report->open, report->open->len - 1);
}

void report_cells(Report *report, const ReportCell *cells, gsize n)
{
	for (const ReportCell *cell = cells; cell < cells + n; cell++)
		if (cell->kind == FIGURE_INTEGER)
			report_integer(report, cell->key, cell->integer, "");
		else if (cell->kind == FIGURE_REAL)
			report_real(report, cell->key, cell->real, "");
		else if (cell->kind == FIGURE_BOOLEAN)
			report_boolean(report, cell->key, cell->boolean, "");
		else
			report_string(report, cell->key, cell->string, "");
}

void report_row_cells(Report *report, const ReportCell *cells, gsize n)
{
	report_open_object(report, "", "");
	report_cells(report, cells, n);
	report_close(report);
}

static Figure *last(const Report *report)
{
	const Figure *group = g_ptr_array_index(report->open, report->open->len - 1);
	return group->parts->len ? g_ptr_array_index(group->parts, group->parts->len - 1) : NULL;
}

void report_mark(Report *report)
{
	g_return_if_fail(last(report));
	last(report)->marked = TRUE;
}

void report_hide(Report *report)
{
	g_return_if_fail(last(report));
	last(report)->hidden = TRUE;
}

void report_series(Report *report, const char *labels)
{
	Figure *open = g_ptr_array_index(report->open, report->open->len - 1);
	g_return_if_fail(open->kind == FIGURE_ARRAY);
	open->labels = labels;
}

void report_open_series(Report *report, const char *key, const char *note, const char *labels)
{
	report_open_array(report, key, note);
	report_series(report, labels);
}

void report_begin_text(Report *report)
{
	g_return_if_fail(report->open->len == 1 && !report->shown);
	report->shown = figure_new(FIGURE_OBJECT, "", "");
	g_ptr_array_index(report->open, 0) = report->shown;
}

void report_verdict(Report *report, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	g_string_append_vprintf(report->verdict, format, args);
	va_end(args);
	g_string_append_c(report->verdict, '\n');
}
