/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Fifteen digits are enough for most numbers, seventeen for all. */
#include "evaluator/report/report_numbers.h"

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
