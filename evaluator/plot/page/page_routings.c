/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes the figures of all routings into a comparison's HTML page, as a table with a row for each figure and a column
 * for each routing. So the long names of figures are heads of rows, and few columns fit on a telephone. At the foot of
 * the page the meanings of the figures are listed.
 */
#include "evaluator/plot/page/html.h"
#include "evaluator/plot/page/html_report.h"
#include "evaluator/plot/page/page_parts.h"

static void add_cell(GString *page, const Comparison *comparison, const CompareColumn *column,
		     const RoutingFacts *routing)
{
	gdouble value = column->value(routing);
	g_autofree char *words = column->kind == FIGURE_BOOLEAN   ? g_strdup(value != 0 ? "yes" : "no")
				 : column->kind == FIGURE_INTEGER ? g_strdup_printf("%.0f", value)
								  : g_strdup_printf("%.4f", value);
	html_element(page, comparison_best(comparison, column, routing) ? "td class=\"best\"" : "td", words);
}

static void add_row(GString *page, const Comparison *comparison, const CompareColumn *column)
{
	g_autofree char *head = g_strdup_printf("th scope=\"row\" title=\"%s\"", column->note);
	g_string_append(page, "<tr>");
	html_element(page, head, column->words);
	for (guint i = 0; i < comparison->routings->len; i++)
		add_cell(page, comparison, column, page_routing(comparison, i));
	g_string_append(page, "</tr>\n");
}

void page_routings(GString *page, const Comparison *comparison)
{
	html_element(page, "h2", "The routings side by side");
	html_open_table(page, "routings", "The routings side by side");
	g_string_append(page, "<tr><th scope=\"col\">routing</th>");
	for (guint i = 0; i < comparison->routings->len; i++)
		html_element(page, "th scope=\"col\"", page_routing(comparison, i)->name);
	g_string_append(page, "</tr>\n");
	for (const CompareColumn *column = compare_columns; column->key; column++)
		add_row(page, comparison, column);
	html_close_table(page);
	g_string_append(page, "<p>A star marks the best figure of a row, of routings that are complete and cannot "
			      "deadlock.</p>\n");
}

/* Adds the notes of all figures, for those who have no pointer to see them as tooltips. */
void page_meanings(GString *page)
{
	html_element(page, "h2", "What the figures mean");
	g_string_append(page, "<dl>\n");
	for (const CompareColumn *column = compare_columns; column->key; column++) {
		html_element(page, "dt", column->words);
		html_element(page, "dd", column->note);
	}
	g_string_append(page, "</dl>\n");
}
