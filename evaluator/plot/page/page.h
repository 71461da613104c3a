/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A comparison as one page of HTML that needs nothing else: no scripts, no fonts and pictures from elsewhere, which a
 * policy in its head also forbids. The same comparison makes the same page, on one machine, but for its date: that is
 * the one of the environment's SOURCE_DATE_EPOCH (seconds since 1970) where it is set.
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
