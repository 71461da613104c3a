/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Draws texts, and areas, lines and markers in the style of a series. A style is a number: its colour, hatch, dash and
 * marker repeat at different times, so that the first 56 styles differ in at least one of them.
 */
#ifndef SSSP_EVALUATOR_PLOT_PLOT_STYLE_H
#define SSSP_EVALUATOR_PLOT_PLOT_STYLE_H

#include "evaluator/plot/plot_greys.h"
#include "evaluator/plot/plot_text.h"

#include <cairo.h>
#include <glib.h>

#define PLOT_TITLE 15.0 /* sizes of letters, in points */
#define PLOT_WORDS 11.0
#define PLOT_SMALL 10.0

void plot_font(cairo_t *cr, gdouble size, gboolean bold);
gdouble plot_width(cairo_t *cr, const char *words);

/* Writes with the baseline at (x, y), turned by `angle` (radians) around that point; cut to `room` points, 0: all. */
void plot_words(cairo_t *cr, const char *words, gdouble x, gdouble y, PlotAlign align, gdouble angle, gdouble room);

void plot_paper(cairo_t *cr); /* white of the ground */
void plot_ink(cairo_t *cr);   /* black of axes and words */
void plot_faint(cairo_t *cr); /* grey of grid lines */
void plot_colour(cairo_t *cr, guint style);

/* A rectangle with the tint, hatch and outline of a style. */
void plot_fill(cairo_t *cr, guint style, gdouble x, gdouble y, gdouble width, gdouble height);

/* The dashes of a style for lines. */
void plot_dash(cairo_t *cr, guint style);

void plot_marker(cairo_t *cr, guint style, gdouble x, gdouble y);

#endif
