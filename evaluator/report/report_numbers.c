/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Prints the value of one figure of a report, in digits for programs or in words for people. For programs, fifteen
 * digits are tried first, which are enough for most numbers, and seventeen where they do not give the same number back.
 */
#include "evaluator/report/report_numbers.h"

#include "core/base/printable.h"

static char *shortest(gdouble value)
{
	char text[G_ASCII_DTOSTR_BUF_SIZE];
	g_ascii_formatd(text, sizeof text, "%.15g", value);
	gdouble read = g_ascii_strtod(text, NULL);
	if (read < value || read > value)
		g_ascii_dtostr(text, sizeof text, value);
	return g_strdup(text);
}

char *report_number(const Figure *figure)
{
	if (figure->kind == FIGURE_INTEGER)
		return g_strdup_printf("%" G_GINT64_FORMAT, figure->integer);
	if (figure->kind == FIGURE_REAL)
		return shortest(figure->real);
	return g_strdup(figure->kind != FIGURE_BOOLEAN ? "" : figure->boolean ? "1" : "0");
}

char *report_words(const Figure *figure)
{
	GString *text = g_string_new(NULL);
	switch (figure->kind) {
	case FIGURE_INTEGER:
		g_string_printf(text, "%" G_GINT64_FORMAT, figure->integer);
		break;
	case FIGURE_REAL:
		g_string_printf(text, "%.4f", figure->real);
		break;
	case FIGURE_BOOLEAN:
		g_string_assign(text, figure->boolean ? "yes" : "no");
		break;
	case FIGURE_STRING: {
		g_autofree char *shown = printable_utf8(figure->string);
		g_string_append(text, shown);
	} break;
	case FIGURE_OBJECT: /* inside a table: its values, one after the other */
	case FIGURE_ARRAY:
		for (guint i = 0; i < figure->parts->len; i++) {
			g_autofree char *part = report_words(g_ptr_array_index(figure->parts, i));
			g_string_append_printf(text, "%s%s", i ? " " : "", part);
		}
		break;
	}
	return g_string_free(text, FALSE);
}
