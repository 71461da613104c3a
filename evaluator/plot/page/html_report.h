/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Writes a report as a part of a page: its figures as tables, its verdict in words. */
#ifndef SSSP_EVALUATOR_PLOT_PAGE_HTML_REPORT_H
#define SSSP_EVALUATOR_PLOT_PAGE_HTML_REPORT_H

#include "evaluator/report/report.h"

#include <glib.h>

/*
 * Adds the lines of the verdict. A line that begins with a word in capitals tells of a fault and is marked so; else the
 * first is marked as good, if `sound`.
 */
void html_report_verdict(GString *page, const Report *report, gboolean sound);

/* Adds a heading and a table for each group of figures and each table; what stands in no group comes first. */
void html_report_figures(GString *page, const Report *report);

/* The same under the report's title, after its verdict, where a page has several: `prefix` tells their tables apart. */
void html_report_part(GString *page, const Report *report, const char *prefix);

/* Opens and closes a table that may be wider than the page: it scrolls, by the keyboard too. */
void html_open_table(GString *page, const char *id, const char *label);
void html_close_table(GString *page);

#endif
