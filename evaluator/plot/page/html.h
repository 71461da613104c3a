/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Writes pieces of a page of HTML that is well-formed XML too. */
#ifndef SSSP_EVALUATOR_PLOT_PAGE_HTML_H
#define SSSP_EVALUATOR_PLOT_PAGE_HTML_H

#include "evaluator/plot/plot.h"

#include <glib.h>

/*
 * Adds words that are not markup, whatever is in them: what means something to HTML, in text as in an attribute between
 * quotes, is escaped, and what is not valid UTF-8 or cannot be printed becomes '?'.
 */
void html_words(GString *page, const char *words);

/* The same with a format, as printf() has it. */
void html_printf(GString *page, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Adds <TAG>words</TAG>; the tag may carry attributes: "td class='x'". */
void html_element(GString *page, const char *tag, const char *words);

/*
 * Adds a picture as a figure with a caption. Its SVG stands in the page itself; `number` keeps the identifiers of one
 * picture apart from those of the others. FALSE with the errors of plot_svg().
 */
gboolean html_picture(GString *page, const Plot *plot, guint number, const char *caption, GError **error);

/* The same with an SVG that is there already and whose identifiers need no number. `svg` ends in a zero. */
void html_svg(GString *page, const char *svg, const char *caption);

#endif
