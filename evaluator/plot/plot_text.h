/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Collects the words of an SVG. Cairo draws letters as shapes, which nobody can search, copy or have read out; so for
 * an SVG the words are collected while the rest is drawn, and added as text.
 */
#ifndef SSSP_EVALUATOR_PLOT_PLOT_TEXT_H
#define SSSP_EVALUATOR_PLOT_PLOT_TEXT_H

#include <cairo.h>
#include <glib.h>

typedef enum { PLOT_LEFT, PLOT_CENTRE, PLOT_RIGHT } PlotAlign;

/* From now on words go into `texts`, as elements of SVG, in place of the drawing. It must outlive `cr`. */
void plot_text_collect(cairo_t *cr, GString *texts);

/* Adds words as plot_words() would draw them. FALSE: words are not collected, so the caller is to draw them. */
gboolean plot_text_take(cairo_t *cr, const char *words, gdouble x, gdouble y, PlotAlign align, gdouble angle);

/*
 * Adds words as they can stand in any text of an SVG: no markup, and nothing that looks like a reference or a colour.
 */
void plot_text_words(GString *texts, const char *words);

#endif
