/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Draws a panel of a chart, a part with axes of its own. */
#ifndef SSSP_EVALUATOR_PLOT_PLOT_PANEL_H
#define SSSP_EVALUATOR_PLOT_PLOT_PANEL_H

#include "evaluator/plot/plot_data.h"

#include <cairo.h>

/* Draws one panel, with the numbers and titles of its axes, in a rectangle. */
void plot_draw_panel(const PlotPanel *panel, cairo_t *cr, gdouble x, gdouble y, gdouble width, gdouble height);

#endif
