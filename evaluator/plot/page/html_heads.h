/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Finds the words for the figures of a report on a page. */
#ifndef SSSP_EVALUATOR_PLOT_PAGE_HTML_HEADS_H
#define SSSP_EVALUATOR_PLOT_PAGE_HTML_HEADS_H

#include <glib.h>

/* The words for a figure's key: those of a table, or the key with blanks for its underscores. Free with g_free(). */
char *html_words_of(const char *key);

/* The same as a heading, which begins with a capital. Free with g_free(). */
char *html_heading_of(const char *key);

#endif
