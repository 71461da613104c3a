/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Declares the parts of the HTML page that compares routings (page.h), each in a file of its own; page.c puts them
 * together.
 */
#ifndef SSSP_EVALUATOR_PLOT_PAGE_PAGE_PARTS_H
#define SSSP_EVALUATOR_PLOT_PAGE_PAGE_PARTS_H

#include "evaluator/plot/page/page_of.h"
#include "evaluator/report/compare.h"

#include <glib.h>

/* Routing i of a comparison. O(1). */
static inline const RoutingFacts *page_routing(const Comparison *comparison, guint i)
{
	return g_ptr_array_index(comparison->routings, i);
}

/* The page up to its title: what browsers need, and how it looks. */
extern const char page_style[];

/* Adds the fabric's file, the date, the version and the command line. */
void page_about(GString *page, const PageOf *of);

/* Adds what stands out, in words, with the names of cables. FALSE with SSSP_ERROR_MEMORY. */
gboolean page_standout(GString *page, const Comparison *comparison, GError **error);

/* Adds the numbers of the fabric. */
void page_fabric(GString *page, const Comparison *comparison);

/* Adds the figures of all routings, a column each; and at the foot what the figures mean. */
void page_routings(GString *page, const Comparison *comparison);
void page_meanings(GString *page);

#endif
