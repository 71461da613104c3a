/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Prints a report as CSV. Each array of objects is a table; the figures outside of tables are one more, of one row. The
 * figures are those of the text, and those that it hides. Fields are quoted as RFC 4180 says; lines end with LF.
 */
#include "evaluator/report/report.h"

#include "core/base/error.h"
#include "core/base/printable.h"
#include "evaluator/report/report_numbers.h"
#include "evaluator/report/report_table.h"

#include <string.h>

/* A table that was found. */
typedef struct {
	char *name;
	GString *text;
} Csv;

typedef struct {
	GPtrArray *tables;         /* Csv; the first is what stands outside of tables */
	GString *heading, *single; /* its two lines */
} Walk;

static void append_field(GString *line, const char *value)
{
	g_autofree char *shown = printable_utf8(value);
	gboolean first = !line->len || line->str[line->len - 1] == '\n';
	if (!first)
		g_string_append_c(line, ',');
	if (!strpbrk(shown, ",\"\r\n") && (*shown || !first)) {
		g_string_append(line, shown);
		return;
	}
	g_auto(GStrv) parts = g_strsplit(shown, "\"", -1);
	g_autofree char *doubled = g_strjoinv("\"\"", parts);
	g_string_append_printf(line, "\"%s\"", doubled);
}

static void append_figure(GString *line, const Figure *figure)
{
	g_autoptr(GString) value = g_string_new(NULL);
	if (figure && figure->kind == FIGURE_STRING)
		g_string_assign(value, figure->string);
	else if (figure && figure->kind == FIGURE_ARRAY)
		for (guint i = 0; i < figure->parts->len; i++) {
			const Figure *part = g_ptr_array_index(figure->parts, i);
			g_autofree char *number = report_number(part);
			g_string_append_printf(value, "%s%s", i ? " " : "",
					       part->kind == FIGURE_STRING ? part->string : number);
		}
	else if (figure) {
		g_autofree char *number = report_number(figure);
		g_string_assign(value, number);
	}
	append_field(line, value->str);
}

static void free_csv(gpointer data)
{
	Csv *csv = data;
	g_free(csv->name);
	g_string_free(csv->text, TRUE);
	g_free(csv);
}

static GString *add_csv(Walk *walk, const char *name)
{
	Csv *csv = g_new(Csv, 1);
	csv->name = g_strdup(name);
	csv->text = g_string_new(NULL);
	g_ptr_array_add(walk->tables, csv);
	return csv->text;
}

static void add_table(Walk *walk, const char *name, const Figure *array)
{
	g_autoptr(ReportTable) table = report_table_new(array);
	GString *text = add_csv(walk, name);
	for (guint i = 0; i < table->columns->len; i++)
		append_field(text, ((const Figure *)g_ptr_array_index(table->columns, i))->key);
	g_string_append_c(text, '\n');
	for (guint row = 0; row < table->rows->len; row++) {
		const GPtrArray *cells = g_ptr_array_index(table->rows, row);
		for (guint i = 0; i < table->columns->len; i++) {
			const Figure *column = g_ptr_array_index(table->columns, i);
			append_figure(text, report_table_cell(cells, column->key));
		}
		g_string_append_c(text, '\n');
	}
}

static void walk_group(Walk *walk, const char *before, const Figure *group)
{
	for (guint i = 0; i < group->parts->len; i++) {
		const Figure *part = g_ptr_array_index(group->parts, i);
		g_autofree char *name = g_strconcat(before, *before ? "." : "", part->key, NULL);
		if (part->kind == FIGURE_OBJECT) {
			walk_group(walk, name, part);
		} else if (report_table_is(part)) {
			add_table(walk, name, part);
		} else if (part->kind == FIGURE_ARRAY && !part->parts->len) {
			add_csv(walk, name);
		} else {
			append_field(walk->heading, name);
			append_figure(walk->single, part);
		}
	}
}

/* All tables with an empty line between two, or the one that was asked for. */
static char *choose(const GPtrArray *tables, const char *name, GError **error)
{
	g_autoptr(GString) text = g_string_new(NULL);
	g_autoptr(GString) names = g_string_new(NULL);
	for (guint i = 0; i < tables->len; i++) {
		const Csv *csv = g_ptr_array_index(tables, i);
		if (name && g_str_equal(csv->name, name))
			return g_strdup(csv->text->str);
		if (csv->text->len)
			g_string_append_printf(text, "%s%s", text->len ? "\n" : "", csv->text->str);
		g_string_append_printf(names, "%s%s", i ? ", " : "", csv->name);
	}
	if (!name)
		return g_strdup(text->str);
	return sssp_error_null(error, SSSP_ERROR_USAGE, "there is no table '%s' here; there are %s", name, names->str);
}

char *report_csv(const Report *report, const char *table, GError **error)
{
	g_autoptr(GPtrArray) tables = g_ptr_array_new_with_free_func(free_csv);
	Walk walk = {tables, g_string_new(NULL), g_string_new(NULL)};
	GString *first = add_csv(&walk, "figures");
	walk_group(&walk, "", report->shown ? report->shown : report->root);
	if (walk.heading->len)
		g_string_append_printf(first, "%s\n%s\n", walk.heading->str, walk.single->str);
	g_string_free(walk.heading, TRUE);
	g_string_free(walk.single, TRUE);
	return choose(tables, table, error);
}
