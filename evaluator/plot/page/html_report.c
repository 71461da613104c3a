/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes a report (figures and tables by key, report.h) as HTML, laid out like its plain text: figures line by line
 * with a note, arrays of objects as tables.
 */
#include "evaluator/plot/page/html_report.h"

#include "evaluator/plot/page/html.h"
#include "evaluator/plot/page/html_heads.h"
#include "evaluator/report/report_numbers.h"
#include "evaluator/report/report_table.h"

void html_open_table(GString *page, const char *id, const char *label)
{
	g_string_append(page, "<div class=\"scroll\" role=\"region\" aria-label=\"");
	html_words(page, label);
	g_string_append_printf(page, "\" tabindex=\"0\">\n<table id=\"%s\">\n", id);
}

void html_close_table(GString *page)
{
	g_string_append(page, "</table>\n</div>\n");
}

/* Lines that begin with a word in capitals ("CREDIT LOOP: ..") tell a fault, and look so. */
void html_report_verdict(GString *page, const Report *report, gboolean sound)
{
	g_auto(GStrv) lines = g_strsplit(report->verdict->str, "\n", -1);
	for (char **line = lines; *line; line++) {
		gboolean fault = g_ascii_isupper((*line)[0]) && g_ascii_isupper((*line)[1]);
		gboolean good = sound && line == lines;
		if (**line)
			html_element(page, fault ? "p class=\"wrong\"" : good ? "p class=\"sound\"" : "p", *line);
	}
}

static gboolean is_group(const Figure *figure)
{
	return figure->kind == FIGURE_OBJECT || figure->kind == FIGURE_ARRAY;
}

/* Adds the figures of a group that are no groups themselves. */
static void add_lines(GString *page, const char *prefix, const char *id, const char *label, const Figure *group)
{
	g_autofree char *own = g_strconcat(prefix, id, NULL);
	html_open_table(page, own, label);
	for (guint i = 0; i < group->parts->len; i++) {
		const Figure *part = g_ptr_array_index(group->parts, i);
		if (is_group(part) || part->hidden)
			continue;
		g_autofree char *value = report_words(part), *words = html_words_of(part->key);
		g_string_append(page, "<tr>");
		html_element(page, "th scope=\"row\"", words);
		html_element(page, "td", value);
		html_element(page, "td class=\"words\"", part->note);
		g_string_append(page, "</tr>\n");
	}
	html_close_table(page);
}

static gboolean is_text(const ReportTable *table, guint column)
{
	return ((const Figure *)g_ptr_array_index(table->columns, column))->kind == FIGURE_STRING;
}

static void add_table(GString *page, const char *prefix, const char *label, const Figure *array)
{
	g_autoptr(ReportTable) table = report_table_new(array);
	g_autofree char *id = g_strconcat(prefix, array->key, NULL);
	html_open_table(page, id, label);
	g_string_append(page, "<tr>");
	for (guint i = 0; i < table->columns->len; i++) {
		g_autofree char *words = html_words_of(((const Figure *)g_ptr_array_index(table->columns, i))->key);
		html_element(page, is_text(table, i) ? "th scope=\"col\" class=\"words\"" : "th scope=\"col\"", words);
	}
	g_string_append(page, "</tr>\n");
	for (guint row = 0; row < table->rows->len; row++) {
		g_string_append(page, "<tr>");
		for (guint i = 0; i < table->columns->len; i++) {
			const Figure *column = g_ptr_array_index(table->columns, i);
			const Figure *cell = report_table_cell(g_ptr_array_index(table->rows, row), column->key);
			g_autofree char *value = cell ? report_words(cell) : g_strdup("");
			html_element(page, is_text(table, i) ? "td class=\"words\"" : "td", value);
		}
		g_string_append(page, "</tr>\n");
	}
	html_close_table(page);
}

/* Adds the figures that the text shows, with headings `tag`; `prefix` keeps the ids of several reports apart. */
static void add_figures(GString *page, const Report *report, const char *prefix, const char *tag)
{
	const Figure *root = report->shown ? report->shown : report->root;
	add_lines(page, prefix, "figures", report->title, root);
	for (guint i = 0; i < root->parts->len; i++) {
		const Figure *part = g_ptr_array_index(root->parts, i);
		if (!is_group(part) || part->hidden || !part->parts->len)
			continue;
		g_autofree char *heading = html_heading_of(part->key);
		html_element(page, tag, heading);
		if (*part->note)
			html_element(page, "p", part->note);
		if (report_table_is(part))
			add_table(page, prefix, heading, part);
		else if (part->kind == FIGURE_OBJECT)
			add_lines(page, prefix, part->key, heading, part);
	}
}

void html_report_figures(GString *page, const Report *report)
{
	add_figures(page, report, "report-", "h2");
}

void html_report_part(GString *page, const Report *report, const char *prefix)
{
	html_element(page, "h3", report->title);
	html_report_verdict(page, report, FALSE);
	add_figures(page, report, prefix, "h4");
}
