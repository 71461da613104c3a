/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes a comparison of routings as one page of HTML that needs no other file: no scripts, and no fonts and pictures
 * from elsewhere, which a policy in its head also forbids. On one machine the same comparison makes the same page, but
 * for its date; SOURCE_DATE_EPOCH in the environment (seconds since 1970) sets that.
 */
#ifndef SSSP_EVALUATOR_PLOT_PAGE_PAGE_H
#define SSSP_EVALUATOR_PLOT_PAGE_PAGE_H

#include "evaluator/plot/page/page_of.h"
#include "evaluator/report/compare.h"

#include <glib.h>

/* Free with g_string_free(). NULL with the errors of plot_svg(). */
GString *page_new(const Comparison *comparison, const PageOf *of, GError **error);

/* Whether a page can have that name, which `option` gave: FALSE with SSSP_ERROR_USAGE where another format is meant. */
gboolean page_check(const char *option, const char *file, GError **error);

#endif
