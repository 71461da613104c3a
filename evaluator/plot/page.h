/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A comparison as one page of HTML that needs nothing else: no scripts, no fonts and pictures from elsewhere, which a
 * policy in its head also forbids. The same comparison makes the same page, on one machine.
 */
#ifndef SSSP_EVALUATOR_PLOT_PAGE_H
#define SSSP_EVALUATOR_PLOT_PAGE_H

#include "evaluator/report/compare.h"

#include <glib.h>

/* `topology` is the name of the fabric's file. Free with g_string_free(). NULL with the errors of plot_svg(). */
GString *page_new(const Comparison *comparison, const char *topology, GError **error);

/* The same below what rehearse reports; `sound`: that its verdict is good. */
GString *page_new_with(const Comparison *comparison, const char *topology, const Report *first, gboolean sound,
		       GError **error);

#endif
