/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A picture onto a cairo surface: plot_draw.c lays it out, plot_panel.c draws axes and series. */
#ifndef SSSP_EVALUATOR_PLOT_PLOT_DRAW_H
#define SSSP_EVALUATOR_PLOT_PLOT_DRAW_H

#include "evaluator/plot/plot_data.h"

#include <cairo.h>

/* Its size in points. */
void plot_size(const Plot *plot, gdouble *width, gdouble *height);

void plot_draw(const Plot *plot, cairo_t *cr);

/* One panel with its axes' numbers and titles in a rectangle. */
void plot_draw_panel(const PlotPanel *panel, cairo_t *cr, gdouble x, gdouble y, gdouble width, gdouble height);

/* Where what is drawn of a panel goes; plot_series.c uses it. */
typedef struct {
	const PlotPanel *panel;
	cairo_t *cr;
	gdouble left, top, width, height;     /* between the axes */
	gdouble x_low, x_high, y_low, y_high; /* what they show */
} PlotFrame;

gdouble plot_x(const PlotFrame *frame, gdouble value);
gdouble plot_y(const PlotFrame *frame, gdouble value);
void plot_draw_series(const PlotFrame *frame);

#endif
