/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Prints a report as text. A figure is a line "key  value  note", an array of objects a table with the keys as its
 * heading, any other group an indented block. Keys of a block are padded to the widest; numbers are aligned right.
 */
#include "evaluator/report/report.h"

#include "core/base/printable.h"
#include "evaluator/report/report_numbers.h"
#include "evaluator/report/report_table.h"

#include <string.h>

#define INDENT 2

/* Appends a name, which comes from the fabric, without characters that could steer a terminal. */
static void append_shown(GString *text, const char *name)
{
	g_autofree char *shown = printable_utf8(name);
	g_string_append(text, shown);
}

static gboolean is_group(const Figure *figure)
{
	return figure->kind == FIGURE_OBJECT || figure->kind == FIGURE_ARRAY;
}

static void pad(GString *text, guint n)
{
	while (n--)
		g_string_append_c(text, ' ');
}

/* `value` in a column of `width` characters: numbers to the right, words to the left. */
static void append_cell(GString *text, const char *value, guint width, gboolean right)
{
	guint length = (guint)g_utf8_strlen(value, -1), space = length < width ? width - length : 0;
	pad(text, right ? space : 0);
	g_string_append(text, value);
	pad(text, right ? 0 : space);
}

static void end_line(GString *text)
{
	while (text->len && text->str[text->len - 1] == ' ')
		g_string_truncate(text, text->len - 1);
	g_string_append_c(text, '\n');
}

static gboolean is_number(const Figure *figure)
{
	return figure->kind == FIGURE_INTEGER || figure->kind == FIGURE_REAL;
}

/* A table, the width of each column, and 1 where a cell of the column is marked. */
typedef struct {
	ReportTable *table;
	guint *width;
	guint8 *marks;
} Layout;

static guint column_width(const ReportTable *table, const char *key)
{
	glong width = (glong)strlen(key);
	for (guint i = 0; i < table->rows->len; i++) {
		const Figure *cell = report_table_cell(g_ptr_array_index(table->rows, i), key);
		g_autofree char *value = cell ? report_words(cell) : g_strdup("");
		width = MAX(width, g_utf8_strlen(value, -1));
	}
	return (guint)width;
}

static guint8 column_marks(const ReportTable *table, const char *key)
{
	for (guint i = 0; i < table->rows->len; i++) {
		const Figure *cell = report_table_cell(g_ptr_array_index(table->rows, i), key);
		if (cell && cell->marked)
			return TRUE;
	}
	return FALSE;
}

/* A value with its mark; without one, in a column of numbers that has marks, with a blank in its place. */
static char *marked_value(char *value, gboolean marked, gboolean marks, gboolean right)
{
	char *shown = g_strconcat(value, marked ? "*" : marks && right ? " " : "", NULL);
	g_free(value);
	return shown;
}

/* One line; `cells` NULL is the heading. */
static void append_row(GString *text, const Layout *layout, const GPtrArray *cells, guint indent)
{
	const GPtrArray *columns = layout->table->columns;
	pad(text, indent);
	for (guint i = 0; i < columns->len; i++) {
		const Figure *column = g_ptr_array_index(columns, i);
		const Figure *cell = cells ? report_table_cell(cells, column->key) : NULL;
		gboolean right = is_number(column);
		g_autofree char *value = marked_value(cell ? report_words(cell) : g_strdup(cells ? "" : column->key),
						      cell && cell->marked, layout->marks[i], right);
		append_cell(text, value, layout->width[i] + layout->marks[i], right);
		pad(text, 2);
	}
	end_line(text);
}

static void append_table(GString *text, const Figure *figure, guint indent)
{
	g_autoptr(ReportTable) table = report_table_new(figure);
	g_autofree guint *width = g_new(guint, table->columns->len + 1);
	g_autofree guint8 *marks = g_new(guint8, table->columns->len + 1);
	Layout layout = {table, width, marks};
	for (guint i = 0; i < table->columns->len; i++) {
		const Figure *column = g_ptr_array_index(table->columns, i);
		width[i] = column_width(table, column->key);
		marks[i] = column_marks(table, column->key);
	}
	append_row(text, &layout, NULL, indent);
	for (guint i = 0; i < table->rows->len; i++)
		append_row(text, &layout, g_ptr_array_index(table->rows, i), indent);
}

static void append_group(GString *text, const Figure *group, guint indent);

static void append_nested(GString *text, const Figure *figure, guint indent)
{
	pad(text, indent);
	g_string_append(text, figure->key);
	g_string_append_printf(text, "%s%s:", *figure->note ? ", " : "", figure->note);
	gboolean rows = figure->kind == FIGURE_ARRAY && figure->parts->len;
	if (report_table_is(figure)) {
		end_line(text);
		append_table(text, figure, indent + INDENT);
	} else if (figure->kind == FIGURE_ARRAY) {
		g_autofree char *values = report_words(figure);
		g_string_append_printf(text, " %s", rows ? values : "none");
		end_line(text);
	} else {
		end_line(text);
		append_group(text, figure, indent + INDENT);
	}
}

static void append_group(GString *text, const Figure *group, guint indent)
{
	guint keys = 0, values = 0;
	for (guint i = 0; i < group->parts->len; i++) {
		const Figure *part = g_ptr_array_index(group->parts, i);
		g_autofree char *value = report_words(part);
		if (is_group(part) || part->hidden)
			continue;
		keys = MAX(keys, (guint)strlen(part->key));
		values = MAX(values, (guint)g_utf8_strlen(value, -1));
	}
	for (guint i = 0; i < group->parts->len; i++) {
		const Figure *part = g_ptr_array_index(group->parts, i);
		if (part->hidden)
			continue;
		if (is_group(part)) {
			append_nested(text, part, indent);
			continue;
		}
		g_autofree char *value = report_words(part);
		pad(text, indent);
		append_cell(text, part->key, keys + 2, FALSE);
		append_cell(text, value, values, TRUE);
		g_string_append_printf(text, "  %s", part->note);
		end_line(text);
	}
}

char *report_text(const Report *report)
{
	GString *text = g_string_new(NULL);
	append_shown(text, report->title);
	g_string_append_c(text, '\n');
	append_group(text, report->shown ? report->shown : report->root, INDENT);
	g_string_append(text, report->verdict->str);
	return g_string_free(text, FALSE);
}
